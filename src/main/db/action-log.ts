/** The record of what was done at the desk, written in the transaction that does it, read by Undo. */
import type { WriteTx } from './write-door.ts';

/** One synced row before and after: the changed properties only; null where there is no row. */
export interface RowChange {
  readonly table: string;
  readonly id: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

export interface DeskAction {
  /** UUIDv7. */
  readonly id: string;
  /** As the action of the audit log: 'alerts.resolve', 'incidents.merge'. */
  readonly kind: string;
  readonly actor: string | null;
  /** In words: 'Resolve 312 alerts'. */
  readonly summary: string;
  readonly note?: string | null;
  /** It cannot be undone. */
  readonly isFinal?: boolean;
}

/**
 * Writes an action that is done, with the rows it changed, into the desk's history. Undo needs an
 * applier of each table it names (src/main/app/desk-appliers.ts).
 */
export function recordAction(tx: WriteTx, action: DeskAction, changes: readonly RowChange[]): void {
  insertAction(tx, action, { rowCount: changes.length, state: 'DONE', plan: null });
  recordChanges(tx, action.id, 0, changes);
}

export interface ActionStart {
  readonly rowCount: number;
  readonly state: 'RUNNING' | 'DONE';
  /** JSON of what a bulk action does. */
  readonly plan: string | null;
}

export function insertAction(tx: WriteTx, action: DeskAction, start: ActionStart): void {
  tx.run(
    `INSERT INTO desk_actions (id, kind, actor, at, summary, note, row_count, state, plan, is_final)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    action.id,
    action.kind,
    action.actor,
    tx.now,
    action.summary,
    action.note ?? null,
    start.rowCount,
    start.state,
    start.plan,
    action.isFinal ? 1 : 0,
  );
  tx.announce('desk_actions', action.id);
}

/** Rows that an action changed; the first is its change number `from`. */
export function recordChanges(
  tx: WriteTx,
  actionId: string,
  from: number,
  changes: readonly RowChange[],
): void {
  for (const [n, change] of changes.entries()) {
    tx.run(
      'INSERT INTO desk_action_changes (action_id, n, table_name, record_id, before, after) VALUES (?, ?, ?, ?, ?, ?)',
      actionId,
      from + n,
      change.table,
      change.id,
      change.before && JSON.stringify(change.before),
      change.after && JSON.stringify(change.after),
    );
  }
}
