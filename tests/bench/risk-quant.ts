/** Ten thousand drawn years of one risk, before and after treatment, in this thread: the worker's own share. */
import { streamOf } from '../../src/shared/areas/risk/risk-quant.random.ts';
import { drawYears, lossFigures } from '../../src/shared/areas/risk/risk-quant.rules.ts';
import { percentile, type Report } from './figures.ts';

const ROUNDS = 20;
const RATES = { rare: [0.05, 0.5], often: [1, 50], hourly: [300, 900] } as const;

/** 10,000 draws of one risk of each kind. */
export function benchRiskQuant(report: Report): void {
  for (const [name, [low, high]] of Object.entries(RATES)) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const before = { loss: { low: 10_000, high: 1_000_000 }, frequency: { low, high } };
      const after = { ...before, frequency: { low: low / 2, high: high / 2 } };
      const started = performance.now();
      const drawn = drawYears(before, after, { seed: round, stream: streamOf(name) });
      lossFigures(drawn.before);
      if (drawn.after) lossFigures(drawn.after);
      times.push(performance.now() - started);
    }
    const note = `${low} to ${high} events a year, before and after`;
    report(`risk.quantify.${name}.p95`, percentile(times, 95), 'ms', '<= 300', note);
  }
}
