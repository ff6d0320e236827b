import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type SearchGroup,
  searchGroupSchema,
} from '../../src/shared/areas/search/search.contract.ts';
import { createAlert, updateAlert } from '../helpers/alert-calls.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';
import { createRandom } from '../helpers/random.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ workspace: 'demo' });
  await createAlert(app, {
    title: 'Xylograph beacon to Zürich',
    description: 'encoded command',
    sourceHost: 'kiosk-07.corp.example',
    sourceIp: '198.18.7.77',
  });
  await createAlert(app, { title: 'Xylograph seen again', sourceIp: '198.18.7.78' });
});
afterAll(() => app.close());

async function search(q: string, limit?: number): Promise<SearchGroup[]> {
  const query = new URLSearchParams({ q, ...(limit === undefined ? {} : { limit: `${limit}` }) });
  const response = await app.request('GET', `/api/search?${query}`);
  expect(response.status, q).toBe(200);
  return searchGroupSchema.array().parse(await response.json());
}

async function group(q: string, area: string, limit?: number): Promise<SearchGroup | undefined> {
  return (await search(q, limit)).find((one) => one.area === area);
}

const titles = (found: SearchGroup | undefined) => found?.items.map((item) => item.title) ?? [];

describe('[SE1] alerts', () => {
  test.each([
    ['xylograph', 2],
    ['xyl', 2],
    ['XYL BEAC', 1],
    ['xy', 2],
    ['zurich', 1],
    ['ZÜRI', 1],
    ['kiosk-07.co', 1],
    ['198.18.7.77', 1],
    ['ylograph', 0],
    ['xylograph nowhere', 0],
  ])('%s finds %i', async (q, count) => {
    const found = await group(q, 'alerts');
    const made = titles(found).filter((title) => title.startsWith('Xylograph'));
    expect(made).toHaveLength(count);
    if (count > 0) expect(found?.total).toBe(count);
  });

  test.each(['198.18.7', '198.18.7.'])('%s finds the addresses that begin so', async (q) => {
    const found = await group(q, 'alerts');
    expect(found).toMatchObject({ total: null });
    expect(titles(found)).toEqual(['Xylograph seen again', 'Xylograph beacon to Zürich']);
  });

  test('the newest first, each leading to the desk with the alert open', async () => {
    const found = await group('xylograph', 'alerts');
    expect(titles(found)).toEqual(['Xylograph seen again', 'Xylograph beacon to Zürich']);
    const [first] = found?.items ?? [];
    expect(first).toMatchObject({
      link: `/alerts?alert=${first?.id}`,
      severity: 'HIGH',
      status: 'OPEN',
      detail: 'EDR · 198.18.7.78',
    });
  });

  test('what an alert says now is what is shown', async () => {
    const alert = await createAlert(app, { title: 'Quokkafence' });
    await updateAlert(app, alert.id, { status: 'IN_PROGRESS' });
    expect((await group('quokkaf', 'alerts'))?.items[0]?.status).toBe('IN_PROGRESS');
  });
});

describe('[SE1] every other area', () => {
  test.each([
    ['SOC 2', 'frameworks', '/compliance?tab=frameworks&framework='],
    ['access', 'controls', '/compliance?tab=controls&control='],
    ['powershell', 'investigations', '/forensics?investigation='],
    ['domain', 'indicators', '/forensics?tab=iocs&ioc='],
    ['ransomware', 'risks', '/risk?risk='],
    ['policy', 'policies', '/policies?policy='],
    ['review', 'evidence', '/evidence?evidence='],
    ['cloud', 'vendors', '/vendors?vendor='],
    ['surveillance', 'audits', '/audits?audit='],
    ['SIEM', 'integrations', '/integrations'],
    ['ada', 'accounts', '/settings/people'],
  ])('%s is found among the %s', async (q, area, link) => {
    const found = await group(q, area);
    expect(found?.items.length).toBeGreaterThan(0);
    const expected = (id: string) => (link.endsWith('=') ? `${link}${id}` : link);
    expect(found?.items.every((item) => item.link === expected(item.id))).toBe(true);
    expect(found?.total).toBeGreaterThanOrEqual(found?.items.length ?? 0);
  });

  test('a title that begins so comes before one that only holds the word', async () => {
    const [first] = titles(await group('soc 2', 'frameworks'));
    expect(first).toMatch(/^SOC 2/);
  });

  test('limit bounds each group', async () => {
    const groups = await search('a', 2);
    expect(groups.length).toBeGreaterThan(5);
    expect(groups.every(({ items }) => items.length <= 2)).toBe(true);
  });

  test('the area with the best match comes first', async () => {
    const areas = (await search('soc 2')).map(({ area }) => area);
    expect(areas.indexOf('frameworks')).toBeLessThan(areas.indexOf('controls'));
  });
});

