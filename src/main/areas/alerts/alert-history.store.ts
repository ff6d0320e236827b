/**
 * Who did what to an alert: the audit entries of its row, of its comments and ticked steps, and the
 * bulk actions that changed it among others (their audit entries name the action, not each row).
 */
import { alertSchema, type HistoryEntry } from '../../../shared/areas/alerts/alerts.contract.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import { auditLogTable, type FieldChanges } from '../../db/tables/core.table.ts';
import { bulkEntries } from './alert-bulk-history.store.ts';

const HISTORY_LIMIT = 500;

export const ACTOR_NAMES = {
  user: 'Unknown account',
  job: 'Watchfloor',
  system: 'Watchfloor',
  sync: 'Sync',
} as const;

/** Fields that an alert shows; what is kept for the figures only is no part of its history. */
const HISTORY_FIELDS: ReadonlySet<string> = new Set(
  Object.keys(alertSchema.shape).filter(
    (field) => field !== 'updatedAt' && field !== 'firstActionAt',
  ),
);

/** A row that belongs to an alert: `subject` is the text of a comment, or of a step. */
interface Belonging {
  readonly id: string;
  readonly kind: 'comment' | 'step';
  readonly subject: string;
}

export function readAlertHistory(db: ReadDb, alertId: string): HistoryEntry[] {
  const belongings = db.all<Belonging>(
    `SELECT id, 'comment' AS kind, text AS subject FROM alert_comments WHERE alert_id = ?
     UNION ALL SELECT id, 'step', step_text FROM alert_checks WHERE alert_id = ?`,
    alertId,
    alertId,
  );
  const byId = new Map(belongings.map((one) => [one.id, one]));
  const entries = db.rows(
    auditLogTable,
    `SELECT * FROM audit_log WHERE record_id IN (SELECT value FROM json_each(?))
     ORDER BY seq DESC LIMIT ?`,
    JSON.stringify([alertId, ...byId.keys()]),
    HISTORY_LIMIT,
  );
  const nameOf = createActorNames(db);
  const own = entries.map((entry) => ({
    id: String(entry.seq),
    at: toIso(entry.at),
    actor: entry.actor,
    actorName: nameOf(entry.actor) ?? ACTOR_NAMES[entry.origin],
    action: entry.action,
    reason: entry.reason,
    changes: changesOf(entry, byId.get(entry.recordId ?? '')),
  }));
  const inBulk = bulkEntries(db, alertId).map((entry) => ({
    ...entry,
    at: toIso(entry.at),
    actorName: nameOf(entry.actor) ?? ACTOR_NAMES.user,
    changes: toChanges(entry.changes),
  }));
  if (inBulk.length === 0) return own;
  return [...inBulk, ...own].toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, HISTORY_LIMIT);
}

function changesOf(
  entry: typeof auditLogTable.$inferSelect,
  belonging: Belonging | undefined,
): HistoryEntry['changes'] {
  if (!belonging) return toChanges(entry.changes);
  const { kind, subject } = belonging;
  const edited = entry.changes?.text;
  if (edited) return [{ field: kind, from: edited[0], to: edited[1] }];
  const isRemoved =
    entry.changes?.deletedAt?.[1] !== undefined && entry.changes.deletedAt[1] !== null;
  if (isRemoved) return [{ field: kind, from: subject, to: null }];
  // What a comment said first is the entry's reason; its row holds what it says now.
  return kind === 'comment' ? [] : [{ field: kind, from: null, to: subject }];
}

function toChanges(changes: FieldChanges | null): HistoryEntry['changes'] {
  return Object.entries(changes ?? {})
    .filter(([field]) => HISTORY_FIELDS.has(field))
    .map(([field, [from, to]]) => ({ field, from: shown(field, from), to: shown(field, to) }));
}

function shown(field: string, value: unknown): unknown {
  return field.endsWith('At') && typeof value === 'number' ? toIso(value) : value;
}

/** Names by account, each looked up once. */
function createActorNames(db: ReadDb): (id: string | null) => string | undefined {
  const known = new Map<string, string | undefined>();
  return (id) => {
    if (id === null) return undefined;
    if (!known.has(id)) known.set(id, actorName(db, id));
    return known.get(id);
  };
}

export function actorName(db: ReadDb, id: string | null): string | undefined {
  if (!id) return undefined;
  return db.get<{ name: string }>(
    "SELECT coalesce(nullif(trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), ''), email) AS name FROM users WHERE id = ?",
    id,
  )?.name;
}
