/** What is known of one risk becomes a prior, its cases a posterior. Reads only. */
import type { PriorSource, RiskCase } from '../../../shared/areas/risk/incident.contract.ts';
import {
  DAYS_PER_YEAR,
  type Gamma,
  gammaOf,
  likelihoodOf,
  meanRate,
  posteriorOf,
  priorOfLikelihood,
} from '../../../shared/areas/risk/incident-rate.rules.ts';
import { type Day, daysBetween } from '../../../shared/kernel/day.ts';
import type { ReadDb } from '../../db/database.ts';
import { localDay } from '../../platform/clock.ts';
import { keysOf } from './incidents.find.ts';
import {
  type EntryRow,
  findScenario,
  type ProposalRow,
  proposalsOf,
  type RiskFacts,
  readEntries,
  readFound,
  type ScenarioRow,
} from './incidents.store.ts';
import { findQuantities } from './quant.store.ts';

export interface RiskRate {
  readonly scenario: ScenarioRow | undefined;
  readonly entries: readonly EntryRow[];
  readonly proposals: readonly ProposalRow[];
  readonly exposureFrom: Day;
  readonly exposureTo: Day;
  readonly exposureYears: number;
  readonly priorSource: PriorSource;
  readonly prior: Gamma;
  readonly posterior: Gamma;
  readonly indicatedLikelihood: number;
  readonly cases: readonly RiskCase[];
  readonly isCut: boolean;
  readonly foundAt: number | null;
  /** Somebody said what its cases are: without that, no case is no news. */
  readonly isCounted: boolean;
}

const toManual = ({ id, day, note, createdAt }: EntryRow): RiskCase => ({
  key: `entry:${id}`,
  kind: 'MANUAL',
  title: note,
  raisedAt: day ?? localDay(createdAt),
  confirmedAt: day ?? localDay(createdAt),
  ...{ alertIds: [], alertCount: 0, investigationIds: [], matched: [] },
  note,
  entryId: id,
});

const dayOfCase = ({ kind, confirmedAt }: RiskCase): Day =>
  kind === 'MANUAL' ? confirmedAt : localDay(Date.parse(confirmedAt));

export function firstDay(
  risk: RiskFacts,
  scenario: ScenarioRow | undefined,
  confirmed: ProposalRow | undefined,
): Day {
  const own = scenario?.exposureFrom ?? localDay(risk.createdAt);
  return confirmed && confirmed.exposureTo > own ? confirmed.exposureTo : own;
}

/** The statement that was made last counts: confirmed cases, stated events, or the likelihood. */
function priorOf(
  db: ReadDb,
  risk: RiskFacts,
  confirmed: ProposalRow | undefined,
): { source: PriorSource; prior: Gamma } {
  const stated = findQuantities(db, risk.id);
  const statedAt = stated?.updatedAt ?? Number.NEGATIVE_INFINITY;
  if (
    confirmed &&
    confirmed.toLikelihood === risk.likelihood &&
    (confirmed.decidedAt ?? 0) >= statedAt
  ) {
    const { posteriorShape: shape, posteriorRate: rate } = confirmed;
    return { source: 'posterior', prior: { shape, rate } };
  }
  if (!stated) return { source: 'likelihood', prior: priorOfLikelihood(risk.likelihood) };
  const { afterFrequencyLow: low, afterFrequencyHigh: high } = stated;
  if (risk.status === 'MITIGATED' && low !== null && high !== null)
    return { source: 'frequency-after', prior: gammaOf({ low, high }) };
  const before = { low: stated.frequencyLow, high: stated.frequencyHigh };
  return { source: 'frequency', prior: gammaOf(before) };
}

export function rateOf(db: ReadDb, risk: RiskFacts, now: number): RiskRate {
  const scenario = findScenario(db, risk.id);
  const entries = readEntries(db, risk.id);
  const proposals = proposalsOf(db, risk.id);
  const confirmed = proposals.find(({ state }) => state === 'CONFIRMED');
  const found = readFound(db, risk.id);
  const exposureFrom = firstDay(risk, scenario, confirmed);
  const exposureTo = localDay(now);
  const exposureYears = Math.max(0, daysBetween(exposureFrom, exposureTo)) / DAYS_PER_YEAR;
  const settled = new Set(
    proposals
      .filter(({ state }) => state === 'CONFIRMED')
      .flatMap(({ cases }) => cases.flatMap(keysOf)),
  );
  const excluded = new Set(entries.flatMap(({ kind, ref }) => (kind === 'EXCLUDED' && ref) || []));
  const counts = (one: RiskCase) =>
    dayOfCase(one) >= exposureFrom &&
    dayOfCase(one) <= exposureTo &&
    !keysOf(one).some((key) => settled.has(key) || excluded.has(key));
  const manual = entries.filter(({ kind }) => kind === 'MANUAL').map(toManual);
  const cases = [...manual, ...(found?.cases ?? [])]
    .filter(counts)
    .sort((a, b) => (a.confirmedAt < b.confirmedAt ? 1 : -1));
  const { source: priorSource, prior } = priorOf(db, risk, confirmed);
  const posterior = posteriorOf(prior, cases.length, exposureYears);
  return {
    ...{ scenario, entries, proposals, exposureFrom, exposureTo, exposureYears },
    ...{ priorSource, prior, posterior, cases },
    indicatedLikelihood: likelihoodOf(meanRate(posterior)),
    isCut: found?.isCut ?? false,
    foundAt: found?.foundAt ?? null,
    isCounted:
      manual.length > 0 ||
      (scenario?.techniques.length ?? 0) > 0 ||
      (scenario?.keywords.length ?? 0) > 0,
  };
}
