/**
 * Grants the use of what a secret opens: a model in the name of who pays for it, a vendor's interface in
 * the name of an account. Defences: it lies in the database only sealed (AES-256-GCM) under a key that is
 * derived from the database's for this purpose alone, bound to the origin it was given for, so that an
 * address that moves elsewhere never takes it along; no call answers it.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface KeySeal {
  seal(key: string, origin: string): Uint8Array;
  /** Null where it was sealed elsewhere, for another origin, or changed. */
  open(sealed: Uint8Array, origin: string): string | null;
}

/** What a seal is for; one of one purpose opens nothing of another. Words of kept seals: never changed. */
const PURPOSES = {
  model: 'watchfloor model endpoint key 1',
  integration: 'watchfloor integration secret 1',
  sync: 'watchfloor workspace login 1',
} as const;

export function createKeySeal(
  databaseKey: Uint8Array,
  purpose: keyof typeof PURPOSES = 'model',
): KeySeal {
  const sealing = Buffer.from(hkdfSync('sha256', databaseKey, '', PURPOSES[purpose], 32));
  return {
    seal(key, origin) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(origin));
      const sealed = Buffer.concat([cipher.update(key, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, sealed, cipher.getAuthTag()]);
    },
    open(sealed, origin) {
      try {
        const nonce = sealed.subarray(0, NONCE_BYTES);
        const decipher = createDecipheriv('aes-256-gcm', sealing, nonce, {
          authTagLength: TAG_BYTES,
        });
        decipher.setAAD(Buffer.from(origin)).setAuthTag(sealed.subarray(-TAG_BYTES));
        const text = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}
