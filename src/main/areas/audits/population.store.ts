/**
 * A population frozen: counted, hashed and put in order in one pass over covering indexes, with
 * eight bytes kept for each alert, so that a million of them fit into a few megabytes. The hash is
 * SHA-256 over the references in their order, each followed by a line feed.
 */
import { createHash } from 'node:crypto';
import type { Period } from '../../../shared/areas/audits/audits.rules.ts';
import type { PopulationFilter } from '../../../shared/areas/audits/samples.contract.ts';
import type { Population } from '../../../shared/areas/audits/sampling.rules.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { Bound, ReadDb } from '../../db/database.ts';
import { alertsTable } from '../../db/tables/alerts.table.ts';
import type { SampleItem } from '../../db/tables/audit-work.table.ts';
import { auditLogTable } from '../../db/tables/core.table.ts';
import { investigationsTable } from '../../db/tables/forensics.table.ts';
import { nameSql, readNames } from './audit-people.store.ts';

export interface Wanted {
  readonly population: Population;
  readonly period: Period;
  readonly filter: PopulationFilter;
}

export interface Frozen {
  readonly count: number;
  readonly sha256: string;
  /** The items at these ordinals, in the given order. */
  items(ordinals: readonly number[]): SampleItem[];
}

/**
 * Runs several queries on one state of the database: an open statement holds its snapshot.
 * Nothing may be written within.
 */
export function onOneSnapshot<R>(db: ReadDb, fn: () => R): R {
  for (const _ of db.iterate('SELECT key FROM meta ORDER BY key')) return fn();
  throw new Error('The database has no meta');
}

export function freeze(db: ReadDb, wanted: Wanted): Frozen {
  switch (wanted.population) {
    case 'ALERTS':
      return freezeAlerts(db, wanted);
    case 'INCIDENTS':
      return freezeRefs(db, incidentQuery(wanted), incidentItem);
    case 'ACCESS':
      return wanted.filter.access === 'changes'
        ? freezeRefs(db, changeQuery(wanted), changeItem)
        : freezeRefs(db, accountQuery(wanted), accountItem);
  }
}

const HASHED_AT_ONCE = 4096;

/** Hashes text in large pieces: a call for each line would cost as much as the query. */
function createLines() {
  const hash = createHash('sha256');
  let pending: string[] = [];
  const flush = () => {
    hash.update(`${pending.join('\n')}\n`);
    pending = [];
  };
  return {
    add(line: string) {
      if (pending.push(line) === HASHED_AT_ONCE) flush();
    },
    digest(): string {
      if (pending.length > 0) flush();
      return hash.digest('hex');
    },
  };
}

interface Query {
  readonly sql: string;
  readonly values: readonly Bound[];
}

/** The alerts of a period by `seq`, out of the queue's own indexes. */
function alertQuery({ period, filter }: Wanted): Query {
  const parts = ['deleted_at IS NULL'];
  const values: Bound[] = [];
  const add = (sql: string, ...bound: Bound[]) => {
    parts.push(sql);
    values.push(...bound);
  };
  if (filter.source) add('source = ?', filter.source);
  if (filter.status) add('status = ?', filter.status);
  else add("status IN ('OPEN', 'IN_PROGRESS', 'RESOLVED', 'FALSE_POSITIVE')");
  if (filter.severity) add('severity = ?', filter.severity);
  else add("severity IN ('CRITICAL', 'HIGH', 'MEDIUM', 'LOW')");
  add('created_at >= ? AND created_at < ?', period.start, period.end);
  // What rules of suppression hide belongs to the population, and is in indexes of its own.
  const [visible, hidden] = filter.source
    ? ['alerts_source', 'alerts_hidden_source']
    : ['alerts_state', 'alerts_hidden_state'];
  const select = (index: string | undefined, isHidden: string) =>
    `SELECT seq FROM alerts INDEXED BY ${index} WHERE ${parts.join(' AND ')} AND suppressed_by ${isHidden}`;
  return {
    sql: `${select(visible, 'IS NULL')} UNION ALL ${select(hidden, 'IS NOT NULL')}`,
    values: [...values, ...values],
  };
}

const BITS = 8;

function freezeAlerts(db: ReadDb, wanted: Wanted): Frozen {
  const last = db.get<{ seq: number | null }>('SELECT max(seq) AS seq FROM alerts')?.seq ?? 0;
  const marks = new Uint8Array(Math.floor(last / BITS) + 1);
  const { sql, values } = alertQuery(wanted);
  let count = 0;
  for (const { seq } of db.iterate<{ seq: number }>(sql, ...values)) {
    const place = Math.floor(seq / BITS);
    marks[place] = (marks[place] ?? 0) | (1 << (seq % BITS));
    count++;
  }
  const order = new Float64Array(count);
  const lines = createLines();
  let filled = 0;
  if (count > 0) {
    const rows = db.iterate<{ id: string; seq: number }>(
      'SELECT id, seq FROM alerts INDEXED BY alerts_id ORDER BY id',
    );
    for (const { id, seq } of rows) {
      if (((marks[Math.floor(seq / BITS)] ?? 0) & (1 << (seq % BITS))) === 0) continue;
      order[filled++] = seq;
      lines.add(id);
    }
  }
  return {
    count,
    sha256: lines.digest(),
    items: (ordinals) =>
      ordinals.map((ordinal) => alertItem(db, ordinal, order[ordinal - 1] ?? -1)),
  };
}

