/**
 * A secret that belongs to the workspace and not to the machine: the seals of the chain of custody
 * are made with it, so they must hold after a restore elsewhere, where the database has another key.
 * It lies in the database, wrapped under a key derived from the database's (AES-256-GCM, HKDF), so
 * that reading the database alone, by a query that got in, does not give it away.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Connection } from './connection.ts';
import type { ReadDb } from './database.ts';
import type { WriteTx } from './write-door.ts';

const META_KEY = 'workspace_key';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SECRET_BYTES = 32;

const wrappingKey = (databaseKey: Uint8Array) =>
  Buffer.from(hkdfSync('sha256', databaseKey, '', 'watchfloor workspace key 1', 32));

function wrap(secret: Uint8Array, databaseKey: Uint8Array): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', wrappingKey(databaseKey), nonce);
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64');
}

/** @throws Error where it was wrapped under another key, or changed. */
function unwrap(wrapped: string, databaseKey: Uint8Array): Buffer {
  const bytes = Buffer.from(wrapped, 'base64');
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', wrappingKey(databaseKey), nonce, {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([
    decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)),
    decipher.final(),
  ]);
}

const readWrapped = (db: ReadDb) =>
  db.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', META_KEY)?.value;

/** Undefined in a workspace that never needed it. */
export function readWorkspaceKey(db: ReadDb, databaseKey: Uint8Array): Buffer | undefined {
  const wrapped = readWrapped(db);
  return wrapped === undefined ? undefined : unwrap(wrapped, databaseKey);
}

/** Makes it where there is none. */
export function ensureWorkspaceKey(tx: WriteTx, databaseKey: Uint8Array): Buffer {
  const known = readWorkspaceKey(tx, databaseKey);
  if (known) return known;
  const secret = randomBytes(SECRET_BYTES);
  tx.run('INSERT INTO meta (key, value) VALUES (?, ?)', META_KEY, wrap(secret, databaseKey));
  return secret;
}

/** For a database that is about to get another key. @throws Error where it does not open. */
export function rewrapWorkspaceKey(connection: Connection, from: Uint8Array, to: Uint8Array): void {
  const row = connection.prepare('SELECT value FROM meta WHERE key = ?').get(META_KEY) as
    | { value: string }
    | undefined;
  if (!row) return;
  const wrapped = wrap(unwrap(row.value, from), to);
  connection.prepare('UPDATE meta SET value = ? WHERE key = ?').run(wrapped, META_KEY);
}
