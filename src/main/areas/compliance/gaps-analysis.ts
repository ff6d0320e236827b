/** One gap analysis: from what the workspace holds to the answer. Reads, and writes nothing. */
import { controlAssurance } from '../../../shared/areas/compliance/assurance.rules.ts';
import { nextActions } from '../../../shared/areas/compliance/gaps.actions.rules.ts';
import type {
  GapAnalysis,
  GapEntry,
  GapFramework,
  GapTechnique,
} from '../../../shared/areas/compliance/gaps.contract.ts';
import {
  byPriority,
  GAP_RULES,
  type GapControl,
  gapOf,
  THREAT_DAYS,
} from '../../../shared/areas/compliance/gaps.rules.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import type { CrosswalkGraph } from './crosswalk-graph.ts';
import { type GapInputs, readGapInputs, withEvidence } from './gaps.store.ts';
import { linksInScope } from './gaps-links.ts';
import {
  indexPlaces,
  type PlacedControl,
  type ThreatsOfControls,
  threatsOfControls,
} from './threat-controls.ts';
import type { ThreatTable } from './threat-table.ts';

export interface AnalysisDeps {
  readonly graph: CrosswalkGraph;
  readonly table: ThreatTable;
}

export interface AnalysisScope {
  /** Null: every active framework. */
  readonly frameworkIds: readonly string[] | null;
  /** Only these controls, where some of them are known. */
  readonly controlIds: readonly string[] | null;
  readonly now: number;
}

/** Without who made it, its digest, and what changed since the one before. */
export type MadeAnalysis = Omit<
  GapAnalysis,
  'id' | 'ranAt' | 'ranBy' | 'digest' | 'changes' | 'gapsCursor'
>;

function narrowed(
  controls: readonly GapControl[],
  ids: readonly string[] | null,
): { controls: readonly GapControl[]; narrowedTo: number | null } {
  const wanted = new Set(ids ?? []);
  const known = controls.filter(({ proof }) => wanted.has(proof.id));
  return known.length === 0
    ? { controls, narrowedTo: null }
    : { controls: known, narrowedTo: known.length };
}

export function makeAnalysis(db: ReadDb, deps: AnalysisDeps, scope: AnalysisScope): MadeAnalysis {
  const { now } = scope;
  const inputs = readGapInputs(db, scope);
  const packs = new Map(inputs.frameworks.map(({ id, pack }) => [id, pack]));
  const placed = inputs.controls.map(
    ({ proof: { id, frameworkId, ref } }): PlacedControl => ({
      ...{ id, frameworkId, ref },
      pack: packs.get(frameworkId) ?? null,
    }),
  );
  const places = indexPlaces(placed);
  const threats = threatsOfControls(db, { ...deps, places }, inputs.techniques);
  const { controls, narrowedTo } = narrowed(inputs.controls, scope.controlIds);
  const gaps = controls
    .flatMap((control) => gapOf(control, threats.get(control.proof.id) ?? [], now) ?? [])
    .sort(byPriority);
  const links = linksInScope(db, deps.graph, {
    frameworks: inputs.frameworks,
    controls: placed,
    places,
  });
  return {
    rules: GAP_RULES,
    frameworkIds: scope.frameworkIds === null ? null : [...scope.frameworkIds],
    narrowedTo,
    frameworks: frameworkFigures(inputs, controls, gaps),
    summary: summaryOf(controls, gaps),
    gaps,
    actions: nextActions({ gaps, links, assurance: assuranceOf(db, { controls, gaps, now }) }),
    techniques: techniqueFigures(inputs, threats, gaps, (id) => deps.table.nameOf(db, id)),
    techniqueDays: THREAT_DAYS,
  };
}

function assuranceOf(
  db: ReadDb,
  from: {
    readonly controls: readonly GapControl[];
    readonly gaps: readonly GapEntry[];
    readonly now: number;
  },
): Map<string, number> {
  const { controls, gaps, now } = from;
  const compliant = new Set(
    gaps.filter(({ status }) => status === 'COMPLIANT').map(({ controlId }) => controlId),
  );
  const claimed = controls.filter(({ proof }) => compliant.has(proof.id));
  return new Map(
    withEvidence(db, claimed).map((proof) => [
      proof.id,
      controlAssurance(proof, now).assurance ?? 0,
    ]),
  );
}

function frameworkFigures(
  { frameworks }: GapInputs,
  controls: readonly GapControl[],
  gaps: readonly GapEntry[],
): GapFramework[] {
  const figures = new Map(
    frameworks.map(({ id, name, version }) => [
      id,
      { id, name, version, controls: 0, gaps: 0, shortcomings: 0 },
    ]),
  );
  for (const { proof } of controls) {
    const at = figures.get(proof.frameworkId);
    if (at) at.controls += 1;
  }
  for (const { frameworkId, isGap } of gaps) {
    const at = figures.get(frameworkId);
    if (at) at[isGap ? 'gaps' : 'shortcomings'] += 1;
  }
  return [...figures.values()];
}

function summaryOf(
  controls: readonly GapControl[],
  gaps: readonly GapEntry[],
): MadeAnalysis['summary'] {
  const byReason: Record<string, number> = {};
  let [isGap, hours] = [0, 0];
  for (const gap of gaps) {
    if (gap.isGap) isGap += 1;
    hours += gap.effort.hours;
    for (const { code } of gap.reasons) byReason[code] = (byReason[code] ?? 0) + 1;
  }
  return {
    controls: controls.length,
    gaps: isGap,
    shortcomings: gaps.length - isGap,
    hours,
    byReason,
  };
}

function techniqueFigures(
  { techniques }: GapInputs,
  threats: ThreatsOfControls,
  gaps: readonly GapEntry[],
  nameOf: (technique: string) => string | null,
): GapTechnique[] {
  const lacking = new Set(gaps.map(({ controlId }) => controlId));
  const counts = new Map<string, { controls: number; shortcomings: number }>();
  for (const [controlId, list] of threats) {
    for (const { id } of list) {
      const at = counts.get(id) ?? { controls: 0, shortcomings: 0 };
      counts.set(id, at);
      at.controls += 1;
      if (lacking.has(controlId)) at.shortcomings += 1;
    }
  }
  return techniques.map(({ id, alerts }) => ({
    ...{ id, alerts, name: nameOf(id) },
    ...(counts.get(id) ?? { controls: 0, shortcomings: 0 }),
  }));
}

/** Status and reasons by control: two of them say what changed. */
export function marksOf(gaps: readonly GapEntry[]): Record<string, string> {
  return Object.fromEntries(
    gaps.map(({ controlId, status, reasons }) => [
      controlId,
      [status, ...reasons.map(({ code }) => code)].join(' '),
    ]),
  );
}

/** What is new, gone or otherwise, by control, against the marks of an analysis before. */
export function changesSince(
  before: { readonly ranAt: number; readonly marks: Readonly<Record<string, string>> },
  marks: Readonly<Record<string, string>>,
): NonNullable<GapAnalysis['changes']> {
  const is = Object.keys(marks);
  return {
    since: toIso(before.ranAt),
    opened: is.filter((id) => before.marks[id] === undefined),
    closed: Object.keys(before.marks).filter((id) => marks[id] === undefined),
    changed: is.filter((id) => before.marks[id] !== undefined && before.marks[id] !== marks[id]),
  };
}
