/**
 * Whether what is here was generated (the demo), and whether the workspace is shared. A workstation knows of a
 * demo that it made itself; of one that it joined, from a row that the founder's workstation wrote.
 */
import type { ReadDb } from './database.ts';
import { workspaceSettingsTable } from './tables/settings.table.ts';
import type { WriteTx } from './write-door.ts';

/** Of `workspace_settings`; no section of settings bears this name. */
const DEMO_ROW = 'demo';

/** Undefined where there is no workspace yet. */
export function readWorkspaceKind(db: ReadDb): 'demo' | 'empty' | undefined {
  const own = db.get<{ value: string }>(
    "SELECT value FROM meta WHERE key = 'workspace_kind'",
  )?.value;
  if (own !== 'demo' && own !== 'empty') return undefined;
  return own === 'demo' || isSaidToBeDemo(db) ? 'demo' : 'empty';
}

const isSaidToBeDemo = (db: ReadDb): boolean =>
  db.get('SELECT 1 FROM workspace_settings WHERE id = ? AND deleted_at IS NULL', DEMO_ROW) !==
  undefined;

/** Whether this workstation has a place in a shared workspace. */
export const isShared = (db: ReadDb): boolean =>
  db.get(
    `SELECT 1 FROM sync_settings WHERE key = 'membership' AND value ->> '$.membership.state' = 'joined'`,
  ) !== undefined;

/** A shared workspace is made of what is here: its members learn that it is the demo. */
export function sayWhetherDemo(tx: WriteTx): void {
  if (readWorkspaceKind(tx) !== 'demo' || isSaidToBeDemo(tx)) return;
  tx.insert(workspaceSettingsTable, { id: DEMO_ROW, value: { isDemo: true }, updatedAt: tx.now });
}

/** What is here goes into a workspace of others, which does not become the demo by it. */
export function leaveUnsaid(tx: WriteTx): void {
  tx.forget(workspaceSettingsTable, [DEMO_ROW]);
}
