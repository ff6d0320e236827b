/** Draws the years of risks beside the core, and keeps what follows from them. */
import { z } from 'zod';
import type { QuantResult } from '../../../shared/areas/risk/risk-quant.contract.ts';
import { streamOf } from '../../../shared/areas/risk/risk-quant.random.ts';
import {
  addYears,
  DRAWS,
  type DrawnYears,
  drawYears,
  lossFigures,
  type QuantRanges,
} from '../../../shared/areas/risk/risk-quant.rules.ts';
import type { JobContext } from '../../jobs/job.ts';
import {
  findQuantities,
  findResult,
  inputHash,
  portfolioHash,
  portfolioId,
  type QuantRow,
  readQuantSettings,
  readStated,
  saveResult,
} from './quant.store.ts';

/** One risk, or all of one currency and their sum. */
const inputSchema = z.union([
  z.object({ riskId: z.string() }),
  z.object({ currency: z.string().length(3) }),
]);
export type QuantJobInput = z.infer<typeof inputSchema>;

const rangesOf = (row: QuantRow): QuantRanges => ({
  loss: { low: row.lossLow, high: row.lossHigh },
  frequency: { low: row.frequencyLow, high: row.frequencyHigh },
});

/** What is not stated after treatment stays as before; null where nothing is. */
function rangesAfter(row: QuantRow): QuantRanges | null {
  const hasLoss = row.afterLossLow !== null && row.afterLossHigh !== null;
  const hasFrequency = row.afterFrequencyLow !== null && row.afterFrequencyHigh !== null;
  if (!hasLoss && !hasFrequency) return null;
  return {
    loss: {
      low: row.afterLossLow ?? row.lossLow,
      high: row.afterLossHigh ?? row.lossHigh,
    },
    frequency: {
      low: row.afterFrequencyLow ?? row.frequencyLow,
      high: row.afterFrequencyHigh ?? row.frequencyHigh,
    },
  };
}

const drawRisk = (row: QuantRow, seed: number): DrawnYears =>
  drawYears(rangesOf(row), rangesAfter(row), { seed, stream: streamOf(row.riskId) });

const figuresOf = ({ before, after }: DrawnYears): Omit<QuantResult, 'computedAt'> => ({
  before: { ...lossFigures(before), curve: [...lossFigures(before).curve] },
  after: after === null ? null : { ...lossFigures(after), curve: [...lossFigures(after).curve] },
});

export async function quantJob(rawInput: unknown, context: JobContext): Promise<null> {
  const input = inputSchema.parse(rawInput);
  if ('riskId' in input) drawOne(input.riskId, context);
  else await drawAll(input.currency, context);
  return null;
}

function keep(
  { db }: JobContext,
  entries: readonly { id: string; hash: string; drawn: DrawnYears }[],
): void {
  const results = entries.map(({ id, hash, drawn }) => ({ id, hash, result: figuresOf(drawn) }));
  db.write({ actor: null, origin: 'job', action: 'risks.quantify' }, (tx) => {
    for (const result of results) saveResult(tx, result);
    tx.announce('risk_quantities');
  });
}

function drawOne(riskId: string, context: JobContext): void {
  const { db } = context;
  const { row, seed } = db.read('risk.quantities', (reader) => ({
    row: findQuantities(reader, riskId),
    seed: readQuantSettings(reader).seed,
  }));
  if (row) keep(context, [{ id: riskId, hash: inputHash(row, seed), drawn: drawRisk(row, seed) }]);
}

async function drawAll(currency: string, context: JobContext): Promise<void> {
  const { db, signal, report } = context;
  const { stated, settings } = db.read('risk.portfolio', (reader) => ({
    stated: readStated(reader),
    settings: readQuantSettings(reader),
  }));
  const { seed } = settings;
  const rows = stated
    .map(({ row }) => row)
    .filter((row) => (row.currency ?? settings.currency) === currency);
  const sum = { before: new Float64Array(DRAWS), after: new Float64Array(DRAWS) };
  let isTreated = false;
  for (const [at, row] of rows.entries()) {
    signal.throwIfAborted();
    const drawn = drawRisk(row, seed);
    addYears(sum.before, drawn.before);
    addYears(sum.after, drawn.after ?? drawn.before);
    isTreated ||= drawn.after !== null;
    const hash = inputHash(row, seed);
    const isKept = db.read(
      'risk.result',
      (reader) => findResult(reader, row.riskId, hash) !== null,
    );
    if (!isKept) keep(context, [{ id: row.riskId, hash, drawn }]);
    report({ done: at + 1, total: rows.length, message: null });
    await new Promise(setImmediate);
  }
  const drawn = { before: sum.before, after: isTreated ? sum.after : null };
  keep(context, [{ id: portfolioId(currency), hash: portfolioHash(rows, seed), drawn }]);
}
