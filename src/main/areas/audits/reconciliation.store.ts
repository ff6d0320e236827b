/**
 * Whether the list a sample was drawn from is complete: it is counted in ways that do not use the
 * list. What cannot be counted is said, not assumed.
 */
import type {
  Reconciliation,
  ReconciliationCheck,
} from '../../../shared/areas/audits/samples.contract.ts';
import { HOUR_MS } from '../../../shared/kernel/time.ts';
import type { Bound, ReadDb } from '../../db/database.ts';
import type { Wanted } from './population.store.ts';

type Draft = Omit<ReconciliationCheck, 'verdict'>;

function checked(draft: Draft): ReconciliationCheck {
  const { listed, counted } = draft;
  const isKnown = listed !== null && counted !== null;
  return { ...draft, verdict: !isKnown ? 'UNKNOWN' : listed === counted ? 'AGREES' : 'DIFFERS' };
}

const number = (db: ReadDb, sql: string, ...values: Bound[]): number =>
  db.get<{ n: number | null }>(sql, ...values)?.n ?? 0;

/** Where the workspace as it is now begins in the audit log: leaving the demo empties it. */
const sinceWipe = (db: ReadDb): number =>
  number(db, "SELECT max(seq) AS n FROM audit_log WHERE action = 'settings.leaveDemo'");

/** Rows that the log says were made: an entry without changes is one of making or of deleting for good. */
const MADE = "changes IS NULL AND action <> 'settings.retention'";

/** @param count What the list has. */
export function reconcile(db: ReadDb, wanted: Wanted, count: number): Reconciliation {
  switch (wanted.population) {
    case 'ALERTS':
      return reconcileAlerts(db, wanted, count);
    case 'INCIDENTS':
      return reconcileIncidents(db, wanted, count);
    case 'ACCESS':
      return wanted.filter.access === 'changes'
        ? reconcileChanges(db, wanted, count)
        : reconcileAccounts(db, wanted, count);
  }
}

interface Total {
  readonly value: string;
  readonly n: number;
}

function hourTotals(db: ReadDb, { period, filter }: Wanted, by: 'status' | 'source' | 'severity') {
  const narrowed = (['severity', 'status', 'source'] as const).flatMap((field) => {
    const value = filter[field];
    return value === undefined ? [] : [{ sql: `AND ${field} = ?`, value }];
  });
  return db.all<Total>(
    `SELECT ${by} AS value, sum(n) AS n FROM alert_counts WHERE hour >= ? AND hour < ?
     ${narrowed.map(({ sql }) => sql).join(' ')} GROUP BY ${by} HAVING sum(n) <> 0 ORDER BY ${by}`,
    period.start / HOUR_MS,
    period.end / HOUR_MS,
    ...narrowed.map(({ value }) => value),
  );
}

const sum = (rows: readonly Total[]) => rows.reduce((total, { n }) => total + n, 0);

function reconcileAlerts(db: ReadDb, wanted: Wanted, count: number): Reconciliation {
  const totals = (['status', 'severity', 'source'] as const).map((by) => ({
    by,
    rows: hourTotals(db, wanted, by),
  }));
  const rows = number(db, 'SELECT count(*) AS n FROM alerts');
  const kept = number(db, 'SELECT sum(n) AS n FROM alert_totals');
  const since = sinceWipe(db);
  const made = number(
    db,
    `SELECT sum(row_count) AS n FROM audit_log WHERE resource = 'alerts' AND seq > ? AND ${MADE}`,
    since,
  );
  const purged = number(
    db,
    "SELECT sum(row_count) AS n FROM audit_log WHERE resource = 'alerts' AND seq > ? AND action = 'settings.retention' AND changes IS NULL",
    since,
  );
  const receipts = readReceipts(db, wanted);
  return {
    checks: [
      checked({
        title: 'Counts per hour',
        listed: count,
        counted: sum(totals[0]?.rows ?? []),
        note: 'The list against the counts per hour that are kept in the transaction of every change of an alert.',
      }),
      checked({
        title: 'Rows made less rows deleted, whole workspace',
        listed: rows,
        counted: made - purged,
        note: `The audit log has ${made} alerts made and ${purged} deleted by retention.`,
      }),
      checked({
        title: 'Removed but kept as a tombstone, whole workspace',
        listed: rows - kept,
        counted: 0,
        note: 'Rows that are in the table and in no list.',
      }),
      gapCheck(db, purged),
      checked({
        title: 'Receipts of imports, whole workspace',
        listed: number(db, 'SELECT sum(added) AS n FROM imports'),
        counted: number(
          db,
          "SELECT sum(row_count) AS n FROM audit_log WHERE resource = 'alerts' AND action = 'alerts.import' AND origin = 'job' AND seq > ?",
          since,
        ),
        note: 'What the receipts say was added, against the entries of the audit log.',
      }),
    ],
    totals,
    limits: alertLimits(purged, receipts),
  };
}

