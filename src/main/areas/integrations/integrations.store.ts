import type { ReadDb } from '../../db/database.ts';
import type { RowOf } from '../../db/statements.ts';
import { integrationsTable } from '../../db/tables/integrations.table.ts';
import type { WriteTx } from '../../db/write-door.ts';

export type IntegrationRow = RowOf<typeof integrationsTable>;

/** What belongs to this workstation alone. */
export interface IntegrationState {
  readonly integration_id: string;
  readonly is_paused: number;
  readonly cursor: string | null;
  readonly next_at: number | null;
  readonly is_held_back: number;
  readonly failures: number;
  readonly failure_kind: string | null;
  readonly failure: string | null;
  readonly failed_at: number | null;
  readonly rows: number;
  /** Of the last run that ended well, here. */
  readonly synced_at: number | null;
}

export const listIntegrations = (db: ReadDb): IntegrationRow[] =>
  db.rows(
    integrationsTable,
    'SELECT * FROM integrations WHERE deleted_at IS NULL ORDER BY created_at DESC, id DESC',
  );

export const findIntegration = (db: ReadDb, id: string): IntegrationRow | undefined =>
  db.rows(
    integrationsTable,
    'SELECT * FROM integrations WHERE id = ? AND deleted_at IS NULL',
    id,
  )[0];

export const listStates = (db: ReadDb): Map<string, IntegrationState> =>
  new Map(
    db
      .all<IntegrationState>('SELECT * FROM integration_states')
      .map((state) => [state.integration_id, state]),
  );

export const findState = (db: ReadDb, id: string): IntegrationState | undefined =>
  db.get<IntegrationState>('SELECT * FROM integration_states WHERE integration_id = ?', id);

/** Connected, not paused, and its time has come; the one that has waited longest first. */
export const dueIntegrations = (db: ReadDb, now: number): string[] =>
  db
    .all<{ id: string }>(
      `SELECT i.id FROM integration_states s JOIN integrations i ON i.id = s.integration_id
       WHERE i.deleted_at IS NULL AND i.status <> 'DISCONNECTED' AND s.is_paused = 0
         AND s.next_at IS NOT NULL AND s.next_at <= ? ORDER BY s.next_at`,
      now,
    )
    .map(({ id }) => id);

export function addState(tx: WriteTx, id: string, nextAt: number | null): void {
  tx.run(
    `INSERT INTO integration_states (integration_id, next_at) VALUES (?, ?)
     ON CONFLICT (integration_id) DO UPDATE SET next_at = excluded.next_at`,
    id,
    nextAt,
  );
}

export function setPaused(tx: WriteTx, id: string, isPaused: boolean, nextAt: number | null): void {
  tx.run(
    'UPDATE integration_states SET is_paused = ?, next_at = ? WHERE integration_id = ?',
    isPaused ? 1 : 0,
    nextAt,
    id,
  );
}

/** The next run; null takes it off the schedule. */
export function schedule(tx: WriteTx, id: string, nextAt: number | null): void {
  tx.run('UPDATE integration_states SET next_at = ? WHERE integration_id = ?', nextAt, id);
}

export function setHeldBack(tx: WriteTx, id: string, isHeld: boolean): void {
  tx.run(
    'UPDATE integration_states SET is_held_back = ? WHERE integration_id = ?',
    isHeld ? 1 : 0,
    id,
  );
}

/** Settings that point elsewhere begin anew: another source's cursor says nothing there. */
export function forgetCursor(tx: WriteTx, id: string): void {
  tx.run('UPDATE integration_states SET cursor = NULL WHERE integration_id = ?', id);
}

export function clearFailure(tx: WriteTx, id: string): void {
  tx.run(
    `UPDATE integration_states SET failures = 0, failure_kind = NULL, failure = NULL, failed_at = NULL,
       is_held_back = 0 WHERE integration_id = ?`,
    id,
  );
}

export function noteSynced(tx: WriteTx, id: string, at: number): void {
  tx.run('UPDATE integration_states SET synced_at = ? WHERE integration_id = ?', at, id);
}

interface NewFailure {
  readonly kind: string;
  readonly message: string;
  readonly at: number;
}

export function noteFailure(tx: WriteTx, id: string, { kind, message, at }: NewFailure): void {
  tx.run(
    `UPDATE integration_states SET failures = failures + 1, failure_kind = ?, failure = ?, failed_at = ?,
       is_held_back = 0 WHERE integration_id = ?`,
    kind,
    message,
    at,
    id,
  );
}

/** In the transaction of the last rows that came before it. */
export function keepCursor(tx: WriteTx, id: string, cursor: string): void {
  tx.run('UPDATE integration_states SET cursor = ? WHERE integration_id = ?', cursor, id);
}

export function countRows(tx: WriteTx, id: string, rows: number): void {
  tx.run('UPDATE integration_states SET rows = rows + ? WHERE integration_id = ?', rows, id);
}

export function removeLocal(tx: WriteTx, id: string): void {
  tx.run('DELETE FROM integration_states WHERE integration_id = ?', id);
  tx.run('DELETE FROM integration_secrets WHERE integration_id = ?', id);
  tx.run('DELETE FROM integration_runs WHERE integration_id = ?', id);
}
