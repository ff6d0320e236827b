/**
 * Learning from incidents: what counts as a case of a risk, and what a person does about a proposed
 * likelihood. The likelihood changes here only when somebody confirms, with the reason in the history.
 */
import type {
  EventRate,
  PriorSource,
  Proposal,
  ProposalState,
  RiskCase,
  RiskIncidents,
  ScenarioUpdate,
} from '../../../shared/areas/risk/incident.contract.ts';
import {
  type Gamma,
  gammaRange,
  meanRate,
} from '../../../shared/areas/risk/incident-rate.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { OtherChange } from '../../../shared/contract/revision.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import { mergeFields, revisionOf } from '../../db/field-merge.ts';
import {
  riskCasesTable,
  riskProposalsTable,
  riskScenariosTable,
} from '../../db/tables/risk-quantities.table.ts';
import type { Caller, WriteTx } from '../../db/write-door.ts';
import { type Clock, localDay } from '../../platform/clock.ts';
import type { NewId } from '../../platform/ids.ts';
import { countCases } from './incidents.count.ts';
import { keysOf } from './incidents.find.ts';
import { rateOf } from './incidents.rate.ts';
import {
  findProposal,
  findRiskFacts,
  findScenario,
  hasUncounted,
  listProposals,
  type ProposalRow,
  readEntries,
  readFound,
} from './incidents.store.ts';
import { noSuchRisk } from './quant.service.ts';
import { personName } from './quant.store.ts';

export interface LikelihoodChange {
  readonly riskId: string;
  readonly likelihood: number;
  readonly reason: string;
  readonly actor: string;
}

export interface IncidentServiceDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Of the register: changes the likelihood and what is computed from it. */
  readonly changeLikelihood: (tx: WriteTx, change: LikelihoodChange) => void;
}

const by = (actor: string, verb: string, reason?: string): Caller => ({
  ...{ actor, origin: 'user', action: `risks.${verb}` },
  ...(reason === undefined ? {} : { reason }),
});

function toRate(gamma: Gamma): EventRate {
  return { ...gamma, mean: meanRate(gamma), ...gammaRange(gamma) };
}

function toProposal(db: ReadDb, row: ProposalRow): Proposal {
  return {
    id: row.id,
    risk: { id: row.riskId, title: findRiskFacts(db, row.riskId)?.title ?? 'Removed risk' },
    state: row.state,
    fromLikelihood: row.fromLikelihood,
    toLikelihood: row.toLikelihood,
    priorSource: row.priorSource as PriorSource,
    prior: toRate({ shape: row.priorShape, rate: row.priorRate }),
    posterior: toRate({ shape: row.posteriorShape, rate: row.posteriorRate }),
    exposureFrom: row.exposureFrom,
    exposureTo: row.exposureTo,
    exposureYears: row.exposureYears,
    caseCount: row.caseCount,
    cases: row.cases,
    reason: row.reason,
    decidedBy: personName(db, row.decidedBy),
    decidedAt: row.decidedAt === null ? null : toIso(row.decidedAt),
    createdAt: toIso(row.createdAt),
    updatedAt: toIso(row.updatedAt),
  };
}

function read(reader: ReadDb, riskId: string, now: number): RiskIncidents {
  const risk = findRiskFacts(reader, riskId);
  if (!risk) throw noSuchRisk();
  const rate = rateOf(reader, risk, now);
  const { scenario } = rate;
  return {
    riskId,
    likelihood: risk.likelihood,
    scenario: {
      techniques: scenario?.techniques ?? [],
      keywords: scenario?.keywords ?? [],
      exposureFrom: scenario?.exposureFrom ?? null,
      revision: scenario ? revisionOf(scenario) : null,
    },
    exposureFrom: rate.exposureFrom,
    exposureTo: rate.exposureTo,
    exposureYears: rate.exposureYears,
    priorSource: rate.priorSource,
    prior: toRate(rate.prior),
    posterior: toRate(rate.posterior),
    indicatedLikelihood: rate.indicatedLikelihood,
    cases: [...rate.cases],
    excluded: rate.entries
      .filter(({ kind }) => kind === 'EXCLUDED')
      .map(({ id, ref, note }) => ({ entryId: id, ref: ref ?? '', note })),
    isCut: rate.isCut,
    foundAt: rate.foundAt === null ? null : toIso(rate.foundAt),
    proposals: rate.proposals.map((row) => toProposal(reader, row)),
  };
}

interface Deciding {
  readonly tx: WriteTx;
  readonly actor: string;
  readonly reason: string;
}

/** @throws AppError 'not-found', 'conflict' where it has been decided. */
function mustBePending(db: ReadDb, id: string): ProposalRow {
  const row = findProposal(db, id);
  if (!row || !findRiskFacts(db, row.riskId))
    throw new AppError('not-found', 'There is no such proposal');
  if (row.state === 'PENDING') return row;
  const message = `This proposal is ${row.state} and cannot be decided again.`;
  throw new AppError('conflict', message, { allowed: [] });
}

function decide({ tx, actor, reason }: Deciding, row: ProposalRow, state: ProposalState): void {
  tx.update(riskProposalsTable, row.id, {
    ...{ state, reason, decidedBy: actor, decidedAt: tx.now, updatedAt: tx.now },
  });
  tx.announce('risk_incidents', row.riskId);
}

