/** People and steps, as every record of an audit shows them. */
import type { AuditStep } from '../../../shared/areas/audits/audits.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import { auditLogTable } from '../../db/tables/core.table.ts';

const HISTORY_LIMIT = 500;

export interface Person {
  readonly id: string;
  readonly name: string;
}

/** SQL for the name of the account that a joined `users` row is. */
export const nameSql = (alias: string): string =>
  `coalesce(nullif(trim(coalesce(${alias}.first_name, '') || ' ' || coalesce(${alias}.last_name, '')), ''), ${alias}.email)`;

/** Names of all accounts, also those that have left, by id. */
export function readNames(db: ReadDb): ReadonlyMap<string, string> {
  return new Map(
    db
      .all<{ id: string; name: string }>(`SELECT id, ${nameSql('u')} AS name FROM users u`)
      .map(({ id, name }) => [id, name]),
  );
}

export function personOf(names: ReadonlyMap<string, string>, id: string | null): Person | null {
  return id === null ? null : { id, name: names.get(id) ?? 'Unknown account' };
}

/** @throws AppError 'bad-input' where it is no account that work can be given to. */
export function mustBeAccount(db: ReadDb, id: string | null | undefined, path: string): void {
  if (id === null || id === undefined) return;
  const found = db.get(
    'SELECT 1 FROM users WHERE id = ? AND deleted_at IS NULL AND deactivated_at IS NULL',
    id,
  );
  if (found !== undefined) return;
  const message = 'There is no such account';
  throw new AppError('bad-input', message, { issues: [{ path, message }] });
}

/** The id of an account by its address, in any case. */
export function accountByEmail(db: ReadDb, email: string): string | undefined {
  return db.get<{ id: string }>(
    'SELECT id FROM users WHERE lower(email) = lower(?) AND deleted_at IS NULL AND deactivated_at IS NULL',
    email,
  )?.id;
}

const HIDDEN_FIELDS = new Set(['updatedAt', 'deletedAt', 'fieldVersions']);
const ORIGIN_NAMES = {
  user: 'Unknown account',
  job: 'Watchfloor',
  system: 'Watchfloor',
  sync: 'Sync',
} as const;

/** Who did what to a record, newest first. */
export function readSteps(db: ReadDb, recordId: string): AuditStep[] {
  const names = readNames(db);
  return db
    .rows(
      auditLogTable,
      'SELECT * FROM audit_log WHERE record_id = ? ORDER BY seq DESC LIMIT ?',
      recordId,
      HISTORY_LIMIT,
    )
    .map((entry) => ({
      id: String(entry.seq),
      at: toIso(entry.at),
      actorName: (entry.actor && names.get(entry.actor)) ?? ORIGIN_NAMES[entry.origin],
      action: entry.action,
      reason: entry.reason,
      changes: Object.entries(entry.changes ?? {})
        .filter(([field]) => !HIDDEN_FIELDS.has(field))
        .map(([field, [from, to]]) => ({
          field,
          from: shown(field, from, names),
          to: shown(field, to, names),
        })),
    }));
}

const PERSON_FIELDS = new Set(['owner', 'assignedTo']);

function shown(field: string, value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (field.endsWith('At') && typeof value === 'number') return toIso(value);
  const isPerson = field.endsWith('By') || PERSON_FIELDS.has(field);
  return isPerson && typeof value === 'string' ? (names.get(value) ?? value) : value;
}
