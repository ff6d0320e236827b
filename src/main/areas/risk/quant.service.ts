/**
 * Ranges of loss and frequency, and the figures drawn from them. A change is kept at once; its figures
 * are drawn in a worker and kept by the hash of what they were drawn from, so that they are never old.
 */
import {
  type Portfolio,
  QUANT_FIELDS,
  QUANT_LIMITS,
  type QuantInputs,
  type QuantUpdate,
  type RiskQuantities,
} from '../../../shared/areas/risk/risk-quant.contract.ts';
import { DRAWS } from '../../../shared/areas/risk/risk-quant.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { OtherChange } from '../../../shared/contract/revision.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import { mergeFields, revisionOf } from '../../db/field-merge.ts';
import { riskQuantitiesTable } from '../../db/tables/risk-quantities.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import type { JobRunner } from '../../jobs/job-runner.ts';
import type { NewId } from '../../platform/ids.ts';
import { createDrawing } from './quant.drawing.ts';
import {
  countUnstated,
  findQuantities,
  findResult,
  findRiskHead,
  inputHash,
  inputsOf,
  personName,
  portfolioHash,
  portfolioId,
  type QuantRow,
  type QuantSettings,
  readQuantSettings,
  readStated,
  saveQuantSettings,
} from './quant.store.ts';

export interface QuantServiceDeps {
  readonly db: Database;
  readonly runner: JobRunner;
  readonly newId: NewId;
}

export const noSuchRisk = () => new AppError('not-found', 'There is no such risk');

const badField = (path: string, message: string) =>
  new AppError('bad-input', message, { issues: [{ path, message }] });

/** @throws AppError 'bad-input' where the ranges contradict themselves. */
export function checkRanges(inputs: QuantInputs): void {
  const ranges = [
    ['lossLow', 'lossHigh', 'loss'],
    ['frequencyLow', 'frequencyHigh', 'events'],
    ['afterLossLow', 'afterLossHigh', 'loss after treatment'],
    ['afterFrequencyLow', 'afterFrequencyHigh', 'events after treatment'],
  ] as const;
  for (const [lowField, highField, what] of ranges) {
    const [low, high] = [inputs[lowField], inputs[highField]];
    if (low === null && high === null) continue;
    if (low === null) throw badField(lowField, `The 5th percentile of ${what} is required`);
    if (high === null) throw badField(highField, `The 95th percentile of ${what} is required`);
    if (high < low)
      throw badField(highField, `The 95th percentile of ${what} cannot be below the 5th`);
    if (high / low > QUANT_LIMITS.spread)
      throw badField(
        highField,
        `The 95th percentile of ${what} can be at most ${QUANT_LIMITS.spread.toLocaleString('en')} times the 5th: split the risk`,
      );
  }
}

/** Ranges before treatment that are not given. @throws AppError 'bad-input'. */
function mustBeWhole(update: QuantUpdate): QuantInputs {
  const needed = [
    ['lossLow', 'The 5th percentile of loss is required'],
    ['lossHigh', 'The 95th percentile of loss is required'],
    ['frequencyLow', 'The 5th percentile of events is required'],
    ['frequencyHigh', 'The 95th percentile of events is required'],
  ] as const;
  for (const [field, message] of needed)
    if (update[field] === undefined) throw badField(field, message);
  const { lossLow = 0, lossHigh = 0, frequencyLow = 0, frequencyHigh = 0 } = update;
  return {
    ...{ lossLow, lossHigh, frequencyLow, frequencyHigh },
    currency: update.currency ?? null,
    afterLossLow: update.afterLossLow ?? null,
    afterLossHigh: update.afterLossHigh ?? null,
    afterFrequencyLow: update.afterFrequencyLow ?? null,
    afterFrequencyHigh: update.afterFrequencyHigh ?? null,
    assumptions: update.assumptions ?? null,
  };
}

export interface StateContext {
  readonly tx: WriteTx;
  readonly newId: NewId;
  readonly actor: string | null;
}

/** Writes ranges of a risk. @throws AppError 'bad-input', 'conflict'. */
export function stateQuantities(
  { tx, newId, actor }: StateContext,
  riskId: string,
  { baseRevision, ...update }: QuantUpdate,
): OtherChange[] {
  const given = Object.fromEntries(
    Object.entries(update).filter(([, value]) => value !== undefined),
  ) as Partial<QuantInputs>;
  const row = findQuantities(tx, riskId);
  tx.announce('risk_incidents', riskId);
  if (!row) {
    const inputs = mustBeWhole(update);
    checkRanges(inputs);
    const at = { createdAt: tx.now, updatedAt: tx.now };
    tx.insert(riskQuantitiesTable, { id: newId(), riskId, ...inputs, statedBy: actor, ...at });
    return [];
  }
  const merged = mergeFields(tx, row, given as Partial<QuantRow>, baseRevision);
  const after = { ...inputsOf(row), ...given };
  checkRanges(after);
  const isChanged = QUANT_FIELDS.some((field) => after[field] !== row[field]);
  if (isChanged)
    tx.update(riskQuantitiesTable, row.id, { ...given, statedBy: actor, updatedAt: tx.now });
  return merged;
}