function alertItem(db: ReadDb, ordinal: number, seq: number): SampleItem {
  const row = db.rows(alertsTable, 'SELECT * FROM alerts WHERE seq = ?', seq)[0];
  if (!row) throw new Error('An alert of the population is gone');
  return {
    ref: row.id,
    ordinal,
    label: row.title,
    at: toIso(row.createdAt),
    facts: {
      severity: row.severity,
      status: row.status,
      source: row.source,
      host: row.sourceHost,
      user: row.sourceUser,
      resolvedAt: row.resolvedAt === null ? null : toIso(row.resolvedAt),
    },
  };
}

/** A population that is small: its references are kept. `sql` selects `ref` in the stated order. */
function freezeRefs(
  db: ReadDb,
  { sql, values }: Query,
  item: (db: ReadDb, ordinal: number, ref: string) => SampleItem,
): Frozen {
  const lines = createLines();
  const refs: string[] = [];
  for (const { ref } of db.iterate<{ ref: string }>(sql, ...values)) {
    refs.push(ref);
    lines.add(ref);
  }
  return {
    count: refs.length,
    sha256: lines.digest(),
    items: (ordinals) => ordinals.map((ordinal) => item(db, ordinal, refs[ordinal - 1] ?? '')),
  };
}

function incidentQuery({ period, filter }: Wanted): Query {
  const narrowed = [
    ...(filter.status ? [{ sql: 'status = ?', value: filter.status }] : []),
    ...(filter.priority ? [{ sql: 'priority = ?', value: filter.priority }] : []),
  ];
  return {
    sql: `SELECT id AS ref FROM forensic_investigations
      WHERE deleted_at IS NULL AND restricted_to IS NULL AND created_at >= ? AND created_at < ?
      ${narrowed.map(({ sql }) => `AND ${sql}`).join(' ')} ORDER BY created_at, id`,
    values: [period.start, period.end, ...narrowed.map(({ value }) => value)],
  };
}

function incidentItem(db: ReadDb, ordinal: number, ref: string): SampleItem {
  const row = db.rows(
    investigationsTable,
    'SELECT * FROM forensic_investigations WHERE id = ?',
    ref,
  )[0];
  if (!row) throw new Error('An investigation of the population is gone');
  return {
    ref,
    ordinal,
    label: row.title,
    at: toIso(row.createdAt),
    facts: {
      incident: row.incidentId,
      priority: row.priority,
      status: row.status,
      type: row.investigationType,
      completedAt: row.completedAt === null ? null : toIso(row.completedAt),
    },
  };
}

/** Open for at least a moment of the period. */
function accountQuery({ period }: Wanted): Query {
  return {
    sql: `SELECT id AS ref FROM users WHERE created_at < ?
      AND (deactivated_at IS NULL OR deactivated_at >= ?)
      AND (deleted_at IS NULL OR deleted_at >= ?) ORDER BY id`,
    values: [period.end, period.start, period.start],
  };
}

interface Account {
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly createdAt: number;
  readonly deactivatedAt: number | null;
}

function accountItem(db: ReadDb, ordinal: number, ref: string): SampleItem {
  const row = db.get<Account>(
    `SELECT ${nameSql('u')} AS name, u.email, u.role, u.created_at AS createdAt,
       u.deactivated_at AS deactivatedAt FROM users u WHERE u.id = ?`,
    ref,
  );
  if (!row) throw new Error('An account of the population is gone');
  return {
    ref,
    ordinal,
    label: row.name,
    at: toIso(row.createdAt),
    facts: {
      email: row.email,
      role: row.role,
      deactivatedAt: row.deactivatedAt === null ? null : toIso(row.deactivatedAt),
    },
  };
}

function changeQuery({ period }: Wanted): Query {
  return {
    sql: `SELECT CAST(seq AS TEXT) AS ref FROM audit_log
      WHERE resource = 'users' AND record_id IS NOT NULL AND at >= ? AND at < ? ORDER BY seq`,
    values: [period.start, period.end],
  };
}

function changeItem(db: ReadDb, ordinal: number, ref: string): SampleItem {
  const row = db.rows(auditLogTable, 'SELECT * FROM audit_log WHERE seq = ?', Number(ref))[0];
  if (!row) throw new Error('An entry of the audit log is gone');
  const names = readNames(db);
  const fields = Object.entries(row.changes ?? {}).filter(([field]) => field !== 'updatedAt');
  return {
    ref,
    ordinal,
    label: `${row.action} · ${(row.recordId && names.get(row.recordId)) ?? 'Unknown account'}`,
    at: toIso(row.at),
    facts: {
      by: (row.actor && names.get(row.actor)) ?? 'Watchfloor',
      changes: fields.map(([field, [from, to]]) => `${field}: ${from} → ${to}`).join('; ') || null,
      reason: row.reason,
    },
  };
}
