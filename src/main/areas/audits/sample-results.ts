import type { ItemResult } from '../../../shared/areas/audits/samples.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { auditSampleResultsTable } from '../../db/tables/audit-work.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import type { NewId } from '../../platform/ids.ts';
import { badField } from './audits.service.ts';
import { insertFinding } from './findings.service.ts';
import { isEvidence } from './findings.store.ts';
import { findResult, type SampleRow } from './samples.store.ts';

export interface Recorded {
  readonly given: ItemResult;
  readonly actor: string;
  readonly newId: NewId;
}

/** Writes, changes or takes back the result of one item. */
export function saveResult(tx: WriteTx, row: SampleRow, recorded: Recorded): void {
  const { given, actor, newId } = recorded;
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
  const findingId = findingFor(tx, row, { ...recorded, item, before });
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
  about: Recorded & {
    readonly item: SampleRow['items'][number];
    readonly before: { readonly findingId: string | null } | undefined;
  },
): string | null {
  const { given, item, before, actor, newId } = about;
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
