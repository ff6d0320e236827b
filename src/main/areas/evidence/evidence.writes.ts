/** What happens to evidence within a transaction, each with its entry in the chain of custody. */
import type {
  EvidenceUpdate,
  NewRevision,
  Review,
} from '../../../shared/areas/evidence/evidence.contract.ts';
import type { EvidenceType } from '../../../shared/areas/evidence/evidence.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { mayApproveOwn } from '../../db/approvers.ts';
import type { ReadDb } from '../../db/database.ts';
import { evidenceTable } from '../../db/tables/evidence.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import type { NewId } from '../../platform/ids.ts';
import type { CustodyKeeper } from './custody.store.ts';
import { lastAuthor, linkControl, linkedControlIds, unlinkControl } from './evidence.store.ts';
import { type EvidenceRow, msOrNull } from './evidence-rows.ts';

/** A file in the store, as its sender named it. `size` in bytes. */
export interface StoredFile {
  readonly sha256: string;
  readonly size: number;
  readonly name: string;
  readonly mediaType: string | null;
}

/** Times in milliseconds. `collector` is 'manual' or the name of an automatic one. */
export interface CollectInput {
  readonly title: string;
  readonly description?: string | null;
  readonly type: EvidenceType;
  readonly source?: string | null;
  readonly collector?: string;
  readonly collectedBy: string | null;
  readonly collectionDate?: number | null;
  readonly periodStart?: number | null;
  readonly periodEnd?: number | null;
  readonly expirationDate?: number | null;
  /** Where a file is kept that is not stored here. */
  readonly filePath?: string | null;
  readonly controlIds?: readonly string[];
  /** Of a file that belongs to an investigation: who may see that may see it. */
  readonly investigationId?: string | null;
}

export interface Writing {
  readonly custody: CustodyKeeper;
  readonly newId: NewId;
}

function fileFields(file: StoredFile | null) {
  return {
    sha256: file?.sha256 ?? null,
    sizeBytes: file?.size ?? null,
    fileName: file?.name ?? null,
    mediaType: file?.mediaType ?? null,
  };
}

/** New evidence, pending review. Returns its id. */
export function insertEvidence(
  tx: WriteTx,
  { custody, newId }: Writing,
  input: CollectInput,
  file: StoredFile | null,
): string {
  const id = newId();
  const collector = input.collector ?? 'manual';
  tx.insert(evidenceTable, {
    id,
    title: input.title,
    description: input.description ?? null,
    type: input.type,
    filePath: file === null ? (input.filePath ?? null) : null,
    collectedBy: input.collectedBy,
    collectionDate: input.collectionDate ?? tx.now,
    expirationDate: input.expirationDate ?? null,
    createdAt: tx.now,
    source: input.source ?? null,
    periodStart: input.periodStart ?? null,
    periodEnd: input.periodEnd ?? null,
    receivedAt: tx.now,
    ...fileFields(file),
    seriesId: id,
    collector,
    investigationId: input.investigationId ?? null,
    updatedAt: tx.now,
  });
  const actor = input.collectedBy;
  const details = { collector, source: input.source ?? null, file: file?.name ?? null };
  custody.note(tx, id, 'COLLECTED', { actor, details });
  if (file) custody.note(tx, id, 'STORED', { actor, details: { bytes: file.size } });
  for (const controlId of new Set(input.controlIds ?? []))
    link(tx, { custody, newId }, id, controlId, actor);
  return id;
}

export function link(
  tx: WriteTx,
  { custody, newId }: Writing,
  evidenceId: string,
  controlId: string,
  actor: string | null,
): void {
  const control = linkControl(tx, evidenceId, controlId, newId);
  if (!control) return;
  const details = { control: control.controlId, framework: control.framework };
  custody.note(tx, evidenceId, 'LINKED', { actor, details });
}

export function unlink(
  tx: WriteTx,
  { custody }: Writing,
  evidenceId: string,
  controlId: string,
  actor: string | null,
): void {
  const control = unlinkControl(tx, evidenceId, controlId);
  if (!control) throw new AppError('not-found', 'This control is not linked to this evidence');
  const details = { control: control.controlId, framework: control.framework };
  custody.note(tx, evidenceId, 'UNLINKED', { actor, details });
}

/** What a reviewer looked at: a change of it takes the verdict back. */
const REVIEWED_FIELDS = ['type', 'periodStart', 'periodEnd', 'expirationDate'] as const;

