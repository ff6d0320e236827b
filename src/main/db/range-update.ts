import { stampFields } from './field-versions.ts';
import { rowFromDriver, type StatementCache, type TableShape, toDriver } from './statements.ts';

export interface RangeUpdate {
  readonly shape: TableShape;
  readonly seqs: readonly number[];
  readonly stamp: string;
  /** What changes of a row, or null where it stays as it is. */
  readonly decide: (before: Record<string, unknown>) => Record<string, unknown> | null;
  /** Properties that are never a change of somebody's. */
  readonly isFixed: (property: string) => boolean;
}

export interface UpdatedRow {
  readonly before: Record<string, unknown>;
  readonly after: Record<string, unknown>;
}

export interface UpdatedRange {
  readonly rows: UpdatedRow[];
  /** The properties that changed in any of them. */
  readonly fields: readonly string[];
}

/** Rows that get the same values: one statement writes them all. */
interface SameValues {
  readonly sql: string;
  readonly bound: readonly unknown[];
  readonly seqs: unknown[];
}

/**
 * The hot path of every bulk action: rows are read by one statement, and those that get the same values
 * (mostly all of them) are written by one. Tombstones are passed over. OR FAIL: as in `groups/many-rows.ts`, a
 * failure ends the transaction anyway, and SQLite need not copy each page to undo the statement alone.
 */
export function updateRows(statements: StatementCache, update: RangeUpdate): UpdatedRange {
  const { shape, seqs, stamp, decide } = update;
  const raws = statements
    .get(
      `SELECT * FROM ${shape.name} WHERE seq IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL`,
    )
    .all(JSON.stringify(seqs)) as Record<string, unknown>[];
  const rows: UpdatedRow[] = [];
  const fields = new Set<string>();
  const writes = new Map<string, SameValues>();
  for (const raw of raws) {
    const before = rowFromDriver(shape, raw) as Record<string, unknown>;
    const patch = decide(before);
    if (!patch) continue;
    const changed = Object.keys(patch).filter(
      (property) =>
        shape.columnsByProperty[property] &&
        !update.isFixed(property) &&
        !Object.is(before[property], patch[property]),
    );
    if (changed.length === 0) continue;
    const after: Record<string, unknown> = { ...before };
    after.fieldVersions = stampFields(before, changed, stamp);
    for (const property of changed) {
      fields.add(property);
      after[property] = patch[property] ?? null;
    }
    plan(writes, shape, [...changed, 'fieldVersions'], after);
    rows.push({ before, after });
  }
  for (const { sql, bound, seqs: same } of writes.values())
    statements.get(sql).run(...bound, JSON.stringify(same));
  return { rows, fields: [...fields] };
}

function plan(
  writes: Map<string, SameValues>,
  shape: TableShape,
  properties: readonly string[],
  after: Readonly<Record<string, unknown>>,
): void {
  const bound = properties.map((p) => toDriver(shape.columnsByProperty[p], after[p]));
  const key = JSON.stringify([properties, bound]);
  const known = writes.get(key);
  if (known) {
    known.seqs.push(after.seq);
    return;
  }
  const sets = properties.map((p) => `${shape.columnsByProperty[p]?.name} = ?`).join(', ');
  const sql = `UPDATE OR FAIL ${shape.name} SET ${sets} WHERE seq IN (SELECT value FROM json_each(?))`;
  writes.set(key, { sql, bound, seqs: [after.seq] });
}
