/** Shows the chain of custody, and checks it together with the file that it is about. */

import type {
  CustodyEntryView,
  Verification,
} from '../../../shared/areas/evidence/custody.contract.ts';
import type {
  CustodyAction,
  CustodyEntry,
  CustodyProblem,
} from '../../../shared/areas/evidence/custody.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import type { JobRunner } from '../../jobs/job-runner.ts';
import type { BlobStore } from '../../platform/blob-store.ts';
import type { Clock } from '../../platform/clock.ts';
import type { CustodyKeeper } from './custody.store.ts';
import { mustFindEvidence } from './evidence.store.ts';
import { readNames } from './evidence-people.store.ts';
import type { EvidenceRow } from './evidence-rows.ts';
import { checkFile, type FileCheck } from './verify-file.jobs.ts';

/** Larger files are read by a job. */
const INLINE_BYTES = 32 * 1024 * 1024;

export interface CustodyServiceDeps {
  readonly db: Database;
  readonly blobs: BlobStore;
  readonly custody: CustodyKeeper;
  readonly runner: JobRunner;
  readonly clock: Clock;
}

export function createCustodyService({ db, blobs, custody, runner, clock }: CustodyServiceDeps) {
  const lastByEvidence = new Map<string, Verification>();

  function rowProblems(row: EvidenceRow, entries: readonly CustodyEntry[]): CustodyProblem[] {
    const sealed = entries.findLast(({ action }) => action === 'STORED')?.sha256;
    if (sealed === undefined || sealed === row.sha256) return [];
    const text = 'The record names another SHA-256 than the chain does for the stored file.';
    return [{ kind: 'record', position: null, text }];
  }

  /** Everything known after the file was read, and the entry that says that it was checked. */
  function conclude(id: string, actor: string, file: FileCheck | null): Verification {
    const { problems, entries } = db.read('evidence.verify', (reader) => {
      const chain = custody.check(reader, id);
      const row = mustFindEvidence(reader, id);
      return {
        entries: chain.entries.length,
        problems: [
          ...chain.problems,
          ...rowProblems(row, chain.entries),
          ...(file?.problems ?? []),
        ],
      };
    });
    const isIntact = problems.length === 0;
    const verification: Verification = {
      isIntact,
      entries,
      fileChecked: file !== null,
      bytes: file?.bytes ?? 0,
      at: toIso(clock.now()),
      problems,
      job: null,
    };
    db.write({ actor, origin: 'user', action: 'evidence.verify' }, (tx) =>
      custody.note(tx, id, 'VERIFIED', {
        actor,
        details: { isIntact, problems: problems.map(({ text }) => text) },
      }),
    );
    lastByEvidence.set(id, verification);
    return verification;
  }

  /** What was cancelled or failed found nothing out: the job says so, and the result of before stands. */
  function forget(id: string, before: Verification | undefined): void {
    if (before?.job === null) lastByEvidence.set(id, before);
    else lastByEvidence.delete(id);
    db.write({ actor: null, origin: 'system', action: 'evidence.verify' }, (tx) =>
      tx.announce('evidence_custody', id),
    );
  }

  return {
    list(id: string): CustodyEntryView[] {
      return db.read('evidence.custody', (reader) => {
        mustFindEvidence(reader, id);
        const entries = custody.read(reader, id);
        const names = readNames(
          reader,
          entries.map(({ actor }) => actor),
        );
        return entries.map((entry) => ({
          position: entry.position,
          action: entry.action as CustodyAction,
          actor: entry.actor,
          actorName: names.get(entry.actor ?? '') ?? 'Watchfloor',
          at: toIso(entry.at),
          sha256: entry.sha256,
          details: readDetails(entry.details),
          mac: entry.mac,
        }));
      });
    },

    last: (id: string): Verification | null => lastByEvidence.get(id) ?? null,

    async verify(id: string, actor: string): Promise<Verification> {
      const row = db.read('evidence.verify', (reader) => mustFindEvidence(reader, id));
      const { sha256, sizeBytes } = row;
      if (sha256 === null) return conclude(id, actor, null);
      const size = sizeBytes ?? 0;
      if (size <= INLINE_BYTES)
        return conclude(id, actor, await checkFile(blobs, { sha256, size }));
      const running = lastByEvidence.get(id);
      if (running?.job && runner.find(running.job.id).finishedAt === null)
        throw new AppError('conflict', 'This file is being checked already');
      const { job, finished } = runner.start({
        kind: 'evidence-verify',
        title: `Verify ${row.title}`,
        unit: 'bytes',
        total: size,
        startedBy: actor,
        input: { sha256, size },
        settle: async (result) => {
          conclude(id, actor, result as FileCheck);
        },
      });
      const begun: Verification = {
        isIntact: null,
        entries: db.read('evidence.custody', (reader: ReadDb) => custody.read(reader, id).length),
        fileChecked: false,
        bytes: 0,
        at: toIso(clock.now()),
        problems: [],
        job,
      };
      lastByEvidence.set(id, begun);
      finished
        .catch(() => forget(id, running))
        .catch(() => {
          // The folder was closed meanwhile.
        });
      return begun;
    },
  };
}
export type CustodyService = ReturnType<typeof createCustodyService>;

/** Details that somebody changed may be anything: what is no object is shown as it stands. */
function readDetails(text: string | null): Record<string, unknown> | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // Shown below.
  }
  return { text };
}
