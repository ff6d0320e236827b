/**
 * Runs an investigation step by step, beside the core. After each step what it found goes into the
 * journal, in one transaction: ended in the middle, the next run goes on behind the last step that is
 * in it. The last step writes what was found, so often that a second time changes nothing.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import type { Ioc } from '../../../shared/areas/forensics/analysis.ts';
import {
  findingSchema,
  iocSchema,
  timelineEntrySchema,
} from '../../../shared/areas/forensics/analysis.ts';
import {
  INVESTIGATION_STEPS,
  type InvestigationStep,
} from '../../../shared/areas/forensics/investigations.rules.ts';
import type { KeptJournal } from '../../../shared/areas/forensics/journal.ts';
import { plural } from '../../../shared/areas/forensics/steps/case-words.ts';
import { indicatorKey } from '../../../shared/areas/forensics/steps/indicators.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { Database } from '../../db/database.ts';
import {
  forensicSessionsTable,
  indicatorsTable,
  investigationsTable,
} from '../../db/tables/forensics.table.ts';
import type { Caller, WriteTx } from '../../db/write-door.ts';
import type { JobContext, JobFunction } from '../../jobs/job.ts';
import { type CaseJournal, type CaseSources, createCaseSteps } from './case-steps.ts';
import { scopeOf } from './investigation-rows.ts';
import { findInvestigation, type InvestigationRow, indicatorsOf } from './investigations.store.ts';
import { endRun, findRun, readSteps, saveStep, tidySteps } from './runs.store.ts';

const inputSchema = z.object({ id: z.string(), run: z.number().int() });
const BATCH = 50;
const TOOL = 'Watchfloor analysis';

export interface InvestigateDeps extends CaseSources {
  /** Of the alerts area, so that what is kept about alerts follows. */
  readonly changeAlert: (
    tx: WriteTx,
    id: string,
    decide: (before: { readonly aiInvestigation: unknown }) => {
      readonly aiInvestigation: unknown;
    },
  ) => unknown;
}

const caller = (action: string): Caller => ({ actor: null, origin: 'job', action });

export function createInvestigateJob(load: (db: Database) => InvestigateDeps): JobFunction {
  return async (rawInput, context) => {
    const { id, run } = inputSchema.parse(rawInput);
    const { db, signal } = context;
    const deps = load(db);
    const row = db.read('forensics.find', (reader) => findInvestigation(reader, id));
    if (!row) throw new AppError('not-found', 'There is no such investigation');
    const steps = createCaseSteps(askedOf(row), deps);
    let journal = db.read('forensics.journal', (reader) => readJournal(reader, id, run));
    const total = INVESTIGATION_STEPS.length;
    for (const [n, { step, label }] of INVESTIGATION_STEPS.entries()) {
      signal.throwIfAborted();
      context.report({ done: n, total, message: label });
      if (step === 'record') break;
      if (journal[step] !== undefined) continue;
      const started = performance.now();
      const { output, note } = db.read(`forensics.${step}`, (reader) =>
        steps[step](reader, journal),
      );
      journal = { ...journal, [step]: output };
      const ms = Math.round(performance.now() - started);
      signal.throwIfAborted();
      db.write(caller('forensics.step'), (tx) => {
        refuseOther(tx, id, run);
        saveStep(tx, id, run, { n, step, output: JSON.stringify(output), note, ms });
      });
      context.relieveLog();
      await nextTurn();
    }
    await record(context, deps, { row, run, journal });
    return { id };
  };
}

/** Started anew or deleted meanwhile: what this run would write is of no use any more. */
function refuseOther(tx: WriteTx, id: string, run: number): void {
  const now = findRun(tx, id);
  if (now?.run !== run || now.state !== 'RUNNING')
    throw new AppError('conflict', 'This investigation was started anew or deleted meanwhile');
}

function askedOf(row: InvestigationRow) {
  const timeline = z.array(timelineEntrySchema).safeParse(row.timeline ?? []);
  return {
    question: {
      ...{ id: row.id, incidentId: row.incidentId, title: row.title },
      ...{
        description: row.description ?? '',
        type: row.investigationType,
        priority: row.priority,
      },
    },
    alertIds: scopeOf(row),
    earlierAlertIds: timeline.success
      ? timeline.data.flatMap(({ alertId, part }) =>
          alertId && part === 'subject' ? [alertId] : [],
        )
      : [],
  };
}

/** A step whose output is gone is done again, with all that follow it. */
function readJournal(db: Parameters<typeof readSteps>[0], id: string, run: number): CaseJournal {
  const found: Record<string, unknown> = {};
  for (const [index, { step, output }] of readSteps(db, id, run).entries()) {
    if (output === null || INVESTIGATION_STEPS[index]?.step !== step) break;
    found[step] = JSON.parse(output);
  }
  return found as CaseJournal;
}

interface Recorded {
  readonly row: InvestigationRow;
  readonly run: number;
  readonly journal: CaseJournal;
}

