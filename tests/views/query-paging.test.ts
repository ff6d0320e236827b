import { afterAll, beforeAll, expect, test } from 'vitest';
import { packAlerts } from '../../src/main/areas/alerts/alert-batch.ts';
import type { Position } from '../../src/main/areas/alerts/alert-filter.store.ts';
import { insertAlertBatch } from '../../src/main/areas/alerts/alert-inserts.store.ts';
import { listAlerts } from '../../src/main/areas/alerts/alert-list.store.ts';
import { alertPlaces } from '../../src/main/areas/alerts/alert-places.store.ts';
import { askQuery } from '../../src/main/areas/alerts/query-ask.store.ts';
import { followLead } from '../../src/main/areas/alerts/query-leads.store.ts';
import { placesOfQuery, type QueryPlaces } from '../../src/main/areas/alerts/query-list.store.ts';
import { scanCounts } from '../../src/main/areas/alerts/query-scan.store.ts';
import { StackCounter, StackEnds } from '../../src/main/areas/alerts/stack-counter.ts';
import type { Bound, ReadDb } from '../../src/main/db/database.ts';
import { alertRow } from '../helpers/make-alerts.ts';
import { openTestDb, type TestDb } from '../helpers/open-test-db.ts';

const START = Date.parse('2026-11-01T00:00:00.000Z');
let opened: TestDb;

function add(from: number, count: number): void {
  const rows = Array.from({ length: count }, (_, k) =>
    alertRow({
      title: (from + k) % 3 === 0 ? 'Beacon seen' : 'Something else',
      detector: (from + k) % 1_500 === 0 ? 'seldom' : 'usual',
      sourceHost: `host-${(from + k) % 900}`,
      sourceUser: (from + k) % 20 === 0 ? 'ada' : 'bo',
      createdAt: START + ((from + k) % 7 === 0 ? 0 : from + k) * 1000,
    }),
  );
  opened.db.write({ actor: null, origin: 'system', action: 'test.fill' }, (tx) =>
    insertAlertBatch(tx, packAlerts(rows.map((row) => ({ row, raw: null })))),
  );
}

beforeAll(() => {
  opened = openTestDb();
  for (let from = 0; from < 12_000; from += 1_000) add(from, 1_000);
});
afterAll(() => opened.close());

test('[VI4] pages have no repeats or gaps while alerts arrive', () => {
  const before = opened.db.read('test', (db) =>
    [...alertPlaces(db, { query: 'beacon detector:usual' })].flat().map(({ seq }) => seq),
  );
  const found: number[] = [];
  let after: Position | null = null;
  let arrived = 12_000;
  do {
    const page = opened.db.read('test', (db) =>
      listAlerts(db, { query: 'beacon detector:usual' }, { limit: 300, after, withTotal: true }),
    );
    found.push(...page.rows.map(({ seq }) => seq));
    after = page.next;
    add(arrived, 50);
    arrived += 50;
  } while (after);
  expect(new Set(found).size).toBe(found.length);
  const isFound = new Set(found);
  expect(before.filter((seq) => !isFound.has(seq))).toEqual([]);
});

test('[VI4] of several hundred that a query leads to, a page reads about its own and says no total', () => {
  const filter = { query: 'user:ada -host:host-0' };
  const { pages, wanted, first } = opened.db.read('test', (db) => {
    const wanted = db.all<{ seq: number; created_at: number }>(
      `SELECT seq, created_at FROM alerts WHERE source_user = 'ada' AND source_host <> 'host-0'
       ORDER BY created_at DESC, seq DESC`,
    );
    const asked = askQuery(db, filter);
    const pages: QueryPlaces[] = [];
    for (let after: Position | null = null; pages.length === 0 || after; ) {
      const page: QueryPlaces = placesOfQuery(db, asked, { after, limit: 100 });
      pages.push(page);
      after = page.next;
    }
    const read: number[] = [];
    const spied: ReadDb = {
      ...db,
      iterate<R>(sql: string, ...values: readonly Bound[]) {
        if (values[0] !== undefined && sql.includes('json_each'))
          read.push((JSON.parse(String(values[0])) as number[]).length);
        return db.iterate<R>(sql, ...values);
      },
    };
    placesOfQuery(spied, askQuery(spied, filter), { after: null, limit: 20 });
    return { pages, wanted, first: read.reduce((sum, n) => sum + n, 0) };
  });
  expect(wanted.length).toBeGreaterThan(500);
  expect(pages.flatMap(({ places }) => places)).toEqual(wanted);
  expect(pages.map(({ total }) => total)).toEqual(pages.map(() => null));
  expect(first).toBeGreaterThan(20);
  expect(first).toBeLessThan(wanted.length / 3);
});

