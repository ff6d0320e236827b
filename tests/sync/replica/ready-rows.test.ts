/** Rows are made ready before their transaction; whatever happens in between, what hangs on them is the same. */
import { afterEach, expect, test } from 'vitest';
import { packAlerts } from '../../../src/main/areas/alerts/alert-batch.ts';
import { insertAlertBatch } from '../../../src/main/areas/alerts/alert-inserts.store.ts';
import { pulledTable } from '../../../src/main/areas/sync/page-columns.ts';
import { byColumns } from '../../../src/main/areas/sync/replica/pack-wire.ts';
import { unpackRows } from '../../../src/main/areas/sync/server/page-rows.ts';
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

/** As a server gives them, column by column; rows with other columns are a table of their own. */
const inColumns = (pages: readonly PullPage[]) =>
  pages.map((page) => ({
    ...page,
    tables: page.tables.flatMap(({ table, rows }) =>
      byColumns(rows).map((group) => pulledTable(table, unpackRows(packed(group)))),
    ),
  }));

function packed(rows: readonly WireRow[]) {
  const list = <T>(of: (row: WireRow) => T) => rows.map(of);
  const c: Record<string, unknown> = {};
  for (const name of Object.keys(rows[0]?.c ?? {})) {
    const cells = list((row) => row.c[name]);
    c[name] = cells.every((cell) => cell === null) ? null : cells;
  }
  return { id: list(({ id }) => id), v: list(({ v }) => v), f: list(({ f }) => f), c };
}

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
    expect((await takeOver(inColumns(pages))).state).toEqual(state);
    expect((await takeOver(inColumns(pages), { isSomebodyAtWork: true })).state).toEqual(state);
    expect((await takeOver(inColumns(pages), { comesAfter: 12 })).state).toEqual(state);
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
  const ways = [pages, inColumns(pages)].flatMap((given) => [
    { given, isSomebodyAtWork: false },
    { given, isSomebodyAtWork: true },
  ]);
  for (const { given, isSomebodyAtWork } of ways) {
    const { world } = await takeOver(given, {
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

test('[SY278] new rows that come in columns are never made objects, and their histories name who made them', async () => {
  const [page] = inColumns(makePages(ROWS));
  const columns = page?.tables[0]?.columns;
  if (!page || !columns) throw new Error('no page');
  const asked: string[] = [];
  const guarded = {
    ...columns,
    get rows() {
      asked.push('rows');
      return columns.rows;
    },
  };
  const { world } = await takeOver([{ ...page, tables: [pulledTable('alerts', guarded)] }]);
  expect(asked).toEqual([]);
  const told = world.db.read('test', (db) =>
    db.all("SELECT actor, action, row_count AS n FROM audit_log WHERE origin = 'sync'"),
  );
  expect(told).toEqual([{ actor: 'remote-person', action: 'alerts.import', n: ROWS }]);
});

test('[SY278] rows of a page that were changed after it came are those that are taken over', async () => {
  const [page] = inColumns(makePages(ROWS));
  const [table] = page?.tables ?? [];
  if (!page || !table) throw new Error('no page');
  const rows = table.rows.slice(0, 3).map((row) => ({ ...row, c: { ...row.c, title: 'Other' } }));
  const { world } = await takeOver([{ ...page, tables: [{ ...table, rows }] }]);
  const titles = world.db.read('test', (db) => db.all('SELECT title FROM alerts'));
  expect(titles).toEqual(rows.map(() => ({ title: 'Other' })));
});
