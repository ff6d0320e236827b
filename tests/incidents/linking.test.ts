import { afterEach, beforeEach, expect, test } from 'vitest';
import { packAlerts } from '../../src/main/areas/alerts/alert-batch.ts';
import { insertAlertBatch } from '../../src/main/areas/alerts/alert-inserts.store.ts';
import { changeAlert } from '../../src/main/areas/alerts/alerts.store.ts';
import { createIncidentActions } from '../../src/main/areas/incidents/incident-actions.ts';
import { linkLocally } from '../../src/main/areas/incidents/linking-local.ts';
import { newUuid } from '../../src/main/platform/ids.ts';
import { ALERT_STATUSES } from '../../src/shared/areas/alerts/alerts.contract.ts';
import {
  incidentsBesideScan,
  linkedIncidents,
  placedIncidents,
} from '../helpers/check-incidents.ts';
import { alertRow } from '../helpers/make-alerts.ts';
import { openTestDb, type TestDb } from '../helpers/open-test-db.ts';
import { createRandom, type Random } from '../helpers/random.ts';

const CALLER = { actor: null, origin: 'system', action: 'test.write' } as const;
const START = Date.parse('2026-11-18T00:00:00Z');
const HOUR = 3_600_000;

let world: TestDb;
beforeEach(() => {
  world = openTestDb();
});
afterEach(() => world.close());

const write = <R>(fn: Parameters<typeof world.db.write<R>>[1]): R => world.db.write(CALLER, fn);

function randomAlert(random: Random) {
  return alertRow({
    title: `Finding ${random.below(12)}`,
    severity: random.pick(['CRITICAL', 'HIGH', 'MEDIUM', 'LOW']),
    sourceHost: `host-${random.below(25)}`,
    sourceUser: random.chance(40) ? `user-${random.below(12)}` : null,
    sourceIp: random.chance(30) ? `10.0.0.${random.below(30)}` : null,
    createdAt: START + random.below(96) * HOUR + random.below(HOUR),
  });
}

const insert = (alerts: ReturnType<typeof randomAlert>[]) =>
  write((tx) => insertAlertBatch(tx, packAlerts(alerts.map((row) => ({ row, raw: null })))));

const keysOf = (sql: string): string[] =>
  world.db.read('test.keys', (db) => db.all<{ key: string }>(sql).map(({ key }) => key));

/** What a person may do to incidents, at random; what is refused changes nothing. */
function decide(random: Random): void {
  const actions = createIncidentActions({ db: world.db, newId: newUuid });
  const incidents = keysOf('SELECT key FROM incidents ORDER BY key');
  const id = random.pick(incidents);
  const groups = keysOf(
    `SELECT lower(hex(g.key)) AS key FROM incidents i JOIN alert_groups g ON g.incident_id = i.id
     WHERE i.key = '${id}' ORDER BY 1`,
  );
  const why = { actor: 'u1', reason: 'because' };
  try {
    const kind = random.below(6);
    if (kind === 0)
      actions.merge({ incidents: [{ id }, { id: random.pick(incidents) }], reason: 'one' }, 'u1');
    else if (kind === 1)
      actions.split(id, { groups: groups.filter(() => random.chance(40)), reason: 'two' }, 'u1');
    else if (kind === 2) actions.detach(id, random.pick(groups), why);
    else if (kind === 3) actions.lock(id, why);
    else if (kind === 4) actions.unlock(id, why);
    else if (random.chance(50)) actions.rename(id, `Name ${random.below(9)}`, why);
    else actions.release(id, why);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'AppError') throw error;
  }
}

test.each([1, 2, 3])(
  '[IN9] linking what is new comes to what linking everything does, whatever happened before (seed %i)',
  async (seed) => {
    const random = createRandom(seed);
    for (let step = 0; step < 25; step++) {
      insert(Array.from({ length: 1 + random.below(6) }, () => randomAlert(random)));
      if (step > 3 && random.chance(60)) decide(random);
      if (random.chance(30)) {
        const [alert] = keysOf('SELECT id AS key FROM alerts ORDER BY id LIMIT 1');
        const status = random.pick(ALERT_STATUSES);
        if (alert) write((tx) => changeAlert(tx, alert, () => ({ status })));
      }
      if (random.chance(30)) continue;
      expect(write((tx) => linkLocally(tx, 10_000))).not.toBe('whole');
      const hint = `seed ${random.seed}, step ${step}`;
      expect(placedIncidents(world.db), hint).toEqual(await linkedIncidents(world.db));
      const { kept, scanned, totals, counted } = incidentsBesideScan(world.db);
      expect(kept, hint).toEqual(scanned);
      expect(totals, hint).toEqual(counted);
    }
  },
);

test('[IN2] the same alerts in another order come to the same incidents', async () => {
  const random = createRandom(5);
  const alerts = Array.from({ length: 80 }, () => randomAlert(random));
  for (let at = 0; at < alerts.length; at += 5) {
    insert(alerts.slice(at, at + 5));
    write((tx) => linkLocally(tx, 10_000));
  }
  const first = placedIncidents(world.db);
  const other = openTestDb();
  try {
    for (const alert of alerts.toReversed()) {
      other.db.write(CALLER, (tx) => insertAlertBatch(tx, packAlerts([{ row: alert, raw: null }])));
      other.db.write(CALLER, (tx) => linkLocally(tx, 10_000));
    }
    expect(placedIncidents(other.db)).toEqual(first);
  } finally {
    other.close();
  }
});
