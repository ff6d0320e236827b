import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { loadFindPorts } from '../../src/main/areas/forensics/indicators/find-ports.ts';
import { createCatalogue } from '../../src/main/areas/integrations/catalogue.ts';
import type { Connector } from '../../src/main/areas/integrations/connector.types.ts';
import { findState } from '../../src/main/areas/integrations/integrations.store.ts';
import { closeRun } from '../../src/main/areas/integrations/run/end-run.ts';
import { runIntegration } from '../../src/main/areas/integrations/run/run-integration.ts';
import { RUN_LIMITS, type RunLimits } from '../../src/main/areas/integrations/run/run-limits.ts';
import { findRun } from '../../src/main/areas/integrations/runs.store.ts';
import type { Database } from '../../src/main/db/database.ts';
import { newUuid } from '../../src/main/platform/ids.ts';
import { createKeySeal } from '../../src/main/platform/key-seal.ts';
import { createFetchedWriters } from '../../src/main/workers/fetched-writers.ts';
import { openIntegration } from '../helpers/open-integration.ts';
import { openTestDb, type TestDb } from '../helpers/open-test-db.ts';
import { plainEgress } from '../helpers/plain-egress.ts';

const key = new Uint8Array(32).fill(5);
const RECORDS = 95;

interface Told {
  readonly records: readonly Uint8Array[];
  readonly cursor: string;
  readonly hasMore: boolean;
}

let opened: TestDb;
beforeEach(() => {
  opened = openTestDb();
});
afterEach(() => opened.close());

const bytesOf = (n: number) =>
  Buffer.from(
    JSON.stringify({ id: n, title: `Detection ${n}`, at: new Date(Date.UTC(2026, 10, 1, 0, n)) }),
  );

/** A source of numbered records by pages of ten. */
function numbered(told?: (page: Told, after: number) => Told): Connector {
  return {
    id: 'numbered',
    name: 'Numbered',
    vendor: 'Example',
    type: 'SIEM',
    delivers: 'alerts',
    summary: 'Numbered records.',
    schema: z.object({}),
    fields: [],
    origins: () => ['https://vendor.example.com'],
    probe: async () => ({ text: 'Good.', version: null }),
    async fetch(_, cursor) {
      const after = Number(cursor === null ? 0 : JSON.parse(cursor));
      const count = Math.min(10, RECORDS - after);
      const records = Array.from({ length: count }, (_, at) => bytesOf(after + at));
      const page = { records, cursor: String(after + count), hasMore: after + count < RECORDS };
      return told ? told(page, after) : page;
    },
    map(record, tally) {
      const { title, at } = record as { title: string; at: string };
      const time = tally.place(at);
      if (!time || typeof title !== 'string') return { type: 'rejected', reason: 'no title' };
      return {
        type: 'alert',
        alert: {
          ...{ title, description: '', severity: 'LOW', source: 'Numbered', ...time, own: null },
          ...{ sourceHost: null, sourceUser: null, sourceIp: null, destIp: null },
          ...{ detector: null, category: null, techniques: [] },
        },
      };
    },
  };
}

async function run(
  connector: Connector,
  more: { db?: Database; limits?: Partial<RunLimits>; signal?: AbortSignal; gentle?: boolean } = {},
) {
  const { db } = opened;
  const { integrationId, runId } = openIntegration(db, 'numbered');
  const now = () => Date.parse('2026-11-22T12:00:00.000Z');
  const outcome = await runIntegration(
    { integrationId, runId },
    {
      db: more.db ?? db,
      catalogue: createCatalogue([async () => connector]),
      seal: createKeySeal(key, 'integration'),
      egress: plainEgress,
      writers: createFetchedWriters({ db, newId: newUuid, now, findPorts: await loadFindPorts() }),
      limits: { ...RUN_LIMITS, ...more.limits },
      signal: more.signal ?? new AbortController().signal,
      now,
      kept() {},
      isSomebodyAtWork: () => more.gentle ?? false,
    },
  );
  closeRun(db, { integrationId, runId, name: 'Numbered', at: now(), random: () => 0.5 }, outcome);
  const receipt = db.read('test', (reader) => findRun(reader, runId));
  const state = db.read('test', (reader) => findState(reader, integrationId));
  return { outcome, receipt, state };
}

