/** Groups and incidents by the filter of alerts, held against a look at every alert that it finds. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packAlerts } from '../../src/main/areas/alerts/alert-batch.ts';
import type { Position } from '../../src/main/areas/alerts/alert-filter.store.ts';
import { insertAlertBatch } from '../../src/main/areas/alerts/alert-inserts.store.ts';
import { listAlerts } from '../../src/main/areas/alerts/alert-list.store.ts';
import { matcherOf } from '../../src/main/areas/alerts/alert-matcher.store.ts';
import { rowToAlert } from '../../src/main/areas/alerts/alert-rows.ts';
import { createGroupService } from '../../src/main/areas/incidents/groups.service.ts';
import { listIncidents } from '../../src/main/areas/incidents/incident-pages.ts';
import { incidentRecordsTable } from '../../src/main/db/tables/incidents.table.ts';
import { newUuid } from '../../src/main/platform/ids.ts';
import type { AlertFilter } from '../../src/shared/areas/alerts/alerts.contract.ts';
import type { GroupFilter } from '../../src/shared/areas/incidents/groups.contract.ts';
import type { IncidentQuery } from '../../src/shared/areas/incidents/incidents.contract.ts';
import { alertRow } from '../helpers/make-alerts.ts';
import { openTestDb, type TestDb } from '../helpers/open-test-db.ts';
import { createRandom } from '../helpers/random.ts';

const START = Date.parse('2026-11-01T00:00:00.000Z');
const MINUTE = 60_000;
const CALLER = { actor: null, origin: 'system', action: 'test.fill' } as const;
const ALERTS = 6_000;
const NOISY = 2_500;

let opened: TestDb;

/** Many small groups, one of thousands of repeats, hidden and closed ones among them. */
function fill(): void {
  const random = createRandom(7);
  const rows = Array.from({ length: ALERTS }, (_, n) => {
    const isNoisy = n < NOISY;
    const status = random.pick(['OPEN', 'OPEN', 'IN_PROGRESS', 'RESOLVED'] as const);
    return alertRow({
      title: isNoisy ? `Noise ${n}` : random.pick(['Beacon seen', 'Encoded PowerShell', 'Scan']),
      detector: isNoisy ? 'noise' : `d${random.below(4)}`,
      severity: random.pick(['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] as const),
      source: random.pick(['EDR', 'Wazuh']),
      status: isNoisy && n !== 3 ? 'RESOLVED' : status,
      sourceHost: isNoisy ? 'noisy-1' : `${random.pick(['web', 'db'])}-${random.below(40)}`,
      suppressedBy: !isNoisy && random.chance(5) ? 'rule-1' : null,
      createdAt: isNoisy
        ? START + 100 * 15 * MINUTE + (n % 700) * 1_000
        : START + random.below(6_000) * MINUTE + random.below(2),
    });
  });
  for (let from = 0; from < rows.length; from += 1_000)
    opened.db.write(CALLER, (tx) =>
      insertAlertBatch(
        tx,
        packAlerts(rows.slice(from, from + 1_000).map((row) => ({ row, raw: null }))),
      ),
    );
  link();
}

/** Seven groups an incident, of which every fifth has a given name. */
function link(): void {
  opened.db.write(CALLER, (tx) => {
    const groups = tx.all<{ id: number }>('SELECT id FROM alert_groups ORDER BY id');
    for (const [n, { id }] of groups.entries()) {
      const incident = Math.floor(n / 7) + 1;
      if (n % 7 === 0) {
        const isNamed = incident % 5 === 0;
        const record = { id: `i${incident}`, name: `Operation Wolf ${incident}` };
        if (isNamed) tx.insert(incidentRecordsTable, { ...record, createdAt: 1, updatedAt: 1 });
        tx.run(
          'INSERT INTO incidents (id, key, has_record, auto_name, name, severity_rank) VALUES (?, ?, ?, ?, ?, ?)',
          ...[incident, `i${incident}`, isNamed ? 1 : 0, `Auto ${incident}`],
          ...[isNamed ? `Operation Wolf ${incident}` : `Auto ${incident}`, 3],
        );
      }
      tx.run('UPDATE alert_groups SET incident_id = ? WHERE id = ?', incident, id);
    }
  });
}

beforeAll(() => {
  opened = openTestDb();
  fill();
});
afterAll(() => opened.close());

const service = () =>
  createGroupService({ db: opened.db, newId: newUuid, matcherOf, toAlert: rowToAlert });

/** Every alert that the list of alerts finds. */
function foundAlerts(filter: AlertFilter): Set<number> {
  const seqs = new Set<number>();
  let after: Position | null = null;
  do {
    const page = opened.db.read('test', (db) =>
      listAlerts(db, filter, { limit: 1_000, after, withTotal: false }),
    );
    for (const { seq } of page.rows) seqs.add(seq);
    after = page.next;
  } while (after);
  return seqs;
}

interface Holder {
  readonly key: string;
  readonly incident: string;
  readonly is_active: number;
  readonly name: string;
}

function holdersOf(filter: AlertFilter): Holder[] {
  return opened.db.read('test', (db) =>
    db.all<Holder>(
      `SELECT DISTINCT lower(hex(g.key)) AS key, i.key AS incident, g.is_active, i.name
       FROM json_each(?) j JOIN group_members m ON m.alert_seq = j.value
       JOIN alert_groups g ON g.id = m.group_id JOIN incidents i ON i.id = g.incident_id`,
      JSON.stringify([...foundAlerts(filter)]),
    ),
  );
}

interface Walked {
  readonly ids: string[];
  readonly times: string[];
  readonly totals: (number | null)[];
}

function walkGroups(filter: GroupFilter, limit = 40): Walked {
  const walked: Walked = { ids: [], times: [], totals: [] };
  let cursor: string | undefined;
  do {
    const page = service().list({ ...filter, limit, cursor });
    walked.ids.push(...page.rows.map(({ key }) => key));
    walked.times.push(...page.rows.map(({ lastSeen }) => lastSeen));
    walked.totals.push(page.total);
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return walked;
}

function walkIncidents(filter: Omit<IncidentQuery, 'limit' | 'sort'>, limit = 20): Walked {
  const walked: Walked = { ids: [], times: [], totals: [] };
  let cursor: string | undefined;
  do {
    const page = opened.db.read('test', (db) =>
      listIncidents(db, { ...filter, sort: 'newest', limit, cursor }, matcherOf),
    );
    walked.ids.push(...page.rows.map(({ id }) => id));
    walked.times.push(...page.rows.map(({ lastSeen }) => lastSeen));
    walked.totals.push(page.total);
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return walked;
}

function expectWhole({ ids, times, totals }: Walked, wanted: ReadonlySet<string>): void {
  expect(ids.toSorted()).toEqual([...wanted].sort());
  expect(times).toEqual(times.toSorted().reverse());
  for (const total of totals) if (total !== null) expect(total).toBe(wanted.size);
}

const at = (minutes: number) => new Date(START + minutes * MINUTE).toISOString();
const FILTERS: readonly AlertFilter[] = [
  { q: 'powershell' },
  { q: 'noise' },
  { query: 'severity:critical host:web-*' },
  { query: 'severity:critical host:web-7' },
  { query: 'not detector:noise status:open' },
  { query: 'detector:noise status:open,in_progress' },
  { query: 'group:none' },
  { query: 'host:nowhere' },
  { status: ['IN_PROGRESS'] },
  { status: ['OPEN'], severity: ['LOW'] },
  { from: at(1_400), to: at(1_520) },
  { suppressed: 'only' },
  { suppressedBy: 'rule-1', q: 'scan' },
  { handling: 'waiting', q: 'beacon' },
  { severity: ['HIGH'], source: 'EDR', query: 'detector:d1' },
];

describe('groups and incidents by the filter of alerts', () => {
  test.each(FILTERS)(
    '[GR12] groups with an alert that matches, each once, in order: %j',
    (filter) => {
      const holders = holdersOf(filter);
      expectWhole(walkGroups(filter), new Set(holders.map(({ key }) => key)));
      const active = holders.filter(({ is_active: isActive }) => isActive === 1);
      const walked = walkGroups({ ...filter, active: 'true' });
      expectWhole(walked, new Set(active.map(({ key }) => key)));
    },
  );

  test.each(FILTERS)(
    '[IN23] incidents with an alert that matches, each once, in order: %j',
    (filter) => {
      const { sort: _, ...parts } = filter;
      expectWhole(walkIncidents(parts), new Set(holdersOf(filter).map(({ incident }) => incident)));
    },
  );

  test('[GR12] entity and incident narrow a search as they narrow the list', () => {
    const filter = { q: 'beacon', entity: 'host:web-7' };
    const ofEntity = new Set(walkGroups({ entity: 'host:web-7' }).ids);
    const wanted = holdersOf({ q: 'beacon' }).filter(({ key }) => ofEntity.has(key));
    expect(wanted.length).toBeGreaterThan(0);
    expectWhole(walkGroups(filter, 3), new Set(wanted.map(({ key }) => key)));
    const of3 = holdersOf({ q: 'beacon' }).filter(({ incident }) => incident === 'i3');
    expectWhole(walkGroups({ q: 'beacon', incident: 'i3' }, 2), new Set(of3.map((one) => one.key)));
    expect(walkGroups({ q: 'beacon', entity: 'host:nowhere' }).ids).toEqual([]);
  });

  test('[IN23] a given name is found by any part of it, beside what else is asked', () => {
    const named = opened.db.read('test', (db) =>
      db.all<{ key: string }>("SELECT key FROM incidents WHERE name LIKE '%Wolf%'"),
    );
    expect(named.length).toBeGreaterThan(20);
    expectWhole(walkIncidents({ q: 'ION wol' }), new Set(named.map(({ key }) => key)));
    const both = holdersOf({ status: ['IN_PROGRESS'] }).filter(({ name }) => name.includes('Wolf'));
    expectWhole(
      walkIncidents({ q: 'wolf', status: ['IN_PROGRESS'] }),
      new Set(both.map(({ incident }) => incident)),
    );
  });

  test('[GR13] [IN23] a look that takes too long goes on with the next page, also within one group', () => {
    const filter: GroupFilter = { query: '-host:web-* -host:db-* (status:active or title:alpine)' };
    const wanted = holdersOf(filter).map(({ key }) => key);
    expect(wanted).toHaveLength(1);
    const real = performance.now.bind(performance);
    let clock = 0;
    performance.now = () => {
      clock += 6;
      return clock;
    };
    try {
      const groups = walkGroups(filter);
      expect(groups.ids).toEqual(wanted);
      expect(groups.totals.length).toBeGreaterThan(3);
      const incidents = walkIncidents(filter);
      expect(incidents.ids).toHaveLength(1);
      expect(incidents.totals.length).toBeGreaterThan(3);
    } finally {
      performance.now = real;
    }
  });
});
