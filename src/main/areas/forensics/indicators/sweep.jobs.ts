/**
 * Looks for a set of indicators in all alerts, their records and the events of all investigations, in one
 * pass over each. Reads only, until it writes what it found; ends within a batch where it is cancelled.
 */
import { z } from 'zod';
import { sweepSetSchema } from '../../../../shared/areas/forensics/indicators/indicator-work.contract.ts';
import { createSweeper } from '../../../../shared/areas/forensics/indicators/sweep/sweeper.ts';
import { AppError } from '../../../../shared/contract/errors.ts';
import type { JobFunction } from '../../../jobs/job.ts';
import { loadFindPorts } from './find-ports.ts';
import { alertEnds, endSweep, type SweepEnd } from './sweep.store.ts';
import { keepFound } from './sweep-keep.ts';
import { readNeedles } from './sweep-needles.ts';
import {
  type Sweeping,
  sweepAlerts,
  sweepEvents,
  sweepRecords,
  type UnpackRaw,
} from './sweep-read.ts';
import { Tallies } from './sweep-tally.ts';
import { compilePattern } from './warninglists.service.ts';
import { createGoodness } from './warninglists.store.ts';

const inputSchema = z.object({
  sweepId: z.string(),
  set: sweepSetSchema,
  isDeep: z.boolean(),
  withKnownGood: z.boolean(),
});
export type SweepInput = z.infer<typeof inputSchema>;

export function createSweepJob(unpack: UnpackRaw): JobFunction {
  return async (rawInput, context) => {
    const input = inputSchema.parse(rawInput);
    const started = performance.now();
    const { db, startedBy } = context;
    const counts = {
      lookedFor: 0,
      leftOut: 0,
      found: 0,
      alerts: 0,
      events: 0,
      readAlerts: 0,
      readEvents: 0,
    };
    const end = (state: SweepEnd['state'], message: string | null) =>
      db.write({ actor: startedBy, origin: 'job', action: 'indicators.endSweep' }, (tx) =>
        endSweep(tx, input.sweepId, {
          ...counts,
          state,
          message,
          ms: Math.round(performance.now() - started),
        }),
      );
    try {
      const { needles, leftOut } = await readNeedles(db, context.clock.now(), input, {
        ports: await loadFindPorts(),
        goodness: createGoodness(compilePattern),
      });
      const sweeper = createSweeper(needles);
      counts.leftOut = leftOut + sweeper.leftOut.length;
      counts.lookedFor = needles.length - sweeper.leftOut.length;
      if (counts.lookedFor === 0)
        throw new AppError('bad-input', 'There is no indicator to look for');
      const total = db.read('indicators.sweepEnds', alertEnds).total;
      const sweeping: Sweeping = {
        ...{ context, sweeper, tallies: new Tallies(), unpack, total },
        read: { alerts: 0, events: 0 },
      };
      await sweepAlerts(sweeping);
      if (input.isDeep) await sweepRecords(sweeping);
      await sweepEvents(sweeping);
      const hits = await keepFound(sweeping, needles, input.sweepId);
      Object.assign(counts, {
        ...{
          found: hits.length,
          readAlerts: sweeping.read.alerts,
          readEvents: sweeping.read.events,
        },
        alerts: hits.reduce((sum, { alerts }) => sum + alerts, 0),
        events: hits.reduce((sum, { events }) => sum + events, 0),
      });
      end('DONE', null);
    } catch (error) {
      if (context.signal.aborted)
        end('CANCELLED', 'Cancelled. What was found by then is not kept.');
      else end('FAILED', error instanceof AppError ? error.message : 'The sweep failed.');
      throw error;
    }
    return null;
  };
}
