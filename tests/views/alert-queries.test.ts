/** Filters of random shape against a plain look at every alert: list, order, totals, export, bulk. */
import { afterEach, expect, test } from 'vitest';
import { createBulkService } from '../../src/main/areas/alerts/alert-bulk.service.ts';
import { bulkPage } from '../../src/main/areas/alerts/alert-bulk-set.store.ts';
import { exportAlerts } from '../../src/main/areas/alerts/alert-export.ts';
import type { Place, Position } from '../../src/main/areas/alerts/alert-filter.store.ts';
import { listAlerts } from '../../src/main/areas/alerts/alert-list.store.ts';
import { alertPlaces, alertTotal } from '../../src/main/areas/alerts/alert-places.store.ts';
import { settleFilter } from '../../src/main/areas/alerts/alert-query.ts';
import { createAlertStore } from '../../src/main/areas/alerts/alerts.store.ts';
import {
  placesBySuspicion,
  type SuspicionPlace,
} from '../../src/main/areas/alerts/suspicion-list.store.ts';
import type { AlertFilter } from '../../src/shared/areas/alerts/alerts.contract.ts';
import { FIELD_NAMES } from '../../src/shared/areas/views/query-fields.ts';
import { parseQuery } from '../../src/shared/areas/views/query-language.ts';
import { queryTest } from '../../src/shared/areas/views/query-match.ts';
import { openTestDb, type TestDb } from '../helpers/open-test-db.ts';
import {
  ACCOUNTS,
  discussAlerts,
  everyAlert,
  fillWithAlerts,
  judgeAlerts,
  type KnownAlert,
  randomFilter,
  START,
} from '../helpers/queried-alerts.ts';
import { createRandom, type Random } from '../helpers/random.ts';

/** More than is gathered at once, so that every way of answering is gone. */
const ALERTS = 4_000;
const FILTERS = 100;
const NOW = START + 300_000_000;
/** Hours; of the days that the alerts are of. */
const TARGETS = {
  sla: { CRITICAL: 1, HIGH: 8, MEDIUM: 24, LOW: 48 },
  closeSla: { CRITICAL: 12, HIGH: 24, MEDIUM: 60, LOW: 72 },
};

let opened: TestDb;
let all: KnownAlert[];
afterEach(() => opened.close());

function openDesk(random: Random): void {
  opened = openTestDb();
  fillWithAlerts(opened, random, ALERTS);
  discussAlerts(opened, random);
  judgeAlerts(opened, random);
  all = everyAlert(opened);
}

/** What a filter means, alert by alert. */
function isMeant(filter: AlertFilter): (alert: KnownAlert) => boolean {
  const parsed = parseQuery(settle(filter).query ?? '', true);
  if (!parsed.ok) throw new Error(`${filter.query}: ${parsed.error.message}`);
  const matches = queryTest(parsed.query);
  const asksForHidden = /suppressed:/.test(filter.query ?? '');
  const isShown = (alert: KnownAlert) => {
    const isHidden = alert.suppressedBy !== null;
    if (filter.suppressedBy) return alert.suppressedBy === filter.suppressedBy;
    if (asksForHidden || filter.suppressed === 'with') return true;
    return filter.suppressed === 'only' ? isHidden : !isHidden;
  };
  return (alert) =>
    matches(alert) &&
    isShown(alert) &&
    (!filter.severity || filter.severity.includes(alert.severity as never)) &&
    (!filter.status || filter.status.includes(alert.status as never)) &&
    (!filter.source || filter.source === alert.source) &&
    (!filter.from || alert.at >= Date.parse(filter.from)) &&
    (!filter.to || alert.at <= Date.parse(filter.to));
}

function pagesOf(
  filter: AlertFilter,
  limit: number,
): { seqs: number[]; totals: Set<number | null> } {
  const seqs: number[] = [];
  const totals = new Set<number | null>();
  let after: Position | null = null;
  do {
    const page = opened.db.read('test.list', (db) =>
      listAlerts(db, filter, { limit, after, withTotal: true }),
    );
    expect(page.rows.length).toBeLessThanOrEqual(limit);
    seqs.push(...page.rows.map(({ seq }) => seq));
    totals.add(page.total);
    after = page.next;
  } while (after);
  return { seqs, totals };
}

/** In a line, not in thousands. */
function difference(found: readonly number[], wanted: readonly number[]): string {
  if (found.length === wanted.length && found.every((seq, n) => seq === wanted[n])) return 'none';
  const [isFound, isWanted] = [new Set(found), new Set(wanted)];
  const example = (seq: number | undefined) =>
    JSON.stringify(all.find((alert) => alert.seq === seq));
  const missing = wanted.filter((seq) => !isFound.has(seq));
  const surplus = found.filter((seq) => !isWanted.has(seq));
  return `${missing.length} missing: ${example(missing[0])}, ${surplus.length} too many: ${example(surplus[0])}`;
}

const settle = <F extends AlertFilter>(filter: F): F =>
  settleFilter(filter, {
    me: 'me-1',
    now: NOW,
    targets: () => TARGETS,
    accounts: () => ACCOUNTS,
  });

