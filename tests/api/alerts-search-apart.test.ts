import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Alert } from '../../src/shared/areas/alerts/alerts.contract.ts';
import { listAll } from '../helpers/alert-calls.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

/** So many that a fifth of them is still a common word. */
const ALERTS = 26_000;
/** Coprime to ALERTS: neighbours of the list are far apart in the table. */
const STEP = 7_919;

let app: TestApp;
let listed: Alert[];

function line(n: number): string {
  const seconds = (n * STEP) % ALERTS;
  return JSON.stringify({
    timestamp: new Date(Date.UTC(2026, 10, 19) + seconds * 1000).toISOString(),
    flow_id: n,
    event_type: 'alert',
    src_ip: '192.0.2.1',
    dest_ip: '198.51.100.1',
    alert: { signature: `common ${words(n)} ${n}`, severity: 1 + (n % 3), category: 'test' },
  });
}

function words(n: number): string {
  return [n % 2 ? 'odd' : 'even', n % 5 ? 'other' : 'fifth'].join(' ');
}

beforeAll(async () => {
  app = await openTestApp();
  const file = Array.from({ length: ALERTS }, (_, n) => `${line(n)}\n`).join('');
  const response = await app.request('POST', '/api/imports?name=eve.json', { rawBody: file });
  expect(await response.json()).toMatchObject({ state: 'DONE', added: ALERTS });
  listed = (await listAll(app, { limit: 1000 })).alerts;
}, 60_000);
afterAll(() => app.close());

test.each([
  ['common', 50],
  ['common', 1000],
  ['odd', 50],
  ['odd', 1000],
  ['fifth', 50],
  ['fifth', 1000],
])(
  '[AL11] [AL12] %s, pages of %i, where the list leads back and forth through the table',
  async (q, limit) => {
    const pages = q === 'fifth' ? 6 : 3;
    const wanted = listed.filter(({ title }) => title.split(' ').includes(q)).map(({ id }) => id);
    expect(wanted.length).toBeGreaterThan(5_000);
    const found: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < pages; page++) {
      const query = new URLSearchParams({ q, limit: String(limit), ...(cursor ? { cursor } : {}) });
      const response = await app.request('GET', `/api/alerts?${query}`);
      const alerts = (await response.json()) as Alert[];
      found.push(...alerts.map(({ id }) => id));
      cursor = response.headers.get('x-next-cursor') ?? undefined;
      if (!cursor) break;
    }
    expect(found).toEqual(wanted.slice(0, found.length));
    expect(found.length).toBe(Math.min(pages * limit, wanted.length));
  },
);
