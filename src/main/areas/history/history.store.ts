/**
 * The history of a record: the audit entries of its row and of the rows that belong to it, read from
 * the log that the write door keeps. Nothing is written here, so nothing can be left out.
 */
import type {
  RecordHistoryAnswer,
  RecordStep,
} from '../../../shared/areas/history/history.contract.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import { auditLogTable, type FieldChanges } from '../../db/tables/core.table.ts';

/** Rows that belong to a record, with what they are called. */
export type RelatedRows = readonly { readonly id: string; readonly subject: string | null }[];

const ORIGIN_NAMES = {
  user: 'Unknown account',
  job: 'Watchfloor',
  system: 'Watchfloor',
  sync: 'Sync',
} as const;
const HIDDEN_FIELDS: ReadonlySet<string> = new Set(['updatedAt', 'fieldVersions', 'rowVersion']);
const SUBJECTS_SHOWN = 3;
/** A policy's text is read in its versions. */
const TEXT_SHOWN = 1000;
/** After the time and the counter of a stamp (`db/hlc.ts`). */
const NODE_FROM = 17;

interface Names {
  readonly byId: ReadonlyMap<string, string>;
  readonly here: string;
}

export interface HistoryPlace {
  readonly limit: number;
  /** Entries before this one. */
  readonly before: number | null;
}

export function readRecordHistory(
  db: ReadDb,
  recordId: string,
  related: RelatedRows,
  { limit, before }: HistoryPlace,
): RecordHistoryAnswer {
  const subjects = new Map(related.map(({ id, subject }) => [id, subject]));
  const ids = JSON.stringify([recordId, ...subjects.keys()]);
  const rows = db.rows(
    auditLogTable,
    `SELECT * FROM audit_log WHERE record_id IN (SELECT value FROM json_each(?)) AND seq < ?
     ORDER BY seq DESC LIMIT ?`,
    ids,
    before ?? Number.MAX_SAFE_INTEGER,
    limit + 1,
  );
  const names: Names = { byId: readNames(db), here: nodeOf(db) };
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    steps: groups(shown).map((group) => toStep(group, recordId, { subjects, names })),
    elsewhere: readElsewhere(db, ids, names),
    nextCursor: rows.length > limit && last ? String(last.seq) : null,
  };
}

type LogRow = typeof auditLogTable.$inferSelect;

/** One step may write several rows: they share stamp and action. */
function groups(rows: readonly LogRow[]): [LogRow, ...LogRow[]][] {
  const found: [LogRow, ...LogRow[]][] = [];
  for (const row of rows) {
    const last = found.at(-1);
    if (last && last[0].stamp === row.stamp && last[0].action === row.action) last.push(row);
    else found.push([row]);
  }
  return found;
}

interface StepContext {
  readonly subjects: ReadonlyMap<string, string | null>;
  readonly names: Names;
}

/** Named after the record where it is among the rows, else after what belongs to it. */
function toStep(
  group: readonly [LogRow, ...LogRow[]],
  recordId: string,
  { subjects, names }: StepContext,
): RecordStep {
  const own = group.find((row) => row.recordId === recordId);
  const row = own ?? group[0];
  const node = row.stamp.slice(NODE_FROM);
  // Of a step of the record itself, what it added to it.
  const told = own ? group.filter(({ changes }) => changes === null) : group;
  const related = told.map(({ recordId: id }) => subjects.get(id ?? '') ?? null);
  const named = [...new Set(related.filter((subject) => subject !== null))];
  const reason = group.find((one) => one.reason !== null)?.reason ?? null;
  return {
    id: String(row.seq),
    at: toIso(row.at),
    actor: row.actor,
    actorName: actorName(row, names),
    action: row.action,
    resource: row.resource,
    subject: named.length > 0 ? named.slice(0, SUBJECTS_SHOWN).join(', ') : null,
    reason,
    changes: (own ? [own] : group).flatMap(({ changes }) => toChanges(changes, names)),
    installation: node === names.here ? null : node,
  };
}

function actorName(row: Pick<LogRow, 'actor' | 'origin'>, names: Names): string {
  return (row.actor && names.byId.get(row.actor)) || ORIGIN_NAMES[row.origin];
}

function toChanges(changes: FieldChanges | null, names: Names): RecordStep['changes'] {
  const shown = (field: string, value: unknown) => {
    if (typeof value === 'number' && /(?:At|Seen)$/.test(field)) return toIso(value);
    if (typeof value !== 'string') return value;
    const text = names.byId.get(value) ?? value;
    return text.length > TEXT_SHOWN ? `${text.slice(0, TEXT_SHOWN)}…` : text;
  };
  return Object.entries(changes ?? {})
    .filter(([field]) => !HIDDEN_FIELDS.has(field))
    .map(([field, [from, to]]) => ({ field, from: shown(field, from), to: shown(field, to) }));
}

/** Other installations among the writers of a record; what was done there without the network too. */
function readElsewhere(db: ReadDb, ids: string, names: Names): RecordHistoryAnswer['elsewhere'] {
  const rows = db.all<{ node: string; actor: string | null; origin: LogRow['origin']; at: number }>(
    `SELECT substr(stamp, ${NODE_FROM + 1}) AS node, actor, origin, max(at) AS at FROM audit_log
     WHERE record_id IN (SELECT value FROM json_each(?)) AND substr(stamp, ${NODE_FROM + 1}) <> ?
     GROUP BY node ORDER BY at DESC LIMIT 20`,
    ids,
    names.here,
  );
  return rows.map((row) => ({
    installation: row.node,
    actorName: actorName(row, names),
    at: toIso(row.at),
  }));
}

function readNames(db: ReadDb): ReadonlyMap<string, string> {
  const rows = db.all<{ id: string; name: string }>(
    `SELECT id, coalesce(nullif(trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), ''), email) AS name
     FROM users`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function nodeOf(db: ReadDb): string {
  return db.get<{ value: string }>("SELECT value FROM meta WHERE key = 'node_id'")?.value ?? '';
}
