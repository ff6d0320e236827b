/**
 * Samples. Defences: seed, population and items are written once and never changed; results need an
 * audit that has not ended; the draw happens in a worker, on one state of the database.
 */
import { randomBytes } from 'node:crypto';
import { periodOf } from '../../../shared/areas/audits/audits.rules.ts';
import type {
  ItemResult,
  NewSample,
  Sample,
  SampleSummary,
  SampleVerification,
} from '../../../shared/areas/audits/samples.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { auditSampleResultsTable } from '../../db/tables/audit-work.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import type { JobRunner } from '../../jobs/job-runner.ts';
import {
  type AuditServiceDeps,
  badField,
  mustBeOpenAudit,
  mustFindAudit,
} from './audits.service.ts';
import { insertFinding } from './findings.service.ts';
import { isEvidence } from './findings.store.ts';
import {
  findResult,
  findSample,
  listSamples,
  readResults,
  type SampleRow,
  summarize,
  toSample,
} from './samples.store.ts';

const SEED_BYTES = 8;

export interface SampleServiceDeps extends AuditServiceDeps {
  readonly runner: JobRunner;
}

export function createSampleService({ db, newId, runner }: SampleServiceDeps) {
  function get(id: string): Sample {
    return db.read('audits.sample', (reader) => {
      const row = findSample(reader, id);
      if (!row) throw new AppError('not-found', 'There is no such sample');
      return toSample(reader, row);
    });
  }

  function run(
    kind: string,
    title: string,
    { startedBy, input }: { startedBy: string; input: unknown },
  ) {
    return runner.start({ kind, title, unit: 'samples', total: null, startedBy, input }).finished;
  }

  function saveResult(tx: WriteTx, row: SampleRow, given: ItemResult, actor: string): void {
    const item = row.items.find(({ ref }) => ref === given.ref);
    if (!item) throw badField('ref', 'This is no item of the sample');
    const before = findResult(tx, row.id, given.ref);
    if (given.result === null) {
      if (before) tx.remove(auditSampleResultsTable, before.id);
      return;
    }
    if (given.result !== 'PASS' && given.note === null)
      throw badField('note', 'Say what was found, or why it cannot be tested');
    if (given.evidenceId !== null && !isEvidence(tx, given.evidenceId))
      throw badField('evidenceId', 'There is no such evidence');
    const findingId = findingFor(tx, row, { given, item, before, actor });
    const values = {
      result: given.result,
      note: given.note,
      evidenceId: given.evidenceId,
      findingId,
      testedBy: actor,
      testedAt: tx.now,
    };
    if (before) tx.update(auditSampleResultsTable, before.id, values);
    else
      tx.insert(auditSampleResultsTable, {
        ...values,
        id: newId(),
        sampleId: row.id,
        itemRef: given.ref,
        createdAt: tx.now,
      });
  }

  /** The finding of an item: the one it has, or one made of its exception. */
  function findingFor(
    tx: WriteTx,
    row: SampleRow,
    about: {
      given: ItemResult;
      item: SampleRow['items'][number];
      before: { findingId: string | null } | undefined;
      actor: string;
    },
  ): string | null {
    const { given, item, before, actor } = about;
    const known = before?.findingId ?? null;
    if (given.finding === undefined) return known;
    if (given.result !== 'EXCEPTION')
      throw badField('finding', 'Only an exception becomes a finding');
    if (known !== null)
      throw new AppError('conflict', 'This exception is a finding already', { allowed: [] });
    const { id } = insertFinding(
      tx,
      {
        ...given.finding,
        description: `Item ${item.ordinal} of ${row.populationCount} in sample ${row.number}: ${item.label}`,
        condition: given.note,
        criteria: null,
        cause: null,
        effect: null,
        recommendation: null,
        auditId: row.auditId,
        owner: null,
        due: null,
        sampleId: row.id,
        sampleItem: item.ref,
      },
      { actor, newId },
    );
    return id;
  }

  return {
    get,

    list: (auditId: string): SampleSummary[] =>
      db.read('audits.samples', (reader) => {
        mustFindAudit(reader, auditId);
        return listSamples(reader, auditId).map((row) =>
          summarize(reader, row, readResults(reader, row.id)),
        );
      }),

    async draw(auditId: string, sample: NewSample, actor: string): Promise<Sample> {
      db.read('audits.mayDraw', (reader) => {
        const audit = mustBeOpenAudit(reader, auditId);
        if (periodOf(audit.periodStart, audit.periodEnd) !== null) return;
        const message =
          'This audit has no period: set its first and last day before drawing a sample';
        throw new AppError('conflict', message, { allowed: [] });
      });
      const seed = sample.seed ?? randomBytes(SEED_BYTES).toString('hex');
      const input = { auditId, seed, sample };
      const id = await run('audit-sample', 'Draw a sample', { startedBy: actor, input });
      return get(String(id));
    },

    async verify(id: string, actor: string): Promise<SampleVerification> {
      get(id);
      const input = { sampleId: id };
      const found = await run('audit-sample-check', 'Draw a sample again', {
        startedBy: actor,
        input,
      });
      return found as SampleVerification;
    },

    record(id: string, given: ItemResult, actor: string): Sample {
      const verb = given.result === null ? 'clearResult' : 'recordResult';
      db.write({ actor, origin: 'user', action: `audits.${verb}`, reason: given.note }, (tx) => {
        const row = findSample(tx, id);
        if (!row) throw new AppError('not-found', 'There is no such sample');
        mustBeOpenAudit(tx, row.auditId);
        saveResult(tx, row, given, actor);
      });
      return get(id);
    },
  };
}
export type SampleService = ReturnType<typeof createSampleService>;
