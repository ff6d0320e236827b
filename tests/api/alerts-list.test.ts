import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  ALERT_STATUSES,
  type Alert,
  type AlertStatus,
} from '../../src/shared/areas/alerts/alerts.contract.ts';
import { SEVERITIES } from '../../src/shared/kernel/severity.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/shared/kernel/time.ts';
import { createAlertIn, listAll, updateAlert } from '../helpers/alert-calls.ts';
import { queryBeside } from '../helpers/beside.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';
import { createRandom } from '../helpers/random.ts';

const ALERTS = 260;
const SOURCES = ['EDR', 'SIEM', 'Firewall', 'Identität'];
const WORDS = ['beacon', 'Łódź', 'café', 'lateral', 'movement', 'mimikatz', 'PowerShell', 'déjà'];
const HOSTS = ['ws-17.example.test', 'ws-170.example.test', 'db_01', null];
const ADDRESSES = ['192.168.10.18', '192.168.10.180', '10.0.0.1', '2001:db8::17', null];
const QUERIES = [
  'beacon',
  'BEAC',
  'cafe',
  'lodz',
  'deja movement',
  '192.168.10.18',
  '192.168.10',
  'ws-17',
  'db_01',
  'power mimi',
  '2001:db8',
];

const random = createRandom(20_261_120);
/** Ends of the times that alerts have, within the life of one session. */
const SPAN = 6 * HOUR_MS;

let app: TestApp;
let start: number;
/** What the list must be: newest first, of equal times the one that came later. */
let expected: Alert[] = [];

function sentence(words: number): string {
  return Array.from({ length: words }, () => random.pick(WORDS)).join(' ');
}

beforeAll(async () => {
  app = await openTestApp();
  start = app.clock.now();
  const made: Alert[] = [];
  for (let i = 0; i < ALERTS; i++) {
    // Whole minutes, so that many alerts have the same time.
    app.clock.advance(start + random.below(SPAN / MINUTE_MS) * MINUTE_MS - app.clock.now());
    made.push(
      await createAlertIn(app, random.pick(ALERT_STATUSES), {
        title: sentence(2),
        description: sentence(3),
        severity: random.pick(SEVERITIES),
        source: random.pick(SOURCES),
        sourceHost: random.pick(HOSTS),
        sourceIp: random.pick(ADDRESSES),
      }),
    );
  }
  app.clock.advance(start + SPAN - app.clock.now());
  expected = made
    .map((alert, order) => ({ alert, order }))
    .sort((a, b) => b.alert.createdAt.localeCompare(a.alert.createdAt) || b.order - a.order)
    .map(({ alert }) => alert);
});
afterAll(() => app.close());

interface Filter {
  q?: string;
  severity?: string[];
  status?: AlertStatus[];
  source?: string;
  from?: string;
  to?: string;
}

/** ł has no decomposition: neither Unicode nor SQLite takes its stroke off. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

function tokensOf(text: string): string[] {
  return fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** Whether the tokens of a typed word stand in a row in a text; the last one, if it has letters, as a beginning. */
function hasPhrase(text: string, word: string): boolean {
  const [tokens, wanted] = [tokensOf(text), tokensOf(word)];
  const mayBegin = /\p{L}/u.test(wanted.at(-1) ?? '');
  return tokens.some((_, at) =>
    wanted.every((token, i) =>
      mayBegin && i === wanted.length - 1
        ? tokens[at + i]?.startsWith(token)
        : tokens[at + i] === token,
    ),
  );
}

/** An address is itself, the first groups of one are its beginning. */
function hasWord(alert: Alert, word: string): boolean {
  const texts = [
    alert.title,
    alert.description,
    alert.source,
    alert.sourceHost,
    alert.sourceUser,
    alert.sourceIp,
  ];
  if (/^\d+(\.\d+){3}$/.test(word)) return alert.sourceIp === word;
  const isPhrase = texts.some((text) => hasPhrase(text ?? '', word));
  if (!/^\d+(\.\d+){1,2}$/.test(word)) return isPhrase;
  return isPhrase || (alert.sourceIp?.startsWith(`${word}.`) ?? false);
}

function naive(filter: Filter): Alert[] {
  return expected.filter((alert) => {
    return (
      (!filter.q || filter.q.split(' ').every((word) => hasWord(alert, word))) &&
      (!filter.severity || filter.severity.includes(alert.severity)) &&
      (!filter.status || filter.status.includes(alert.status)) &&
      (!filter.source || alert.source === filter.source) &&
      (!filter.from || alert.createdAt >= filter.from) &&
      (!filter.to || alert.createdAt <= filter.to)
    );
  });
}

function someOf<T>(items: readonly T[]): T[] {
  const chosen = items.filter(() => random.chance(50));
  return chosen.length > 0 ? chosen : [random.pick(items)];
}

