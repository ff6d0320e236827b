import type { HistoryEntry } from '../../../shared/areas/alerts/alerts.contract.ts';
import type { RequiredFields } from '../../../shared/areas/alerts/dispositions.rules.ts';
import { recordAction } from '../../db/action-log.ts';
import { widenSpans } from '../../db/alert-spans.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import { groupsChanged } from '../../db/groups/keep-groups.store.ts';
import { readWorkspaceSettings } from '../../db/settings-reader.ts';
import { alertsTable, importsTable } from '../../db/tables/alerts.table.ts';
import { auditLogTable } from '../../db/tables/core.table.ts';
import type { Caller, WriteTx } from '../../db/write-door.ts';
import { newUuid } from '../../platform/ids.ts';
import { type AlertWithRaw, packAlerts } from './alert-batch.ts';
import { actionSummary, alertChange } from './alert-changes.ts';
import type { Position } from './alert-filter.store.ts';
import { keepHours, tellEngine } from './alert-followers.store.ts';
import { ACTOR_NAMES, actorName, readAlertHistory } from './alert-history.store.ts';
import { CountChanges } from './alert-index.store.ts';
import { insertAlertBatch } from './alert-inserts.store.ts';
import { listAlerts, placesPage } from './alert-list.store.ts';
import { type Entity, relatedAlerts } from './alert-related.store.ts';
import type { AlertRow, NewAlertRow } from './alert-rows.ts';
import type { KeptRecord } from './raw-blocks.ts';
import { createRawReader } from './raw-records.store.ts';
import { listBySuspicion, placesBySuspicion, readEngine } from './suspicion-list.store.ts';

export type AlertPatch = Partial<Omit<NewAlertRow, 'id'>>;

/** An alert as a change found it and left it. */
export interface ChangedAlert {
  readonly before: AlertRow;
  readonly after: AlertRow;
}

/** `decide` sees the row as it is inside the transaction, so two windows cannot undo each other unseen. */
export function changeAlertRow(
  tx: WriteTx,
  id: string,
  decide: (before: AlertRow, now: number) => AlertPatch,
): ChangedAlert | undefined {
  const before = tx.rows(
    alertsTable,
    'SELECT * FROM alerts WHERE id = ? AND deleted_at IS NULL',
    id,
  )[0];
  if (!before) return undefined;
  const after = tx.update(alertsTable, id, decide(before, tx.now))?.after;
  if (!after) return undefined;
  followAlertChanges(tx, [{ before, after }]);
  return { before, after };
}

/** What hangs on alerts that changed, one or many (Bulk, Undo): all that is kept about them follows here. */
export function followAlertChanges(tx: WriteTx, changed: readonly ChangedAlert[]): void {
  const counts = new CountChanges();
  for (const { before, after } of changed) {
    counts.add(before, -1);
    counts.add(after, 1);
    if (before.createdAt !== after.createdAt) widenSpans(tx, { first: after.seq, last: after.seq });
  }
  counts.apply(tx);
  keepHours(tx, changed);
  tellEngine(tx, changed);
  groupsChanged(tx, changed);
}

/** Keeps a change of one alert, so that it can be undone; null where it changed nothing. */
function recordChange(
  tx: WriteTx,
  { actor, action, reason }: Caller,
  { before, after }: ChangedAlert,
): string | null {
  const change = alertChange(before, after);
  if (!change) return null;
  const id = newUuid();
  const summary = actionSummary(action, after.title);
  recordAction(tx, { id, kind: action, actor, summary, note: reason ?? null }, [change]);
  return id;
}

export function changeAlert(
  tx: WriteTx,
  id: string,
  decide: (before: AlertRow, now: number) => AlertPatch,
): AlertRow | undefined {
  return changeAlertRow(tx, id, decide)?.after;
}

export function isAccount(db: ReadDb, id: string): boolean {
  return db.get('SELECT 1 FROM users WHERE id = ? AND deleted_at IS NULL', id) !== undefined;
}

/** A change as somebody else is told of it. */
export interface LastChange {
  readonly actorName: string;
  readonly action: string;
  readonly at: number;
}

