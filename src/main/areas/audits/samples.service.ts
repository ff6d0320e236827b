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
import type { JobRunner } from '../../jobs/job-runner.ts';
import { type AuditServiceDeps, mustBeOpenAudit, mustFindAudit } from './audits.service.ts';
import { saveResult } from './sample-results.ts';
import { findSample, listSamples, readResults, summarize, toSample } from './samples.store.ts';

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
        saveResult(tx, row, { given, actor, newId });
        tx.announce('audits', row.auditId);
        tx.announce('audit_samples', row.id);
      });
      return get(id);
    },
  };
}
export type SampleService = ReturnType<typeof createSampleService>;
