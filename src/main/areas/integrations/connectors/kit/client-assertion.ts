import { createPrivateKey, type KeyObject, randomUUID } from 'node:crypto';
import { isObject } from '../../../../platform/records/json-record.ts';
import { ConnectorFailure } from '../../connector.types.ts';

/** Long enough for a clock that is a little off, and shorter than any vendor allows. */
const LASTS_SECONDS = 300;

/**
 * Who a client is, signed with its private key (RFC 7523 section 2.2). The key is PEM (PKCS 8) or a JWK;
 * it never leaves this machine.
 * @throws ConnectorFailure 'credentials' where it is neither
 */
export async function signAssertion(input: {
  readonly key: string;
  readonly client: string;
  /** The address of the token endpoint. */
  readonly audience: string;
  /** ms since 1970. */
  readonly now: number;
}): Promise<string> {
  const { SignJWT } = await import('jose');
  const { key, kid } = readKey(input.key);
  const isRsa = key.asymmetricKeyType === 'rsa';
  if (!isRsa && key.asymmetricKeyType !== 'ec') throw notAKey();
  const seconds = Math.floor(input.now / 1_000);
  return new SignJWT()
    .setProtectedHeader({ alg: isRsa ? 'RS256' : 'ES256', ...(kid === null ? {} : { kid }) })
    .setIssuer(input.client)
    .setSubject(input.client)
    .setAudience(input.audience)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + LASTS_SECONDS)
    .setJti(randomUUID())
    .sign(key);
}

function readKey(text: string): { key: KeyObject; kid: string | null } {
  try {
    if (!text.trimStart().startsWith('{')) return { key: createPrivateKey(text), kid: null };
    const jwk: unknown = JSON.parse(text);
    if (!isObject(jwk)) throw notAKey();
    const key = createPrivateKey({ key: { ...jwk }, format: 'jwk' });
    return { key, kid: typeof jwk.kid === 'string' ? jwk.kid : null };
  } catch {
    throw notAKey();
  }
}

function notAKey(): ConnectorFailure {
  return new ConnectorFailure(
    'credentials',
    'This is no private key as PEM or JWK, for RSA or P-256. Give the private one of the pair.',
  );
}
