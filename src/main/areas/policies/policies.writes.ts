/** What people do to a policy's facts and to the version that is written, within a transaction. */
import { createHash } from 'node:crypto';
import type { NewPolicy, PolicyUpdate } from '../../../shared/areas/policies/policies.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { OtherChange } from '../../../shared/contract/revision.ts';
import { mergeFields } from '../../db/field-merge.ts';
import {
  policiesTable,
  policyApprovalsTable,
  policyVersionsTable,
} from '../../db/tables/policies.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import type { NewId } from '../../platform/ids.ts';
import {
  findVersion,
  linkControl,
  mustBeAccount,
  type PolicyRow,
  readVersions,
  standingApprovals,
  type VersionRow,
} from './policies.store.ts';

export function badField(path: string, message: string): AppError {
  return new AppError('bad-input', message, { issues: [{ path, message }] });
}

/** Of the text's UTF-8 bytes, in lower-case hexadecimal. */
export const textHash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A new draft with its first version; also for imports and templates. Returns its id. */
export function insertPolicy(
  tx: WriteTx,
  newId: NewId,
  input: NewPolicy,
  actor: string | null,
): string {
  mustBeAccount(tx, input.owner);
  const id = newId();
  const versionId = newId();
  const { controlIds, note, status: _, ...fields } = input;
  const times = { createdAt: tx.now, updatedAt: tx.now };
  tx.insert(policiesTable, {
    ...fields,
    ...times,
    id,
    workingVersionId: versionId,
    workingStatus: 'DRAFT',
  });
  tx.insert(policyVersionsTable, {
    ...times,
    id: versionId,
    policyId: id,
    version: input.version,
    title: input.title,
    content: input.content,
    sha256: textHash(input.content),
    note,
    author: actor,
    authors: actor === null ? [] : [actor],
    effectiveDate: input.effectiveDate,
  });
  for (const controlId of new Set(controlIds))
    linkControl(tx, newId, { policyId: id, controlId, actor });
  return id;
}

/** A policy of before there were versions gets its first; others are returned as they are. */
export function versioned(tx: WriteTx, newId: NewId, row: PolicyRow): PolicyRow {
  if (row.currentVersionId !== null || row.workingVersionId !== null) return row;
  const id = newId();
  const content = row.content ?? '';
  const isWorking = row.status === 'DRAFT' || row.status === 'UNDER_REVIEW';
  tx.insert(policyVersionsTable, {
    id,
    policyId: row.id,
    version: row.version,
    title: row.title,
    content,
    sha256: textHash(content),
    status: row.status === 'DEPRECATED' ? 'WITHDRAWN' : row.status,
    author: row.owner,
    authors: row.owner === null ? [] : [row.owner],
    approvedAt: isWorking ? null : row.updatedAt,
    effectiveDate: row.effectiveDate,
    endedAt: row.status === 'DEPRECATED' ? row.updatedAt : null,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  });
  const changed = tx.update(
    policiesTable,
    row.id,
    isWorking
      ? { workingVersionId: id, workingStatus: row.status === 'DRAFT' ? 'DRAFT' : 'UNDER_REVIEW' }
      : { currentVersionId: id },
  );
  return changed?.after ?? row;
}

/** Approvals of a text that is not the one under review any more. */
export function voidApprovals(tx: WriteTx, version: VersionRow, reason: string): void {
  for (const { id } of standingApprovals(tx, version))
    tx.update(policyApprovalsTable, id, { voidedAt: tx.now, voidedReason: reason });
}

const VERSION_FIELDS = ['title', 'content', 'version', 'effectiveDate', 'note'] as const;
const POLICY_FIELDS = [
  'description',
  'category',
  'owner',
  'reviewDate',
  'nextReviewDate',
  'reviewMonths',
] as const;
/** Of a policy's row, what follows from its versions and is told of them. */
const FOLLOWING = new Set<string>([
  ...VERSION_FIELDS,
  'status',
  'approver',
  'currentVersionId',
  'workingVersionId',
  'workingStatus',
  'isOutdated',
]);
/** Of a version, what people write. */
const WRITTEN = new Set<string>(VERSION_FIELDS);

