import { isObject } from '../../../../platform/records/json-record.ts';
import { type ConnectorContext, ConnectorFailure } from '../../connector.types.ts';

/**
 * A token by the client credentials grant (RFC 6749 section 4.4), for one page: it is kept nowhere, so
 * it cannot be stolen from here nor run out between two runs.
 */
export async function clientToken(
  context: ConnectorContext<unknown>,
  input: {
    readonly url: string;
    readonly form: Readonly<Record<string, string>>;
    /** What a person does where the sign-in is refused. */
    readonly refused: string;
  },
): Promise<Record<string, string>> {
  const { status, body } = await context.http.json({
    method: 'POST',
    url: input.url,
    body: new URLSearchParams(input.form),
    why: 'sign in',
    maxBytes: 1024 * 1024,
    expects: [400, 401, 403],
  });
  const token = isObject(body) ? body.access_token : null;
  if (status < 300 && typeof token === 'string' && token !== '') {
    return { authorization: `Bearer ${token}` };
  }
  const kind = status < 300 ? 'answer' : 'credentials';
  throw new ConnectorFailure(kind, `The sign-in gave no token (${status}). ${input.refused}`);
}
