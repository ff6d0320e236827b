import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { vendorFiguresSchema } from '../../src/shared/areas/vendors/vendors.contract.ts';
import { addDays } from '../../src/shared/kernel/day.ts';
import {
  openTestApp,
  PASSWORD,
  type TestApp,
  TestClock,
  tokenOf,
} from '../helpers/open-test-app.ts';
import { changeVendor, findVendors, makeVendor, vendorFigures } from '../helpers/vendor-calls.ts';

const HOUR_MS = 3_600_000;

describe('the list', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp({ as: 'Compliance Officer' });
    const rows = [
      { name: 'Anvil', riskTier: 'CRITICAL', category: 'CLOUD', nextAssessment: '2026-11-19' },
      { name: 'Birch', riskTier: 'HIGH', category: 'CLOUD', nextAssessment: '2026-11-20' },
      { name: 'Cedar', riskTier: 'HIGH', category: 'SOFTWARE', nextAssessment: '2026-12-20' },
      { name: 'Dover', riskTier: 'MEDIUM', category: 'SOFTWARE', nextAssessment: '2026-12-21' },
      { name: 'Elder', riskTier: 'LOW', category: 'HARDWARE', nextAssessment: '2027-02-28' },
      { name: 'Flint', riskTier: 'LOW', category: 'CONSULTING', nextAssessment: '2027-03-01' },
      { name: 'Grove', riskTier: 'LOW', category: null, status: 'SUSPENDED' },
      { name: 'Hazel', riskTier: 'HIGH', category: 'CLOUD', status: 'TERMINATED' },
    ];
    for (const [place, row] of rows.entries()) {
      app.clock.advance(1000);
      await makeVendor(app, {
        ...row,
        description: `Maker number ${place}`,
        domains: [`${row.name.toLowerCase()}.example`],
        contractExpiry: addDays('2026-11-18', place * 30),
      });
    }
  });
  afterAll(() => app.close());
  const names = async (query: string) => (await findVendors(app, query)).names;

  test('[VE13] newest first, every vendor', async () => {
    expect(await findVendors(app, '')).toMatchObject({
      names: ['Hazel', 'Grove', 'Flint', 'Elder', 'Dover', 'Cedar', 'Birch', 'Anvil'],
      total: 8,
      cursor: null,
    });
  });

  test('[VE13] page by page nothing is lost and the count is of all', async () => {
    for (const query of [
      '?limit=3',
      '?limit=3&tier=HIGH,LOW',
      '?limit=2&q=maker',
      '?limit=1&q=maker&tier=LOW',
    ]) {
      const all = await names(query.replace(/limit=\d/, 'limit=100'));
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page = await findVendors(app, `${query}${cursor ? `&cursor=${cursor}` : ''}`);
        expect(page.total).toBe(all.length);
        seen.push(...page.names);
        cursor = page.cursor;
      } while (cursor !== null);
      expect(seen).toEqual(all);
    }
  });

  test.each([
    ['?status=SUSPENDED', ['Grove']],
    ['?status=SUSPENDED,TERMINATED', ['Hazel', 'Grove']],
    ['?tier=HIGH,CRITICAL', ['Hazel', 'Cedar', 'Birch', 'Anvil']],
    ['?category=CLOUD&tier=HIGH', ['Hazel', 'Birch']],
    ['?review=overdue', ['Anvil']],
    ['?review=due', ['Cedar', 'Birch']],
    ['?due=1', ['Cedar', 'Birch']],
    ['?review=month', ['Birch']],
    ['?review=quarter', ['Elder', 'Dover', 'Cedar']],
    ['?review=later', ['Flint']],
    ['?review=none', ['Hazel', 'Grove']],
    ['?contract=expired', ['Anvil']],
    ['?contract=expiring', ['Dover', 'Cedar', 'Birch']],
    ['?q=ced', ['Cedar']],
    ['?q=maker%20elder', ['Elder']],
    ['?q=flint.example', ['Flint']],
    ['?q=maker&review=due', ['Cedar', 'Birch']],
    ['?q=%22%20OR%20*', []],
    ['?q=nothing', []],
    ['?documents=expiring', []],
  ])('[VE14] %s', async (query, expected) => {
    expect(await findVendors(app, query)).toMatchObject({
      names: expected,
      total: expected.length,
    });
  });

  test.each([
    '?status=GONE',
    '?tier=HIGH,HUGE',
    '?review=soon',
    '?contract=never',
    '?limit=0',
    '?cursor=abc',
  ])('%s is refused', async (query) => {
    expect((await app.request('GET', `/api/vendors${query}`)).status).toBe(400);
  });

  test('[VE15] the cards, and every figure equals its list', async () => {
    const figures = vendorFiguresSchema.strict().parse(await vendorFigures(app));
    expect(figures).toMatchObject({
      ...{ today: '2026-11-20', total: 8, active: 6, highRisk: 4 },
      ...{ due: 2, overdue: 1, contractsExpiring: 3, documentsExpiring: 0 },
    });
    for (const { tier, counts } of figures.matrix) {
      for (const [window, count] of Object.entries(counts)) {
        const query = `?tier=${tier}&review=${window}&status=ACTIVE,UNDER_REVIEW,SUSPENDED`;
        expect([query, (await findVendors(app, query)).total]).toEqual([query, count]);
      }
    }
  });

  test('[VE14] what changes moves in lists, counts and search at once', async () => {
    const made = await makeVendor(app, { name: 'Juniper', nextAssessment: '2026-11-25' });
    const before = await vendorFigures(app);
    await changeVendor(app, made.id, { name: 'Larch', riskTier: 'CRITICAL' });
    expect(await names('?q=juniper')).toEqual([]);
    expect(await names('?q=larch&tier=CRITICAL')).toEqual(['Larch']);
    await changeVendor(app, made.id, { status: 'TERMINATED', reason: 'Gone' });
    expect(await names('?q=larch&review=none&status=TERMINATED')).toEqual(['Larch']);
    const after = await vendorFigures(app);
    expect(after.due).toBe(before.due - 1);
    expect(after.highRisk).toBe(before.highRisk + 1);
    expect(after.active).toBe(before.active - 1);
  });
});