test('[SE2] a change is found at the next keystroke', async () => {
  expect(titles(await group('newcomer', 'accounts'))).toEqual([]);
  const body = {
    email: 'n@example.test',
    firstName: 'Newcomer',
    lastName: 'Öz',
    password: 'correct horse battery',
    role: 'Auditor',
  };
  const token = app.adminToken ?? null;
  const made = await app.request('POST', '/api/users', { body, token });
  expect(made.status).toBe(201);
  expect(titles(await group('newc oz', 'accounts'))).toEqual(['Newcomer Öz']);
});

describe('[SE3] bad input', () => {
  test.each([
    ['/api/search', 'Search text is required'],
    [`/api/search?q=${'x'.repeat(10_000)}`, 'Search text must be at most 500 characters'],
    ['/api/search?q=a&limit=0', ''],
    ['/api/search?q=a&limit=21', ''],
    ['/api/search?q=a&limit=many', ''],
  ])('%.30s answers 400', async (path, message) => {
    const response = await app.request('GET', path);
    expect(response.status).toBe(400);
    if (message) expect(await response.json()).toMatchObject({ message });
  });

  test('nobody searches without a session', async () => {
    const response = await app.request('GET', '/api/search?q=a', { token: null });
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ message: 'Unauthorized' });
  });
});

describe('[SE4] no typed text is an operator, and none is an error', () => {
  test.each(['', ' ', '"', '***', '%', '_', '( ) ^ :', '\0', '\u202e', '\u0301'])(
    '%j finds nothing',
    async (q) => expect(await search(q)).toEqual([]),
  );

  test.each([
    'xylograph OR nowhere',
    'xylograph NOT again',
    'title:xylograph',
    'xylo*graph',
    'xylo_raph',
    '%lograph',
    "' OR 1=1 --",
  ])('%s is text', async (q) => {
    expect(titles(await group(q, 'alerts')).filter((title) => /^Xylo/.test(title))).toEqual([]);
  });

  test('quotes and NUL are only gaps', async () => {
    expect(titles(await group('"xylograph" beac', 'alerts'))).toHaveLength(1);
    expect(titles(await group('xylograph\0again', 'alerts'))).toHaveLength(1);
  });

  test('500 characters of any kind are answered', async () => {
    const random = createRandom(77);
    const PARTS = ['"', "'", '*', '(', ')', ':', '-', '.', '\\', '\0', '%', '_', 'AND', 'NEAR('];
    const LETTERS = ['a', 'b7', '10.', '::', 'x', ' ', '\t', 'é', '検', '😀', '\ud83d', '²', 'ß'];
    for (let run = 0; run < 200; run += 1) {
      const parts = Array.from({ length: 1 + random.below(60) }, () =>
        random.pick([...PARTS, ...LETTERS]),
      );
      const q = encodeURIComponent(parts.join('').slice(0, 400).toWellFormed());
      const response = await app.request('GET', `/api/search?q=${q}`);
      expect(response.status, `seed ${random.seed}: ${q}`).toBe(200);
    }
  });
});