export function change(
  tx: WriteTx,
  { custody }: Writing,
  row: EvidenceRow,
  update: EvidenceUpdate,
  actor: string,
): void {
  refuseSuperseded(row, 'changed');
  const { periodStart, periodEnd, expirationDate, ...words } = update;
  const patch: Partial<EvidenceRow> = {};
  for (const [field, value] of Object.entries(words))
    if (value !== undefined) Object.assign(patch, { [field]: value });
  for (const [field, value] of Object.entries({ periodStart, periodEnd, expirationDate }))
    if (value !== undefined) Object.assign(patch, { [field]: msOrNull(value) });
  const changed = Object.keys(patch).filter(
    (field) => patch[field as keyof EvidenceRow] !== row[field as keyof EvidenceRow],
  );
  if (changed.length === 0) return;
  const start = patch.periodStart === undefined ? row.periodStart : patch.periodStart;
  const end = patch.periodEnd === undefined ? row.periodEnd : patch.periodEnd;
  if (start !== null && end !== null && start > end) {
    const message = 'The period must begin before it ends';
    throw new AppError('bad-input', message, { issues: [{ path: 'periodEnd', message }] });
  }
  const isReviewedAnew =
    row.verdict !== 'PENDING' && REVIEWED_FIELDS.some((field) => changed.includes(field));
  const unreviewed = { verdict: 'PENDING', reviewedBy: null, reviewedAt: null } as const;
  tx.update(evidenceTable, row.id, {
    ...patch,
    ...(isReviewedAnew ? { ...unreviewed, isSelfApproved: false } : {}),
    updatedAt: tx.now,
  });
  custody.note(tx, row.id, 'CHANGED', { actor, details: { fields: changed, isReviewedAnew } });
}

export type MayReview = 'yes' | 'self-approved' | 'no-own';

/** Separation of duties: whoever collected or last changed it made it. */
export function mayReview(db: ReadDb, row: EvidenceRow, actor: string): MayReview {
  const isOwn = row.collectedBy === actor || lastAuthor(db, row.id) === actor;
  if (!isOwn) return 'yes';
  return mayApproveOwn(db, 'evidence.review') ? 'self-approved' : 'no-own';
}

export function review(
  tx: WriteTx,
  { custody }: Writing,
  row: EvidenceRow,
  { verdict, note }: Review,
  actor: string,
): void {
  refuseSuperseded(row, 'reviewed');
  const may = mayReview(tx, row, actor);
  if (may === 'no-own')
    throw new AppError(
      'conflict',
      'You collected or changed this evidence: another person must review it.',
    );
  const isSelfApproved = may === 'self-approved';
  tx.update(evidenceTable, row.id, {
    verdict,
    reviewedBy: actor,
    reviewedAt: tx.now,
    reviewNote: note,
    isSelfApproved,
    updatedAt: tx.now,
  });
  custody.note(tx, row.id, 'REVIEWED', { actor, details: { verdict, note, isSelfApproved } });
}

/** A new file takes the place of the current one, which is kept. Returns the id of the new revision. */
export function revise(
  tx: WriteTx,
  writing: Writing,
  row: EvidenceRow,
  revision: Omit<NewRevision, 'uploadId'> & { readonly actor: string | null },
  file: StoredFile,
): string {
  refuseSuperseded(row, 'revised');
  const { custody, newId } = writing;
  const { actor, note } = revision;
  const id = newId();
  const next = row.revision + 1;
  tx.insert(evidenceTable, {
    id,
    title: row.title,
    description: row.description,
    type: row.type,
    collectedBy: actor,
    collectionDate: msOrNull(revision.collectionDate) ?? tx.now,
    expirationDate: msOrNull(revision.expirationDate),
    createdAt: tx.now,
    source: row.source,
    periodStart: msOrNull(revision.periodStart),
    periodEnd: msOrNull(revision.periodEnd),
    receivedAt: tx.now,
    ...fileFields(file),
    seriesId: row.seriesId ?? row.id,
    revision: next,
    collector: row.collector,
    investigationId: row.investigationId,
    updatedAt: tx.now,
  });
  tx.update(evidenceTable, row.id, { supersededBy: id, updatedAt: tx.now });
  custody.note(tx, row.id, 'REVISED', { actor, details: { by: id, revision: next, note } });
  custody.note(tx, id, 'COLLECTED', {
    actor,
    details: { revision: next, follows: row.id, file: file.name, note },
  });
  custody.note(tx, id, 'STORED', { actor, details: { bytes: file.size } });
  // The new revision proves what the old one did; the old one keeps its links as history.
  for (const controlId of linkedControlIds(tx, row.id)) link(tx, writing, id, controlId, actor);
  return id;
}

function refuseSuperseded(row: EvidenceRow, done: string): void {
  if (row.supersededBy === null) return;
  throw new AppError('conflict', `A superseded revision is not ${done}: open the current one.`);
}