async function record(
  context: JobContext,
  deps: InvestigateDeps,
  recorded: Recorded,
): Promise<void> {
  const { db, signal, newId } = context;
  const { row, run, journal } = recorded;
  const { verdict: conclusion, indicators, subject, timeline } = journal;
  if (!conclusion || !indicators || !subject || !timeline)
    throw new Error('The journal is not whole');
  const started = performance.now();
  for (const batch of batches(indicators.iocs)) {
    signal.throwIfAborted();
    db.write(caller('forensics.addIndicator'), (tx) => {
      refuseOther(tx, row.id, run);
      saveIndicators(tx, row, batch, newId);
    });
    await nextTurn();
  }
  const about = {
    ...{ investigationId: row.id, title: row.title, verdict: conclusion.verdict },
    summary: conclusion.analysis.summary,
  };
  // Alerts are everybody's: what few may see is not written on them.
  const isOpen = () =>
    db.read('forensics.find', (reader) => findInvestigation(reader, row.id))?.restrictedTo === null;
  for (const batch of isOpen() ? batches(subject.alerts) : []) {
    signal.throwIfAborted();
    db.write(caller('forensics.investigated'), (tx) => {
      refuseOther(tx, row.id, run);
      for (const { id } of batch)
        deps.changeAlert(tx, id, ({ aiInvestigation: before }) => ({
          aiInvestigation: {
            ...(typeof before === 'object' && before !== null ? before : {}),
            ...about,
          },
        }));
    });
    await nextTurn();
  }
  db.write(caller('forensics.complete'), (tx) => {
    refuseOther(tx, row.id, run);
    const now = findInvestigation(tx, row.id);
    if (!now) throw new AppError('not-found', 'There is no such investigation');
    finish(tx, now, recorded, { newId, ms: Math.round(performance.now() - started) });
  });
}

function finish(
  tx: WriteTx,
  row: InvestigationRow,
  { run, journal }: Recorded,
  { newId, ms }: { newId: () => string; ms: number },
): void {
  const { verdict: conclusion, indicators, subject, timeline } = journal;
  if (!conclusion || !indicators || !subject || !timeline)
    throw new Error('The journal is not whole');
  const n = INVESTIGATION_STEPS.length - 1;
  const step: InvestigationStep = 'record';
  saveStep(tx, row.id, run, {
    n,
    step,
    output: null,
    note: plural(subject.alerts.length, 'alert marked', 'alerts marked'),
    ms,
  });
  const session = newId();
  const begun = findRun(tx, row.id)?.started_at ?? tx.now;
  const results = {
    ...conclusion.analysis.counts,
    verdict: conclusion.verdict,
    version: conclusion.analysis.version,
  };
  tx.insert(forensicSessionsTable, {
    ...{ id: session, investigationId: row.id, toolName: TOOL, toolType: 'log analysis' },
    ...{
      status: 'COMPLETED',
      results,
      startedAt: begun,
      completedAt: tx.now,
      createdBy: row.investigator,
    },
  });
  tx.update(investigationsTable, row.id, {
    status: 'COMPLETED',
    aiProgress: 100,
    verdict: conclusion.verdict,
    findings: [...findingsByPeople(row.findings), ...conclusion.findings],
    iocs: mergedIocs(row.iocs, indicators.iocs),
    timeline: timeline.entries.length > 0 ? timeline.entries : (row.timeline ?? []),
    tools: [...toolsOf(row.tools), { name: TOOL, status: 'COMPLETED' }],
    analysis: conclusion.analysis,
    opinion: null,
    journal: journalOf(tx, row.id, run, begun),
    completedAt: tx.now,
    updatedAt: tx.now,
  });
  endRun(tx, row.id, 'DONE');
  tidySteps(tx, row.id, run);
}

/** For other workstations, which did not run it. */
function journalOf(tx: WriteTx, id: string, run: number, begun: number): KeptJournal {
  return {
    startedAt: toIso(begun),
    endedAt: toIso(tx.now),
    steps: readSteps(tx, id, run).map(({ step, note, finished_at, ms }) => ({
      ...{ step, note, finishedAt: toIso(finished_at), ms },
    })),
  };
}

function findingsByPeople(findings: unknown) {
  const known = z.array(findingSchema).safeParse(findings ?? []);
  return known.success ? known.data.filter(({ by }) => by === 'person') : [];
}

/** What people named stays, though the engine did not find it. */
function mergedIocs(before: unknown, found: readonly Ioc[]): Ioc[] {
  const known = z.array(iocSchema).safeParse(before ?? []);
  const keys = new Set(found.map(indicatorKey));
  // Those without a time are what people wrote.
  const kept = (known.success ? known.data : []).filter(
    (ioc) => ioc.firstSeen === null && !keys.has(indicatorKey(ioc)),
  );
  return [...kept, ...found];
}

function toolsOf(tools: unknown): { name: string; status: string | null }[] {
  const known = z
    .array(z.object({ name: z.string(), status: z.string().nullable().default(null) }))
    .safeParse(tools ?? []);
  return (known.success ? known.data : []).filter(({ name }) => name !== TOOL);
}

/** Each indicator of the investigation once: a run that comes again widens its times and changes nothing else. */
function saveIndicators(
  tx: WriteTx,
  row: InvestigationRow,
  iocs: readonly Ioc[],
  newId: () => string,
): void {
  const known = new Map(indicatorsOf(tx, row.id).map((one) => [indicatorKey(one), one]));
  for (const ioc of iocs) {
    const firstSeen = ioc.firstSeen === null ? null : Date.parse(ioc.firstSeen);
    const lastSeen = ioc.lastSeen === null ? null : Date.parse(ioc.lastSeen);
    const before = known.get(indicatorKey(ioc));
    if (before)
      tx.update(indicatorsTable, before.id, {
        firstSeen: least(before.firstSeen, firstSeen),
        lastSeen: most(before.lastSeen, lastSeen),
        evidence: ioc.evidence,
      });
    else
      tx.insert(indicatorsTable, {
        ...{ id: newId(), investigationId: row.id, type: ioc.type, value: ioc.value },
        ...{
          severity: ioc.severity,
          source: row.incidentId,
          description: ioc.checked.join('. ') || null,
        },
        ...{ firstSeen, lastSeen, createdAt: tx.now, evidence: ioc.evidence },
      });
  }
}

const least = (a: number | null, b: number | null) =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);
const most = (a: number | null, b: number | null) =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);

function* batches<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += BATCH) yield all.slice(from, from + BATCH);
}
