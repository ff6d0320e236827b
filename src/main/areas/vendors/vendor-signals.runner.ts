/**
 * When the matching runs: a moment after alerts, indicators or vendors changed, and once at the
 * start. A few are looked at here, in slices that hold up nobody; many in a job, once no other runs.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Matcher } from '../../../shared/areas/vendors/vendor-signals.rules.ts';
import type { ServerEvent } from '../../../shared/contract/events.ts';
import type { Database } from '../../db/database.ts';
import type { JobRunner } from '../../jobs/job-runner.ts';
import { createSettledRun } from '../../jobs/settled-run.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import {
  type MatchDeps,
  matchNext,
  matchPast,
  passOver,
  readMatcher,
} from './vendor-signals.match.ts';
import {
  changedTerms,
  countVendorsWithTerms,
  readPlaces,
  SIGNAL_SOURCES,
} from './vendor-signals.store.ts';

export interface SignalRunnerDeps extends MatchDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly runner: JobRunner;
}

const QUIET_MS = 400;
const LONGEST_WAIT_MS = 5_000;
const BUSY_MS = 2_000;
/** After a failure, such as a full disk. */
const RETRY_MS = 30_000;
const SLICE = 50;
/** More than this is a job. */
const HERE_THINGS = 1_000;
const HERE_VENDORS = 2_000;
const HERE_CHANGED = 20;

const HEARD: ReadonlySet<string> = new Set(['alerts', 'indicators', 'vendors', 'workspace']);

export interface SignalRunner {
  follow(event: ServerEvent): void;
  start(): () => void;
}

/** Vendors that can be touched, and what was not looked at yet. */
function howMuch(db: Database) {
  return db.read('vendors.matchBacklog', (reader) => ({
    vendors: countVendorsWithTerms(reader),
    things: SIGNAL_SOURCES.map((source) => readPlaces(reader, source)).reduce(
      (sum, { place, last }) => sum + last - place,
      0,
    ),
  }));
}

async function inJob(runner: JobRunner, total: number): Promise<void> {
  const { finished } = runner.start({
    ...{ kind: 'vendor-signals', title: 'Match alerts with vendors', unit: 'alerts', total },
    ...{ startedBy: null, input: {} },
  });
  await finished.catch(() => undefined);
}

export function createSignalRunner(deps: SignalRunnerDeps): SignalRunner {
  const { db, runner, clock, log } = deps;
  let isStopped = true;
  let matcher: Matcher | undefined;
  let areTermsLookedAt = false;
  const settled = createSettledRun({
    ...{ quietMs: QUIET_MS, longestWaitMs: LONGEST_WAIT_MS, retryMs: RETRY_MS },
    look: async (again) => (runner.isBusy ? again.after(BUSY_MS) : look()),
    onFailure: (cause) => log.error('the matching of alerts and vendors failed', { cause }),
  });

  async function look(): Promise<void> {
    const { vendors, things } = howMuch(db);
    if (vendors === 0) return passOver(deps);
    if (things === 0 && areTermsLookedAt) return;
    const wasLookedAt = areTermsLookedAt;
    areTermsLookedAt = true;
    if (vendors > HERE_VENDORS || things > HERE_THINGS) return inJob(runner, things);
    const changed = wasLookedAt
      ? 0
      : db.read('vendors.changedTerms', (reader) => changedTerms(reader, HERE_CHANGED + 1)).length;
    if (changed > HERE_CHANGED) return inJob(runner, things);
    // The past first: new alerts are matched with what the past was looked through for.
    if (changed > 0) matchPast(deps, clock.now(), HERE_CHANGED);
    await matchHere();
  }

  async function matchHere(): Promise<void> {
    matcher ??= readMatcher(db);
    for (const source of SIGNAL_SOURCES) {
      while (!isStopped && matchNext(deps, matcher, source, SLICE) > 0) await nextTurn();
    }
  }

  return {
    follow(event) {
      if (event.type !== 'changed' || !HEARD.has(event.resource)) return;
      if (event.resource === 'vendors' || event.resource === 'workspace') {
        matcher = undefined;
        areTermsLookedAt = false;
      }
      settled.soon();
    },
    start() {
      isStopped = false;
      const stop = settled.start();
      return () => {
        isStopped = true;
        stop();
      };
    },
  };
}
