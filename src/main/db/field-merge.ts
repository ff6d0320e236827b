/** Field-level merge of edits that several people made of one record (`shared/contract/revision.ts`). */
import { AppError } from '../../shared/contract/errors.ts';
import type { OtherChange } from '../../shared/contract/revision.ts';
import { toIso } from '../../shared/kernel/time.ts';
import type { ReadDb } from './database.ts';
import { BASE_MARK } from './field-versions.ts';
import { auditLogTable } from './tables/core.table.ts';

interface SyncedRow {
  readonly id: string;
  readonly rowVersion: string;
  readonly fieldVersions: Readonly<Record<string, string>> | null;
}

/** The stamp of the last write to the record. */
export function revisionOf(row: SyncedRow): string {
  const stamps = [row.rowVersion, ...Object.values(row.fieldVersions ?? {})].sort();
  return stamps.at(-1) ?? row.rowVersion;
}

/** Kept by the product, not edited by people: no conflict is about them. */
const KEPT_FIELDS = new Set(['updatedAt', 'deletedAt']);

/**
 * What others changed since `base`, for the answer. `patch` holds what is about to be written.
 * @throws AppError 'conflict' with both values where they changed the same field to something else.
 */
export function mergeFields<Row extends SyncedRow>(
  db: ReadDb,
  row: Row,
  patch: Partial<Row>,
  base: string | undefined,
): OtherChange[] {
  if (base === undefined) return [];
  const stamps = row.fieldVersions ?? {};
  const fields = Object.keys(stamps).filter(
    (field) =>
      (stamps[field] ?? '') > base && !KEPT_FIELDS.has(field) && !field.startsWith(BASE_MARK),
  );
  if (fields.length === 0) return [];
  const changes = readChanges(db, row, fields, base);
  const yours = patch as Readonly<Record<string, unknown>>;
  const contested = changes.filter(
    ({ field, value }) => field in yours && !isSame(yours[field], value),
  );
  if (contested.length > 0) throw conflict(row, contested, yours);
  return changes.filter(({ field }) => !(field in yours));
}

function conflict(
  row: SyncedRow,
  contested: readonly OtherChange[],
  yours: Readonly<Record<string, unknown>>,
): AppError {
  const people = [...new Set(contested.map(({ by }) => by))].join(' and ');
  const fields = contested.map(({ field }) => field).join(', ');
  return new AppError(
    'conflict',
    `${people} changed this record while you were editing it: ${fields}. Nothing of yours was saved.`,
    {
      conflict: {
        revision: revisionOf(row),
        fields: contested.map((change) => ({ ...change, yours: yours[change.field] ?? null })),
      },
    },
  );
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}

const ORIGIN_NAMES = { user: 'Somebody', job: 'Watchfloor', system: 'Watchfloor', sync: 'Sync' };

/** Who changed each of the fields last since `base`, and to what. */
function readChanges(
  db: ReadDb,
  row: SyncedRow,
  fields: readonly string[],
  base: string,
): OtherChange[] {
  const entries = db.rows(
    auditLogTable,
    'SELECT * FROM audit_log WHERE record_id = ? AND stamp > ? ORDER BY seq DESC',
    row.id,
    base,
  );
  const values = row as unknown as Readonly<Record<string, unknown>>;
  return fields.map((field) => {
    const entry = entries.find(({ changes }) => changes && field in changes);
    const name = entry?.actor ? personName(db, entry.actor) : undefined;
    return {
      field,
      value: values[field] ?? null,
      by: name ?? ORIGIN_NAMES[entry?.origin ?? 'user'],
      at: toIso(entry?.at ?? Number.parseInt((row.fieldVersions?.[field] ?? '0').slice(0, 12), 16)),
    };
  });
}

function personName(db: ReadDb, id: string): string | undefined {
  return db.get<{ name: string }>(
    `SELECT coalesce(nullif(trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), ''), email) AS name
     FROM users WHERE id = ?`,
    id,
  )?.name;
}