test('[VI5] what is common by itself is not looked up in the dictionary, other beginnings are until enough is known', () => {
  const stepsOf = (query: string) =>
    opened.db.read('test', (db) => {
      let steps = 0;
      const spied: ReadDb = {
        ...db,
        get<R>(sql: string, ...values: readonly Bound[]) {
          if (sql.includes('FROM temp.alert_words')) steps += 1;
          return db.get<R>(sql, ...values);
        },
      };
      const lead = askQuery(spied, { query }).lead;
      if (!lead) throw new Error('Hosts and users lead to alerts');
      const rows = followLead(spied, lead).rows?.size ?? null;
      return { steps, rows };
    });
  expect(stepsOf('user:bo*')).toEqual({ steps: 0, rows: null });
  // By the number of alerts that is kept of 'bo'.
  expect(stepsOf('user:b*')).toEqual({ steps: 0, rows: null });
  expect(stepsOf('user:a*').steps).toBe(2);
  // host-2, host-20 to host-29, host-200 to host-299: 111 hosts are more than are named.
  expect(stepsOf('host:host-2*')).toEqual({ steps: 64, rows: null });
  expect(stepsOf('host:host-89*').steps).toBe(12);
  expect(stepsOf('host:host-89*').rows).toBeGreaterThan(11 * 13);
  expect(stepsOf('host:nobody*')).toEqual({ steps: 1, rows: 0 });
});

test('[VI5] what nothing leads to is looked for in steps, each short, with a cursor that goes on', () => {
  const filter = { query: 'detector:seldom -host:host-1' };
  const [steps, whole] = opened.db.read('test', (db) => {
    const made: QueryPlaces[] = [];
    // However fast the machine is: without time, a step is one stretch of the list.
    for (let after: Position | null = null; made.length === 0 || after; ) {
      const wanted = { after, limit: 2_000, lookMs: 0 };
      const step: QueryPlaces = placesOfQuery(db, askQuery(db, filter), wanted);
      made.push(step);
      after = step.next;
    }
    return [made, [...alertPlaces(db, filter)].flat()];
  });
  expect(steps.length).toBeGreaterThan(1);
  expect(steps.slice(0, -1).some(({ places }) => places.length === 0)).toBe(true);
  const found = steps.flatMap(({ places }) => places);
  expect(found.length).toBeGreaterThanOrEqual(8);
  expect(found).toEqual(whole);
});

test('[VI11] a scan in steps counts what there is; more values than are held take more passes', () => {
  const counted = new Map<string, number>();
  const { steps, total } = opened.db.read('test', (db) => {
    const all = [...scanCounts(db, askQuery(db, { query: '-detector:seldom' }), 'a.source_host')];
    return { steps: all, total: all.at(-1)?.total };
  });
  for (const { counts } of steps)
    for (const { v, n } of counts) counted.set(String(v), (counted.get(String(v)) ?? 0) + n);
  const rows = opened.db.read('test', (db) =>
    db.all<{ v: string; n: number }>(
      "SELECT source_host AS v, count(*) AS n FROM alerts WHERE detector <> 'seldom' GROUP BY 1",
    ),
  );
  expect(total).toBeGreaterThanOrEqual(12_000);
  expect(Object.fromEntries(counted)).toEqual(Object.fromEntries(rows.map(({ v, n }) => [v, n])));
  const ends = new StackEnds(1_000);
  let passes = 0;
  for (let from: number | null = 0; from !== null; passes += 1) {
    const counter: StackCounter = new StackCounter(from, 200);
    for (const { v, n } of rows) counter.add(v, n);
    expect(counter.counts().size).toBeLessThanOrEqual(200);
    ends.take(counter.counts());
    from = counter.next;
  }
  expect(passes).toBeGreaterThan(4);
  const { distinct, common } = ends.result();
  expect(distinct).toBe(rows.length);
  expect(Object.fromEntries(common.map(({ value, n }) => [value, n]))).toEqual(
    Object.fromEntries(rows.map(({ v, n }) => [v, n])),
  );
});
