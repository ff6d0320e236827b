import type {
  EvidenceDetail,
  EvidenceQuery,
  EvidenceStats,
  EvidenceUpdate,
  NewEvidence,
  NewRevision,
  Review,
} from '../../../shared/areas/evidence/evidence.contract.ts';
import { safeFileName } from '../../../shared/areas/evidence/evidence.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { roleMay } from '../../../shared/contract/permissions.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import { evidenceTable } from '../../db/tables/evidence.table.ts';
import type { Caller, WriteTx } from '../../db/write-door.ts';
import type { BlobStore } from '../../platform/blob-store.ts';
import type { Clock } from '../../platform/clock.ts';
import type { NewId } from '../../platform/ids.ts';
import type { CustodyKeeper } from './custody.store.ts';
import { findSuperseded, isFileUsed, mustFindEvidence, readRevisions } from './evidence.store.ts';
import {
  type CollectInput,
  change,
  insertEvidence,
  link,
  mayReview,
  review,
  revise,
  unlink,
} from './evidence.writes.ts';
import {
  countEvidence,
  type EvidencePage,
  listEvidence,
  withExtras,
} from './evidence-list.store.ts';
import { readLinkedControls, readNames } from './evidence-people.store.ts';
import { type EvidenceRow, isoOrNull, msOrNull } from './evidence-rows.ts';
import type { UploadService } from './uploads.service.ts';
import { deleteUpload, type UploadRow } from './uploads.store.ts';

/** Says why evidence must not be deleted now (an audit's package holds it); null where it may. */
export type RemovalHold = (db: ReadDb, evidenceId: string) => string | null;

/** Who asks. */
export interface Asking {
  readonly id: string;
  readonly role: string;
}

export interface EvidenceServiceDeps {
  readonly db: Database;
  readonly blobs: BlobStore;
  readonly uploads: UploadService;
  readonly custody: CustodyKeeper;
  readonly holds: readonly RemovalHold[];
  readonly clock: Clock;
  readonly newId: NewId;
}

const byUser = (actor: string, action: string, reason?: string | null): Caller => ({
  actor,
  origin: 'user',
  action: `evidence.${action}`,
  reason: reason ?? null,
});

const fileOf = (upload: UploadRow & { readonly sha256: string }) => ({
  sha256: upload.sha256,
  size: upload.size,
  name: upload.name,
  mediaType: upload.mediaType,
});