function saveScenario(
  tx: WriteTx,
  riskId: string,
  { baseRevision, ...update }: ScenarioUpdate,
  newId: NewId,
): OtherChange[] {
  const given = Object.fromEntries(
    Object.entries(update).filter(([, value]) => value !== undefined),
  );
  const row = findScenario(tx, riskId);
  if (!row) {
    const empty = { techniques: [], keywords: [], exposureFrom: null };
    const at = { createdAt: tx.now, updatedAt: tx.now };
    tx.insert(riskScenariosTable, { id: newId(), riskId, ...empty, ...given, ...at });
    return [];
  }
  const merged = mergeFields(tx, row, given, baseRevision);
  tx.update(riskScenariosTable, row.id, { ...given, updatedAt: tx.now });
  return merged;
}

/** @throws AppError 'bad-input' for a day to come. */
function mustBePast(day: string | null | undefined, now: number, path: string): void {
  if (!day || day <= localDay(now)) return;
  const message = 'The day cannot be in the future';
  throw new AppError('bad-input', message, { issues: [{ path, message }] });
}

export function createIncidentService(deps: IncidentServiceDeps) {
  const { db, clock, newId, changeLikelihood } = deps;
  const get = (riskId: string) =>
    db.read('risk.incidents', (reader) => read(reader, riskId, clock.now()));

  const look = (riskId: string | null) => countCases(deps, riskId);

  /** Writes, looks for cases with what was written, and answers. */
  async function change<R>(
    caller: Caller,
    riskId: string,
    fn: (tx: WriteTx) => R,
  ): Promise<{ result: R; incidents: RiskIncidents }> {
    const result = db.write(caller, (tx) => {
      if (!findRiskFacts(tx, riskId)) throw noSuchRisk();
      tx.announce('risk_incidents', riskId);
      return fn(tx);
    });
    await look(riskId);
    return { result, incidents: get(riskId) };
  }

  return {
    get,
    look,

    async setScenario(riskId: string, update: ScenarioUpdate, actor: string) {
      mustBePast(update.exposureFrom, clock.now(), 'exposureFrom');
      const { result, incidents } = await change(by(actor, 'setScenario'), riskId, (tx) =>
        saveScenario(tx, riskId, update, newId),
      );
      return { ...incidents, merged: result };
    },

    async addCase(riskId: string, { day, note }: { day: string; note: string }, actor: string) {
      mustBePast(day, clock.now(), 'day');
      const entry = { id: newId(), riskId, kind: 'MANUAL', day, note, addedBy: actor } as const;
      const { incidents } = await change(by(actor, 'addCase', note), riskId, (tx) =>
        tx.insert(riskCasesTable, { ...entry, createdAt: tx.now }),
      );
      return incidents;
    },

    async exclude(riskId: string, { key, note }: { key: string; note: string }, actor: string) {
      const { incidents } = await change(by(actor, 'excludeCase', note), riskId, (tx) => {
        const cases: readonly RiskCase[] = readFound(tx, riskId)?.cases ?? [];
        if (!cases.some((one) => keysOf(one).includes(key)))
          throw new AppError('not-found', 'There is no such case');
        if (readEntries(tx, riskId).some(({ ref }) => ref === key))
          throw new AppError('conflict', 'This case is taken out already', { allowed: [] });
        const entry = { id: newId(), riskId, kind: 'EXCLUDED', ref: key, note } as const;
        tx.insert(riskCasesTable, { ...entry, addedBy: actor, createdAt: tx.now });
      });
      return incidents;
    },

    async removeEntry(riskId: string, entryId: string, actor: string) {
      const { incidents } = await change(by(actor, 'removeCase'), riskId, (tx) => {
        const isThere = readEntries(tx, riskId).some(({ id }) => id === entryId);
        if (!isThere) throw new AppError('not-found', 'There is no such case');
        tx.remove(riskCasesTable, entryId);
      });
      return incidents;
    },

    async evaluate(riskId: string): Promise<RiskIncidents> {
      get(riskId);
      await look(riskId);
      return get(riskId);
    },

    async list(query: Parameters<typeof listProposals>[1]) {
      if (db.read('risk.uncounted', hasUncounted)) await look(null);
      return db.read('risk.proposals', (reader) => {
        const { rows, ...counted } = listProposals(reader, query);
        return { rows: rows.map((row) => toProposal(reader, row)), ...counted };
      });
    },

    confirm: (id: string, reason: string, actor: string): Proposal =>
      db.write(by(actor, 'confirmLikelihood', reason), (tx) => {
        const row = mustBePending(tx, id);
        const now = findRiskFacts(tx, row.riskId)?.likelihood;
        if (now !== row.fromLikelihood)
          throw new AppError(
            'conflict',
            `The likelihood of this risk is ${now} by now, not ${row.fromLikelihood}. Look for cases again.`,
            { allowed: [] },
          );
        decide({ tx, actor, reason }, row, 'CONFIRMED');
        changeLikelihood(tx, { riskId: row.riskId, likelihood: row.toLikelihood, reason, actor });
        return toProposal(tx, { ...row, ...(findProposal(tx, id) ?? row) });
      }),

    dismiss: (id: string, reason: string, actor: string): Proposal =>
      db.write(by(actor, 'dismissLikelihood', reason), (tx) => {
        const row = mustBePending(tx, id);
        decide({ tx, actor, reason }, row, 'DISMISSED');
        return toProposal(tx, { ...row, ...(findProposal(tx, id) ?? row) });
      }),
  };
}
export type IncidentService = ReturnType<typeof createIncidentService>;
