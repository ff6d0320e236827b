/**
 * Two rules that keep known noise out of the queue, and what they hid: alerts of machines that nothing
 * else of the demo names, so that no figure of the desk is made of them.
 */
import { EMPTY_SCOPE } from '../../../../shared/areas/suppression/suppression.rules.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, toIso } from '../../../../shared/kernel/time.ts';
import { controlExceptionsTable } from '../../../db/tables/control-tests.table.ts';
import { suppressionRulesTable } from '../../../db/tables/suppression.table.ts';
import type { AlertDoor } from './alert-door.ts';
import { controlByRef } from './suppression.store.ts';
import { byPerson, byWatchfloor, type World } from './world.ts';

interface DemoRule {
  readonly name: string;
  readonly reason: string;
  readonly by: string;
  readonly madeDaysAgo: number;
  readonly expiresInDays: number;
  /** The control that it is an exception of, by its id in its framework. */
  readonly control: string;
  readonly host: string;
  readonly address: string;
  readonly product: string;
  readonly rule: string;
  readonly severity: string;
  readonly title: string;
  readonly summary: string;
  /** Days ago, and the hour of the day it is about. */
  readonly seen: readonly number[];
}

const RULES: readonly DemoRule[] = [
  {
    name: 'Weekly vulnerability scan from VULN-01',
    reason:
      'Our own scanner looks at every port of the server networks on Sunday nights (change CHG-2291). Its findings go to the vulnerability register, not through the queue.',
    by: 'ines',
    madeDaysAgo: 24,
    expiresInDays: 5,
    control: 'A.8.16',
    host: 'VULN-01',
    address: '10.20.0.15',
    product: 'Network Sensor',
    rule: 'NS-1107',
    severity: 'medium',
    title: 'Port scan of a server network',
    summary: 'VULN-01 opened connections to more than 1,000 ports of 10.20.4.0/24 within a minute.',
    seen: [23.1, 23, 16.1, 16.05, 16, 9.1, 9.05, 9, 2.1, 2.05],
  },
  {
    name: 'Backup agent reads shadow copies on BKP-01',
    reason:
      'The new backup agent lists and mounts shadow copies every night. The vendor has confirmed it and ships signed names with the next version.',
    by: 'jonas',
    madeDaysAgo: 11,
    expiresInDays: 17,
    control: 'A.8.16',
    host: 'BKP-01',
    address: '10.20.0.31',
    product: 'Endpoint Sensor',
    rule: 'ES-4410',
    severity: 'low',
    title: 'Shadow copies listed by an unsigned program',
    summary: 'bkagent.exe on BKP-01 listed the shadow copies of two volumes.',
    seen: [10.3, 9.3, 8.3, 7.3, 6.3, 5.3, 4.3, 3.3, 2.3],
  },
];

export function addSuppressionToPast(world: World, door: AlertDoor): void {
  for (const rule of RULES) {
    addRule(world, rule);
    for (const daysAgo of rule.seen) addHidden(world, door, rule, daysAgo);
  }
}

function addRule(world: World, rule: DemoRule): void {
  const { name, reason, control, host, product } = rule;
  const owner = world.desk(rule.by);
  const at = world.daysAgo(rule.madeDaysAgo);
  const expiresAt = world.now + rule.expiresInDays * DAY_MS + 6 * HOUR_MS;
  const id = world.newId();
  const exceptionId = world.newId();
  world.past.add(at, byPerson(owner, 'suppression.create', reason), (tx) => {
    const controlId = controlByRef(tx, control);
    tx.insert(suppressionRulesTable, {
      ...{ id, name, reason, owner, expiresAt, controlId },
      scope: {
        ...EMPTY_SCOPE,
        ...{ sources: [product], detectors: [rule.rule], hosts: [host], maxSeverity: 'MEDIUM' },
      },
      exceptionId: controlId === null ? null : exceptionId,
      ...{ inForceSince: at, createdBy: owner, createdAt: at, updatedAt: at },
    });
    if (controlId === null) return;
    tx.insert(controlExceptionsTable, {
      ...{ id: exceptionId, controlId, owner, expiresAt, createdBy: owner },
      reason: `Suppression rule '${name}': ${reason}`,
      ...{ createdAt: at, updatedAt: at },
    });
  });
}

function addHidden(world: World, door: AlertDoor, rule: DemoRule, daysAgo: number): void {
  const at = Math.round(world.daysAgo(daysAgo) + 7 * MINUTE_MS);
  const receivedAt = at + 2 * SECOND_MS;
  const record = {
    schema: 'detection/1',
    id: world.newId(),
    time: toIso(at),
    product: rule.product,
    severity: rule.severity,
    name: rule.title,
    summary: rule.summary,
    rule: { id: rule.rule, version: '7' },
    address: rule.address,
    host: { name: rule.host },
    techniques: [],
  };
  const id = world.newId();
  const alert = door.read(
    { format: 'json', bytes: Buffer.from(JSON.stringify(record)) },
    id,
    receivedAt,
  );
  world.past.add(receivedAt, byWatchfloor('alerts.import'), (tx) => door.insert(tx, alert));
}