/** Numbers are given one after the other: one that is missing was deleted for good. */
function gapCheck(db: ReadDb, purged: number): ReconciliationCheck {
  const range = db.get<{ first: number | null; last: number | null; n: number }>(
    'SELECT min(seq) AS first, max(seq) AS last, count(*) AS n FROM alerts',
  );
  if (!range || range.first === null || range.last === null)
    return checked({
      title: 'Row numbers without a gap, whole workspace',
      listed: 0,
      counted: 0,
      note: 'There is no alert.',
    });
  const expected = range.last - range.first + 1;
  const missing = expected - range.n;
  return checked({
    title: 'Row numbers without a gap, whole workspace',
    listed: range.n,
    counted: expected,
    note:
      missing === 0
        ? `Every number from ${range.first} to ${range.last} is there.`
        : `${missing} numbers are missing; the audit log has ${purged} alerts deleted by retention.`,
  });
}

interface Receipts {
  readonly imports: number;
  readonly rejected: number;
  readonly merged: number;
  readonly unfinished: number;
}

function readReceipts(db: ReadDb, { period }: Wanted): Receipts {
  const found = db.get<Receipts>(
    `SELECT count(*) AS imports, coalesce(sum(rejected), 0) AS rejected,
       coalesce(sum(merged), 0) AS merged,
       count(*) FILTER (WHERE state <> 'DONE') AS unfinished
     FROM imports WHERE coalesce(finished_at, started_at) >= ? AND started_at < ?`,
    period.start,
    period.end,
  );
  return found ?? { imports: 0, rejected: 0, merged: 0, unfinished: 0 };
}

const counted = (n: number, one: string) => `${n} ${n === 1 ? one : `${one}s`}`;

function alertLimits(purged: number, receipts: Receipts): string[] {
  const { imports, rejected, merged, unfinished } = receipts;
  return [
    'What a source never sent, or a collector lost on the way, is not here to be counted.',
    'An alert counts by the time that its source gave it; one that arrived late stands at that time and changes the population when it arrives.',
    ...(purged > 0
      ? [
          `Retention has deleted ${counted(purged, 'alert')}. The audit log says how many and when, not of which time: whether some were of this period cannot be told.`,
        ]
      : []),
    ...(imports > 0
      ? [
          `${counted(imports, 'import')} of the period: ${counted(rejected, 'record')} rejected as unreadable and ${merged} merged into alerts that were known are not in the population${unfinished > 0 ? `; ${counted(unfinished, 'import')} did not reach the end of the file` : ''}.`,
        ]
      : []),
  ];
}

function reconcileIncidents(db: ReadDb, wanted: Wanted, count: number): Reconciliation {
  const { period, filter } = wanted;
  const isNarrowed = filter.status !== undefined || filter.priority !== undefined;
  const totals = (['status', 'priority'] as const).map((by) => ({
    by,
    rows: db.all<Total>(
      `SELECT ${by} AS value, count(*) AS n FROM forensic_investigations
       WHERE deleted_at IS NULL AND created_at >= ? AND created_at < ?
         AND (? IS NULL OR status = ?) AND (? IS NULL OR priority = ?) GROUP BY ${by} ORDER BY ${by}`,
      period.start,
      period.end,
      filter.status ?? null,
      filter.status ?? null,
      filter.priority ?? null,
      filter.priority ?? null,
    ),
  }));
  const log = (from: number, to: number) =>
    number(
      db,
      `SELECT sum(row_count) AS n FROM audit_log WHERE resource = 'forensic_investigations'
       AND seq > ? AND at >= ? AND at < ? AND ${MADE}`,
      sinceWipe(db),
      from,
      to,
    );
  const removed = number(
    db,
    'SELECT count(*) AS n FROM forensic_investigations WHERE deleted_at IS NOT NULL AND created_at >= ? AND created_at < ?',
    period.start,
    period.end,
  );
  return {
    checks: [
      checked({
        title: 'Openings in the audit log, period',
        listed: isNarrowed ? null : count + removed,
        counted: isNarrowed ? null : log(period.start, period.end),
        note: isNarrowed
          ? 'The audit log does not keep status or priority at opening: a narrowed population cannot be counted by it.'
          : 'The list and what was removed from it, against the entries of the audit log.',
      }),
      checked({
        title: 'Investigations ever opened, whole workspace',
        listed: number(db, 'SELECT count(*) AS n FROM forensic_investigations'),
        counted: log(0, Number.MAX_SAFE_INTEGER),
        note: 'Rows of the table, removed ones too, against the audit log.',
      }),
      checked({
        title: 'Removed in the period',
        listed: removed,
        counted: 0,
        note: 'Investigations of the period that were removed later.',
      }),
    ],
    totals,
    limits: [
      'An incident that nobody opened an investigation for is not in the population.',
      'Status and priority are those of the moment of drawing, not those of the period.',
    ],
  };
}