function someTime(): string {
  const onTheHour = random.chance(30);
  const offset = onTheHour ? random.below(7) * HOUR_MS : random.below(SPAN);
  return new Date(start + offset - (random.chance(20) ? 1 : 0)).toISOString();
}

function randomFilter(): Filter {
  return {
    ...(random.chance(35) ? { q: random.pick(QUERIES) } : {}),
    ...(random.chance(40) ? { severity: someOf(SEVERITIES) } : {}),
    ...(random.chance(40) ? { status: someOf(ALERT_STATUSES) } : {}),
    ...(random.chance(30) ? { source: random.pick(SOURCES) } : {}),
    ...(random.chance(40) ? { from: someTime() } : {}),
    ...(random.chance(40) ? { to: someTime() } : {}),
  };
}

function toQuery(filter: Filter): Record<string, string> {
  return Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, String(value)]));
}

const idsOf = (alerts: readonly Alert[]) => alerts.map((alert) => alert.id);

async function compare(filter: Filter, limit: number): Promise<number> {
  const { alerts, totals } = await listAll(app, { ...toQuery(filter), limit });
  const wanted = naive(filter);
  const message = `seed ${random.seed}, filter ${JSON.stringify(filter)}, limit ${limit}`;
  expect(idsOf(alerts), message).toEqual(idsOf(wanted));
  expect(new Set(totals), message).toEqual(new Set([wanted.length]));
  return wanted.length;
}

test('[AL10] without a filter the list is every alert, newest first', async () => {
  const { alerts } = await listAll(app, { limit: 1000 });
  expect(alerts).toEqual(expected);
});

test.each([
  { severity: ['CRITICAL'] },
  { severity: ['LOW', 'HIGH'] },
  { status: ['OPEN'] },
  { status: ['RESOLVED', 'FALSE_POSITIVE'] },
  { source: 'SIEM' },
  { source: 'Identität' },
  { source: 'sie' },
  { q: 'beacon' },
] as Filter[])('[AL11] the filter %j alone is what a scan finds', async (filter) => {
  await compare(filter, 1000);
  await compare(filter, 7);
});

test('[AL11] [AL12] [AL13] any combination of filters is what a scan finds, page by page and in number', async () => {
  let found = 0;
  for (let run = 0; run < 120; run++) {
    const wanted = await compare(randomFilter(), random.pick([1, 3, 17, 100, 1000]));
    if (wanted > 0) found++;
  }
  expect(found, 'filters that find something').toBeGreaterThan(40);
});

test('times bound the list on both sides, inclusive', async () => {
  const [newest, oldest] = [expected[0], expected.at(-1)];
  if (!newest || !oldest) throw new Error('no alerts');
  await compare({ from: newest.createdAt }, 1000);
  await compare({ to: oldest.createdAt }, 1000);
  await compare({ from: oldest.createdAt, to: newest.createdAt }, 1000);
  await compare({ from: newest.createdAt, to: oldest.createdAt }, 1000);
});

test('[AL13] totals stay those of a scan while alerts change', async () => {
  const NEXT = {
    OPEN: 'IN_PROGRESS',
    IN_PROGRESS: 'RESOLVED',
    RESOLVED: 'OPEN',
    FALSE_POSITIVE: 'OPEN',
  } as const;
  for (let change = 1; change <= 120; change++) {
    const index = random.below(expected.length);
    const alert = expected[index];
    if (!alert) continue;
    const wanted =
      alert.status === 'IN_PROGRESS' && random.chance(50) ? 'FALSE_POSITIVE' : NEXT[alert.status];
    expected[index] = await updateAlert(app, alert.id, { status: wanted, reason: 'random walk' });
    if (change % 10 === 0) {
      const { q: _, ...filter } = randomFilter();
      await compare(filter, 1000);
    }
  }
  const kept = queryBeside(
    app.dataDir,
    'SELECT source, status, severity, n FROM alert_totals WHERE n <> 0 ORDER BY 1, 2, 3',
  );
  expect(kept, `seed ${random.seed}`).toEqual(
    queryBeside(
      app.dataDir,
      'SELECT source, status, severity, count(*) AS n FROM alerts GROUP BY 1, 2, 3 ORDER BY 1, 2, 3',
    ),
  );
  const hourly = queryBeside(
    app.dataDir,
    'SELECT hour, source, status, severity, n FROM alert_counts WHERE n <> 0 ORDER BY 1, 2, 3, 4',
  );
  expect(hourly, `seed ${random.seed}`).toEqual(
    queryBeside(
      app.dataDir,
      'SELECT created_at / 3600000 AS hour, source, status, severity, count(*) AS n FROM alerts GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4',
    ),
  );
});
