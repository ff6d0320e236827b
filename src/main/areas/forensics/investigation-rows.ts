/** Rows of investigations as they are answered. What an older or newer version wrote is read as far as it can be. */
import { z } from 'zod';
import {
  analysisSchema,
  findingSchema,
  iocSchema,
  timelineEntrySchema,
} from '../../../shared/areas/forensics/analysis.ts';
import {
  type Investigation,
  type InvestigationDetail,
  type InvestigationStepState,
  opinionSchema,
} from '../../../shared/areas/forensics/investigations.contract.ts';
import { INVESTIGATION_STEPS } from '../../../shared/areas/forensics/investigations.rules.ts';
import { caseJournalSchema } from '../../../shared/areas/forensics/journal.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { InvestigationRow } from './investigations.store.ts';
import type { RunRow, StepRow } from './runs.store.ts';

const isoOrNull = (at: number | null): string | null => (at === null ? null : toIso(at));

/** The items of a list that can be read. */
function listOf<T>(schema: z.ZodType<T>, value: unknown): T[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item) => {
    const read = schema.safeParse(item);
    return read.success ? [read.data] : [];
  });
}

const scopeSchema = z.object({ alertIds: z.array(z.string()) });
export function scopeOf({ scope }: Pick<InvestigationRow, 'scope'>): string[] {
  const read = scopeSchema.safeParse(scope);
  return read.success ? read.data.alertIds : [];
}

export type Names = ReadonlyMap<string, string>;
const personOf = (names: Names, id: string | null) =>
  id === null ? null : { id, name: names.get(id) ?? 'Unknown account' };

/** `isActive`: a job of this process runs it. `progress`: of the journal, while a run is not at its end. */
export interface RunSeen {
  readonly row: RunRow;
  readonly isActive: boolean;
  readonly progress: number;
}

function toRun(seen: RunSeen | null): Investigation['run'] {
  if (seen === null) return null;
  const { row, isActive } = seen;
  return {
    state: row.state === 'RUNNING' && !isActive ? 'INTERRUPTED' : row.state,
    jobId: isActive ? row.job_id : null,
    error: row.error,
    startedAt: toIso(row.started_at),
    endedAt: isoOrNull(row.ended_at),
  };
}

export function toInvestigation(
  row: InvestigationRow,
  run: RunSeen | null,
  names: Names,
): Investigation {
  const isOver = run === null || run.row.state === 'DONE';
  return {
    ...{ id: row.id, incidentId: row.incidentId, title: row.title, description: row.description },
    ...{ investigationType: row.investigationType, priority: row.priority, status: row.status },
    investigator: personOf(names, row.investigator),
    findings: listOf(findingSchema, row.findings),
    iocs: listOf(iocSchema, row.iocs),
    aiProgress: isOver ? row.aiProgress : run.progress,
    verdict: row.verdict,
    run: toRun(run),
    createdAt: toIso(row.createdAt),
    updatedAt: toIso(row.updatedAt),
    completedAt: isoOrNull(row.completedAt),
    closedAt: isoOrNull(row.closedAt),
    isRestricted: row.restrictedTo !== null,
  };
}

export const timelineOf = ({ timeline }: Pick<InvestigationRow, 'timeline'>) =>
  listOf(timelineEntrySchema, timeline);

const toolSchema = z.object({ name: z.string(), status: z.string().nullable().default(null) });

export function toDetail(
  row: InvestigationRow,
  run: RunSeen | null,
  more: Pick<
    InvestigationDetail,
    'steps' | 'labels' | 'isModelAsked' | 'modelPhases' | 'bundle'
  > & {
    names: Names;
  },
): InvestigationDetail {
  const { names, ...rest } = more;
  const analysis = analysisSchema.safeParse(row.analysis);
  const opinion = opinionSchema.safeParse(row.opinion);
  return {
    ...toInvestigation(row, run, names),
    alertIds: scopeOf(row),
    timeline: timelineOf(row),
    tools: listOf(toolSchema, row.tools),
    analysis: analysis.success ? analysis.data : null,
    opinion: opinion.success ? opinion.data : null,
    ...rest,
    createdBy: personOf(names, row.createdBy),
    closedBy: personOf(names, row.closedBy),
    closingReason: row.closingReason,
    closingVerdict: row.closingVerdict,
  };
}

/** Of the last run of another workstation, as it left them with its answer. */
export function keptSteps({
  journal,
}: Pick<InvestigationRow, 'journal'>): InvestigationStepState[] {
  const kept = caseJournalSchema.safeParse(journal);
  if (!kept.success) return [];
  const byStep = new Map(kept.data.steps.map((step) => [step.step, step]));
  return INVESTIGATION_STEPS.map(({ step, label }) => {
    const done = byStep.get(step);
    return {
      ...{ step, label, state: done ? ('done' as const) : ('waiting' as const) },
      ...{ note: done?.note ?? null, finishedAt: done?.finishedAt ?? null, ms: done?.ms ?? null },
    };
  });
}

/** Of a run that is there; without one, nothing has been done. */
export function toSteps(rows: readonly StepRow[], run: RunSeen | null): InvestigationStepState[] {
  if (run === null) return [];
  const byStep = new Map(rows.map((row) => [row.step, row]));
  return INVESTIGATION_STEPS.map(({ step, label }, index) => {
    const done = byStep.get(step);
    const isNext = run.isActive && !done && index === rows.length;
    return {
      ...{ step, label, state: done ? 'done' : isNext ? 'running' : 'waiting' },
      note: done?.note ?? null,
      finishedAt: isoOrNull(done?.finished_at ?? null),
      ms: done?.ms ?? null,
    };
  });
}

/** Every record that the answer names. */
export function refsOfDetail(row: InvestigationRow): { kind: string; id: string }[] {
  const analysis = analysisSchema.safeParse(row.analysis);
  const claims = analysis.success
    ? [
        ...analysis.data.because,
        ...analysis.data.actions,
        ...analysis.data.techniques,
        ...analysis.data.hypotheses.flatMap(({ supports, refutes }) => [...supports, ...refutes]),
      ]
    : [];
  const opinion = opinionSchema.safeParse(row.opinion);
  return [
    ...listOf(findingSchema, row.findings).flatMap(({ evidence }) => evidence),
    ...listOf(iocSchema, row.iocs).flatMap(({ evidence }) => evidence),
    ...claims.flatMap(({ evidence }) => evidence),
    ...(opinion.success ? Object.values(opinion.data.facts) : []),
  ];
}
