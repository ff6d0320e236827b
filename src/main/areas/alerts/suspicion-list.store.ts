/**
 * The queue by suspicion: along the engine's index of what waits, each stretch tested for the filter, for
 * a few milliseconds at most; then the page ends where the look has got to, and its cursor goes on.
 */
import type { AlertEngine, AlertFilter } from '../../../shared/areas/alerts/alerts.contract.ts';
import { DECISIONS } from '../../../shared/areas/assistant/explanation.ts';
import type { ReadDb } from '../../db/database.ts';
import { alertsTable } from '../../db/tables/alerts.table.ts';
import type { AlertRow } from './alert-rows.ts';
import { type AskedQuery, askQuery } from './query-ask.store.ts';
import { givenRows, matchingRows } from './query-rows.store.ts';

const LOOK_MS = 10;
const FIRST_STRETCH = 300;
const LONGEST_STRETCH = 2_000;

export interface SuspicionPlace {
  readonly suspicion: number;
  readonly created_at: number;
  readonly seq: number;
}

export interface SuspicionPage {
  readonly rows: AlertRow[];
  readonly total: number | null;
  readonly next: SuspicionPlace | null;
}

const BEFORE_ALL: SuspicionPlace = { suspicion: 101, created_at: 0, seq: 0 };

export function listBySuspicion(
  db: ReadDb,
  filter: AlertFilter,
  { after, limit }: { after: SuspicionPlace | null; limit: number },
): SuspicionPage {
  const isAll = Object.values(filter).every((value) => value === undefined || value === '');
  const asked = isAll ? null : askQuery(db, filter);
  const started = performance.now();
  const found: SuspicionPlace[] = [];
  let position = after ?? BEFORE_ALL;
  for (let length = FIRST_STRETCH; ; length = Math.min(2 * length, LONGEST_STRETCH)) {
    const stretch = nextStretch(db, position, length);
    found.push(...passing(db, asked, stretch));
    if (found.length > limit) return page(db, filter, found.slice(0, limit), found[limit - 1]);
    const last = stretch.at(-1);
    if (!last || stretch.length < length) return page(db, filter, found, undefined);
    position = last;
    if (performance.now() - started > LOOK_MS) return page(db, filter, found, last);
  }
}

function page(
  db: ReadDb,
  filter: AlertFilter,
  places: readonly SuspicionPlace[],
  next: SuspicionPlace | undefined,
): SuspicionPage {
  const rows = places.flatMap(({ seq }) =>
    db.rows(alertsTable, 'SELECT * FROM alerts WHERE seq = ?', seq),
  );
  const isAll = Object.values(filter).every((value) => value === undefined || value === '');
  return { rows, total: isAll ? countWaiting(db) : null, next: next ?? null };
}

/** By the kept counts of the desk: those the engine has not come to are few and soon among them. */
function countWaiting(db: ReadDb): number {
  const row = db.get<{ n: number | null }>(
    `SELECT (SELECT coalesce(sum(n), 0) FROM alert_totals WHERE status IN ('OPEN', 'IN_PROGRESS'))
       - (SELECT coalesce(sum(n), 0) FROM suppressed_totals WHERE status IN ('OPEN', 'IN_PROGRESS')) AS n`,
  );
  return row?.n ?? 0;
}

function nextStretch(db: ReadDb, after: SuspicionPlace, limit: number): SuspicionPlace[] {
  return db.all(
    `SELECT e.suspicion, e.created_at, e.alert_seq AS seq
     FROM engine_decisions e INDEXED BY engine_decisions_queue
     WHERE e.is_open = 1 AND (e.suspicion, e.created_at, e.alert_seq) < (?, ?, ?)
     ORDER BY e.suspicion DESC, e.created_at DESC, e.alert_seq DESC LIMIT ?`,
    ...[after.suspicion, after.created_at, after.seq, limit],
  );
}

function passing(
  db: ReadDb,
  asked: AskedQuery | null,
  stretch: readonly SuspicionPlace[],
): readonly SuspicionPlace[] {
  if (asked === null || stretch.length === 0) return stretch;
  const seqs = stretch.map(({ seq }) => seq);
  const passed = new Set<number>();
  for (const { seq } of matchingRows<{ seq: number }>(db, asked.test, givenRows(seqs), 'a.seq'))
    passed.add(seq);
  return stretch.filter(({ seq }) => passed.has(seq));
}

/** What the engine decided about these alerts. */
export function readEngine(db: ReadDb, seqs: readonly number[]): ReadonlyMap<number, AlertEngine> {
  const rows = db.all<{ seq: number; suspicion: number; decision: number }>(
    `SELECT e.alert_seq AS seq, e.suspicion, e.decision
     FROM json_each(?) j CROSS JOIN engine_decisions e ON e.alert_seq = j.value`,
    JSON.stringify(seqs),
  );
  return new Map(
    rows.flatMap(({ seq, suspicion, decision }) => {
      const name = DECISIONS[decision];
      return name ? [[seq, { suspicion, decision: name }] as const] : [];
    }),
  );
}
