/** Filters of random shape against a plain look at every alert. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Place, Position } from '../../src/main/areas/alerts/alert-filter.store.ts';
import { listAlerts } from '../../src/main/areas/alerts/alert-list.store.ts';
import { alertPlaces, alertTotal } from '../../src/main/areas/alerts/alert-places.store.ts';
import { settleFilter } from '../../src/main/areas/alerts/alert-query.ts';
import type { AlertFilter } from '../../src/shared/areas/alerts/alerts.contract.ts';
import { parseQuery } from '../../src/shared/areas/views/query-language.ts';
import { queryTest } from '../../src/shared/areas/views/query-match.ts';
import { openTestDb, type TestDb } from '../helpers/open-test-db.ts';
import {
  discussAlerts,
  everyAlert,
  fillWithAlerts,
  type KnownAlert,
  randomFilter,
  START,
} from '../helpers/queried-alerts.ts';
import { createRandom } from '../helpers/random.ts';

/** More than is gathered at once, so that every way of answering is gone. */
const ALERTS = 4_000;
const FILTERS = 150;
/** Hours; of the days that the alerts are of. */
const TARGETS = {
  sla: { CRITICAL: 1, HIGH: 8, MEDIUM: 24, LOW: 48 },
  closeSla: { CRITICAL: 12, HIGH: 24, MEDIUM: 60, LOW: 72 },
};
const random = createRandom(20_261_122);

let opened: TestDb;
let all: KnownAlert[];

beforeAll(() => {
  opened = openTestDb();
  fillWithAlerts(opened, random, ALERTS);
  discussAlerts(opened, random);
  all = everyAlert(opened);
});
afterAll(() => opened.close());

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

const settle = (filter: AlertFilter): AlertFilter =>
  settleFilter(filter, {
    me: 'me-1',
    now: START + 300_000_000,
    targets: () => TARGETS,
    accounts: () => [],
  });

describe(`[VI4] ${FILTERS} filters of random shape give what a plain look gives, in order`, () => {
  test(`seed ${random.seed}`, () => {
    let found = 0;
    for (let n = 0; n < FILTERS; n += 1) {
      const filter = randomFilter(random, all);
      const wanted = all.filter(isMeant(filter)).map(({ seq }) => seq);
      const limit = random.pick([7, 60, 500, 1000]);
      const label = `${JSON.stringify(filter)} by ${limit}`;
      const { seqs, totals } = pagesOf(
        settle(filter),
        limit === 7 && wanted.length > 300 ? 200 : limit,
      );
      expect(difference(seqs, wanted), label).toBe('none');
      for (const total of totals) expect([wanted.length, null], label).toContain(total);
      const places = opened.db.read('test.places', (db) =>
        [...alertPlaces(db, settle(filter))].flat(),
      );
      expect(
        difference(
          places.map((place: Place) => place.seq),
          wanted,
        ),
        label,
      ).toBe('none');
      const total = opened.db.read('test.total', (db) => alertTotal(db, settle(filter)));
      expect([wanted.length, null], label).toContain(total);
      found += wanted.length > 0 ? 1 : 0;
    }
    expect(found).toBeGreaterThan(FILTERS / 2);
  });
});
