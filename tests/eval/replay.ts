/**
 * One file in the order of time through the product's own engine and memory. What the memory is shown is
 * in protocol.ts; it never sees a verdict before its time.
 */
import { assess } from '../../src/shared/areas/assistant/engine/assess.ts';
import {
  createChanceTable,
  type Standing,
  standingOf,
} from '../../src/shared/areas/assistant/engine/chance.ts';
import { DAILY_SUPPORT } from '../../src/shared/areas/assistant/engine/conditions.ts';
import type {
  AlertFacts,
  EngineAlert,
  PatternKeys,
} from '../../src/shared/areas/assistant/engine/engine.types.ts';
import type {
  Observation,
  SecondLookRequest,
} from '../../src/shared/areas/assistant/engine/memory.types.ts';
import { toEngineAlert } from '../../src/shared/areas/assistant/engine/normalise.ts';
import { patternKeys } from '../../src/shared/areas/assistant/engine/pattern-keys.ts';
import { createPatternMemory } from '../../src/shared/areas/assistant/engine/pattern-memory.ts';
import {
  POINTS,
  type PointCode,
  type PointTable,
} from '../../src/shared/areas/assistant/engine/points.ts';
import {
  type RefitExample,
  refitPoints,
  tallyOf,
} from '../../src/shared/areas/assistant/engine/refit.ts';
import { createSightings } from '../../src/shared/areas/assistant/engine/sightings.ts';
import { createTextFinder } from '../../src/shared/areas/assistant/engine/text-findings.ts';
import type { Decision } from '../../src/shared/areas/assistant/explanation.ts';
import { DAY_MS, MINUTE_MS } from '../../src/shared/kernel/time.ts';
import { createRandom } from '../helpers/random.ts';
import { type EvalGroup, isMalicious } from './alert-file.ts';
import {
  ANALYSTS,
  AUDIT_SHARE,
  LOOK_AFTER_MS,
  RATE_AT_LEAST,
  RATE_MALICIOUS_MOST,
  VERDICT_AFTER_MS,
  WARM_UP_MS,
} from './protocol.ts';

const WINDOW_MS = 15 * MINUTE_MS;

export interface ReplayOptions {
  /** Share of verdicts, and of second looks, that are wrong. */
  readonly noise?: number;
  readonly seed?: number;
  /** The desk never says a word about groups of this attack. */
  readonly hidden?: string;
  /** What was closed by itself is not worked on, but for the audit. */
  readonly isClosedLoop?: boolean;
  /** Suspicion by points that are refitted on the verdicts so far, as in the product. */
  readonly isRefitted?: boolean;
}

export interface Replayed {
  readonly group: EvalGroup;
  readonly isMalicious: boolean;
  readonly isWarm: boolean;
  readonly decision: Decision;
  readonly missing: readonly string[];
  readonly suspicion: number;
  /** That it is malicious, as it was estimated before its verdict. */
  readonly chance: number;
  /** What the rival would have done. */
  readonly byRate: boolean;
  readonly tookMs: number;
}

interface Due {
  readonly at: number;
  readonly order: number;
  run(): void;
}

export function replay(groups: readonly EvalGroup[], options: ReplayOptions = {}): Replayed[] {
  const { hidden, isClosedLoop = false } = options;
  const desk = createDesk(options);
  const sightings = createSightings();
  const results: Replayed[] = [];
  const start = (groups[0]?.window ?? 0) * WINDOW_MS;
  const audit = createRandom(options.seed ?? 99);
  for (const inWindow of byWindow(groups)) {
    const end = ((inWindow[0]?.window ?? 0) + 1) * WINDOW_MS;
    desk.until(end);
    const seen = inWindow.map((group) => {
      const from = performance.now();
      const alert = engineAlertOf(group);
      const facts = sightings.see(alert, group.repeats);
      return { group, alert, facts, tookMs: performance.now() - from };
    });
    for (const { group, alert, facts, tookMs } of seen) {
      const from = performance.now();
      const keys = patternKeys(alert);
      const around = sightings.around(alert, end - 1);
      const decided = desk.decide(alert, keys, { ...facts, ...around }, end);
      const took = tookMs + performance.now() - from;
      const isHidden = hidden !== undefined && group.attacks.has(hidden);
      const isUnseen =
        isClosedLoop && decided.decision === 'auto-close' && !audit.chance(100 * AUDIT_SHARE);
      if (!isHidden && !isUnseen) desk.willClose(group, keys, end, decided);
      const isWarm = end - start > WARM_UP_MS;
      const { codes: _, ...shown } = decided;
      results.push({ group, isMalicious: isMalicious(group), isWarm, ...shown, tookMs: took });
    }
  }
  return results;
}

function* byWindow(groups: readonly EvalGroup[]): Generator<EvalGroup[]> {
  let current: EvalGroup[] = [];
  for (const group of groups) {
    if (current.length > 0 && current[0]?.window !== group.window) {
      yield current;
      current = [];
    }
    current.push(group);
  }
  if (current.length > 0) yield current;
}

function engineAlertOf(group: EvalGroup): EngineAlert {
  return toEngineAlert({
    ...{ id: group.key, createdAt: group.firstAt, severity: 'MEDIUM', source: group.source },
    ...{ detector: group.detector, category: null, techniques: [], title: group.title },
    ...{
      description: '',
      sourceHost: group.host,
      sourceUser: null,
      sourceIp: group.address,
      destIp: null,
    },
  });
}

