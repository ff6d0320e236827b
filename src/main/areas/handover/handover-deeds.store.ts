/** What was done to groups and incidents, and what was undone: actions of the desk, all of them counted. */
import type { Bound, ReadDb } from '../../db/database.ts';

export type DeedKind = 'done' | 'undone' | 'redone';

export interface DeedRow {
  readonly id: string;
  readonly kind: DeedKind;
  readonly summary: string;
  /** Who did it, undid it or did it again, and when. */
  readonly by: string | null;
  readonly at: number;
  /** Rows that its last undo or redo changed, and those it left. */
  readonly rows: number;
  readonly left: number;
}

export interface Deeds {
  readonly totals: Readonly<Record<DeedKind, number>>;
  /** Of what was done to groups and incidents, by account. */
  readonly people: readonly { readonly by: string | null; readonly n: number }[];
  /** The last so many. */
  readonly rows: readonly DeedRow[];
}

interface Span {
  readonly since: number;
  readonly until: number;
}

/** Of an action that was done again, the undo before decides whether the shift began with it standing. */
const DEEDS: Readonly<Record<DeedKind, { by: string; at: string; where: string }>> = {
  done: {
    by: 'd.actor',
    at: 'd.at',
    where: `(d.kind LIKE 'incidents.%' OR d.kind LIKE 'groups.%')
      AND d.state NOT IN ('UNDONE', 'CANCELLED') AND d.at >= ? AND d.at <= ?`,
  },
  undone: {
    by: 'd.changed_by',
    at: 'd.changed_at',
    where: "d.state = 'UNDONE' AND d.changed_at >= ? AND d.changed_at <= ?",
  },
  redone: {
    by: 'd.changed_by',
    at: 'd.changed_at',
    where: `d.state = 'DONE' AND d.changed_at >= ? AND d.changed_at <= ? AND d.at < ?
      AND NOT EXISTS (SELECT 1 FROM desk_action_runs r
        WHERE r.action_id = d.id AND r.direction = 'UNDO' AND r.started_at >= ?)`,
  },
};

const boundOf = (kind: DeedKind, { since, until }: Span): Bound[] =>
  kind === 'redone' ? [since, until, since, since] : [since, until];

export function readDeeds(db: ReadDb, span: Span & { readonly limit: number }): Deeds {
  const count = (kind: DeedKind) =>
    db.get<{ n: number }>(
      `SELECT count(*) AS n FROM desk_actions d WHERE ${DEEDS[kind].where}`,
      ...boundOf(kind, span),
    )?.n ?? 0;
  const kinds = Object.keys(DEEDS) as DeedKind[];
  return {
    totals: { done: count('done'), undone: count('undone'), redone: count('redone') },
    people: db.all(
      `SELECT d.actor AS by, count(*) AS n FROM desk_actions d WHERE ${DEEDS.done.where} GROUP BY 1`,
      ...boundOf('done', span),
    ),
    rows: kinds
      .flatMap((kind) => lastDeeds(db, kind, span))
      .sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
      .slice(0, span.limit),
  };
}

function lastDeeds(
  db: ReadDb,
  kind: DeedKind,
  { limit, ...span }: Span & { limit: number },
): DeedRow[] {
  const { by, at, where } = DEEDS[kind];
  return db
    .all<Omit<DeedRow, 'kind'>>(
      `SELECT d.id, d.summary, ${by} AS by, ${at} AS at, coalesce(r.done, 0) AS rows,
         coalesce(r.kept, 0) AS left
       FROM desk_actions d LEFT JOIN desk_action_runs r ON r.action_id = d.id
         AND r.n = (SELECT max(n) FROM desk_action_runs WHERE action_id = d.id)
       WHERE ${where} ORDER BY ${at} DESC, d.id DESC LIMIT ?`,
      ...boundOf(kind, span),
      limit,
    )
    .map((row) => ({ ...row, kind }));
}
