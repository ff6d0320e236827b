/**
 * Grants signing in the name of this installation: whoever has the private key makes packages that
 * a verifier accepts. Defences: it is made here once and never leaves (no call answers it, the export
 * leaves its table out, it is not synced); it is sealed with AES-256-GCM under a key derived from
 * the database's, in a database that is encrypted itself; it signs checkpoints of packages only.
 * What it cannot prove: that the key is this installation's. The fingerprint must be compared by
 * another way than the package.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  sign,
} from 'node:crypto';
import type { Database, ReadDb } from '../../db/database.ts';
import { signingKeysTable } from '../../db/tables/audit-reports.table.ts';

export interface PublicSigningKey {
  /** Raw Ed25519 public key, base64. */
  readonly publicKey: string;
  /** SHA-256 of the raw key, hexadecimal. */
  readonly fingerprint: string;
  readonly createdAt: number;
}

export interface Signer extends PublicSigningKey {
  /** Ed25519 (RFC 8032), base64. */
  sign(bytes: Uint8Array): string;
}

const ID = 'installation';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** SubjectPublicKeyInfo of Ed25519 (RFC 8410) ends in the 32 raw bytes. */
const RAW_BYTES = 32;

const sealingKey = (databaseKey: Uint8Array) =>
  Buffer.from(hkdfSync('sha256', databaseKey, '', 'watchfloor signing 1', 32));

function seal(secret: Buffer, databaseKey: Uint8Array): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(databaseKey), nonce);
  cipher.setAAD(Buffer.from(ID));
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64');
}

/** @returns undefined where it was sealed under another database's key (a backup of elsewhere). */
function unseal(sealed: string, databaseKey: Uint8Array): Buffer | undefined {
  const bytes = Buffer.from(sealed, 'base64');
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(databaseKey), nonce);
  decipher.setAAD(Buffer.from(ID));
  try {
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([
      decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)),
      decipher.final(),
    ]);
  } catch {
    return undefined;
  }
}

const findKey = (db: ReadDb) =>
  db.rows(signingKeysTable, 'SELECT * FROM signing_keys WHERE id = ?', ID)[0];

function makeKey(databaseKey: Uint8Array) {
  const pair = generateKeyPairSync('ed25519');
  const raw = pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(-RAW_BYTES);
  return {
    publicKey: raw.toString('base64'),
    fingerprint: createHash('sha256').update(raw).digest('hex'),
    sealedPrivate: seal(pair.privateKey.export({ format: 'der', type: 'pkcs8' }), databaseKey),
  };
}

/**
 * The key of this installation, made where there is none yet, or where the database came from
 * another installation and this one cannot open its key.
 */
export function openSigner(db: Database, databaseKey: Uint8Array): Signer {
  const known = db.read('audits.signingKey', findKey);
  const opened = known && unseal(known.sealedPrivate, databaseKey);
  if (known && opened) return signerOf(known, opened);
  const action = 'audits.makeSigningKey';
  const made = db.write({ actor: null, origin: 'system', action }, (tx) => {
    const before = findKey(tx);
    if (before && unseal(before.sealedPrivate, databaseKey)) return before;
    const key = { id: ID, ...makeKey(databaseKey), createdAt: tx.now };
    tx.run(
      `INSERT INTO signing_keys (id, public_key, sealed_private, fingerprint, created_at)
       VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET public_key = excluded.public_key,
         sealed_private = excluded.sealed_private, fingerprint = excluded.fingerprint,
         created_at = excluded.created_at`,
      key.id,
      key.publicKey,
      key.sealedPrivate,
      key.fingerprint,
      key.createdAt,
    );
    tx.note('signing_keys', 1);
    return key;
  });
  const secret = unseal(made.sealedPrivate, databaseKey);
  if (!secret) throw new Error('The signing key cannot be opened');
  return signerOf(made, secret);
}

function signerOf(key: PublicSigningKey, secret: Buffer): Signer {
  const { publicKey, fingerprint, createdAt } = key;
  return {
    ...{ publicKey, fingerprint, createdAt },
    sign: (bytes) =>
      sign(null, bytes, createPrivateKey({ key: secret, format: 'der', type: 'pkcs8' })).toString(
        'base64',
      ),
  };
}
