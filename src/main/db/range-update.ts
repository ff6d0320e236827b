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

/**
 * The hot path of every bulk action: rows are read by one statement, and those that change in the
 * same properties are written by one prepared statement. Tombstones are passed over.
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
    const fieldVersions = stampFields(before, changed, stamp);
    for (const property of changed) fields.add(property);
    const after: Record<string, unknown> = { ...before, fieldVersions };
    for (const property of changed) after[property] = patch[property] ?? null;
    const properties = [...changed, 'fieldVersions'];
    const sets = properties.map((p) => `${shape.columnsByProperty[p]?.name} = ?`).join(', ');
    statements
      .get(`UPDATE ${shape.name} SET ${sets} WHERE seq = ?`)
      .run(...properties.map((p) => toDriver(shape.columnsByProperty[p], after[p])), before.seq);
    rows.push({ before, after });
  }
  return { rows, fields: [...fields] };
}
