/**
 * A secret that belongs to the workspace and not to the machine: the seals of the chain of custody
 * are made with it, so they must hold after a restore elsewhere, where the database has another key.
 * It lies in the database, wrapped under a key derived from the database's (AES-256-GCM, HKDF), so
 * that reading the database alone, by a query that got in, does not give it away.
 *
 * The key of a shared workspace's seals lies beside it in the same way while this workstation is in one.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Connection } from './connection.ts';
import type { ReadDb } from './database.ts';
import type { WriteTx } from './write-door.ts';

const META_KEY = 'workspace_key';
const SHARED_KEY = 'shared_seal_key';
/** That this database was shared once, and whether its older seals are confirmed for the others. */
const SHARING = 'shared_seals';
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

const readMeta = (db: ReadDb, key: string) =>
  db.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', key)?.value;
function writeMeta(tx: WriteTx, key: string, value: string): void {
  tx.run(
    `INSERT INTO meta (key, value) VALUES (?, ?)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    ...[key, value],
  );
}
const readWrapped = (db: ReadDb) => readMeta(db, META_KEY);

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

/** Of the workspace that this workstation is in now. */
export function readSharedKey(db: ReadDb, databaseKey: Uint8Array): Buffer | undefined {
  const wrapped = readMeta(db, SHARED_KEY);
  return wrapped === undefined ? undefined : unwrap(wrapped, databaseKey);
}

/** `secret` is the shared workspace's; what is kept opens seals and no files. */
export function keepSharedKey(tx: WriteTx, databaseKey: Uint8Array, secret: Uint8Array): void {
  const derived = Buffer.from(hkdfSync('sha256', secret, '', 'watchfloor shared seals 1', 32));
  const known = readSharedKey(tx, databaseKey);
  if (known && derived.equals(known)) return;
  writeMeta(tx, SHARED_KEY, wrap(derived, databaseKey));
  writeMeta(tx, SHARING, 'to-confirm');
}

export const forgetSharedKey = (tx: WriteTx): void =>
  void tx.run('DELETE FROM meta WHERE key = ?', SHARED_KEY);

/** Null: never shared. */
export const readSharing = (db: ReadDb): string | null => readMeta(db, SHARING) ?? null;

export const saveSharing = (tx: WriteTx, state: 'to-confirm' | 'confirmed'): void =>
  writeMeta(tx, SHARING, state);

/** For a database that is about to get another key. @throws Error where it does not open. */
export function rewrapWorkspaceKey(connection: Connection, from: Uint8Array, to: Uint8Array): void {
  for (const key of [META_KEY, SHARED_KEY]) {
    const row = connection.prepare('SELECT value FROM meta WHERE key = ?').get(key) as
      | { value: string }
      | undefined;
    if (!row) continue;
    const wrapped = wrap(unwrap(row.value, from), to);
    connection.prepare('UPDATE meta SET value = ? WHERE key = ?').run(wrapped, key);
  }
}