const alerts = () =>
  opened.db.read('test', (db) => db.get<{ n: number }>('SELECT count(*) AS n FROM alerts'))?.n;
const rawRecords = () =>
  opened.db.read('test', (db) =>
    db.get<{ n: number }>('SELECT count(*) AS n FROM alerts WHERE fingerprint IS NOT NULL'),
  )?.n;

test('[IG10] a run fetches the whole history by pages, and its receipt adds up', async () => {
  const { outcome, receipt, state } = await run(numbered());
  expect(outcome.state).toBe('DONE');
  expect(receipt).toMatchObject({ state: 'DONE', pages: 10, read: RECORDS, kept: RECORDS });
  expect([alerts(), rawRecords(), state?.cursor, state?.rows]).toEqual([
    RECORDS,
    RECORDS,
    '95',
    95,
  ]);
});

test('[IG11] a crash at any page loses nothing and brings nothing twice', async () => {
  for (const gentle of [false, true])
    for (const failing of gentle ? [4] : [1, 10]) {
      let writes = 0;
      const breaking: Database = {
        ...opened.db,
        write(caller, fn) {
          if (++writes === failing) throw new Error('the process died here');
          return opened.db.write(caller, fn);
        },
      };
      const first = await run(numbered(), { db: breaking, gentle });
      expect(first.outcome.state).toBe('FAILED');
      expect(first.receipt?.kept).toBe((failing - 1) * 10);
      expect(alerts()).toBe((failing - 1) * 10);
      const second = await run(numbered(), { gentle });
      expect([second.outcome.state, alerts()]).toEqual(['DONE', RECORDS]);
      opened.close();
      opened = openTestDb();
    }
});

test('[IG11] a page that comes again is merged', async () => {
  const twice = numbered((page, after) => ({
    ...page,
    records: [...page.records, ...(after > 0 ? [bytesOf(after - 1)] : [])],
  }));
  const { receipt } = await run(twice);
  expect(receipt).toMatchObject({ kept: RECORDS, merged: 9, read: RECORDS + 9 });
  expect(alerts()).toBe(RECORDS);
});

test('[IG12] a cursor that does not move, or goes in a circle, ends the run and is said', async () => {
  const stuck = numbered((page, after) => (after === 20 ? { ...page, cursor: '20' } : page));
  const { outcome, state } = await run(stuck);
  expect(outcome.failure?.kind).toBe('answer');
  expect(state?.failure).toMatch(/leads back to where it was/);
  expect(alerts()).toBe(30);
  opened.close();
  opened = openTestDb();
  const circle = numbered((page, after) => (after === 40 ? { ...page, cursor: '10' } : page));
  expect((await run(circle)).outcome.failure?.kind).toBe('answer');
  expect(alerts()).toBe(50);
});

test('[IG13] what a source may cost has limits: pages, records, bytes, cursor, time', async () => {
  const { outcome, state } = await run(numbered(), { limits: { pages: 3 } });
  expect(outcome).toMatchObject({ state: 'DONE', hasMore: true });
  expect([alerts(), state?.cursor]).toEqual([30, '30']);
  const cases: [Partial<RunLimits>, (page: Told) => Told, RegExp][] = [
    [{ records: 9 }, (page) => page, /10 records at once/],
    [{ pageBytes: 100 }, (page) => page, /64 MiB/],
    [{}, (page) => ({ ...page, cursor: `"${'x'.repeat(5_000)}"` }), /cannot be kept/],
    [{}, (page) => ({ ...page, cursor: 'no JSON' }), /cannot be kept/],
  ];
  for (const [limits, told, message] of cases) {
    const bad = await run(numbered(told), { limits });
    expect(bad.outcome.failure?.message).toMatch(message);
  }
  const hanging: Connector = { ...numbered(), fetch: () => new Promise(() => {}) };
  const late = await run(hanging, { limits: { pageMs: 50 } });
  expect(late.outcome.failure).toMatchObject({ kind: 'unavailable' });
  expect(alerts()).toBe(30);
});