function reconcileAccounts(db: ReadDb, { period }: Wanted, count: number): Reconciliation {
  const made = number(
    db,
    `SELECT sum(row_count) AS n FROM audit_log WHERE resource = 'users' AND at < ? AND ${MADE}`,
    period.end,
  );
  const rows = number(db, 'SELECT count(*) AS n FROM users WHERE created_at < ?', period.end);
  const before = number(
    db,
    `SELECT count(*) AS n FROM users WHERE created_at < ?
     AND (coalesce(deactivated_at, ?) < ? OR coalesce(deleted_at, ?) < ?)`,
    period.end,
    period.end,
    period.start,
    period.end,
    period.start,
  );
  return {
    checks: [
      checked({
        title: 'Accounts made, by the audit log',
        listed: rows,
        counted: made,
        note: 'Accounts made before the end of the period, against the entries of the audit log.',
      }),
      checked({
        title: 'Accounts less those closed before the period',
        listed: count,
        counted: rows - before,
        note: `${before} were closed before the period began.`,
      }),
    ],
    totals: [
      {
        by: 'role',
        rows: db.all<Total>(
          `SELECT role AS value, count(*) AS n FROM users WHERE created_at < ?
           AND (deactivated_at IS NULL OR deactivated_at >= ?)
           AND (deleted_at IS NULL OR deleted_at >= ?) GROUP BY role ORDER BY role`,
          period.end,
          period.start,
          period.start,
        ),
      },
    ],
    limits: [
      'Accounts of this workspace only: those of other systems are kept by their own.',
      'A session is deleted when it ends and sign-ins are not in the audit log: who signed in during the period cannot be told.',
      'The role is that of the moment of drawing; its changes are the population of changes.',
    ],
  };
}

function reconcileChanges(db: ReadDb, { period }: Wanted, count: number): Reconciliation {
  const range = db.get<{ first: number | null; last: number | null; n: number }>(
    `WITH period (first, last) AS (SELECT min(seq), max(seq) FROM audit_log WHERE at >= ? AND at < ?)
     SELECT first, last, (SELECT count(*) FROM audit_log WHERE seq BETWEEN first AND last) AS n FROM period`,
    period.start,
    period.end,
  );
  const isEmpty = !range || range.first === null || range.last === null;
  const byAction = db.all<Total>(
    `SELECT action AS value, count(*) AS n FROM audit_log WHERE resource = 'users'
     AND record_id IS NOT NULL AND at >= ? AND at < ? GROUP BY action ORDER BY action`,
    period.start,
    period.end,
  );
  return {
    checks: [
      checked({
        title: 'Entries of the audit log without a gap, from the first to the last of the period',
        listed: isEmpty ? 0 : range.n,
        counted: isEmpty ? 0 : (range.last ?? 0) - (range.first ?? 0) + 1,
        note: 'Entries are numbered one after the other and never removed.',
      }),
      checked({
        title: 'Changes by their kind',
        listed: count,
        counted: sum(byAction),
        note: 'The list against the sum over the kinds of change.',
      }),
    ],
    totals: [{ by: 'action', rows: byAction }],
    limits: [
      'A change made in the database file itself, past Watchfloor, is in no log.',
      'Changes of accounts of other systems are kept by their own.',
    ],
  };
}
