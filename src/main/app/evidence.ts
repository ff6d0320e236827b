/** The evidence area, and what of it other areas are handed. */
import { join } from 'node:path';
import type { CustodyAction } from '../../shared/areas/evidence/custody.rules.ts';
import { createCustodyService } from '../areas/evidence/custody.service.ts';
import {
  type CustodyKeeper,
  type CustodyNote,
  createCustodyKeeper,
} from '../areas/evidence/custody.store.ts';
import { evidenceRoutes } from '../areas/evidence/evidence.routes.ts';
import {
  createEvidenceService,
  type EvidenceService,
  type RemovalHold,
} from '../areas/evidence/evidence.service.ts';
import { createEvidenceFiles } from '../areas/evidence/evidence-files.service.ts';
import { createEvidenceRecords, type EvidenceRecords } from '../areas/evidence/evidence-records.ts';
import { EVIDENCE_FOLDER } from '../areas/evidence/store-file.jobs.ts';
import { createUploadService, type UploadService } from '../areas/evidence/uploads.service.ts';
import type { WriteTx } from '../db/write-door.ts';
import { type BlobStore, createBlobStore } from '../platform/blob-store.ts';
import { startDaily } from '../platform/daily.ts';
import { wireCollection } from './collection.ts';
import type { CoreDeps, WiredArea } from './core-deps.ts';
import { confirmOlderSeals } from './custody-confirming.ts';

export interface WiredEvidence extends WiredArea {
  readonly blobs: BlobStore;
  /** Keeps a file that Watchfloor made or gathered, as new evidence that waits for its review. */
  readonly collect: EvidenceService['collect'];
  /** Evidence that another area keeps of its own records, with their approval and their end. */
  readonly records: EvidenceRecords;
  /** The file of a piece of evidence, checked as it is read. @throws AppError 'not-found'. */
  readonly readFile: (evidenceId: string) => AsyncIterable<Uint8Array>;
  readonly custody: CustodyKeeper;
  /** Says in the chain of custody what another area did with evidence (EXPORTED, READ). */
  readonly noteCustody: (
    tx: WriteTx,
    evidenceId: string,
    action: CustodyAction,
    note: CustodyNote,
  ) => void;
  /** Uploads that another area makes evidence of: looked at, kept, given up. */
  readonly uploads: {
    readonly stored: UploadService['stored'];
    readonly cancel: UploadService['cancel'];
    readonly keep: EvidenceService['create'];
  };
  /** From now on, evidence that `hold` gives a reason for is not deleted. */
  readonly holdRemoval: (hold: RemovalHold) => void;
}

export function wireEvidence(core: CoreDeps): WiredEvidence {
  const { db, clock, newId, hub, log, runner } = core;
  const folder = join(core.dataDir, EVIDENCE_FOLDER);
  const blobs = createBlobStore(folder, core.key);
  const keeper = createCustodyKeeper(core.key);
  const holds: RemovalHold[] = [];
  const uploads = createUploadService({
    ...{ db, blobs, folder, key: core.key, runner, clock, newId },
    files: core.files,
  });
  const evidence = createEvidenceService({
    ...{ db, blobs, uploads, custody: keeper, holds, clock, newId },
  });
  const files = createEvidenceFiles({ db, blobs, custody: keeper });
  const custody = createCustodyService({ db, blobs, custody: keeper, runner, clock });
  const collection = wireCollection(core, evidence, keeper);
  uploads.recover();
  return {
    routes: [...evidenceRoutes({ db, evidence, files, custody, uploads }), ...collection.routes],
    blobs,
    collect: evidence.collect,
    records: createEvidenceRecords({ db, blobs, custody: keeper, newId }),
    readFile: files.read,
    custody: keeper,
    noteCustody: (tx, evidenceId, action, note) => keeper.note(tx, evidenceId, action, note),
    uploads: { stored: uploads.stored, cancel: uploads.cancel, keep: evidence.create },
    holdRemoval: (hold) => void holds.push(hold),
    start() {
      const endConfirming = confirmOlderSeals(core, keeper);
      // What is valid changes with the day, without a write: open pages must look again.
      const endDaily = startDaily({ clock, log }, () => {
        uploads.expire().catch((cause) => log.warn('could not expire uploads', { cause }));
        hub.emit({ type: 'changed', resource: 'evidence' });
        collection
          .runDue()
          .catch((cause) => log.warn('the collection schedule stopped', { cause }));
      });
      return () => {
        endConfirming();
        endDaily();
      };
    },
  };
}
