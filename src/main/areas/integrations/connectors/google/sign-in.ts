/**
 * A token of a service account, signed by its own key ("Service account authorization without OAuth"):
 * the key itself never leaves this machine, and no other server is asked.
 */
import { z } from 'zod';
import { type ConnectorContext, ConnectorFailure } from '../../connector.types.ts';
import { ADDRESS, type GoogleSettings } from './settings.ts';

const keySchema = z.object({
  type: z.literal('service_account'),
  client_email: z.string().min(3).max(300),
  private_key: z.string().includes('PRIVATE KEY').max(10_000),
  private_key_id: z.string().min(1).max(200),
});

/** As short as the clocks of both sides allow. Seconds. */
const LIFE = 600;

export interface SignedIn {
  readonly email: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** @throws ConnectorFailure 'credentials' where the key is none. */
export async function signIn(context: ConnectorContext<GoogleSettings>): Promise<SignedIn> {
  const key = readKey(context.secret('serviceAccountKey'));
  const { importPKCS8, SignJWT } = await import('jose');
  const now = Math.floor(context.now() / 1_000);
  try {
    const token = await new SignJWT({
      iss: key.client_email,
      sub: key.client_email,
      aud: `${ADDRESS}/`,
      iat: now,
      exp: now + LIFE,
    })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: key.private_key_id })
      .sign(await importPKCS8(key.private_key, 'RS256'));
    return { email: key.client_email, headers: { authorization: `Bearer ${token}` } };
  } catch {
    throw unusable();
  }
}

function readKey(text: string): z.infer<typeof keySchema> {
  try {
    return keySchema.parse(JSON.parse(text));
  } catch {
    // What was pasted may be a key of another kind: nothing of it is told.
    throw unusable();
  }
}

const unusable = () =>
  new ConnectorFailure(
    'credentials',
    'This is no key of a service account. Paste the whole JSON file that Google Cloud gave.',
  );
