/** Checklists of the workspace, and what is ticked on which alert. */
import type { Playbook } from '../../../shared/areas/discussion/playbooks.contract.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import type { RowOf } from '../../db/statements.ts';
import { alertChecksTable, playbooksTable } from '../../db/tables/discussion.table.ts';
import { BUILT_IN_PLAYBOOKS } from './built-in-playbooks.ts';
import type { MatchedAlert } from './playbook-match.ts';

export type PlaybookRow = RowOf<typeof playbooksTable>;
export type CheckRow = RowOf<typeof alertChecksTable>;

const BUILT_IN: readonly Playbook[] = BUILT_IN_PLAYBOOKS.map((playbook) => ({
  ...playbook,
  isBuiltIn: true,
  steps: Object.entries(playbook.steps).map(([id, text]) => ({ id, text })),
  updatedAt: null,
}));

function toPlaybook(row: PlaybookRow): Playbook {
  return {
    id: row.id,
    name: row.name,
    summary: row.summary,
    isBuiltIn: false,
    matches: row.matches,
    steps: row.steps,
    updatedAt: toIso(row.updatedAt),
  };
}

/** Those of the workspace, newest first, then those of the product. */
function allPlaybooks(db: ReadDb): Playbook[] {
  const rows = db.rows(
    playbooksTable,
    'SELECT * FROM playbooks WHERE deleted_at IS NULL ORDER BY created_at DESC, id DESC',
  );
  return [...rows.map(toPlaybook), ...BUILT_IN];
}

export function findPlaybook(db: ReadDb, id: string): Playbook | undefined {
  const row = db.rows(
    playbooksTable,
    'SELECT * FROM playbooks WHERE id = ? AND deleted_at IS NULL',
    id,
  )[0];
  return row ? toPlaybook(row) : BUILT_IN.find((playbook) => playbook.id === id);
}

export function checksOf(db: ReadDb, alertId: string): CheckRow[] {
  return db.rows(
    alertChecksTable,
    'SELECT * FROM alert_checks WHERE alert_id = ? AND deleted_at IS NULL ORDER BY checked_at, id',
    alertId,
  );
}

export function findMatched(
  db: ReadDb,
  alertId: string,
): (MatchedAlert & { readonly id: string }) | undefined {
  const row = db.get<{
    id: string;
    title: string;
    detector: string | null;
    category: string | null;
    techniques: string;
  }>(
    'SELECT id, title, detector, category, techniques FROM alerts WHERE id = ? AND deleted_at IS NULL',
    alertId,
  );
  return row && { ...row, techniques: JSON.parse(row.techniques) as string[] };
}

export interface DeskMark {
  readonly comments: number;
  readonly checks: { readonly done: number; readonly total: number } | null;
}

/** What rows of the list say of their discussion; alerts of which there is nothing to say are left out. */
export function deskMarks(db: ReadDb, ids: readonly string[]): Map<string, DeskMark> {
  const chosen = JSON.stringify(ids);
  const comments = db.all<{ id: string; n: number }>(
    `SELECT c.alert_id AS id, count(*) AS n FROM json_each(?) j
       CROSS JOIN alert_comments c ON c.alert_id = j.value
     WHERE c.deleted_at IS NULL GROUP BY 1`,
    chosen,
  );
  const checks = db.all<{ id: string; playbook: string; n: number }>(
    `SELECT c.alert_id AS id, c.playbook_id AS playbook, count(*) AS n FROM json_each(?) j
       CROSS JOIN alert_checks c ON c.alert_id = j.value
     WHERE c.deleted_at IS NULL GROUP BY 1, 2 ORDER BY 3 DESC`,
    chosen,
  );
  const marks = new Map<string, DeskMark>();
  for (const { id, n } of comments) marks.set(id, { comments: n, checks: null });
  for (const { id, playbook, n } of checks) {
    const known = marks.get(id) ?? { comments: 0, checks: null };
    const total = findPlaybook(db, playbook)?.steps.length ?? n;
    if (!known.checks) marks.set(id, { ...known, checks: { done: Math.min(n, total), total } });
  }
  return marks;
}

export function createPlaybookStore(db: Database) {
  return {
    list: () => db.read('discussion.playbooks', allPlaybooks),
    ofAlert: (alertId: string) =>
      db.read('discussion.checklists', (reader) => {
        const alert = findMatched(reader, alertId);
        return (
          alert && { alert, playbooks: allPlaybooks(reader), checks: checksOf(reader, alertId) }
        );
      }),
  };
}
