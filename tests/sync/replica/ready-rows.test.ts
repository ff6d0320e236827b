/** Rows are made ready before their transaction; whatever happens in between, what hangs on them is the same. */
import { afterEach, expect, test } from 'vitest';
import { packAlerts } from '../../../src/main/areas/alerts/alert-batch.ts';
import { insertAlertBatch } from '../../../src/main/areas/alerts/alert-inserts.store.ts';
import type { PullPage, WireRow } from '../../../src/main/areas/sync/wire.ts';
import { groupFingerprintsTable } from '../../../src/main/db/tables/groups.table.ts';
import { openReplica } from '../../../src/main/workers/sync-replica.ts';
import { makePages } from '../../bench/sync-replica.ts';
import { groupsBesideScan } from '../../helpers/check-groups.ts';
import { alertRow } from '../../helpers/make-alerts.ts';
import { openTestDb, type TestDb } from '../../helpers/open-test-db.ts';
import { derivedState } from './derived-state.ts';

const ROWS = 240;
const BY_JOB = { actor: null, origin: 'job', action: 'test.write' } as const;

let open: TestDb[] = [];
afterEach(() => {
  for (const world of open) world.close();
  open = [];
});

interface Beside {
  /** Before each transaction, the first one too; rows are ready by then. */
  before?(world: TestDb, transaction: number): void;
  /** Looks up to which nobody waits; then somebody does, once. */
  readonly comesAfter?: number;
  readonly isSomebodyAtWork?: boolean;
}

async function takeOver(pages: readonly PullPage[], beside: Beside = {}) {
  const { before, comesAfter, isSomebodyAtWork = false } = beside;
  const world = openTestDb();
  open.push(world);
  world.storage.connection.pragma('foreign_keys = OFF');
  let [looks, transactions] = [0, 0];
  const replica = openReplica({
    ...{ db: world.db, clock: world.clock },
    isSomebodyWaiting: () => looks++ === comesAfter,
    isSomebodyAtWork() {
      before?.(world, transactions++);
      return isSomebodyAtWork;
    },
  });
  for (const page of pages) await replica.merge(page);
  const { kept, scanned } = groupsBesideScan(world.db);
  expect(kept).toEqual(scanned);
  return { state: derivedState(world.db), world };
}

const withRows = (pages: readonly PullPage[], change: (row: WireRow, at: number) => WireRow) =>
  pages.map((page) => ({
    ...page,
    tables: page.tables.map(({ table, rows }) => ({ table, rows: rows.map(change) })),
  }));

/** Row by row, none is ready for another. */
const rowByRow = (pages: readonly PullPage[]) =>
  pages.flatMap((page) =>
    page.tables.flatMap(({ table, rows }) =>
      rows.map((row) => ({ ...page, tables: [{ table, rows: [row] }] })),
    ),
  );

const deleted = (row: WireRow): WireRow => ({ ...row, c: { ...row.c, deleted_at: 7 } });
/** As one that was changed since it was made: no page of these is made ready. */
const changed = (row: WireRow): WireRow => ({ ...row, f: { status: row.v } });

test.each([
  ['new alerts', (row: WireRow) => row],
  ['some that are deleted', (row: WireRow, at: number) => (at % 7 === 3 ? deleted(row) : row)],
  ['some that were changed', (row: WireRow, at: number) => (at % 3 === 1 ? changed(row) : row)],
  ['mostly changed ones', (row: WireRow, at: number) => (at % 3 === 1 ? row : changed(row))],
  [
    'one that its table refuses',
    (row: WireRow, at: number) =>
      at === 150 ? { ...row, c: { ...row.c, severity: 'NONE' } } : row,
  ],
  [
    'one with a cell that does not fit',
    (row: WireRow, at: number) => (at === 150 ? { ...row, c: { ...row.c, title: 5 } } : row),
  ],
  [
    'one that lacks a column',
    (row: WireRow, at: number) => {
      const { detector, ...c } = row.c;
      return at % 5 === 2 ? { ...row, c: { ...c, further: detector ?? null } } : row;
    },
  ],
])(
  '[SY251] %s hang together the same, in one piece, in short ones, or row by row',
  async (_, change) => {
    const pages = withRows(makePages(ROWS), change);
    const { state } = await takeOver(rowByRow(pages));
    expect((await takeOver(pages)).state).toEqual(state);
    expect((await takeOver(pages, { isSomebodyAtWork: true })).state).toEqual(state);
    expect((await takeOver(pages, { comesAfter: 15 })).state).toEqual(state);
  },
);

test('[SY251] rules of grouping that change after rows were made ready are those they are grouped by', async () => {
  const pages = makePages(ROWS);
  const { state: byDefault } = await takeOver(pages);
  const ruled = await takeOver(pages, {
    before: ({ db }, transaction) => {
      if (transaction > 0) return;
      db.write(BY_JOB, (tx) =>
        tx.insert(groupFingerprintsTable, {
          ...{ id: 'Wazuh', fields: ['title', 'severity'], createdAt: 1, updatedAt: 1 },
        }),
      );
    },
  });
  expect(ruled.state.groups).not.toEqual(byDefault.groups);
});

test('[SY251] a row that came to be here meanwhile, by itself or as its twin, is not inserted again', async () => {
  const print = '\\x6f6e65';
  const pages = withRows(makePages(ROWS), (row, at) =>
    at === 170 ? { ...row, c: { ...row.c, fingerprint: print } } : row,
  );
  const rows = pages.flatMap(({ tables }) => tables.flatMap((table) => table.rows));
  const there = rows[5]?.id ?? '';
  for (const isSomebodyAtWork of [false, true]) {
    const { world } = await takeOver(pages, {
      isSomebodyAtWork,
      before: ({ db }, transaction) => {
        if (transaction > 0) return;
        const own = [alertRow({ id: there }), alertRow({ fingerprint: Buffer.from('one') })];
        db.write(BY_JOB, (tx) =>
          insertAlertBatch(tx, packAlerts(own.map((row) => ({ row, raw: null })))),
        );
      },
    });
    const ids = world.db.read('test', (db) => db.all<{ id: string }>('SELECT id FROM alerts'));
    expect(ids.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort());
  }
});
