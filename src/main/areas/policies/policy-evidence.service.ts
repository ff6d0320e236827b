/**
 * An approved, current policy is evidence of the controls it is linked to: the version's very text,
 * so that the file's hash is the one that was approved. It ends when the policy's review is overdue,
 * is superseded by the next version's, and ends at once with the policy.
 */
import { roleMay } from '../../../shared/contract/permissions.ts';
import type { Day } from '../../../shared/kernel/day.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import { actsOfItsOwn } from '../../db/own-accord.ts';
import { policyVersionsTable } from '../../db/tables/policies.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import type { Log } from '../../platform/log.ts';
import type { EvidenceRecord, EvidenceRecords } from '../evidence/evidence-records.ts';
import { findVersion, mustFindPolicy, type PolicyRow, type VersionRow } from './policies.store.ts';
import { readControlIds, readLastEvidence, readRole, readUnkept } from './policy-evidence.store.ts';

export interface PolicyEvidenceDeps {
  readonly db: Database;
  readonly records: EvidenceRecords;
  readonly log: Log;
}

/** The first moment after a day here: until then a review due on it is not late. */
function endOfDay(day: Day): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + 1).getTime();
}

const fileNameOf = ({ title, version }: VersionRow): string => {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  return `${words.replace(/^-|-$/g, '').slice(0, 80) || 'policy'}-${version}.md`;
};

interface State {
  readonly row: PolicyRow;
  readonly current: VersionRow;
  readonly controlIds: readonly string[];
}

function recordOf(db: ReadDb, { row, current, controlIds }: State): EvidenceRecord {
  const { approver } = row;
  const note = `Approved as policy version ${current.version}, SHA-256 ${current.sha256}`;
  return {
    title: `${current.title} ${current.version}`.slice(0, 200),
    description: `Text of the policy as it was approved. SHA-256 ${current.sha256}`,
    type: 'DOCUMENT',
    source: 'Policy repository',
    collector: 'policies',
    collectionDate: current.approvedAt,
    periodStart: current.approvedAt,
    expirationDate: row.nextReviewDate === null ? null : endOfDay(row.nextReviewDate),
    fileName: fileNameOf(current),
    mediaType: 'text/markdown',
    controlIds,
    follows: readLastEvidence(db, row.id),
    approval:
      approver === null
        ? null
        : {
            by: approver,
            note,
            isSelfApproved: current.isSelfApproved,
            mayReview: roleMay(readRole(db, approver), 'evidence.review'),
          },
  };
}

export function createPolicyEvidence({ db, records, log }: PolicyEvidenceDeps) {
  const caller = { actor: null, origin: 'system', action: 'policies.evidence' } as const;
  // One after the other: of one version one piece of evidence is kept.
  let last: Promise<void> = Promise.resolve();

  function alter(row: PolicyRow, evidenceId: string): void {
    db.write(caller, (tx: WriteTx) => {
      if (!records.find(tx, evidenceId)) return;
      if (row.status !== 'APPROVED') {
        records.setEnd(tx, evidenceId, { at: tx.now, why: 'The policy was deprecated' });
        return;
      }
      records.setControls(tx, evidenceId, readControlIds(tx, row.id));
      if (row.nextReviewDate !== null)
        records.setEnd(tx, evidenceId, {
          at: endOfDay(row.nextReviewDate),
          why: 'The next review of the policy is due then',
        });
    });
  }

  async function bring(policyId: string): Promise<void> {
    const { row, current, controlIds, lastEvidence } = db.read('policies.evidence', (reader) => {
      const found = mustFindPolicy(reader, policyId);
      return {
        row: found,
        current: findVersion(reader, found.currentVersionId),
        controlIds: readControlIds(reader, policyId),
        lastEvidence: readLastEvidence(reader, policyId),
      };
    });
    if (!current) return;
    const isToKeep =
      row.status === 'APPROVED' && controlIds.length > 0 && current.content.trim() !== '';
    if (isToKeep && current.evidenceId === null) {
      const record = db.read('policies.record', (reader) =>
        recordOf(reader, { row, current, controlIds }),
      );
      const evidenceId = await records.keep(record, Buffer.from(current.content));
      db.write(caller, (tx) => {
        tx.update(policyVersionsTable, current.id, { evidenceId });
        tx.announce('policies', row.id);
      });
      return;
    }
    const evidenceId = current.evidenceId ?? (row.status === 'APPROVED' ? null : lastEvidence);
    if (evidenceId !== null) alter(row, evidenceId);
  }

  /** Waits its turn; a failure is logged and made good for at the next start. */
  function settle(policyId: string): Promise<void> {
    last = last
      .then(() => bring(policyId))
      .catch((cause) => log.error('could not keep a policy as evidence', { cause }));
    return last;
  }

  return {
    settle,
    async settleAll(): Promise<void> {
      if (!db.read('policies.own', actsOfItsOwn)) return;
      for (const id of db.read('policies.unkept', readUnkept)) await settle(id);
    },
  };
}
export type PolicyEvidence = ReturnType<typeof createPolicyEvidence>;
