import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDb, type TestDb } from '../../../../tests/helpers/open-test-db.ts';
import type { AlertFilter } from '../../../shared/areas/alerts/alerts.contract.ts';
import { SEVERITIES } from '../../../shared/kernel/severity.ts';
import { UNTOUCHED } from './alert-rows.ts';
import { createAlertStore, insertAlertBatch } from './alerts.store.ts';

/** More than what is gathered at once, so that both ways of searching are gone. */
const ALERTS = 6_400;
const BATCH = 400;

interface Made {
  readonly id: string;
  readonly createdAt: number;
  readonly title: string;
  readonly severity: (typeof SEVERITIES)[number];
}

let world: TestDb;
let made: Made[];
/** As the list must be: newest first, of equal times the one that came later. */
let listed: Made[];
let store: ReturnType<typeof createAlertStore>;

beforeAll(() => {
  world = openTestDb();
  store = createAlertStore(world.db);
  const now = world.clock.now();
  made = Array.from({ length: ALERTS }, (_, n) => ({
    id: `alert-${n}`,
    // Every seventh comes late and is old, so that order of arrival and of time differ.
    createdAt: now - (n % 7 === 0 ? 9_000_000 + n : n - (n % 3)) * 10,
    title: `common ${n % 2 ? 'odd' : 'even'} ${n % 40 === 0 ? 'fortieth' : 'other'} word${n % 2 ? 'ing' : ''}`,
    severity: SEVERITIES[n % 4] ?? 'LOW',
  }));
  for (let at = 0; at < ALERTS; at += BATCH) {
    world.db.write({ actor: null, origin: 'job', action: 'test.plant' }, (tx) => {
      const rows = made.slice(at, at + BATCH).map((alert) => ({
        ...UNTOUCHED,
        ...alert,
        description: 'd',
        source: 'test',
        sourceHost: null,
        sourceUser: null,
        sourceIp: null,
        destIp: null,
        detector: null,
        category: null,
        techniques: [],
        timeBasis: 'received' as const,
        importId: null,
        fingerprint: null,
        receivedAt: now,
        updatedAt: now,
      }));
      insertAlerts(
        tx,
        rows.map((row) => ({ row, raw: null })),
      );
    });
  }
  listed = made
    .map((alert, order) => ({ alert, order }))
    .sort((a, b) => b.alert.createdAt - a.alert.createdAt || b.order - a.order)
    .map(({ alert }) => alert);
});
afterAll(() => world.close());

type Page = ReturnType<typeof store.list>;

function walk(filter: AlertFilter, limit: number): { ids: string[]; totals: Page['total'][] } {
  const ids: string[] = [];
  const totals: Page['total'][] = [];
  let after: Page['next'] = null;
  do {
    const page: Page = store.list(filter, { limit, after, withTotal: true });
    ids.push(...page.rows.map((row) => row.id));
    totals.push(page.total);
    after = page.next;
  } while (after);
  return { ids, totals };
}

const wanted = (keep: (alert: Made) => boolean) => listed.filter(keep).map((alert) => alert.id);
const isOdd = (alert: Made) => alert.title.includes('odd');
const isFortieth = (alert: Made) => alert.title.includes('fortieth');

describe('[AL11] [AL12] a search finds what a scan finds, in the order of the list', () => {
  test.each([7, 333, 1000])('a word that every alert has, pages of %i', (limit) => {
    const { ids, totals } = walk({ q: 'common' }, limit === 7 ? 211 : limit);
    expect(ids).toEqual(wanted(() => true));
    expect(new Set(totals)).toEqual(new Set([ALERTS]));
  });

  test('a word that is rare', () => {
    for (const limit of [7, 1000]) {
      const { ids, totals } = walk({ q: 'fortieth' }, limit);
      expect(ids).toEqual(wanted(isFortieth));
      expect(new Set(totals)).toEqual(new Set([ids.length]));
    }
  });

  test('a common word within a filter, whose number need not be known', () => {
    const { ids, totals } = walk({ q: 'common', severity: ['HIGH'] }, 500);
    expect(ids).toEqual(wanted((alert) => alert.severity === 'HIGH'));
    for (const total of totals) expect([null, ids.length]).toContain(total);
  });

  test('a common word within times', () => {
    const from = new Date(world.clock.now() - 20_000).toISOString();
    const { ids } = walk({ q: 'common', from }, 100);
    expect(ids).toEqual(wanted((alert) => alert.createdAt >= Date.parse(from)));
    expect(ids.length).toBeGreaterThan(100);
  });

  test('several words together, common and rare', () => {
    expect(walk({ q: 'common odd' }, 1000).ids).toEqual(wanted(isOdd));
    expect(walk({ q: 'common fortieth' }, 50).ids).toEqual(wanted(isFortieth));
    expect(walk({ q: 'fortieth odd' }, 50).ids).toEqual([]);
  });

  test('the beginning of a word', () => {
    expect(walk({ q: 'fort' }, 1000).ids).toEqual(wanted(isFortieth));
    expect(walk({ q: 'commo' }, 1000).ids).toEqual(wanted(() => true));
  });
});
