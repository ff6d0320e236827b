/** Counts alerts of a query one by one, in a worker: total, stack or histogram. Reads only. */
import { setImmediate as giveWay } from 'node:timers/promises';
import { z } from 'zod';
import { alertFilterSchema } from '../../../shared/areas/alerts/alerts.contract.ts';
import {
  type Histogram,
  STACK_FIELDS,
  STACK_ROWS,
  type Stack,
  type StackField,
} from '../../../shared/areas/views/stacks.contract.ts';
import type { ReadDb } from '../../db/database.ts';
import type { JobContext } from '../../jobs/job.ts';
import { askQuery } from './query-ask.store.ts';
import { emptyHistogram, type HistogramFrame } from './query-histogram.store.ts';
import { type ScanStep, scanCounts } from './query-scan.store.ts';
import { stackReading } from './query-stack.ts';
import { nameStack } from './query-stack-names.store.ts';

import { StackCounter, StackEnds } from './stack-counter.ts';

const frameSchema = z.object({ first: z.number(), stepHours: z.number(), bars: z.number() });

export const countInputSchema = z.object({
  /** Settled. */
  filter: z.object(alertFilterSchema.shape).extend({
    severity: z.array(z.string()).optional(),
    status: z.array(z.string()).optional(),
  }),
  zone: z.string(),
  what: z.discriminatedUnion('type', [
    z.object({ type: z.literal('total') }),
    z.object({ type: z.literal('stack'), by: z.enum(STACK_FIELDS) }),
    z.object({ type: z.literal('histogram'), frame: frameSchema }),
  ]),
});
export type CountInput = z.infer<typeof countInputSchema>;

/** What a pass over the alerts is told of: how far it is, and whether somebody ended it. */
type Step = (step: ScanStep) => Promise<void> | void;

export async function countAlertsJob(rawInput: unknown, context: JobContext): Promise<unknown> {
  const input = countInputSchema.parse(rawInput);
  const { what } = input;
  const run = <R>(fn: (db: ReadDb) => R) => context.db.read('alerts.count', fn);
  const follow: Step = async ({ done, total }) => {
    context.report({ done, total, message: null });
    await giveWay();
    context.signal.throwIfAborted();
  };
  const filter = input.filter as Parameters<typeof askQuery>[1];
  const pass = async (expression: string, take: (step: ScanStep) => void) => {
    const steps = run((db) => scanCounts(db, askQuery(db, filter), expression));
    for (;;) {
      const step = run(() => steps.next());
      if (step.done) return;
      take(step.value);
      await follow(step.value);
    }
  };
  if (what.type === 'total') return countTotal(pass);
  if (what.type === 'histogram') return countHistogram(pass, what.frame);
  const stack = await countStack(pass, what.by, input.zone);
  return run((db) => nameStack(db, stack));
}

type Pass = (expression: string, take: (step: ScanStep) => void) => Promise<void>;

async function countTotal(pass: Pass): Promise<{ total: number }> {
  let total = 0;
  await pass('1', ({ counts }) => {
    for (const { n } of counts) total += n;
  });
  return { total };
}

async function countHistogram(pass: Pass, frame: HistogramFrame): Promise<Histogram> {
  const { histogram, add } = emptyHistogram(frame);
  await pass("a.severity || ' ' || (a.created_at / 3600000)", ({ counts }) => {
    for (const { v, n } of counts) {
      const [severity = '', hour = ''] = String(v).split(' ');
      add(Number(hour), severity, n);
    }
  });
  return histogram();
}

async function countStack(pass: Pass, by: StackField, zone: string): Promise<Stack> {
  const { expression, valuesOf } = stackReading(by, zone);
  const ends = new StackEnds(STACK_ROWS);
  let total = 0;
  let from: number | null = 0;
  do {
    const isFirst = from === 0;
    const counter: StackCounter = new StackCounter(from);
    await pass(expression, ({ counts }) => {
      for (const { v, n } of counts) {
        if (isFirst) total += n;
        for (const value of valuesOf(v)) counter.add(value, n);
      }
    });
    ends.take(counter.counts());
    from = counter.next;
  } while (from !== null);
  const { distinct, common, rare } = ends.result();
  const unnamed = (rows: typeof common) => rows.map((row) => ({ ...row, label: null }));
  return { by, total, distinct, common: unnamed(common), rare: unnamed(rare) };
}
