/**
 * Looks for cases and proposes what follows from them. Nothing here changes a risk: a proposal waits
 * for a person. The same evidence is never proposed twice; new evidence is proposed anew.
 */
import { likelihoodOf, meanRate } from '../../../shared/areas/risk/incident-rate.rules.ts';
import { DAY_MS } from '../../../shared/kernel/time.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import { actsOfItsOwn } from '../../db/own-accord.ts';
import { riskProposalsTable } from '../../db/tables/risk-quantities.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import type { Clock } from '../../platform/clock.ts';
import type { NewId } from '../../platform/ids.ts';
import { findCases } from './incidents.find.ts';
import { firstDay, type RiskRate, rateOf } from './incidents.rate.ts';
import {
  type ConfirmedAlert,
  digestOf,
  type EndedInvestigation,
  findRiskFacts,
  findScenario,
  proposalsOf,
  type RiskFacts,
  readConfirmedAlerts,
  readEndedInvestigations,
  riskIdsWithCases,
  saveFound,
} from './incidents.store.ts';

/** Confirmed by hand: more is not read, and the risk says so. */
const MAX_ALERTS = 20_000;
const STRETCH = 500;

interface Chosen {
  readonly risk: RiskFacts;
  readonly since: number;
}

function choose(db: ReadDb, riskId: string | null): Chosen[] {
  return (riskId === null ? riskIdsWithCases(db) : [riskId]).flatMap((id) => {
    const risk = findRiskFacts(db, id);
    if (!risk) return [];
    const confirmed = proposalsOf(db, id).find(({ state }) => state === 'CONFIRMED');
    // A day earlier, whatever the time zone: what counts is decided by the day.
    const since = Date.parse(firstDay(risk, findScenario(db, id), confirmed)) - DAY_MS;
    return [{ risk, since }];
  });
}

interface Evidence {
  readonly alerts: readonly ConfirmedAlert[];
  readonly investigations: readonly EndedInvestigation[];
}

export interface CountDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: NewId;
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A stretch at a time: the thread answers calls meanwhile. */
async function readEvidence(db: Database, since: number): Promise<Evidence> {
  const alerts: ConfirmedAlert[] = [];
  for (;;) {
    const after = alerts.at(-1) ?? null;
    const stretch = db.read('risk.evidence', (reader) =>
      readConfirmedAlerts(reader, { since, after, limit: STRETCH }),
    );
    alerts.push(...stretch);
    if (stretch.length < STRETCH || alerts.length > MAX_ALERTS) break;
    await turn();
  }
  const investigations = db.read('risk.investigations', (reader) =>
    readEndedInvestigations(reader, since),
  );
  return { alerts, investigations };
}

/** Of one risk, or of all that somebody counts cases for. */
export async function countCases(
  { db, clock, newId }: CountDeps,
  riskId: string | null,
): Promise<void> {
  const chosen = db.read('risk.toCount', (reader) =>
    actsOfItsOwn(reader) ? choose(reader, riskId) : [],
  );
  if (chosen.length === 0) return;
  const evidence = await readEvidence(db, Math.min(...chosen.map((one) => one.since)));
  for (const { risk } of chosen) {
    const scenario = db.read('risk.scenario', (reader) => findScenario(reader, risk.id));
    const found = casesFor(scenario, evidence);
    db.write({ actor: null, origin: 'system', action: 'risks.propose' }, (tx) => {
      // The workspace may have become another one while its cases were counted.
      if (!findRiskFacts(tx, risk.id)) return;
      saveFound(tx, { riskId: risk.id, ...found });
      propose({ tx, newId }, risk.id, clock.now());
      tx.announce('risk_incidents', risk.id);
    });
    await turn();
  }
}

function casesFor(scenario: ReturnType<typeof findScenario>, { alerts, investigations }: Evidence) {
  if (!scenario) return { cases: [], isCut: false };
  return {
    cases: findCases(scenario, alerts.slice(0, MAX_ALERTS), investigations),
    isCut: alerts.length > MAX_ALERTS,
  };
}

function propose({ tx, newId }: { tx: WriteTx; newId: NewId }, riskId: string, now: number): void {
  const risk = findRiskFacts(tx, riskId);
  if (!risk) return;
  const rate = rateOf(tx, risk, now);
  const pending = rate.proposals.find(({ state }) => state === 'PENDING');
  if (!rate.isCounted || !isMoved(rate, risk.likelihood)) {
    if (pending)
      tx.update(riskProposalsTable, pending.id, { state: 'WITHDRAWN', updatedAt: tx.now });
    return;
  }
  const digest = digestOf(rate.cases, rate.indicatedLikelihood);
  const contents = { ...contentsOf(rate, risk), digest, updatedAt: tx.now };
  const isDismissed = rate.proposals.some(
    (one) => one.state === 'DISMISSED' && one.digest === digest,
  );
  if (pending) {
    const isSame = pending.digest === digest && pending.fromLikelihood === risk.likelihood;
    if (isDismissed) tx.update(riskProposalsTable, pending.id, { state: 'WITHDRAWN' });
    else if (!isSame) tx.update(riskProposalsTable, pending.id, contents);
    return;
  }
  if (isDismissed) return;
  tx.insert(riskProposalsTable, {
    ...{ id: newId(), riskId, state: 'PENDING', createdAt: tx.now, ...contents },
  });
}

/**
 * Whether the cases (or years without one) speak for another likelihood. What was stated and what the
 * register says may differ by themselves: that is no news of incidents.
 */
function isMoved({ prior, posterior, cases, indicatedLikelihood }: RiskRate, likelihood: number) {
  const [before, after] = [meanRate(prior), meanRate(posterior)];
  const isNews = cases.length > 0 || likelihoodOf(before) !== indicatedLikelihood;
  if (!isNews || indicatedLikelihood === likelihood) return false;
  return indicatedLikelihood > likelihood ? after > before : after < before;
}

const contentsOf = (rate: RiskRate, { likelihood }: RiskFacts) => ({
  fromLikelihood: likelihood,
  toLikelihood: rate.indicatedLikelihood,
  priorSource: rate.priorSource,
  priorShape: rate.prior.shape,
  priorRate: rate.prior.rate,
  posteriorShape: rate.posterior.shape,
  posteriorRate: rate.posterior.rate,
  exposureFrom: rate.exposureFrom,
  exposureTo: rate.exposureTo,
  exposureYears: rate.exposureYears,
  caseCount: rate.cases.length,
  cases: [...rate.cases],
});
