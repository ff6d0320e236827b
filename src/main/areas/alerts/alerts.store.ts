import { alertSchema, type HistoryEntry } from '../../../shared/areas/alerts/alerts.contract.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import { alertsTable, importsTable } from '../../db/tables/alerts.table.ts';
import { auditLogTable, type FieldChanges } from '../../db/tables/core.table.ts';
import type { Caller, WriteTx } from '../../db/write-door.ts';
import {
  type AlertBatch,
  type AlertWithRaw,
  createCountedReader,
  packAlerts,
} from './alert-batch.ts';
import type { Position } from './alert-filter.store.ts';
import { CountChanges, indexAlertTexts } from './alert-index.store.ts';
import { listAlerts } from './alert-list.store.ts';
import { type Entity, relatedAlerts } from './alert-related.store.ts';
import type { AlertRow, NewAlertRow } from './alert-rows.ts';
import type { KeptRecord } from './raw-blocks.ts';
import { createRawReader, saveRawRecords } from './raw-records.store.ts';
import { countTechniques, techniqueAlerts } from './technique-counts.store.ts';

const HISTORY_LIMIT = 500;

export type AlertPatch = Partial<Omit<NewAlertRow, 'id'>>;

/** Inserts new alerts with all that hangs on them; known ids and fingerprints are passed over. */
export function insertAlertBatch(tx: WriteTx, batch: AlertBatch): number {
  const counts = new CountChanges();
  const countedAt = createCountedReader(batch);
  const insertedPlaces: number[] = [];
  const inserted = tx.insertRange(alertsTable, batch.rows, (index) => {
    insertedPlaces.push(index);
    counts.add(countedAt(index), 1);
  });
  saveRawRecords(tx, batch, inserted, insertedPlaces);
  if (inserted.count > 0) indexAlertTexts(tx, inserted);
  counts.apply(tx);
  countTechniques(tx, techniqueAlerts(batch, insertedPlaces), 1);
  return inserted.count;
}

/** `decide` sees the row as it is inside the transaction, so two windows cannot undo each other unseen. */
export function changeAlert(
  tx: WriteTx,
  id: string,
  decide: (before: AlertRow, now: number) => AlertPatch,
): AlertRow | undefined {
  const before = tx.rows(
    alertsTable,
    'SELECT * FROM alerts WHERE id = ? AND deleted_at IS NULL',
    id,
  )[0];
  if (!before) return undefined;
  const after = tx.update(alertsTable, id, decide(before, tx.now))?.after;
  if (!after) return undefined;
  const counts = new CountChanges();
  counts.add(before, -1);
  counts.add(after, 1);
  counts.apply(tx);
  return after;
}

export function isAccount(db: ReadDb, id: string): boolean {
  return db.get('SELECT 1 FROM users WHERE id = ? AND deleted_at IS NULL', id) !== undefined;
}

const ACTOR_NAMES = {
  user: 'Unknown account',
  job: 'Watchfloor',
  system: 'Watchfloor',
  sync: 'Sync',
} as const;

/** Fields that an alert shows; what is kept for the figures only is no part of its history. */
const HISTORY_FIELDS: ReadonlySet<string> = new Set(
  Object.keys(alertSchema.shape).filter((field) => field !== 'updatedAt'),
);

function toChanges(changes: FieldChanges | null): HistoryEntry['changes'] {
  return Object.entries(changes ?? {})
    .filter(([field]) => HISTORY_FIELDS.has(field))
    .map(([field, [from, to]]) => ({ field, from: shown(field, from), to: shown(field, to) }));
}

function shown(field: string, value: unknown): unknown {
  return field.endsWith('At') && typeof value === 'number' ? toIso(value) : value;
}

/** @param onStored Hears of an alert that a person made, in the transaction that stores it. */
export function createAlertStore(
  db: Database,
  onStored: (tx: WriteTx, row: AlertRow) => void = () => {},
) {
  return {
    list: (filter: Parameters<typeof listAlerts>[1], options: Parameters<typeof listAlerts>[2]) =>
      db.read('alerts.list', (reader) => listAlerts(reader, filter, options)),

    find(id: string): AlertRow | undefined {
      return db.read(
        'alerts.find',
        (reader) =>
          reader.rows(
            alertsTable,
            'SELECT * FROM alerts WHERE id = ? AND deleted_at IS NULL',
            id,
          )[0],
      );
    },

    create(caller: Caller, alert: AlertWithRaw): AlertRow {
      return db.write(caller, (tx) => {
        insertAlertBatch(tx, packAlerts([alert]));
        const row = tx.rows(alertsTable, 'SELECT * FROM alerts WHERE id = ?', alert.row.id)[0];
        if (!row) throw new Error('The alert was not inserted');
        onStored(tx, row);
        return row;
      });
    },

    change: (
      caller: Caller,
      id: string,
      decide: (before: AlertRow, now: number) => AlertPatch,
    ): AlertRow | undefined => db.write(caller, (tx) => changeAlert(tx, id, decide)),

    accountExists: (id: string): boolean =>
      db.read('alerts.accountExists', (reader) => isAccount(reader, id)),

    rawRecord: (seq: number): KeptRecord | null =>
      db.read('alerts.raw', (reader) => createRawReader(reader)(seq)),

    related(alert: AlertRow, entity: Entity, value: string): { total: number; rows: AlertRow[] } {
      return db.read('alerts.related', (reader) => relatedAlerts(reader, alert, entity, value));
    },

    history(id: string): HistoryEntry[] {
      return db.read('alerts.history', (reader) => {
        const entries = reader.rows(
          auditLogTable,
          'SELECT * FROM audit_log WHERE record_id = ? ORDER BY seq DESC LIMIT ?',
          id,
          HISTORY_LIMIT,
        );
        return entries.map((entry) => ({
          id: String(entry.seq),
          at: toIso(entry.at),
          actor: entry.actor,
          actorName: actorName(reader, entry.actor) ?? ACTOR_NAMES[entry.origin],
          action: entry.action,
          reason: entry.reason,
          changes: toChanges(entry.changes),
        }));
      });
    },

    /** How an imported alert came here: file and person. */
    origin(
      importId: string,
    ): { fileName: string; actor: string | null; actorName: string; at: number } | undefined {
      return db.read('alerts.origin', (reader) => {
        const row = reader.rows(importsTable, 'SELECT * FROM imports WHERE id = ?', importId)[0];
        if (!row) return undefined;
        return {
          fileName: row.fileName,
          actor: row.startedBy,
          actorName: actorName(reader, row.startedBy) ?? ACTOR_NAMES.user,
          at: row.startedAt,
        };
      });
    },

    /** The next rows of an export with their raw records where asked for, along the list. */
    exportPage(
      filter: Parameters<typeof listAlerts>[1],
      after: Position | null,
      { limit, withRaw }: { limit: number; withRaw: boolean },
    ) {
      return db.read('alerts.export', (reader) => {
        const { rows, next } = listAlerts(reader, filter, { limit, after, withTotal: false });
        const rawOf = createRawReader(reader);
        return {
          records: rows.map((row) => ({ row, raw: withRaw ? rawOf(row.seq) : null })),
          next,
        };
      });
    },
  };
}
export type AlertStore = ReturnType<typeof createAlertStore>;

function actorName(
  reader: { get<R>(sql: string, ...values: (string | number)[]): R | undefined },
  id: string | null,
) {
  if (!id) return undefined;
  return reader.get<{ name: string }>(
    "SELECT coalesce(nullif(trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), ''), email) AS name FROM users WHERE id = ?",
    id,
  )?.name;
}
