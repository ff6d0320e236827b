/**
 * Evidence that another area keeps of its own records (an approved policy): the record as a file, with
 * its review given by the record's own approval, and its end when the record ends. What a record is
 * worth is decided there; custody and revisions are kept here.
 */
import { safeFileName } from '../../../shared/areas/evidence/evidence.rules.ts';
import { mayApproveOwn } from '../../db/approvers.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import { evidenceTable } from '../../db/tables/evidence.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import type { BlobStore } from '../../platform/blob-store.ts';
import type { NewId } from '../../platform/ids.ts';
import type { CustodyKeeper } from './custody.store.ts';
import { findEvidence, linkedControlIds, unlinkControl } from './evidence.store.ts';
import { type CollectInput, insertEvidence, link } from './evidence.writes.ts';

/** Whose approval stands for the review, and in what words. */
export interface RecordApproval {
  readonly by: string;
  readonly note: string;
  readonly isSelfApproved: boolean;
  /** Holds 'evidence.review'. */
  readonly mayReview: boolean;
}

/** `follows`: the evidence of the record's version before, which this one takes the place of. */
export interface EvidenceRecord extends Omit<CollectInput, 'collectedBy' | 'controlIds'> {
  readonly fileName: string;
  readonly mediaType: string;
  readonly controlIds: readonly string[];
  readonly follows: string | null;
  readonly approval: RecordApproval | null;
}

/** Of evidence that is kept; `expirationDate` in milliseconds. */
export interface RecordState {
  readonly id: string;
  readonly verdict: string;
  readonly expirationDate: number | null;
  readonly controlIds: readonly string[];
}

export interface EvidenceRecords {
  /** Keeps a record's bytes. Returns the id of the evidence. */
  keep(record: EvidenceRecord, bytes: Uint8Array): Promise<string>;
  /** Null where it was deleted. */
  find(db: ReadDb, id: string): RecordState | null;
  /** Says until when the record is good, in milliseconds; its verdict stays. */
  setEnd(tx: WriteTx, id: string, end: { readonly at: number; readonly why: string }): void;
  /** Links it to these controls and to no others. */
  setControls(tx: WriteTx, id: string, controlIds: readonly string[]): void;
}

export interface EvidenceRecordDeps {
  readonly db: Database;
  readonly blobs: BlobStore;
  readonly custody: CustodyKeeper;
  readonly newId: NewId;
}

const ACCEPTED_BY = (approval: RecordApproval, now: number) =>
  ({
    verdict: 'ACCEPTED',
    reviewedBy: approval.by,
    reviewedAt: now,
    reviewNote: approval.note,
    isSelfApproved: approval.isSelfApproved,
  }) as const;

/** The record's approval stands for the review where its approver might have reviewed the evidence. */
function isReviewGiven(db: ReadDb, approval: RecordApproval | null): approval is RecordApproval {
  if (approval === null || !approval.mayReview) return false;
  return !approval.isSelfApproved || mayApproveOwn(db, 'evidence.review');
}

export function createEvidenceRecords(deps: EvidenceRecordDeps): EvidenceRecords {
  const { db, blobs, custody, newId } = deps;

  function insert(tx: WriteTx, record: EvidenceRecord, file: Parameters<typeof insertEvidence>[3]) {
    const { follows, approval, fileName: _, mediaType: __, ...collected } = record;
    const id = insertEvidence(tx, { custody, newId }, { ...collected, collectedBy: null }, file);
    const before = follows === null ? undefined : findEvidence(tx, follows);
    if (before && before.supersededBy === null) {
      const revision = before.revision + 1;
      tx.update(evidenceTable, id, { seriesId: before.seriesId ?? before.id, revision });
      tx.update(evidenceTable, before.id, { supersededBy: id, updatedAt: tx.now });
      custody.note(tx, before.id, 'REVISED', { actor: null, details: { by: id, revision } });
    }
    if (isReviewGiven(tx, approval)) {
      tx.update(evidenceTable, id, ACCEPTED_BY(approval, tx.now));
      const { by: actor, note, isSelfApproved } = approval;
      const details = { verdict: 'ACCEPTED', note, isSelfApproved };
      custody.note(tx, id, 'REVIEWED', { actor, details });
    }
    return id;
  }

  return {
    async keep(record, bytes) {
      const source = (async function* () {
        yield bytes;
      })();
      const stored = await blobs.put(source, { onTrial: true });
      const { fileName, mediaType } = record;
      const file = { ...stored, name: safeFileName(fileName), mediaType };
      try {
        const caller = { actor: null, origin: 'system', action: 'evidence.collect' } as const;
        const id = db.write(caller, (tx) => insert(tx, record, file));
        blobs.keep(stored.sha256);
        return id;
      } catch (error) {
        blobs.drop(stored.sha256);
        throw error;
      }
    },

    find(reader, id) {
      const row = findEvidence(reader, id);
      if (!row) return null;
      const { verdict, expirationDate } = row;
      return { id, verdict, expirationDate, controlIds: linkedControlIds(reader, id) };
    },

    setEnd(tx, id, { at, why }) {
      const row = findEvidence(tx, id);
      if (!row || row.expirationDate === at) return;
      tx.update(evidenceTable, id, { expirationDate: at, updatedAt: tx.now });
      const details = { fields: ['expirationDate'], why };
      custody.note(tx, id, 'CHANGED', { actor: null, details });
    },

    setControls(tx, id, controlIds) {
      const before = linkedControlIds(tx, id);
      for (const controlId of controlIds)
        if (!before.includes(controlId)) link(tx, { custody, newId }, id, controlId, null);
      for (const controlId of before) {
        if (controlIds.includes(controlId)) continue;
        const control = unlinkControl(tx, id, controlId);
        if (!control) continue;
        const details = { control: control.controlId, framework: control.framework };
        custody.note(tx, id, 'UNLINKED', { actor: null, details });
      }
    },
  };
}
