/** Exports and imports of exchange, with what they need of alerts, indicators, evidence and accounts. */
import { dirname, join } from 'node:path';
import { packAlerts } from '../areas/alerts/alert-batch.ts';
import { exportLines } from '../areas/alerts/alert-export.ts';
import type { Position } from '../areas/alerts/alert-filter.store.ts';
import { insertAlertBatch } from '../areas/alerts/alert-inserts.store.ts';
import { listAlerts } from '../areas/alerts/alert-list.store.ts';
import { rowToAlert } from '../areas/alerts/alert-rows.ts';
import { createRawReader } from '../areas/alerts/raw-records.store.ts';
import { addAbsentPerson } from '../areas/auth/absent-person.store.ts';
import { createCustodyKeeper } from '../areas/evidence/custody.store.ts';
import { EVIDENCE_FOLDER } from '../areas/evidence/store-file.jobs.ts';
import type { AlertPort } from '../areas/exchange/alert-port.types.ts';
import { alertRowsBySeq } from '../areas/exchange/case-reader.store.ts';
import { createExportJob } from '../areas/exchange/export.jobs.ts';
import { createImportJob } from '../areas/exchange/import.jobs.ts';
import { createPackageTaker } from '../areas/exchange/package/take-package.ts';
import { createPackageWriter } from '../areas/exchange/package/write-package.ts';
import { openIndicatorDoor } from '../areas/forensics/indicators/indicator-door.ts';
import {
  listIndicatorRows,
  placeOfRow,
} from '../areas/forensics/indicators/indicator-list.store.ts';
import type { JobContext } from '../jobs/job.ts';
import { createBlobStore } from '../platform/blob-store.ts';
import { createCaseAttack } from './case-sources.ts';

const INDICATORS_AT_ONCE = 2_000;

const alerts: AlertPort = {
  page(db, filter, after, { limit, withRaw }) {
    const place = after as Position | null;
    const { rows, next } = listAlerts(db, filter, { limit, after: place, withTotal: false });
    const rawOf = createRawReader(db);
    return {
      records: rows.map((row) => ({ row, raw: withRaw ? rawOf(row.seq) : null })),
      next,
    };
  },
  bySeq(db, seqs, withRaw) {
    const rawOf = createRawReader(db);
    return alertRowsBySeq(db, seqs).map((row) => ({ row, raw: withRaw ? rawOf(row.seq) : null }));
  },
  toAlert: rowToAlert,
  lines: (format) => exportLines(format) as ReturnType<AlertPort['lines']>,
  insert: (tx, records) =>
    records.length === 0
      ? 0
      : insertAlertBatch(tx, packAlerts(records as unknown as Parameters<typeof packAlerts>[0])),
};

const openEvidence = ({ storage }: JobContext) =>
  createBlobStore(join(dirname(storage.databasePath), EVIDENCE_FOLDER), storage.key);

export function createExchangeJobs() {
  const attack = createCaseAttack();
  return {
    exportJob: createExportJob({
      ...{ alerts, attack },
      *listIndicators(db, { filter, now }) {
        for (let after: ReturnType<typeof placeOfRow> | null = null; ; ) {
          const request = {
            filter,
            order: 'newest',
            after,
            limit: INDICATORS_AT_ONCE,
            now,
          } as const;
          const rows = listIndicatorRows(db, request);
          yield rows;
          const last = rows.at(-1);
          if (!last || rows.length < INDICATORS_AT_ONCE) return;
          after = placeOfRow(last, 'newest');
        }
      },
      writePackage: createPackageWriter({
        product: 'Watchfloor',
        openEvidence,
        noteExport: ({ storage, startedBy: actor }) => {
          const keeper = createCustodyKeeper(storage.key);
          return (tx, id, details) => keeper.note(tx, id, 'EXPORTED', { actor, details });
        },
      }),
    }),
    importJob: createImportJob({
      openIndicators: ({ newId, startedBy, clock }, fileName) =>
        openIndicatorDoor({ newId, fileName, actor: startedBy, now: clock.now() }),
      takePackage: createPackageTaker({
        ...{ alerts, openEvidence, addPerson: addAbsentPerson },
        custody: ({ storage, startedBy: actor }) => {
          const keeper = createCustodyKeeper(storage.key);
          return {
            adopt: (tx, entry) =>
              keeper.adopt(tx, entry as unknown as Parameters<typeof keeper.adopt>[1]),
            noteArrival: (tx, id, details) => keeper.note(tx, id, 'TAKEN_IN', { actor, details }),
          };
        },
      }),
    }),
  };
}