/** The session of before has ended meanwhile. */
async function figuresNow(app: TestApp) {
  const body = { email: 'admin@example.test', password: PASSWORD };
  const token = tokenOf(await app.request('POST', '/api/login', { body, token: null }));
  return (await app.request('GET', '/api/vendors/figures', { token: token ?? null })).json();
}

describe('the 30-day rule', () => {
  const zone = process.env.TZ;
  afterEach(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });

  // The days on which clocks change, the last moments of days and months, and a leap day.
  test.each([
    ['Pacific/Auckland', '2026-09-26T11:59:00Z'],
    ['Pacific/Auckland', '2026-09-27T10:59:00Z'],
    ['Pacific/Auckland', '2027-04-03T11:30:00Z'],
    ['America/New_York', '2027-03-14T04:59:00Z'],
    ['America/New_York', '2027-03-14T06:59:00Z'],
    ['America/New_York', '2026-11-01T03:59:00Z'],
    ['America/New_York', '2028-02-29T23:30:00Z'],
    ['Pacific/Kiritimati', '2028-02-28T10:00:00Z'],
    ['Asia/Kathmandu', '2028-01-30T18:14:00Z'],
    ['UTC', '2026-12-31T23:59:59Z'],
  ])('[VE16] holds in %s at %s', async (timeZone, moment) => {
    process.env.TZ = timeZone;
    const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(moment));
    const clock = new TestClock(Date.parse(moment));
    const app = await openTestApp({ as: 'Compliance Officer', clock });
    try {
      for (const days of [-1, 0, 30, 31])
        await makeVendor(app, { name: `In ${days}`, nextAssessment: addDays(today, days) });
      const figures = await vendorFigures(app);
      expect(figures).toMatchObject({ today, due: 2, overdue: 1 });
      expect((await findVendors(app, '?review=due')).names).toEqual(['In 30', 'In 0']);
      expect((await findVendors(app, '?review=overdue')).names).toEqual(['In -1']);
      const { matrix } = figures;
      const counted = matrix.flatMap(({ counts }) => Object.values(counts));
      expect(counted.reduce((sum, n) => sum + n, 0)).toBe(4);
    } finally {
      await app.close();
    }
  });

  test('[VE16] the next day the same vendor is overdue, without a write', async () => {
    process.env.TZ = 'America/New_York';
    const clock = new TestClock(Date.parse('2026-11-01T04:30:00Z'));
    const app = await openTestApp({ as: 'Compliance Officer', clock });
    try {
      await makeVendor(app, { nextAssessment: '2026-11-01' });
      expect(await figuresNow(app)).toMatchObject({ due: 1, overdue: 0 });
      // 25 hours: the clocks were put back in between.
      clock.advance(24 * HOUR_MS);
      expect(await figuresNow(app)).toMatchObject({ today: '2026-11-01', due: 1, overdue: 0 });
      clock.advance(HOUR_MS);
      expect(await figuresNow(app)).toMatchObject({ today: '2026-11-02', due: 0, overdue: 1 });
    } finally {
      await app.close();
    }
  });
});
