/** The matching of many new alerts, beside the core. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { JobFunction } from '../../jobs/job.ts';
import { matchNext, matchPast, readMatcher } from './vendor-signals.match.ts';
import { readPlaces, SIGNAL_SOURCES } from './vendor-signals.store.ts';
import type { TellReassessment } from './vendor-signals-record.store.ts';

const BATCH = 500;
const PAST_VENDORS = 20;

export function createMatchSignalsJob(tell: TellReassessment): JobFunction {
  return async (_, context) => {
    const { db, clock, newId, signal } = context;
    const deps = { db, newId, tell };
    while (!signal.aborted && matchPast(deps, clock.now(), PAST_VENDORS)) await nextTurn();
    const matcher = readMatcher(db);
    const behind = SIGNAL_SOURCES.map((source) =>
      db.read('vendors.matchPlace', (reader) => readPlaces(reader, source)),
    );
    const total = behind.reduce((sum, { place, last }) => sum + last - place, 0);
    let done = 0;
    for (const source of SIGNAL_SOURCES) {
      for (let left = 1; left > 0 && !signal.aborted; ) {
        left = matchNext(deps, matcher, source, BATCH);
        done += BATCH;
        context.report({ done: Math.min(done, total), total, message: null });
        context.relieveLog();
        await nextTurn();
      }
    }
    return { looked: Math.min(done, total) };
  };
}