type Around = Omit<
  AlertFacts,
  | 'criticality'
  | 'indicatorHits'
  | 'allowListHits'
  | 'openInvestigation'
  | 'tactics'
  | 'dispositions'
  | 'autoClosedToday'
>;
const NOTHING_ELSE = {
  ...{
    criticality: 'NORMAL' as const,
    indicatorHits: [],
    allowListHits: [],
    openInvestigation: null,
  },
  ...{ tactics: [], autoClosedToday: 0 },
};

/** The analysts and their memory. */
function createDesk({ noise = 0, seed = 1, isRefitted = false }: ReplayOptions) {
  const fit = createFit(isRefitted);
  const memory = createPatternMemory();
  const chances = createChanceTable();
  const random = createRandom(seed * 7919);
  const findTexts = createTextFinder();
  const due = createQueue();
  const verdictOf = (group: EvalGroup): boolean =>
    random.chance(100 * noise) ? !isMalicious(group) : isMalicious(group);
  const groupsById = new Map<string, EvalGroup>();
  const analystOf = (n: number) => ANALYSTS[n % ANALYSTS.length] ?? { id: '', name: '' };

  function show(observation: Observation): void {
    for (const request of memory.observe(observation))
      askOthers(request, observationTime(observation));
  }

  /** Two others look, one after the other; a memory that needs no second one ignores it. */
  function askOthers({ pattern, alertId, analystId }: SecondLookRequest, at: number): void {
    const first = ANALYSTS.findIndex(({ id }) => id === analystId);
    for (const turn of [1, 2]) {
      due.add(at + turn * LOOK_AFTER_MS, () => {
        if (
          !memory.openLooks().some((open) => open.pattern === pattern && open.alertId === alertId)
        )
          return;
        const group = groupsById.get(alertId);
        if (!group) return;
        const time = at + turn * LOOK_AFTER_MS;
        const [analyst, malicious] = [analystOf(first + turn), verdictOf(group)];
        show({ type: 'second-look', at: time, pattern, alertId, analyst, malicious });
      });
    }
  }

  return {
    until: due.until,
    decide(alert: EngineAlert, keys: PatternKeys, around: Around, at: number) {
      const facts: AlertFacts = {
        ...around,
        ...NOTHING_ELSE,
        dispositions: memory.countsFor(keys, at),
      };
      const support = memory.supportFor(keys, at);
      const { decision, missing, suspicion, reasons } = assess(alert, facts, support, {
        ...{ findTexts, points: fit.points() },
      });
      const standing = standingOf(facts, support);
      const rate = facts.dispositions.detector;
      const all = (rate?.benign90 ?? 0) + (rate?.malicious90 ?? 0);
      return {
        ...{ decision, suspicion, standing, missing: missing.map(({ code }) => code) },
        codes: reasons.map(({ code }) => code as PointCode),
        chance: chances.chanceOf(standing),
        byRate: all >= RATE_AT_LEAST && (rate?.malicious90 ?? 0) <= RATE_MALICIOUS_MOST * all,
      };
    },
    willClose(
      group: EvalGroup,
      keys: PatternKeys,
      end: number,
      { standing, codes }: { standing: Standing; codes: readonly PointCode[] },
    ): void {
      const at = end + VERDICT_AFTER_MS;
      const malicious = verdictOf(group);
      const analyst = analystOf(Number.parseInt(group.key.slice(-4), 16));
      groupsById.set(group.key, group);
      due.add(at, () => {
        chances.learn(standing, malicious);
        fit.learn(keys.pattern ?? keys.detector, at, { codes, malicious });
        const verdict = malicious ? 'TRUE_POSITIVE' : 'FALSE_POSITIVE';
        const closing = {
          at,
          keys,
          benign: !malicious,
          analyst,
          alertId: group.key,
          title: group.title,
          verdict,
          burst: group.repeats,
        };
        show({ type: 'closed', closing });
      });
    },
  };
}

const REFIT_EVERY = 25;

/** Of one pattern and day ten verdicts count, as in the product. */
function createFit(isOn: boolean) {
  const examples: RefitExample[] = [];
  const counted = new Map<string, number>();
  let points: PointTable = POINTS;
  return {
    points: () => points,
    learn(pattern: string, at: number, example: RefitExample): void {
      const key = `${Math.floor(at / DAY_MS)} ${pattern}`;
      const before = counted.get(key) ?? 0;
      counted.set(key, before + 1);
      if (!isOn || before >= DAILY_SUPPORT) return;
      examples.push(example);
      if (examples.length % REFIT_EVERY === 0) points = refitPoints(tallyOf(examples));
    },
  };
}

const observationTime = (observation: Observation): number =>
  observation.type === 'closed' || observation.type === 'taken-back'
    ? observation.closing.at
    : observation.at;

/** What happens later, in the order of its time, then of its being added. */
function createQueue() {
  const waiting: Due[] = [];
  let order = 0;
  return {
    add(at: number, run: () => void): void {
      const one = { at, order: order++, run };
      let [low, high] = [0, waiting.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        const other = waiting[middle];
        if (other && (other.at > at || (other.at === at && other.order > one.order)))
          low = middle + 1;
        else high = middle;
      }
      waiting.splice(low, 0, one);
    },
    until(at: number): void {
      for (let last = waiting.at(-1); last && last.at <= at; last = waiting.at(-1)) {
        waiting.pop();
        last.run();
      }
    },
  };
}
