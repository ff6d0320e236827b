import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Alert } from '../../src/shared/areas/alerts/alerts.contract.ts';
import { listAll } from '../helpers/alert-calls.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

/** More than the core gathers at once, so that both ways of searching are gone. */
const ALERTS = 6_400;

let app: TestApp;
/** The whole list, as it is without a search. */
let listed: Alert[];

function line(n: number): string {
  // Every seventh comes late and is old, so that order of arrival and of time differ.
  const seconds = n % 7 === 0 ? 30_000 - n : 40_000 + n - (n % 3);
  return JSON.stringify({
    timestamp: new Date(Date.UTC(2026, 10, 19) + seconds * 1000).toISOString(),
    flow_id: n,
    event_type: 'alert',
    src_ip: '192.0.2.1',
    dest_ip: '198.51.100.1',
    alert: {
      signature: `common ${n % 2 ? 'odd' : 'even'} ${n % 40 === 0 ? 'fortieth' : 'other'}`,
      severity: 1 + (n % 3),
      category: 'test',
    },
  });
}

beforeAll(async () => {
  app = await openTestApp();
  const file = Array.from({ length: ALERTS }, (_, n) => `${line(n)}\n`).join('');
  const response = await app.request('POST', '/api/imports?name=eve.json', { rawBody: file });
  expect(await response.json()).toMatchObject({ state: 'DONE', added: ALERTS });
  listed = (await listAll(app, { limit: 1000 })).alerts;
});
afterAll(() => app.close());

const isOdd = (alert: Alert) => alert.title.includes('odd');
const isFortieth = (alert: Alert) => alert.title.includes('fortieth');
const everything = () => true;

async function expectFound(
  query: Record<string, string | number>,
  keep: (alert: Alert) => boolean,
): Promise<(number | null)[]> {
  const { alerts, totals } = await listAll(app, query);
  const wanted = listed.filter(keep).map((alert) => alert.id);
  expect(alerts.map((alert) => alert.id)).toEqual(wanted);
  for (const total of totals) expect([wanted.length, null]).toContain(total);
  return totals;
}

test('the list is in order of time, not of arrival', () => {
  expect(listed).toHaveLength(ALERTS);
  const times = listed.map((alert) => alert.createdAt);
  expect(times).toEqual(times.toSorted().reverse());
});

describe('[AL11] [AL12] a search finds what a scan finds, in the order of the list', () => {
  test.each([211, 1000])('a word that every alert has, pages of %i', async (limit) => {
    expect(new Set(await expectFound({ q: 'common', limit }, everything))).toEqual(
      new Set([ALERTS]),
    );
  });

  test.each([7, 1000])('a word that is rare, pages of %i', async (limit) => {
    expect(await expectFound({ q: 'fortieth', limit }, isFortieth)).not.toContain(null);
  });

  test('a common word within a filter, whose number need not be known', async () => {
    await expectFound(
      { q: 'common', severity: 'HIGH', limit: 500 },
      (alert) => alert.severity === 'HIGH',
    );
    expect(listed.some((alert) => alert.severity === 'HIGH')).toBe(true);
  });

  test('a common word within times', async () => {
    const from = listed[1234]?.createdAt ?? '';
    await expectFound({ q: 'common', from, limit: 100 }, (alert) => alert.createdAt >= from);
  });

  test('several words together, common and rare', async () => {
    await expectFound({ q: 'common odd', limit: 1000 }, isOdd);
    await expectFound({ q: 'common fortieth', limit: 50 }, isFortieth);
    await expectFound({ q: 'fortieth odd', limit: 50 }, () => false);
  });

  test('the beginning of a word, rare and common', async () => {
    await expectFound({ q: 'fort', limit: 1000 }, isFortieth);
    await expectFound({ q: 'commo', limit: 1000 }, everything);
  });
});
