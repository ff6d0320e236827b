import {
  ASSURANCE_FORMULA,
  ASSURANCE_INPUTS,
  addUp,
} from '../../../shared/areas/compliance/assurance.rules.ts';
import { type ControlProof, evidenceState } from '../../../shared/areas/compliance/proof.rules.ts';
import type {
  ComplianceMetrics,
  ControlExplanation,
  FrameworkExplanation,
  FrameworkScore,
} from '../../../shared/areas/compliance/scores.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { percentOrNull } from '../../../shared/kernel/percent.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import type { Clock } from '../../platform/clock.ts';
import { readControlProofs } from './proof.store.ts';
import type { FrameworkFigures, ScoreCache } from './scores.cache.ts';
import {
  assessedOf,
  changeOf,
  type Figures,
  type FrameworkRow,
  type GroupRow,
  type ProofTitle,
  readActiveFrameworks,
  readControlTotals,
  readFiguresBefore,
  readFramework,
  readFrameworkFiguresBefore,
  readGroups,
  readProofTitles,
  scoreOf,
} from './scores.store.ts';
import {
  digestOfInputs,
  type ExplainedFramework,
  explainControl,
  explainGroups,
} from './scores-explain.ts';

export interface ScoreDeps {
  readonly db: Database;
  readonly cache: ScoreCache;
  readonly clock: Clock;
}

/** One line of the list. */
function scoreLine(
  { id, name, version, category }: FrameworkRow,
  { coverage: sums, counts }: FrameworkFigures,
  before: Figures | undefined,
): FrameworkScore {
  const { coverage, assurance, applicable, assessed, applicableWeight, assessedWeight } = sums;
  const figures = { score: scoreOf(counts), coverage, assurance };
  const total = counts.NOT_ASSESSED + assessedOf(counts);
  return {
    ...{ id, name, version, category, ...figures, counts: { ...counts }, total },
    ...{ applicable, assessed, applicableWeight, assessedWeight },
    change: changeOf(figures, before),
  };
}

/** The proofs of one control by name: its evidence, tests, runs and challenges. */
function proofsOf(
  control: ControlProof,
  titles: readonly ProofTitle[],
  now: number,
): ControlExplanation['proofs'] {
  const iso = (at: number | null) => (at === null ? null : toIso(at));
  const named = new Map(titles.map((row) => [row.id, row]));
  const proof = (kind: 'test' | 'run' | 'challenge', id: string) => {
    const { title = '', state = '', at = null } = named.get(id) ?? {};
    return { kind, id, title, state, at: iso(at), expiresAt: null };
  };
  return [
    ...control.evidence.map((item) => ({
      kind: 'evidence' as const,
      ...{ id: item.id, title: item.title, state: evidenceState(item, now) },
      ...{ at: toIso(item.since), expiresAt: iso(item.expiresAt) },
    })),
    ...control.tests.flatMap(({ id, lastRun }) => [
      proof('test', id),
      ...(lastRun ? [proof('run', lastRun.id)] : []),
    ]),
    ...control.challenges.map(({ id }) => proof('challenge', id)),
  ];
}

/** The framework with the names of its groups and its figures of before. */
interface FrameworkParts {
  readonly row: FrameworkRow;
  readonly groups: readonly GroupRow[];
  readonly before: Figures | undefined;
}

/** @throws AppError 'not-found' */
function readParts(db: ReadDb, id: string, now: number): FrameworkParts {
  const row = readFramework(db, id);
  if (!row) throw new AppError('not-found', 'There is no such framework');
  const before = readFrameworkFiguresBefore(db, now).get(id);
  return { row, groups: readGroups(db, id), before };
}

/** All but the controls, which stand as JSON already. */
function explanationHead(
  { row, groups, before }: FrameworkParts,
  explained: ExplainedFramework,
  now: number,
): Omit<FrameworkExplanation, 'controls'> {
  return {
    ...scoreLine(row, explained, before),
    asOf: toIso(now),
    formula: ASSURANCE_FORMULA,
    inputs: { ...ASSURANCE_INPUTS },
    inputsDigest: digestOfInputs(explained.inputsJson, now),
    groups: explainGroups(groups, explained.entries),
  };
}

function explainOne(db: ReadDb, id: string, now: number): ControlExplanation {
  const [control] = readControlProofs(db, { now, controlId: id });
  const row = control && readFramework(db, control.frameworkId);
  if (!control || !row) throw new AppError('not-found', 'There is no such control');
  return {
    ...explainControl(control, now).json,
    frameworkId: row.id,
    frameworkName: row.name,
    asOf: toIso(now),
    formula: ASSURANCE_FORMULA,
    inputs: { ...ASSURANCE_INPUTS },
    proofs: proofsOf(control, readProofTitles(db, id), now),
  };
}

export function createScoreService({ db, cache, clock }: ScoreDeps) {
  async function list(): Promise<FrameworkScore[]> {
    const now = clock.now();
    const { frameworks, before } = db.read('compliance.frameworks', (reader) => ({
      frameworks: readActiveFrameworks(reader),
      before: readFrameworkFiguresBefore(reader, now),
    }));
    const figures = await cache.of(
      frameworks.map(({ id }) => id),
      now,
    );
    return frameworks.flatMap((framework, index) => {
      const own = figures[index];
      return own ? [scoreLine(framework, own, before.get(framework.id))] : [];
    });
  }

  async function metrics(): Promise<ComplianceMetrics> {
    const now = clock.now();
    const { frameworks, totals, before } = db.read('compliance.metrics', (reader) => ({
      frameworks: readActiveFrameworks(reader),
      totals: readControlTotals(reader),
      before: readFiguresBefore(reader, now),
    }));
    const figures = await cache.of(
      frameworks.map(({ id }) => id),
      now,
    );
    const { coverage, assurance } = addUp(figures.map((each) => each.coverage));
    const overallScore = scoreOf(totals.counts);
    return {
      automationPercentage: percentOrNull(totals.automated, totals.total)?.floored ?? null,
      compliantControls: totals.counts.COMPLIANT,
      ...{ overallScore, coverage, assurance },
      change: changeOf({ score: overallScore, coverage, assurance }, before),
      gaps: totals.counts.NON_COMPLIANT,
      activeFrameworks: frameworks.length,
      totalControls: totals.total,
      automatedControls: totals.automated,
      assessedControls: assessedOf(totals.counts),
      counts: totals.counts,
      formula: ASSURANCE_FORMULA,
    };
  }

  return {
    list,
    metrics,
    /**
     * In two parts: its controls are megabytes of JSON (`ScoredControlJson[]`) that is kept.
     * @throws AppError 'not-found'
     */
    framework(id: string) {
      const now = clock.now();
      const parts = db.read('compliance.score', (reader) => readParts(reader, id, now));
      const explained = cache.explained(id, now);
      return {
        head: explanationHead(parts, explained, now),
        controlsJson: explained.controlsJson,
      };
    },
    /** @throws AppError 'not-found' */
    control: (id: string) =>
      db.read('compliance.controlScore', (reader) => explainOne(reader, id, clock.now())),
  };
}
export type ScoreService = ReturnType<typeof createScoreService>;
