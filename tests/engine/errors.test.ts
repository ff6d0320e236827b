/** Errors that people confirm, and what they switch off; second looks against long histories. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { changeAlertRow } from '../../src/main/areas/alerts/alerts.store.ts';
import { readAlert } from '../../src/main/areas/assistant/auto-close.store.ts';
import { createAutomationService } from '../../src/main/areas/assistant/automation.service.ts';
import { readPolicy, savePolicy } from '../../src/main/areas/assistant/automation.store.ts';
import { patternUid, toScored } from '../../src/main/areas/assistant/engine-rows.ts';
import { readSupport } from '../../src/main/areas/assistant/engine-support.store.ts';
import {
  automationAuditsTable,
  automationClosingsTable,
} from '../../src/main/db/tables/automation.table.ts';
import { reopenAlert, tellOfTrip } from '../../src/main/workers/desk-closing.ts';
import { LONG_HISTORY } from '../../src/shared/areas/assistant/engine/conditions.ts';
import { DAY_MS } from '../../src/shared/kernel/time.ts';
import { openTestDb, type TestDb } from '../helpers/open-test-db.ts';
import { BY, createDesk } from './engine-desk.ts';

let opened: TestDb;
let desk: ReturnType<typeof createDesk>;
let service: ReturnType<typeof createAutomationService>;
let people: string[];
beforeEach(() => {
  opened = openTestDb();
  desk = createDesk(opened);
  service = createAutomationService({ ...opened, reopenAlert, tell: tellOfTrip });
  people = ['SOC Analyst', 'SOC Analyst', 'Administrator'].map((role) => desk.person(role));
});
afterEach(() => opened.close());
const who = (n: number): string => people[n] ?? '';

const uidOf = (id: string): string =>
  opened.db.read('t', (db) => {
    const row = readAlert(db, id);
    return patternUid((row && toScored(row).keys.pattern) ?? '');
  });
const supportOf = (id: string) =>
  opened.db.read('t', (db) => {
    const row = readAlert(db, id);
    return row ? readSupport(db, toScored(row).keys, opened.clock.now()) : null;
  });
const statusOf = (id: string) => opened.db.read('t', (db) => readAlert(db, id)?.status);
const policy = () => opened.db.read('t', readPolicy);

/** As the engine leaves an alert that it closed and that was drawn for audit. */
function closedByItself(host: string): string {
  const id = desk.alert({ sourceHost: host, detector: 'disk-1', severity: 'LOW' });
  desk.work();
  opened.db.write(BY, (tx) => {
    changeAlertRow(tx, id, () => ({
      ...{ status: 'FALSE_POSITIVE', verdict: 'FALSE_POSITIVE', closedBy: null },
      ...{ resolvedAt: tx.now, autoClosedAt: tx.now },
    }));
    const patternId = uidOf(id);
    tx.insert(automationClosingsTable, { id, patternId, closedAt: tx.now, actionId: null });
    tx.insert(automationAuditsTable, {
      ...{ id: `${id}:RANDOM`, alertId: id, patternId, kind: 'RANDOM', decidedAt: tx.now },
    });
  });
  return id;
}
const switchOn = () =>
  opened.db.write(BY, (tx) =>
    savePolicy(tx, {
      ...{ state: 'ON', dailyCap: 50, points: 'REFITTED', reason: 'Earned', changedBy: who(2) },
    }),
  );
const disagree = (alertId: string) =>
  service.audit({ alertId, verdict: 'DISAGREE', note: 'It was an attack' }, who(1));

