/** All figures of one file, and of several together. */
import { type EvalSet, isMalicious } from './alert-file.ts';
import { type LinkFigures, linkLabelled } from './incidents.ts';
import {
  byEngine,
  byNobody,
  byRate,
  type Closed,
  calibrationError,
  closedBy,
  quantile,
  rankQuality,
  suspicionError,
} from './measures.ts';
import { NOISE, NOISE_SEEDS } from './protocol.ts';
import { type Replayed, type ReplayOptions, replay } from './replay.ts';

/** The environment that settings were chosen on; every other file is held out. */
const DEVELOPMENT = 'fox';

export interface HiddenAttack {
  readonly attack: string;
  readonly groups: number;
  readonly closed: number;
  readonly coverage: number;
}

export interface Evaluation {
  readonly set: EvalSet;
  readonly isHeldOut: boolean;
  /** Groups after the warm-up. */
  readonly warm: readonly Replayed[];
  readonly engine: Closed;
  readonly everything: Closed;
  readonly rate: Closed;
  readonly closedLoop: Closed;
  readonly noisy: readonly Closed[];
  readonly hidden: readonly HiddenAttack[];
  readonly calibration: number;
  readonly rank: number | null;
  /** The same with points that are refitted on the verdicts so far; their calibration by suspicion. */
  readonly refitted: {
    readonly rank: number | null;
    readonly error: number;
    readonly byHandError: number;
  };
  readonly linking: LinkFigures;
  readonly decisionP95Ms: number;
  /** Of all replays of the file. */
  readonly decisions: number;
  readonly tookMs: number;
}

/** @param seeds of wrong verdicts; fewer for a quick look. */
export function evaluate(set: EvalSet, seeds: readonly number[] = NOISE_SEEDS): Evaluation {
  const clock = { decisions: 0, tookMs: 0 };
  const run = (options: ReplayOptions = {}): Replayed[] => {
    const from = performance.now();
    const all = replay(set.groups, options);
    clock.tookMs += performance.now() - from;
    clock.decisions += all.length;
    return all;
  };
  const warmOf = (all: readonly Replayed[]) => all.filter(({ isWarm }) => isWarm);
  const plain = run();
  const warm = warmOf(plain);
  const attacks = [...new Set(set.groups.flatMap(({ attacks: own }) => [...own.keys()]))].sort();
  return {
    set,
    warm,
    isHeldOut: set.name !== DEVELOPMENT,
    engine: closedBy(warm, byEngine),
    everything: closedBy(warm, byNobody),
    rate: closedBy(warm, byRate),
    closedLoop: closedBy(warmOf(run({ isClosedLoop: true })), byEngine),
    noisy: seeds.map((seed) => closedBy(warmOf(run({ noise: NOISE, seed })), byEngine)),
    hidden: attacks.map((attack) => hiddenOf(run({ hidden: attack }), attack)),
    calibration: calibrationError(warm),
    rank: rankQuality(warm),
    refitted: refittedOf(warmOf(run({ isRefitted: true })), warm),
    linking: linkLabelled(set.groups),
    decisionP95Ms: quantile(
      plain.map(({ tookMs }) => tookMs),
      0.95,
    ),
    ...clock,
  };
}

function refittedOf(refitted: readonly Replayed[], byHand: readonly Replayed[]) {
  return {
    rank: rankQuality(refitted),
    error: suspicionError(refitted),
    byHandError: suspicionError(byHand),
  };
}

/** Only groups after the warm-up count: before, nothing can be closed. */
function hiddenOf(all: readonly Replayed[], attack: string): HiddenAttack {
  const warm = all.filter(({ isWarm }) => isWarm);
  const own = warm.filter(({ group }) => group.attacks.has(attack));
  return {
    attack,
    groups: own.length,
    closed: own.filter(byEngine).length,
    coverage: closedBy(warm, byEngine).coverage,
  };
}

/** Several as if they were one. */
export function pooled(evaluations: readonly Evaluation[]) {
  const warm = evaluations.flatMap((one) => one.warm);
  const sum = (value: (one: Evaluation) => number) =>
    evaluations.reduce((total, one) => total + value(one), 0);
  const groups = sum(({ set }) => set.groups.length);
  const noisyAt = (seed: number) => added(evaluations.flatMap(({ noisy }) => noisy[seed] ?? []));
  return {
    reduction: 1 - groups / sum(({ set }) => set.alerts),
    mixedShare: sum(({ set }) => set.mixed) / groups,
    engine: closedBy(warm, byEngine),
    everything: closedBy(warm, byNobody),
    rate: closedBy(warm, byRate),
    closedLoop: added(evaluations.map(({ closedLoop }) => closedLoop)),
    noisy: (evaluations[0]?.noisy ?? []).map((_, seed) => noisyAt(seed)),
    hidden: evaluations.flatMap(({ hidden }) => hidden),
    calibration: calibrationError(warm),
    rank: rankQuality(warm),
    decisionP95Ms: Math.max(...evaluations.map(({ decisionP95Ms }) => decisionP95Ms)),
    msPerDecision: sum(({ tookMs }) => tookMs) / sum(({ decisions }) => decisions),
    decisions: sum(({ decisions }) => decisions),
    malicious: sum(({ set }) => set.groups.filter((group) => isMalicious(group)).length),
  };
}
export type Pooled = ReturnType<typeof pooled>;

export type Share = Pick<Closed, 'groups' | 'malicious' | 'closed' | 'closedMalicious'>;

export function added(parts: readonly Share[]): Share & {
  readonly coverage: number;
  readonly precision: number | null;
  readonly missed: number | null;
} {
  const sum = (value: (one: Share) => number) =>
    parts.reduce((total, one) => total + value(one), 0);
  const [groups, malicious] = [sum((one) => one.groups), sum((one) => one.malicious)];
  const [closed, closedMalicious] = [sum((one) => one.closed), sum((one) => one.closedMalicious)];
  return {
    ...{ groups, malicious, closed, closedMalicious },
    coverage: groups === 0 ? 0 : closed / groups,
    precision: closed === 0 ? null : 1 - closedMalicious / closed,
    missed: malicious === 0 ? null : closedMalicious / malicious,
  };
}
