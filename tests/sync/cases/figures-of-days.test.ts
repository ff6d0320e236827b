/** The figures of each day, between real databases and a real PostgreSQL. */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readTrend } from '../../../src/main/areas/compliance/score-snapshots.store.ts';
import { keepToday } from '../../../src/main/areas/compliance/score-snapshots.ts';
import { migrateServer } from '../../../src/main/areas/sync/server/migrate-server.store.ts';
import type { LoopMemory } from '../../../src/main/areas/sync/worker/loop.types.ts';
import { runSync } from '../../../src/main/areas/sync/worker/sync-run.ts';
import { letFiguresGiveWay } from '../../../src/main/db/figures-give-way.ts';
import { usersTable } from '../../../src/main/db/tables/auth.table.ts';
import { controlsTable, frameworksTable } from '../../../src/main/db/tables/compliance.table.ts';
import { dailySnapshotsTable } from '../../../src/main/db/tables/scores.table.ts';
import type { WriteTx } from '../../../src/main/db/write-door.ts';
import { silentLog } from '../../../src/main/platform/log.ts';
import { nodeOfDatabase, openReplica } from '../../../src/main/workers/sync-replica.ts';
import { DAY_MS, MINUTE_MS } from '../../../src/shared/kernel/time.ts';
import { openTestDb, type TestDb } from '../../helpers/open-test-db.ts';
import {
  connectTo,
  POSTGRES_MIGRATIONS,
  startPostgres,
  type TestCluster,
} from '../../helpers/postgres.ts';
import { openServerWorld, type ServerWorld } from '../../helpers/sync/server-world.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startPostgres();
});
afterAll(() => cluster.stop());

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

type Role = 'SOC Analyst' | 'Compliance Officer' | 'Administrator' | 'Auditor';
const CALLER = { actor: null, origin: 'system', action: 'test.write' } as const;
const FRESH: LoopMemory = {
  ...{ isPaused: false, lastSuccessAt: null, isCompareDue: false, clockOffsetMs: 0 },
  ...{ comparedAt: null, recoveredAt: null },
};

async function openWorld(): Promise<ServerWorld> {
  const world = await openServerWorld(await cluster.database());
  opened.push(world);
  return world;
}

/** A workstation of its own, with the clock of then. */
function openAlone(at = Date.now()) {
  const test = openTestDb();
  opened.push(test);
  test.clock.advance(at - test.clock.now());
  test.storage.connection.pragma('foreign_keys = OFF');
  return test;
}

const write = ({ db }: TestDb, fn: (tx: WriteTx) => void) => db.write(CALLER, fn);

function addControl(test: TestDb, id: string, status: 'COMPLIANT' | 'NON_COMPLIANT'): void {
  const now = test.clock.now();
  write(test, (tx) => {
    if (tx.get("SELECT 1 FROM compliance_frameworks WHERE id = 'f1'") === undefined)
      tx.insert(frameworksTable, { id: 'f1', name: 'First', createdAt: now });
    tx.insert(controlsTable, {
      ...{ id, frameworkId: 'f1', controlId: id, title: id, status, lastAssessment: now },
      ...{ createdAt: now, updatedAt: now },
    });
  });
}