export function createEvidenceService(deps: EvidenceServiceDeps) {
  const { db, blobs, uploads, custody, clock, newId } = deps;
  const writing = { custody, newId };

  function detail(reader: ReadDb, id: string, asking: Asking): EvidenceDetail {
    const row = mustFindEvidence(reader, id);
    const [evidence] = withExtras(reader, [row], clock.now());
    if (!evidence) throw new AppError('not-found', 'There is no such evidence');
    const entries = custody.read(reader, id);
    const mayReviewAtAll = roleMay(asking.role, 'evidence.review');
    return {
      ...evidence,
      file: fileState(row),
      reviewedBy: row.reviewedBy,
      reviewedByName: readNames(reader, [row.reviewedBy]).get(row.reviewedBy ?? '') ?? null,
      reviewedAt: isoOrNull(row.reviewedAt),
      reviewNote: row.reviewNote,
      isSelfApproved: row.isSelfApproved,
      mayReview: mayReviewAtAll ? mayReview(reader, row, asking.id) : 'no-permission',
      supersededBy: row.supersededBy,
      controls: readLinkedControls(reader, id),
      revisions: readRevisions(reader, row),
      custodyLength: entries.length,
      custodyHead: entries.at(-1)?.mac ?? null,
    };
  }

  const get = (id: string, asking: Asking): EvidenceDetail =>
    db.read('evidence.get', (reader) => detail(reader, id, asking));

  function fileState({ sha256 }: EvidenceRow): EvidenceDetail['file'] {
    if (sha256 === null) return 'reference';
    return blobs.has(sha256) ? 'stored' : 'missing';
  }

  /** Changes a row that is there, and answers with what became of it. */
  function changing(
    id: string,
    asking: Asking,
    caller: Caller,
    fn: (tx: WriteTx, row: EvidenceRow) => void,
  ): EvidenceDetail {
    db.write(caller, (tx) => fn(tx, mustFindEvidence(tx, id)));
    return get(id, asking);
  }

  return {
    list: (query: EvidenceQuery): EvidencePage =>
      db.read('evidence.list', (reader) => listEvidence(reader, query, clock.now())),
    stats: (): EvidenceStats =>
      db.read('evidence.stats', (reader) => countEvidence(reader, clock.now())),
    get,

    /** `investigationId`: of a file that belongs to one. */
    create(
      input: NewEvidence,
      asking: Asking,
      investigationId: string | null = null,
    ): EvidenceDetail {
      const id = db.write(byUser(asking.id, 'collect'), (tx) => {
        const upload = input.uploadId ? uploads.stored(tx, input.uploadId, asking.id) : null;
        const collected: CollectInput = {
          ...input,
          investigationId,
          collectedBy: asking.id,
          collectionDate: msOrNull(input.collectionDate),
          periodStart: msOrNull(input.periodStart),
          periodEnd: msOrNull(input.periodEnd),
          expirationDate: msOrNull(input.expirationDate),
        };
        const made = insertEvidence(tx, writing, collected, upload && fileOf(upload));
        if (upload) deleteUpload(tx, upload.id);
        return made;
      });
      return get(id, asking);
    },

    update: (id: string, update: EvidenceUpdate, asking: Asking): EvidenceDetail =>
      changing(id, asking, byUser(asking.id, 'update'), (tx, row) =>
        change(tx, writing, row, update, asking.id),
      ),

    /** Leaves a tombstone and the chain of custody; the file goes where nothing else has it. */
    remove(id: string, reason: string, asking: Asking): void {
      const { sha256 } = db.write(byUser(asking.id, 'delete', reason), (tx) => {
        const row = mustFindEvidence(tx, id);
        for (const hold of deps.holds) {
          const why = hold(tx, id);
          if (why !== null) throw new AppError('conflict', why);
        }
        custody.note(tx, id, 'DELETED', { actor: asking.id, details: { reason } });
        tx.remove(evidenceTable, id);
        // The revision before is the current one again.
        const before = findSuperseded(tx, id);
        if (before) tx.update(evidenceTable, before.id, { supersededBy: row.supersededBy });
        return row;
      });
      // Also by evidence of a case that this person may not see.
      const isUsed = (sum: string) =>
        db.viewing(null, () => db.read('evidence.file', (reader) => isFileUsed(reader, sum)));
      if (sha256 !== null && !isUsed(sha256)) blobs.remove(sha256);
    },

    link: (id: string, controlId: string, asking: Asking): EvidenceDetail =>
      changing(id, asking, byUser(asking.id, 'link'), (tx, row) =>
        link(tx, writing, row.id, controlId, asking.id),
      ),
    unlink: (id: string, controlId: string, asking: Asking): EvidenceDetail =>
      changing(id, asking, byUser(asking.id, 'unlink'), (tx, row) =>
        unlink(tx, writing, row.id, controlId, asking.id),
      ),
    review: (id: string, given: Review, asking: Asking): EvidenceDetail =>
      changing(id, asking, byUser(asking.id, 'review', given.note), (tx, row) =>
        review(tx, writing, row, given, asking.id),
      ),

    revise(id: string, input: NewRevision, asking: Asking): EvidenceDetail {
      const made = db.write(byUser(asking.id, 'revise', input.note), (tx) => {
        const row = mustFindEvidence(tx, id);
        const upload = uploads.stored(tx, input.uploadId, asking.id);
        const next = revise(tx, writing, row, { ...input, actor: asking.id }, fileOf(upload));
        deleteUpload(tx, upload.id);
        return next;
      });
      return get(made, asking);
    },

    /** A file that Watchfloor itself made or gathered, as evidence of its own. */
    async collect(
      input: CollectInput & { readonly fileName: string; readonly mediaType?: string | null },
      source: AsyncIterable<Uint8Array>,
    ): Promise<{ id: string; sha256: string; size: number }> {
      const stored = await blobs.put(source, { onTrial: true });
      const { fileName, mediaType = null, ...collected } = input;
      const file = { ...stored, name: safeFileName(fileName), mediaType };
      const origin = input.collectedBy === null ? 'system' : 'user';
      const caller = { actor: input.collectedBy, origin, action: 'evidence.collect' } as const;
      try {
        const id = db.write(caller, (tx) => insertEvidence(tx, writing, collected, file));
        blobs.keep(stored.sha256);
        return { id, ...stored };
      } catch (error) {
        blobs.drop(stored.sha256);
        throw error;
      }
    },
  };
}
export type EvidenceService = ReturnType<typeof createEvidenceService>;
