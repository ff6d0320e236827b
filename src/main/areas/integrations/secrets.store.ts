/**
 * Grants the secrets of integrations to whoever runs one. Defences: sealed under a key derived from the
 * database's, bound to integration, name and the origins that its settings name; a local table, which
 * neither sync nor the export of a workspace reads; nothing here is logged.
 */
import type { ReadDb } from '../../db/database.ts';
import type { WriteTx } from '../../db/write-door.ts';
import type { KeySeal } from '../../platform/key-seal.ts';

/** What the secrets of an integration are bound to. */
export interface SecretOwner {
  readonly id: string;
  readonly origins: readonly string[];
}

const boundTo = ({ id, origins }: SecretOwner, name: string): string =>
  [id, name, ...origins.toSorted()].join('\n');

export function readSecrets(db: ReadDb, seal: KeySeal, owner: SecretOwner): Record<string, string> {
  const rows = db.all<{ name: string; sealed: Uint8Array }>(
    'SELECT name, sealed FROM integration_secrets WHERE integration_id = ?',
    owner.id,
  );
  return Object.fromEntries(
    rows.flatMap(({ name, sealed }) => {
      const value = seal.open(sealed, boundTo(owner, name));
      return value === null ? [] : [[name, value] as const];
    }),
  );
}

export function saveSecret(
  tx: WriteTx,
  seal: KeySeal,
  owner: SecretOwner,
  { name, value }: { readonly name: string; readonly value: string },
): void {
  tx.run(
    `INSERT INTO integration_secrets (integration_id, name, sealed, changed_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (integration_id, name) DO UPDATE SET sealed = excluded.sealed, changed_at = excluded.changed_at`,
    owner.id,
    name,
    seal.seal(value, boundTo(owner, name)),
    tx.now,
  );
}

export function removeSecret(tx: WriteTx, id: string, name: string): void {
  tx.run('DELETE FROM integration_secrets WHERE integration_id = ? AND name = ?', id, name);
}
