/** What the demo's own alerts say about some of its vendors. */
import { domainToASCII } from 'node:url';
import {
  KEPT_SIGNALS,
  reassessmentDue,
  SEVERITY_RANK,
} from '../../../../shared/areas/vendors/reassessments.rules.ts';
import {
  createMatcher,
  type SignalMatch,
} from '../../../../shared/areas/vendors/vendor-signals.rules.ts';
import type { Severity } from '../../../../shared/kernel/severity.ts';
import { DAY_MS, MINUTE_MS } from '../../../../shared/kernel/time.ts';
import {
  vendorReassessmentsTable,
  vendorSignalsTable,
} from '../../../db/tables/vendor-assessments.table.ts';
import type { WriteTx } from '../../../db/write-door.ts';
import { localDay } from '../../../platform/clock.ts';
import type { DemoAlert } from './alerts.ts';
import { markSignalsMatched } from './vendor-assessments.store.ts';
import { vendorByName } from './vendors.store.ts';
import { byPerson, byWatchfloor, type World } from './world.ts';

interface Told {
  readonly vendor: string;
  /** Days ago: what was matched between, and, where it was begun or dismissed, when. */
  readonly from: number;
  readonly to: number;
  readonly became: 'OPEN' | 'IN_REVIEW' | 'DISMISSED';
}

const TOLD: readonly Told[] = [
  { vendor: 'Vaultkeep Backup', from: 20, to: 12, became: 'DISMISSED' },
  { vendor: 'Fathom Telematics', from: 30, to: 6.5, became: 'IN_REVIEW' },
  { vendor: 'Quayside Automation', from: 12, to: 0, became: 'OPEN' },
];
const DISMISSED_FOR =
  'The nightly copies to the vault, which the sensor calls an upload. Sizes and times are as agreed.';

interface Signal extends SignalMatch {
  readonly id: string;
  readonly severity: Severity;
  readonly receivedAt: number;
}

/** The same matching that looks at real alerts, as they came: what people made of them came later. */
function signalsOf(world: World, alerts: readonly DemoAlert[]): Signal[] {
  const matcher = createMatcher(
    world.content.vendors.map(({ name, domains, addresses, software }) => ({
      ...{ id: name, domains, addresses, software },
    })),
    domainToASCII,
  );
  return alerts
    .flatMap(({ id, receivedAt, alert: { row } }) =>
      matcher
        .match([
          { field: 'title', text: row.title },
          { field: 'destIp', text: row.destIp ?? '' },
          { field: 'sourceIp', text: row.sourceIp ?? '' },
          { field: 'description', text: row.description },
        ])
        .map((match) => ({ ...match, id, receivedAt, severity: row.severity })),
    )
    .sort((a, b) => a.receivedAt - b.receivedAt);
}

const gravest = (signals: readonly Signal[]): Severity =>
  signals.reduce<Severity>(
    (worst, { severity }) => (SEVERITY_RANK[severity] > SEVERITY_RANK[worst] ? severity : worst),
    'LOW',
  );

export function addVendorReassessments(world: World, alerts: readonly DemoAlert[]): void {
  const signals = signalsOf(world, alerts);
  for (const told of TOLD) {
    const own = signals
      .filter(
        ({ vendorId, receivedAt }) =>
          vendorId === told.vendor &&
          receivedAt >= world.daysAgo(told.from) &&
          receivedAt < Math.min(world.daysAgo(told.to), world.end - MINUTE_MS),
      )
      .slice(-KEPT_SIGNALS);
    if (own.length > 0) addTask(world, told, own);
  }
  world.past.add(world.end, byWatchfloor('vendors.match-signals'), markSignalsMatched);
}

function addTask(world: World, { vendor, to, became }: Told, signals: readonly Signal[]): void {
  const officer = world.desk('priya');
  const first = signals[0]?.receivedAt ?? world.end;
  const last = signals.at(-1)?.receivedAt ?? first;
  const at = last + MINUTE_MS / 2;
  const priority = gravest(signals);
  const made = { id: '' };
  world.past.add(at, byWatchfloor('vendors.match-signals'), (tx) => {
    made.id = world.newId();
    const vendorId = vendorByName(tx, vendor);
    tx.insert(vendorReassessmentsTable, {
      ...{ id: made.id, vendorId, priority, lastSignalAt: last },
      signalCount: signals.length,
      keptCount: signals.length,
      due: reassessmentDue(priority, localDay(at)),
      createdAt: at,
      updatedAt: at,
    });
    insertSignals(world, tx, { taskId: made.id, vendorId, signals });
  });
  if (became === 'OPEN') return;
  const changedAt = Math.max(at + MINUTE_MS, world.daysAgo(to) + DAY_MS / 2);
  const isBegun = became === 'IN_REVIEW';
  const caller = byPerson(
    officer,
    isBegun ? 'vendors.reassessment-start' : 'vendors.reassessment-dismiss',
    isBegun ? undefined : DISMISSED_FOR,
  );
  world.past.add(changedAt, caller, (tx) =>
    tx.update(vendorReassessmentsTable, made.id, {
      state: became,
      updatedAt: changedAt,
      ...(isBegun
        ? { startedBy: officer, owner: officer }
        : { outcome: DISMISSED_FOR, closedBy: officer, closedAt: changedAt }),
    }),
  );
}

interface TaskSignals {
  readonly taskId: string;
  readonly vendorId: string;
  readonly signals: readonly Signal[];
}

function insertSignals(
  world: World,
  tx: WriteTx,
  { taskId, vendorId, signals }: TaskSignals,
): void {
  for (const { id: thingId, receivedAt, severity, kind, term, found, field } of signals)
    tx.insert(vendorSignalsTable, {
      ...{ id: world.newId(), taskId, vendorId, thing: 'alert', thingId },
      ...{ severity, kind, term, found, field, createdAt: receivedAt },
    });
}