/** The workstation of one person in the workspace, as the product has it. */
async function seat(world: ServerWorld, test: TestDb, role: Role = 'SOC Analyst') {
  const { db, clock } = test;
  const place = await world.seat({ node: nodeOfDatabase(db), role });
  const { person, server } = place;
  const now = clock.now();
  write(test, (tx) => {
    tx.insert(usersTable, {
      ...{ id: person, email: `${person}@example.org`, role, createdAt: now, updatedAt: now },
    });
    const membership = JSON.stringify({ membership: { state: 'joined', people: [person] } });
    tx.run("INSERT INTO sync_settings (key, value) VALUES ('membership', ?)", membership);
  });
  const replica = openReplica({ db, clock, people: () => new Set([person]) });
  let memory = FRESH;
  const sync = async () => {
    const remember = (change: Partial<LoopMemory>) => {
      memory = { ...memory, ...change };
    };
    const report = await runSync({
      ...{ server, replica, clock, remember, signal: new AbortController().signal },
      ...{ memory: () => memory, progress() {}, purge() {}, assertRoom() {} },
    });
    write(test, (tx) =>
      tx.run(
        `INSERT INTO sync_settings (key, value) VALUES ('worker', ?)
         ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
        JSON.stringify({ lastSuccessAt: clock.now() }),
      ),
    );
    return report;
  };
  return { ...place, test, replica, sync };
}

const keep = ({ db, clock }: TestDb, waits = false) =>
  keepToday({ db, clock, log: silentLog }, { waits });

const trendOf = ({ db, clock }: TestDb, framework?: string) =>
  db
    .read('test.trend', (reader) => readTrend(reader, { framework, days: 365, now: clock.now() }))
    .days.map(({ day, score }) => [day, score]);

const refusedOf = ({ db }: TestDb) =>
  db.read('test.refused', (reader) => reader.all('SELECT * FROM sync_refused'));

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

test('[SY270] who joins has the trend of the workspace, of all of it and of each framework', async () => {
  const world = await openWorld();
  const first = await seat(world, openAlone(Date.now() - 3 * DAY_MS));
  addControl(first.test, 'c1', 'COMPLIANT');
  await keep(first.test);
  first.test.clock.advance(2 * DAY_MS);
  addControl(first.test, 'c2', 'NON_COMPLIANT');
  await keep(first.test);
  first.test.clock.advance(DAY_MS);
  await first.sync();
  const later = await seat(world, openAlone());
  await later.sync();
  const expected = [
    [dayOf(Date.now() - 3 * DAY_MS), 100],
    [dayOf(Date.now() - DAY_MS), 50],
  ];
  expect(trendOf(later.test)).toEqual(expected);
  expect(trendOf(later.test, 'f1')).toEqual(expected);
  // The days are there: nothing is kept twice, and nothing moves any more.
  expect(await later.sync()).toMatchObject({ received: 0, sent: 0 });
});

test('[SY271] of two that keep one day both have the later figures, and people no conflict', async () => {
  const world = await openWorld();
  const [a, b] = [await seat(world, openAlone()), await seat(world, openAlone())];
  await a.sync();
  await b.sync();
  addControl(a.test, 'c1', 'COMPLIANT');
  addControl(b.test, 'c2', 'NON_COMPLIANT');
  await keep(a.test);
  b.test.clock.advance(1_000);
  await keep(b.test);
  const reports = [await a.sync(), await b.sync(), await a.sync(), await b.sync()];
  expect(reports.flatMap(({ conflicts }) => conflicts)).toEqual([]);
  expect([trendOf(a.test), trendOf(b.test)]).toEqual([
    [[dayOf(Date.now()), 0]],
    [[dayOf(Date.now()), 0]],
  ]);
  expect(trendOf(a.test, 'f1')).toEqual(trendOf(b.test, 'f1'));
});

test('[SY271] who has not heard of the others today waits a little, and its figures give way', async () => {
  const world = await openWorld();
  const [heard, unheard] = [await seat(world, openAlone()), await seat(world, openAlone())];
  addControl(heard.test, 'c1', 'COMPLIANT');
  addControl(unheard.test, 'c2', 'NON_COMPLIANT');
  await heard.sync();
  await keep(heard.test);
  expect(await keep(unheard.test, true)).toBe(false);
  unheard.test.clock.advance(MINUTE_MS);
  expect(await keep(unheard.test)).toBe(true);
  expect(trendOf(unheard.test)).toEqual([[dayOf(Date.now()), 0]]);
  for (const one of [unheard, heard, unheard]) await one.sync();
  const expected = [[dayOf(Date.now()), 100]];
  expect([trendOf(heard.test), trendOf(unheard.test)]).toEqual([expected, expected]);
});

test('[SY272] where only auditors work no figures are kept, none is sent, and none is refused', async () => {
  const world = await openWorld();
  const auditor = await seat(world, openAlone(), 'Auditor');
  addControl(auditor.test, 'c1', 'COMPLIANT');
  expect(await keep(auditor.test)).toBe(false);
  // Of a time in which he was somebody who writes.
  const day = dayOf(Date.now() - DAY_MS);
  write(auditor.test, (tx) =>
    tx.insert(dailySnapshotsTable, { id: day, day, complianceScore: 1, createdAt: tx.now }),
  );
  await auditor.sync();
  const refused = refusedOf(auditor.test) as { table_name: string }[];
  expect(refused.map(({ table_name }) => table_name)).not.toContain('daily_snapshots');
  const other = await seat(world, openAlone());
  await other.sync();
  expect(trendOf(other.test)).toEqual([]);
  addControl(other.test, 'c2', 'NON_COMPLIANT');
  await keep(other.test);
  await other.sync();
  await auditor.sync();
  expect(trendOf(auditor.test)).toContainEqual([dayOf(Date.now()), 0]);
});

test('[SY273] a server that does not know the figures yet takes all else, and them once it does', async () => {
  const login = await cluster.emptyDatabase();
  const old = mkdtempSync(join(tmpdir(), 'watchfloor-old-server-'));
  for (const name of readdirSync(POSTGRES_MIGRATIONS).filter((one) => one < '0015'))
    cpSync(join(POSTGRES_MIGRATIONS, name), join(old, name));
  const owner = await connectTo(login);
  opened.push({ close: () => owner.end() });
  expect(await migrateServer(owner, old)).toMatchObject({ to: 14 });
  rmSync(old, { recursive: true });
  const world = await openServerWorld(login);
  opened.push(world);
  const a = await seat(world, openAlone(), 'Administrator');
  addControl(a.test, 'c1', 'COMPLIANT');
  await keep(a.test);
  await a.sync();
  expect(a.replica.backlog()).toBe(0);
  const b = await seat(world, openAlone());
  await b.sync();
  expect([trendOf(b.test), b.replica.row('controls', 'c1')?.c.status]).toEqual([[], 'COMPLIANT']);
  expect((await migrateServer(owner, POSTGRES_MIGRATIONS)).from).toBe(14);
  expect((await a.sync()).sent).toBeGreaterThan(1);
  await b.sync();
  expect(trendOf(b.test, 'f1')).toEqual([[dayOf(Date.now()), 100]]);
  expect((await a.sync()).sent + (await b.sync()).sent).toBe(0);
});

test('[SY274] who merges what it has fills the days that the workspace lacks, and changes no other', async () => {
  const world = await openWorld();
  const [first, merging] = [await seat(world, openAlone()), await seat(world, openAlone())];
  const days = [2, 1].map((ago) => dayOf(Date.now() - ago * DAY_MS));
  const insert = (test: TestDb, day = '', score: number) =>
    write(test, (tx) =>
      tx.insert(dailySnapshotsTable, { id: day, day, complianceScore: score, createdAt: tx.now }),
    );
  insert(first.test, days[1], 70);
  await first.sync();
  // Kept later than the workspace's.
  merging.test.clock.advance(MINUTE_MS);
  for (const day of days) insert(merging.test, day, 5);
  const { connection } = merging.test.storage;
  connection.transaction(() => letFiguresGiveWay(connection))();
  for (const one of [merging, first, merging]) await one.sync();
  const expected = [
    [days[0], 5],
    [days[1], 70],
  ];
  expect([trendOf(first.test), trendOf(merging.test)]).toEqual([expected, expected]);
});
