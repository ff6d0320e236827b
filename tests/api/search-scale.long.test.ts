import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type SearchGroup,
  searchGroupSchema,
} from '../../src/shared/areas/search/search.contract.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

/** More than the newest that are looked through, and more beginnings than are named. */
const ALERTS = 2_600;

/** Two words that many have, and only one old alert has both. */
function sideOf(n: number): string {
  if (n === 9) return 'left right';
  return n < ALERTS / 2 ? 'left' : 'right';
}

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  const lines = Array.from({ length: ALERTS }, (_, n) => {
    const word = `sample${String(n)
      .padStart(4, '0')
      .replace(/./g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}`;
    return JSON.stringify({
      timestamp: new Date(Date.UTC(2026, 10, 19) + n * 1000).toISOString(),
      event_type: 'alert',
      src_ip: `10.1.${Math.floor(n / 250)}.${n % 250}`,
      dest_ip: '192.0.2.1',
      alert: { signature: `${word} ${n === 5 ? 'lonely' : 'crowd'} ${sideOf(n)}`, severity: 2 },
    });
  });
  const rawBody = `${lines.join('\n')}\n`;
  const response = await app.request('POST', '/api/imports?name=eve.json', { rawBody });
  expect(await response.json()).toMatchObject({ state: 'DONE', added: ALERTS });
});
afterAll(() => app.close());

async function alerts(q: string): Promise<Pick<SearchGroup, 'total'> & { titles: string[] }> {
  const response = await app.request('GET', `/api/search?q=${encodeURIComponent(q)}`);
  const groups = searchGroupSchema.array().parse(await response.json());
  const found = groups.find(({ area }) => area === 'alerts');
  return { total: found?.total ?? null, titles: found?.items.map(({ title }) => title) ?? [] };
}

test('[SE5] a beginning of more terms than can be named finds the newest', async () => {
  const found = await alerts('sam');
  expect(found.total).toBeNull();
  expect(found.titles[0]).toBe('samplecfjj crowd right');
  expect(found.titles).toHaveLength(5);
});

test('[SE5] a term that is rare among common ones is found however old', async () => {
  expect(await alerts('lon')).toEqual({ total: 1, titles: ['sampleaaaf lonely left'] });
  expect(await alerts('lonely sampleaaa')).toEqual({
    total: 1,
    titles: ['sampleaaaf lonely left'],
  });
});

test('[SE5] the first groups of an address find the newest of them; a common word is not counted', async () => {
  const network = await alerts('10.1');
  expect(network.titles[0]).toBe('samplecfjj crowd right');
  const crowd = await alerts('crow');
  expect(crowd).toMatchObject({ total: null });
  expect(crowd.titles).toHaveLength(5);
});

test('[SE5] two words that each have many alerts find the old one that has both', async () => {
  expect(await alerts('left right')).toEqual({
    total: 1,
    titles: ['sampleaaaj crowd left right'],
  });
  expect((await alerts('right crowd')).titles).toHaveLength(5);
});