describe('confirmed errors', () => {
  test('[EG67] whoever disagrees in a random audit opens the alert again and trips its pattern', () => {
    switchOn();
    const id = closedByItself('web-01');
    expect(service.audits(10).rows).toMatchObject([{ alert: { id }, kind: 'RANDOM' }]);
    opened.clock.advance(1);
    expect(disagree(id)).toEqual({ tripped: 'PATTERN' });
    expect(statusOf(id)).toBe('OPEN');
    expect(policy().state).toBe('ON');
    expect(service.trips()).toMatchObject([
      { alertId: id, reason: 'It was an attack', patternLabel: expect.any(String) },
    ]);
    expect(() => disagree(id)).toThrow('does not wait for an audit');
  });

  test('[EG56] two since it was switched on end all of it, whatever else is changed meanwhile', () => {
    const before = closedByItself('old-01');
    switchOn();
    opened.clock.advance(DAY_MS);
    const [first, second] = [closedByItself('web-01'), closedByItself('web-02')];
    expect(disagree(first)).toEqual({ tripped: 'PATTERN' });
    opened.clock.advance(DAY_MS);
    service.setPolicy({ state: 'ON', dailyCap: 20, reason: 'Fewer' }, who(2));
    service.setPoints({ use: 'HAND', reason: 'Safer' }, who(2));
    expect(disagree(second)).toEqual({ tripped: 'POLICY' });
    expect(policy()).toMatchObject({ state: 'TRIPPED', dailyCap: 20, points: 'HAND' });
    expect(service.trips().map(({ patternLabel }) => patternLabel === null)).toContain(true);
    // Switched on again, errors count anew; an old closing is no exception.
    opened.clock.advance(DAY_MS);
    service.setPolicy({ state: 'ON', reason: 'Again' }, who(2));
    expect(disagree(before)).toEqual({ tripped: 'PATTERN' });
    expect(policy().state).toBe('ON');
  });
});

/** Closed as benign so often, at most ten a day. */
function history(n: number): void {
  for (let i = 0; i < n; i++) {
    if (i % 10 === 0) opened.clock.advance(DAY_MS);
    desk.close(desk.alert({ severity: 'LOW', detector: 'disk-1' }), who(0));
  }
  desk.work();
}
function contradiction(): string {
  const id = desk.alert({ severity: 'LOW', detector: 'disk-1' });
  desk.work();
  desk.close(id, who(0), true);
  desk.work();
  return id;
}
const look = (id: string, n: number, outcome: 'CONFIRMED' | 'MISLABELLED' = 'CONFIRMED') => {
  const answer = service.decideSecondLook(id, { outcome, note: 'Looked' }, who(n));
  desk.work();
  return answer;
};

describe('second looks', () => {
  test('[EG27] against twenty closings two others must agree, in the product as in the evaluation', () => {
    history(LONG_HISTORY);
    const id = contradiction();
    expect(supportOf(id)).toMatchObject({ malicious: 0, secondLook: { open: 1, leaning: 0 } });
    expect(() => look(id, 0)).toThrow('another person');
    expect(look(id, 1)).toEqual({ tripped: 'NOTHING', waits: true });
    expect(supportOf(id)).toMatchObject({ malicious: 0, secondLook: { open: 0, leaning: 1 } });
    expect(service.secondLooks()).toMatchObject([{ id, confirmedByName: expect.any(String) }]);
    expect(() => look(id, 1)).toThrow('another person must agree');
    expect(look(id, 2)).toEqual({ tripped: 'PATTERN', waits: false });
    expect(supportOf(id)).toMatchObject({
      ...{ malicious: 1, secondLook: { open: 0, leaning: 0, confirmed: 1 } },
    });
  });

  test('[EG27] below that one is enough', () => {
    history(5);
    expect(look(contradiction(), 1)).toEqual({ tripped: 'PATTERN', waits: false });
  });

  test('[EG26] a mistake counts as one more closing as benign, by whoever looked', () => {
    history(LONG_HISTORY);
    const id = contradiction();
    look(id, 1);
    expect(look(id, 2, 'MISLABELLED')).toEqual({ tripped: 'NOTHING', waits: false });
    const support = supportOf(id);
    expect(support).toMatchObject({
      ...{ closed: LONG_HISTORY + 1, malicious: 0 },
      secondLook: { open: 0, leaning: 0, confirmed: 0 },
    });
    expect(support?.analysts.map(({ id: analyst }) => analyst)).toContain(who(2));
  });
});