export function createQuantService({ db, runner, newId }: QuantServiceDeps) {
  const draw = createDrawing(runner);

  function read(riskId: string) {
    return db.read('risk.quantities', (reader) => {
      if (!findRiskHead(reader, riskId)) throw noSuchRisk();
      const settings = readQuantSettings(reader);
      const row = findQuantities(reader, riskId);
      const hash = row ? inputHash(row, settings.seed) : null;
      const result = hash === null ? null : findResult(reader, riskId, hash);
      return { settings, row, result };
    });
  }

  async function get(riskId: string): Promise<RiskQuantities> {
    let found = read(riskId);
    let isComputing = false;
    if (found.row && found.result === null) {
      isComputing = !(await draw(riskId, { riskId }, 'Draw the losses of a risk'));
      found = read(riskId);
    }
    const { settings, row, result } = found;
    return {
      ...{ riskId, result, isComputing: isComputing && result === null },
      currency: row?.currency ?? settings.currency,
      inputs: row ? db.read('risk.stated', (reader) => statedOf(reader, row)) : null,
      drawing: { seed: settings.seed, draws: DRAWS },
    };
  }

  async function portfolio(asked: string | undefined): Promise<Portfolio> {
    let found = db.read('risk.portfolio', (reader) => readPortfolio(reader, asked));
    let isComputing = false;
    if (found.risks.length > 0 && found.total === null) {
      const { currency } = found;
      const key = portfolioId(currency);
      isComputing = !(await draw(key, { currency }, `Draw the losses of all risks in ${currency}`));
      found = db.read('risk.portfolio', (reader) => readPortfolio(reader, currency));
    }
    return { ...found, isComputing: isComputing && found.total === null };
  }

  return {
    get,
    portfolio,

    async set(riskId: string, update: QuantUpdate, actor: string) {
      const caller = { actor, origin: 'user', action: 'risks.quantify' } as const;
      const merged = db.write(caller, (tx) => {
        if (!findRiskHead(tx, riskId)) throw noSuchRisk();
        return stateQuantities({ tx, newId, actor }, riskId, update);
      });
      return { ...(await get(riskId)), merged };
    },

    remove(riskId: string, actor: string): void {
      const caller = { actor, origin: 'user', action: 'risks.unquantify' } as const;
      db.write(caller, (tx) => {
        const row = findQuantities(tx, riskId);
        if (!row) throw new AppError('not-found', 'This risk has no stated ranges');
        tx.remove(riskQuantitiesTable, row.id);
        tx.announce('risk_incidents', riskId);
      });
    },

    settings: () => ({ ...db.read('risk.quantSettings', readQuantSettings), draws: DRAWS }),

    setSettings(
      update: { currency?: string | undefined; seed?: number | undefined },
      actor: string,
    ) {
      const caller = { actor, origin: 'user', action: 'risks.quantSettings' } as const;
      const after = db.write(caller, (tx): QuantSettings => {
        const before = readQuantSettings(tx);
        const next = {
          currency: update.currency ?? before.currency,
          seed: update.seed ?? before.seed,
        };
        saveQuantSettings(tx, next);
        tx.announce('risk_quantities');
        return next;
      });
      return { ...after, draws: DRAWS };
    },
  };
}
export type QuantService = ReturnType<typeof createQuantService>;

function statedOf(db: ReadDb, row: QuantRow) {
  return {
    ...inputsOf(row),
    statedBy: personName(db, row.statedBy),
    createdAt: toIso(row.createdAt),
    updatedAt: toIso(row.updatedAt),
    revision: revisionOf(row),
  };
}

function readPortfolio(reader: ReadDb, asked: string | undefined): Omit<Portfolio, 'isComputing'> {
  const settings = readQuantSettings(reader);
  const stated = readStated(reader);
  const currencyOf = (row: QuantRow) => row.currency ?? settings.currency;
  const counts = new Map<string, number>();
  for (const { row } of stated) counts.set(currencyOf(row), (counts.get(currencyOf(row)) ?? 0) + 1);
  const currencies = [...counts]
    .map(([currency, risks]) => ({ currency, risks }))
    .sort((a, b) => b.risks - a.risks || (a.currency < b.currency ? -1 : 1));
  const fallback = counts.has(settings.currency) ? settings.currency : currencies[0]?.currency;
  const currency = asked ?? fallback ?? settings.currency;
  const chosen = stated.filter(({ row }) => currencyOf(row) === currency);
  const rows = chosen.map(({ row }) => row);
  const { seed } = settings;
  return {
    ...{ currency, defaultCurrency: settings.currency, currencies },
    risks: chosen.map(({ row, risk }) => ({
      risk,
      inputs: statedOf(reader, row),
      result: findResult(reader, row.riskId, inputHash(row, seed), 'figures'),
    })),
    unstated: countUnstated(reader),
    untreated: rows.filter((row) => row.afterLossLow === null && row.afterFrequencyLow === null)
      .length,
    total:
      rows.length === 0
        ? null
        : findResult(reader, portfolioId(currency), portfolioHash(rows, seed)),
    drawing: { seed, draws: DRAWS },
  };
}
