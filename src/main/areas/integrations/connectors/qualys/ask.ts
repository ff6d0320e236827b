import { type ConnectorContext, ConnectorFailure } from '../../connector.types.ts';
import { retryAfterMs } from '../../http/retry-after.ts';
import { readXml, type XmlFields, type XmlPorts } from './read-xml.ts';
import { headersOf, type QualysSettings } from './settings.ts';

/** Where nothing is said, so long. */
const PAUSE_MS = 60_000;

/**
 * One question. "API limits": 409 where too many calls are under way or were made, with
 * `X-RateLimit-ToWait-Sec`; a refusal is a SIMPLE_RETURN with a code and a text.
 */
export async function ask(
  context: ConnectorContext<QualysSettings>,
  input: {
    readonly path: string;
    readonly form: Readonly<Record<string, string>>;
    readonly why: string;
  },
  ports: XmlPorts,
): Promise<XmlFields> {
  const { settings, http } = context;
  const reply = await http.bytes({
    method: 'POST',
    url: `${settings.address}/api/${settings.version}/fo/${input.path}`,
    headers: headersOf(context),
    body: new URLSearchParams(input.form),
    why: input.why,
    expects: [409, 429],
  });
  if (reply.status === 409 || reply.status === 429) {
    throw new ConnectorFailure(
      'rate-limited',
      `Qualys asks for fewer requests (${reply.status}). It is asked again later.`,
      waitOf(reply.header('x-ratelimit-towait-sec')) ??
        retryAfterMs(reply.header, context.now()) ??
        PAUSE_MS,
    );
  }
  const { root, rest } = await readXml(reply.body, ports);
  if (root === 'SIMPLE_RETURN') {
    const text = (rest['RESPONSE.TEXT'] ?? '').replace(/\s+/g, ' ').slice(0, 200).toWellFormed();
    throw new ConnectorFailure('settings', `Qualys did not answer the request. It said: ${text}`);
  }
  if (root === 'html' || root === 'HTML') {
    throw new ConnectorFailure('answer', 'Qualys answered with a page. Check the address.');
  }
  return rest;
}

function waitOf(seconds: string | null): number | null {
  return seconds !== null && /^\d{1,6}$/.test(seconds.trim()) ? Number(seconds) * 1_000 : null;
}