function withRecords(db: ReadDb, rows: readonly AlertRow[], withRaw: boolean) {
  const rawOf = createRawReader(db);
  return rows.map((row) => ({ row, raw: withRaw ? rawOf(row.seq) : null }));
}

/** @param onStored Hears of an alert that a person made, in the transaction that stores it. */
export function createAlertStore(
  db: Database,
  onStored: (tx: WriteTx, row: AlertRow) => void = () => {},
) {
  return {
    list: (filter: Parameters<typeof listAlerts>[1], options: Parameters<typeof listAlerts>[2]) =>
      db.read('alerts.list', (reader) => listAlerts(reader, filter, options)),

    listBySuspicion: (
      filter: Parameters<typeof listBySuspicion>[1],
      options: Parameters<typeof listBySuspicion>[2],
    ) => db.read('alerts.listBySuspicion', (reader) => listBySuspicion(reader, filter, options)),

    placesBySuspicion: (
      filter: Parameters<typeof placesBySuspicion>[1],
      options: Parameters<typeof placesBySuspicion>[2],
    ) =>
      db.read('alerts.placesBySuspicion', (reader) => placesBySuspicion(reader, filter, options)),

    placesPage: (
      filter: Parameters<typeof placesPage>[1],
      options: Parameters<typeof placesPage>[2],
    ) => db.read('alerts.placesPage', (reader) => placesPage(reader, filter, options)),

    /** What the engine decided about these, by `seq`. */
    engineOf: (rows: readonly AlertRow[]) =>
      db.read('alerts.engine', (reader) =>
        readEngine(
          reader,
          rows.map(({ seq }) => seq),
        ),
      ),

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

    /** A person's change of one alert, kept among the desk's actions. */
    change: (
      caller: Caller,
      id: string,
      decide: (before: AlertRow, desk: { now: number; required: RequiredFields }) => AlertPatch,
    ): (ChangedAlert & { actionId: string | null }) | undefined =>
      db.write(caller, (tx) => {
        const required = readWorkspaceSettings(tx).dispositions;
        const changed = changeAlertRow(tx, id, (before, now) => decide(before, { now, required }));
        return changed && { ...changed, actionId: recordChange(tx, caller, changed) };
      }),

    /** Who changed an alert last, for somebody who comes too late. */
    lastChange: (id: string): LastChange | undefined =>
      db.read('alerts.lastChange', (reader) => {
        const entry = reader.rows(
          auditLogTable,
          'SELECT * FROM audit_log WHERE record_id = ? AND changes IS NOT NULL ORDER BY seq DESC LIMIT 1',
          id,
        )[0];
        if (!entry) return undefined;
        const name = actorName(reader, entry.actor) ?? ACTOR_NAMES[entry.origin];
        return { actorName: name, action: entry.action, at: entry.at };
      }),

    accountExists: (id: string): boolean =>
      db.read('alerts.accountExists', (reader) => isAccount(reader, id)),

    rawRecord: (seq: number): KeptRecord | null =>
      db.read('alerts.raw', (reader) => createRawReader(reader)(seq)),

    related(alert: AlertRow, entity: Entity, value: string): { total: number; rows: AlertRow[] } {
      return db.read('alerts.related', (reader) => relatedAlerts(reader, alert, entity, value));
    },

    history: (id: string): HistoryEntry[] =>
      db.read('alerts.history', (reader) => readAlertHistory(reader, id)),

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
        return { records: withRecords(reader, rows, withRaw), next };
      });
    },

    /** Of given places, in their order; those that are gone are passed over. */
    exportRows: (seqs: readonly number[], withRaw: boolean) =>
      db.read('alerts.export', (reader) => {
        const rows = seqs.flatMap((seq) =>
          reader.rows(
            alertsTable,
            'SELECT * FROM alerts WHERE seq = ? AND deleted_at IS NULL',
            seq,
          ),
        );
        return withRecords(reader, rows, withRaw);
      }),
  };
}
export type AlertStore = ReturnType<typeof createAlertStore>;
