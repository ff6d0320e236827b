/**
 * Freezes a closed investigation: timeline, what was asked of the workspace, verdict and who closed it,
 * as one file of evidence with its hash, linked to the controls of incident response where the
 * workspace has them. What is frozen is what the row held when it was closed.
 */
import { AppError } from '../../../shared/contract/errors.ts';
import type { Database } from '../../db/database.ts';
import { investigationsTable } from '../../db/tables/forensics.table.ts';
import type { JobRunner } from '../../jobs/job-runner.ts';
import type { Log } from '../../platform/log.ts';
import { controlsOfResponse, unfrozen } from './bundle.store.ts';
import { findInvestigation } from './investigations.store.ts';

/** Kept as evidence by the area that keeps evidence; the answer names it. */
export type CollectEvidence = (
  input: {
    readonly title: string;
    readonly description: string;
    readonly type: 'REPORT';
    readonly source: string;
    readonly collector: string;
    readonly collectedBy: string;
    readonly periodStart: number;
    readonly periodEnd: number;
    readonly fileName: string;
    readonly mediaType: string;
    readonly controlIds: readonly string[];
    readonly investigationId: string;
  },
  source: AsyncIterable<Uint8Array>,
) => Promise<{ readonly id: string }>;

export interface BundleDeps {
  readonly db: Database;
  readonly runner: JobRunner;
  readonly log: Log;
  readonly collect: CollectEvidence;
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

export function createBundleKeeper({ db, runner, log, collect }: BundleDeps) {
  async function make(id: string, actor: string): Promise<void> {
    const row = db.read('forensics.find', (reader) => findInvestigation(reader, id));
    if (!row || row.closedAt === null || row.bundleEvidenceId !== null) return;
    const { finished } = runner.start({
      ...{ kind: 'investigation-bundle', unit: 'steps', total: 1, startedBy: actor, input: { id } },
      title: `Freeze an investigation: ${row.title.slice(0, 80)}`,
    });
    const bytes = (await finished) as Uint8Array;
    // What few may see proves nothing to the others.
    const controlIds =
      row.restrictedTo === null ? db.read('forensics.controls', controlsOfResponse) : [];
    const evidence = await collect(
      {
        title: `Investigation: ${row.title}`.slice(0, 200),
        description: `Frozen when it was closed: ${row.closingReason ?? ''}`.slice(0, 1_000),
        type: 'REPORT',
        source: row.incidentId,
        collector: 'closed-investigations',
        collectedBy: actor,
        periodStart: row.createdAt,
        periodEnd: row.closedAt,
        fileName: `investigation-${id}.json`,
        mediaType: 'application/json',
        controlIds,
        investigationId: id,
      },
      once(bytes),
    );
    db.write({ actor, origin: 'user', action: 'forensics.freeze' }, (tx) =>
      tx.update(investigationsTable, id, { bundleEvidenceId: evidence.id }),
    );
  }

  return {
    /** A failure leaves it closed: it is frozen at the next start. */
    async freeze(id: string, actor: string): Promise<void> {
      try {
        await make(id, actor);
      } catch (cause) {
        log.warn('a closed investigation could not be frozen', {
          cause: cause instanceof AppError ? cause.message : cause,
        });
      }
    },

    /** Freezes what an earlier process closed and did not come to freeze. */
    start(): void {
      for (const { id, actor } of db.read('forensics.unfrozen', unfrozen))
        void this.freeze(id, actor);
    },
  };
}
export type BundleKeeper = ReturnType<typeof createBundleKeeper>;
