/** Values that can be typed after a field, with kept counts: what a keystroke asks for is bounded. */
import type { FieldName } from '../../../shared/areas/views/query-fields.ts';
import { QUERY_VALUES } from '../../../shared/areas/views/stacks.contract.ts';
import type { ReadDb } from '../../db/database.ts';

export interface TypedValue {
  readonly value: string;
  readonly label: string | null;
  readonly count: number | null;
}

/** Of the values that begin so, so many are held against each other. */
const LOOKED_AT = 400;
/** Where no counts are kept, so many of the newest alerts are looked at. */
const NEWEST = 2_000;

function like(typed: string): string {
  return `${typed.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
}

type Read = (db: ReadDb, typed: string) => TypedValue[];

function fromTotals(column: 'source' | 'severity' | 'status'): Read {
  return (db, typed) =>
    db.all(
      `SELECT ${column === 'source' ? column : `lower(${column})`} AS value, NULL AS label, sum(n) AS count
       FROM (SELECT source, status, severity, n FROM alert_totals
         UNION ALL SELECT source, status, severity, -n FROM suppressed_totals)
       WHERE ${column} LIKE ? ESCAPE '\\' GROUP BY 1 HAVING sum(n) > 0
       ORDER BY count DESC, value LIMIT ?`,
      like(typed),
      QUERY_VALUES,
    );
}

/** As entities are kept: lower case, by kind and value. */
function fromEntities(kind: 'host' | 'user' | 'address'): Read {
  return (db, typed) => {
    const from = typed.toLowerCase();
    return db
      .all<TypedValue>(
        `SELECT value, NULL AS label, alerts AS count FROM entities
         WHERE kind = ? AND value >= ? AND value < ? AND alerts > 0 LIMIT ?`,
        kind,
        from,
        `${from}\u{10ffff}`,
        LOOKED_AT,
      )
      .sort((a, b) => (b.count ?? 0) - (a.count ?? 0))
      .slice(0, QUERY_VALUES);
  };
}

function amongNewest(column: 'detector' | 'category' | 'reason_code'): Read {
  return (db, typed) =>
    db.all(
      `SELECT ${column} AS value, NULL AS label, NULL AS count
       FROM (SELECT ${column} FROM alerts WHERE deleted_at IS NULL ORDER BY seq DESC LIMIT ?)
       WHERE ${column} LIKE ? ESCAPE '\\' GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT ?`,
      NEWEST,
      like(typed),
      QUERY_VALUES,
    );
}

const fromAccounts: Read = (db, typed) =>
  db.all(
    `SELECT email AS value,
         nullif(trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), '') AS label,
         NULL AS count
       FROM users WHERE deleted_at IS NULL AND (
         email LIKE ? ESCAPE '\\' OR first_name LIKE ? ESCAPE '\\' OR last_name LIKE ? ESCAPE '\\')
       ORDER BY 1 LIMIT ?`,
    like(typed),
    like(typed),
    like(typed),
    QUERY_VALUES,
  );

const READS: Partial<Record<FieldName, Read>> = {
  source: fromTotals('source'),
  severity: fromTotals('severity'),
  status: fromTotals('status'),
  host: fromEntities('host'),
  user: fromEntities('user'),
  ip: fromEntities('address'),
  dest: fromEntities('address'),
  detector: amongNewest('detector'),
  category: amongNewest('category'),
  reason: amongNewest('reason_code'),
  tech: (db, typed) =>
    db.all(
      `SELECT technique AS value, NULL AS label, sum(n) AS count FROM technique_counts
       WHERE technique LIKE ? ESCAPE '\\' GROUP BY 1 HAVING sum(n) > 0
       ORDER BY count DESC, value LIMIT ?`,
      like(typed),
      QUERY_VALUES,
    ),
  assignee: fromAccounts,
  'closed-by': fromAccounts,
  import: (db, typed) =>
    db.all(
      `SELECT id AS value, file_name AS label, added AS count FROM imports
       WHERE id LIKE ? ESCAPE '\\' OR file_name LIKE ? ESCAPE '\\' ORDER BY started_at DESC LIMIT ?`,
      like(typed),
      like(typed),
      QUERY_VALUES,
    ),
};

export function typedValues(db: ReadDb, field: FieldName, typed: string): TypedValue[] {
  return READS[field]?.(db, typed) ?? [];
}

export function accountNames(db: ReadDb): ReadonlyMap<string, string> {
  const rows = db.all<{ id: string; name: string }>(
    `SELECT id, coalesce(
       nullif(trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), ''), email
     ) AS name FROM users`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