/** What is given, of the fields named. */
function picked<Row>(update: PolicyUpdate, fields: readonly (keyof PolicyUpdate)[]): Partial<Row> {
  const given = fields.filter((field) => update[field] !== undefined);
  return Object.fromEntries(given.map((field) => [field, update[field]])) as Partial<Row>;
}

const touchesVersion = (update: PolicyUpdate): boolean =>
  VERSION_FIELDS.some((field) => update[field] !== undefined);

/** The version that is written. @throws AppError 'conflict' where there is none. */
export function mustBeWorking(tx: WriteTx, row: PolicyRow): VersionRow {
  const working = findVersion(tx, row.workingVersionId);
  if (working) return working;
  const message =
    row.status === 'DEPRECATED'
      ? 'This policy is deprecated: its text is not changed any more.'
      : 'This policy is approved: begin a new version to change its title, text, version or effective date.';
  throw new AppError('conflict', message, { allowed: [] });
}

/**
 * Changes a policy's facts, and its working version's words and dates. What others changed since
 * `update.baseRevision` stays and is returned. @throws AppError 'conflict' where it is the same field.
 */
export function editPolicy(
  tx: WriteTx,
  row: PolicyRow,
  update: PolicyUpdate,
  actor: string,
): OtherChange[] {
  if (row.status === 'DEPRECATED')
    throw new AppError('conflict', 'This policy is deprecated: it is not changed any more.', {
      allowed: [],
    });
  const facts = picked<PolicyRow>(update, POLICY_FIELDS);
  mustBeAccount(tx, facts.owner === row.owner ? null : facts.owner);
  const others = mergeFields(tx, row, facts, update.baseRevision).filter(
    ({ field }) => !FOLLOWING.has(field),
  );
  const isOfVersion = touchesVersion(update);
  const working = isOfVersion ? mustBeWorking(tx, row) : findVersion(tx, row.workingVersionId);
  if (working) {
    const words = picked<VersionRow>(update, VERSION_FIELDS);
    const merged = mergeFields(tx, working, words, update.baseRevision);
    others.push(...merged.filter(({ field }) => WRITTEN.has(field)));
    if (isOfVersion) editVersion(tx, { row, working, words, actor });
  }
  if (Object.keys(facts).length > 0)
    tx.update(policiesTable, row.id, { ...facts, updatedAt: tx.now });
  return others;
}

interface Edit {
  readonly row: PolicyRow;
  readonly working: VersionRow;
  readonly words: Partial<VersionRow>;
  readonly actor: string;
}

function editVersion(tx: WriteTx, { row, working, words, actor }: Edit): void {
  const { version } = words;
  if (version !== undefined && version !== working.version) {
    const used = readVersions(tx, row.id).some((one) => one.version === version);
    if (used) throw badField('version', `There is a version ${version} of this policy already`);
  }
  const title = words.title ?? working.title;
  const content = words.content ?? working.content;
  const isReworded = title !== working.title || content !== working.content;
  if (isReworded) voidApprovals(tx, working, 'The text was changed after this approval');
  const authors =
    isReworded && !working.authors.includes(actor) ? [...working.authors, actor] : working.authors;
  tx.update(policyVersionsTable, working.id, {
    ...words,
    sha256: textHash(content),
    authors,
    updatedAt: tx.now,
  });
  // What is in force is not touched by what is written.
  const { note: _, ...shown } = words;
  const isFirst = row.currentVersionId === null;
  tx.update(policiesTable, row.id, {
    ...(isFirst ? (shown as Partial<PolicyRow>) : {}),
    updatedAt: tx.now,
  });
}