function bySuspicion(filter: AlertFilter, limit: number): number[] {
  const seqs: number[] = [];
  let after: SuspicionPlace | null = null;
  do {
    const page = opened.db.read('test.ranked', (db) =>
      placesBySuspicion(db, filter, { after, limit }),
    );
    seqs.push(...page.places.map(({ seq }) => seq));
    after = page.next;
  } while (after);
  return seqs;
}

/** The places of what an export writes. */
async function exported(filter: AlertFilter): Promise<number[]> {
  const seqs = new Map(all.map(({ id, seq }) => [id, seq]));
  const text = await new Response(exportAlerts(createAlertStore(opened.db), filter, 'csv')).text();
  const ids = text.matchAll(/^"?([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})"?,/gm);
  return [...ids].map(([, id = '']) => seqs.get(id) ?? -1);
}

/** What a bulk action on all of it would take, in the order of the list. */
function bulked(filter: AlertFilter): number[] {
  const seqs: number[] = [];
  let after: Position | null = null;
  do {
    const page = opened.db.read('test.bulk', (db) =>
      bulkPage(db, { filter, ids: null, limit: null }, STEP, { after, limit: 1000 }),
    );
    seqs.push(...page.seqs);
    after = page.next;
  } while (after);
  return seqs;
}
const STEP = { change: { escalated: true }, investigateFirst: false } as const;

/** Nothing is started: only what it counts is asked for. */
const bulkPreview = (filter: AlertFilter) =>
  createBulkService({
    db: opened.db,
    clock: { now: () => NOW },
    newId: () => 'id',
    runner: {} as never,
    carryOut: () => {},
    describe: () => null,
  }).preview({ filter, ...STEP });

async function compare(random: Random): Promise<KnownAlert[]> {
  const filter = randomFilter(random, all);
  const wanted = all.filter(isMeant(filter));
  const seqs = wanted.map(({ seq }) => seq);
  const limit = random.pick([7, 60, 500, 1000]);
  const label = `seed ${random.seed}: ${JSON.stringify(filter)} by ${limit}`;
  const settled = settle(filter);
  const listed = pagesOf(settled, limit === 7 && wanted.length > 300 ? 200 : limit);
  expect(difference(listed.seqs, seqs), label).toBe('none');
  for (const total of listed.totals) expect([wanted.length, null], label).toContain(total);
  const places = opened.db.read('test.places', (db) => [...alertPlaces(db, settled)].flat());
  expect(
    difference(
      places.map((place: Place) => place.seq),
      seqs,
    ),
    label,
  ).toBe('none');
  const total = opened.db.read('test.total', (db) => alertTotal(db, settled));
  expect([wanted.length, null], label).toContain(total);
  if (wanted.length < 500 || random.chance(20))
    expect(difference(await exported(settled), seqs), label).toBe('none');
  expect(difference(bulked(settled), seqs), label).toBe('none');
  expect(await bulkPreview(settled), label).toMatchObject(inNumbers(wanted));
  const waiting = wanted
    .filter(({ status, suppressedBy }) => /OPEN|IN_PROGRESS/.test(status) && !suppressedBy)
    .sort((a, b) => b.suspicion - a.suspicion);
  const ranked = settle({ ...filter, sort: 'suspicion' as const });
  const order = waiting.map(({ seq }) => seq);
  expect(difference(bySuspicion(ranked, Math.max(limit, 200)), order), label).toBe('none');
  if (random.chance(20)) expect(difference(await exported(ranked), order), label).toBe('none');
  expect(await bulkPreview(ranked), label).toMatchObject(inNumbers(waiting));
  return wanted;
}

function inNumbers(alerts: readonly KnownAlert[]) {
  const of = (status: string) => alerts.filter((alert) => alert.status === status).length;
  return {
    total: alerts.length,
    byStatus: {
      ...{ OPEN: of('OPEN'), IN_PROGRESS: of('IN_PROGRESS') },
      ...{ RESOLVED: of('RESOLVED'), FALSE_POSITIVE: of('FALSE_POSITIVE') },
    },
  };
}

/** One that is the same every time, and one that is new every time; a failure says it. */
const SEEDS = [20_261_122, Date.now() % 1_000_000_007];

test.each(SEEDS)(
  `[VI4] ${FILTERS} filters of random shape give what a plain look gives, in order, seed %i`,
  { timeout: 120_000 },
  async (seed) => {
    const random = createRandom(seed);
    openDesk(random);
    let found = 0;
    for (let n = 0; n < FILTERS; n += 1) found += (await compare(random)).length > 0 ? 1 : 0;
    expect(found).toBeGreaterThan(FILTERS / 2);
  },
);

test('[VI4] the random filters ask for every field of the language', () => {
  const random = createRandom(7);
  openDesk(random);
  const text = Array.from({ length: 2_000 }, () => randomFilter(random, all).query).join(' ');
  expect(FIELD_NAMES.filter((field) => !text.includes(`${field}:`))).toEqual([]);
});