test('[IG14] a record that cannot be read, is too long or makes the connector fail is rejected with its reason', async () => {
  const odd = numbered((page, after) =>
    after === 0
      ? {
          ...page,
          records: [
            Buffer.from('{"title":'),
            Buffer.from('[]'),
            Buffer.from('null'),
            Buffer.from(JSON.stringify({ title: 'x'.repeat(5_000) })),
            Buffer.from(JSON.stringify({ title: 7, at: '2026-11-01T00:00:00Z' })),
            ...page.records,
          ],
        }
      : page,
  );
  const { receipt } = await run(odd, { limits: { recordBytes: 2_000 } });
  expect(receipt).toMatchObject({ rejected: 5, kept: RECORDS, read: RECORDS + 5 });
  expect(receipt?.rejections.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/not valid JSON/),
    'not a JSON object',
    'not a JSON object',
    'the record is longer than 4 MiB',
    'no title',
  ]);
});

test('[IG15] a run that somebody cancels keeps its pages and says so', async () => {
  const abort = new AbortController();
  const cancelling = numbered((page, after) => {
    if (after === 30) abort.abort();
    return page;
  });
  const { outcome, receipt } = await run(cancelling, { signal: abort.signal });
  expect(outcome.state).toBe('CANCELLED');
  expect(receipt).toMatchObject({ state: 'CANCELLED', kept: 30 });
});

const noticesNow = () =>
  opened.db.read('test', (db) =>
    db.all<{ title: string; n: number }>(
      "SELECT title, group_count AS n FROM notifications WHERE kind = 'critical-alert' ORDER BY rowid",
    ),
  );

test('[IG19] critical alerts of a connector are told with their rows: a few by name, a flood by one that counts', async () => {
  const plain = numbered();
  if (plain.delivers !== 'alerts') throw new Error('It delivers alerts');
  const { map } = plain;
  const source: Connector = {
    ...plain,
    map(record, tally, text, settings) {
      const outcome = map(record, tally, text, settings);
      const isCritical =
        outcome.type === 'alert' && Number((record as { id: number }).id) % 5 === 0;
      if (outcome.type !== 'alert' || !isCritical) return outcome;
      return { ...outcome, alert: { ...outcome.alert, severity: 'CRITICAL' } };
    },
  };
  await run(source);
  const told = noticesNow();
  expect(told.slice(0, 5).map(({ title }) => title)).toEqual(
    [0, 5, 10, 15, 20].map((n) => `New critical alert: Detection ${n}`),
  );
  expect(told.slice(5)).toEqual([{ title: '14 more critical alerts', n: 14 }]);
  opened.db.write({ actor: null, origin: 'system', action: 'test' }, (tx) =>
    tx.run('UPDATE integration_states SET cursor = NULL'),
  );
  await run(source);
  expect(noticesNow()).toEqual(told);
});

test('[IG20] a value that is no indicator is rejected with its reason and shown', async () => {
  const {
    map: _,
    delivers: __,
    ...rest
  } = numbered() as Extract<Connector, { delivers: 'alerts' }>;
  const source = {
    ...rest,
    delivers: 'indicators',
    map(record: unknown) {
      const n = Number((record as { id: number }).id);
      const value = n % 10 === 3 ? `not an address ${n}` : `198.51.100.${n}`;
      const words = { description: '', severity: 'LOW', confidence: null, tlp: null } as const;
      const times = { firstSeen: null, lastSeen: null, expiresAt: null, isRevoked: false };
      const one = { type: 'ipv4-addr', value, labels: [], ...words, ...times };
      return { type: 'indicators', indicators: [one] };
    },
  } as unknown as Connector;
  const { receipt } = await run(source);
  expect(receipt).toMatchObject({ state: 'DONE', read: 95, kept: 85, rejected: 10 });
  expect(receipt?.rejections).toHaveLength(10);
  expect(receipt?.rejections[0]?.excerpt).toBe('ipv4-addr not an address 3');
  expect(receipt?.rejections[0]?.reason.length).toBeGreaterThan(5);
});

test('[IG21] a run that brings nothing new writes no synced row, and the card says when it was', async () => {
  const source = numbered();
  await run(source);
  const changes = () =>
    opened.db.read(
      'test',
      (db) => db.get<{ n: number }>('SELECT count(*) AS n FROM change_log')?.n ?? 0,
    );
  const before = changes();
  const { receipt, state } = await run(source);
  expect(receipt).toMatchObject({ state: 'DONE', read: 0 });
  expect(changes()).toBe(before);
  expect(state?.synced_at).toBe(Date.parse('2026-11-22T12:00:00.000Z'));
});
