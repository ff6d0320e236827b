/**
 * Backtest on one's own desk: every alert that a person closed is decided anew as of its own moment,
 * by a memory that holds only what had been closed before it. Facts that are not kept by time (which
 * investigations were open) are left out, which can only make it close more: it says so.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Backtest } from '../../../shared/areas/assistant/automation.contract.ts';
import { shareOf } from '../../../shared/areas/assistant/confidence.ts';
import { ENGINE_VERSION } from '../../../shared/areas/assistant/engine/engine.types.ts';
import { DECISIONS, type Decision } from '../../../shared/areas/assistant/explanation.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import type { JobFunction } from '../../jobs/job.ts';
import { createTactics } from './attack-tactics.ts';
import { calibrationOf } from './automation-calibration.ts';
import { closedPlaces, minutesPerAlert, readRow, saveBacktest } from './backtest.store.ts';
import { type ScoredAlert, toScored } from './engine-rows.ts';
import type { ScoreInput } from './engine-score.jobs.ts';
import { createPastReplay, inOrder, type PastEvent, type PastReplay } from './past-replay.ts';

/** The newest so many closings. */
const ALERTS_MAX = 100_000;
const AT_ONCE = 100;
const PATTERNS_SHOWN = 200;
const BINS = 10;

interface PatternTally {
  readonly label: string;
  alerts: number;
  closed: number;
  right: number;
}

interface Tally {
  readonly decided: Record<Decision, number>;
  readonly bins: { bin: number; malicious: number; benign: number }[];
  readonly patterns: Map<string, PatternTally>;
  malicious: number;
  missed: number;
}

interface Replay {
  readonly past: PastReplay;
  readonly tally: Tally;
}

export const backtestJob: JobFunction = async (input, { db, signal, report, jobId }) => {
  const { attackPath } = input as ScoreInput;
  const replay: Replay = {
    past: createPastReplay(createTactics(attackPath)),
    tally: newTally(),
  };
  const events = inOrder(db.read('backtest.places', (reader) => closedPlaces(reader, ALERTS_MAX)));
  for (let from = 0; from < events.length; from += AT_ONCE) {
    signal.throwIfAborted();
    db.read('backtest.step', (reader) => {
      for (const event of events.slice(from, from + AT_ONCE)) replayEvent(reader, replay, event);
    });
    report({ done: Math.floor(from / 2), total: events.length / 2, message: null });
    await nextTurn();
  }
  const minutes = db.read('backtest.minutes', minutesPerAlert);
  const result = resultOf(replay.tally, jobId, minutes);
  db.write({ actor: null, origin: 'job', action: 'engine.backtest' }, (tx) =>
    saveBacktest(tx, result),
  );
  return null;
};

function newTally(): Tally {
  return {
    decided: Object.fromEntries(DECISIONS.map((one) => [one, 0])) as Record<Decision, number>,
    bins: [],
    patterns: new Map(),
    malicious: 0,
    missed: 0,
  };
}

function replayEvent(reader: ReadDb, { past, tally }: Replay, { type, seq }: PastEvent): void {
  const row = readRow(reader, seq);
  if (!row) return;
  const one = toScored(row);
  if (type === 'closed') {
    past.closed(reader, one);
    return;
  }
  const { decision, suspicion } = past.came(reader, one);
  count(tally, one, decision, suspicion);
}

function count(tally: Tally, { row, keys }: ScoredAlert, decision: Decision, suspicion: number) {
  const isMalicious = row.verdict === 'TRUE_POSITIVE';
  const isClosed = decision === 'auto-close';
  tally.decided[decision] += 1;
  if (isMalicious) tally.malicious += 1;
  if (isMalicious && isClosed) tally.missed += 1;
  const bin = Math.min(BINS - 1, Math.floor(suspicion / BINS));
  tally.bins.push({ bin, malicious: isMalicious ? 1 : 0, benign: isMalicious ? 0 : 1 });
  if (keys.pattern === null) return;
  const known = tally.patterns.get(keys.pattern);
  const pattern = known ?? { label: keys.label, alerts: 0, closed: 0, right: 0 };
  if (!known) tally.patterns.set(keys.pattern, pattern);
  pattern.alerts += 1;
  if (isClosed) pattern.closed += 1;
  if (isClosed && !isMalicious) pattern.right += 1;
}

function resultOf(tally: Tally, id: string, minutes: number): Backtest {
  const alerts = Object.values(tally.decided).reduce((sum, n) => sum + n, 0);
  const closed = tally.decided['auto-close'];
  const patterns = [...tally.patterns]
    .map(([key, pattern]) => ({ key, ...pattern }))
    .sort((a, b) => b.closed - a.closed || b.alerts - a.alerts || (a.key < b.key ? -1 : 1));
  return {
    ...{ id, at: toIso(0), version: ENGINE_VERSION, alerts, decided: tally.decided },
    precision: shareOf(closed - tally.missed, closed),
    coverage: shareOf(closed, alerts),
    abstained: alerts - closed,
    ...{ malicious: tally.malicious, missed: tally.missed },
    ...{ minutesPerAlert: minutes, minutesSaved: (closed - tally.missed) * minutes },
    calibration: calibrationOf(tally.bins),
    closeEverything: shareOf(alerts - tally.malicious, alerts),
    patterns: patterns.slice(0, PATTERNS_SHOWN),
  };
}
