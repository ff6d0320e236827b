import type {
  ChangedPolicy,
  NewPolicy,
  PolicyDetail,
  PolicyQuery,
  PolicyReview,
  PolicyStats,
  PolicyUpdate,
} from '../../../shared/areas/policies/policies.contract.ts';
import { policyTransitions } from '../../../shared/areas/policies/policies.rules.ts';
import type {
  NewVersion,
  PolicyDiff,
  PolicyVersionText,
} from '../../../shared/areas/policies/policy-versions.contract.ts';
import { roleMay } from '../../../shared/contract/permissions.ts';
import type { OtherChange } from '../../../shared/contract/revision.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import { actsOfItsOwn } from '../../db/own-accord.ts';
import type { Caller, WriteTx } from '../../db/write-door.ts';
import { type Clock, localDay } from '../../platform/clock.ts';
import type { NewId } from '../../platform/ids.ts';
import type { EvidenceRecords } from '../evidence/evidence-records.ts';
import {
  findVersion,
  linkControl,
  mustFindPolicy,
  mustFindVersion,
  type PolicyRow,
  readApprovals,
  readControls,
  readNames,
  readUnversioned,
  readVersions,
  unlinkControl,
} from './policies.store.ts';
import { editPolicy, insertPolicy, versioned } from './policies.writes.ts';
import { countPolicies, listPolicies, type PolicyPage } from './policies-list.store.ts';
import { compareTexts } from './policy-diff.ts';
import type { PolicyEvidence } from './policy-evidence.service.ts';
import { peopleOf, toPolicies, toVersion, withText } from './policy-rows.ts';
import { mayApprove, mustBeTransition, quorumOf, takeStep } from './policy-steps.ts';
import { beginVersion, confirmReview, discardVersion } from './policy-versions.writes.ts';

/** Who asks. */
export interface Asking {
  readonly id: string;
  readonly role: string;
}

export interface PolicyServiceDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly evidence: Pick<PolicyEvidence, 'settle'>;
  readonly records: Pick<EvidenceRecords, 'find'>;
}

const ADOPTED_AT_ONCE = 200;

const byUser = (actor: string, action: string, reason?: string | null): Caller => ({
  actor,
  origin: 'user',
  action: `policies.${action}`,
  reason: reason ?? null,
});

export function createPolicyService(deps: PolicyServiceDeps) {
  const { db, clock, newId, evidence, records } = deps;

  function evidenceOf(reader: ReadDb, id: string | null): PolicyDetail['evidence'] {
    const found = id === null ? null : records.find(reader, id);
    if (!found) return null;
    const { verdict, expirationDate } = found;
    return {
      id: found.id,
      verdict,
      expirationDate: expirationDate === null ? null : toIso(expirationDate),
    };
  }

  function detail(reader: ReadDb, id: string, asking: Asking): PolicyDetail {
    const row = mustFindPolicy(reader, id);
    const [policy] = toPolicies(reader, [row], localDay(clock.now()));
    if (!policy) throw new Error('A policy was lost');
    const versions = readVersions(reader, id);
    const approvals = readApprovals(reader, id);
    const names = readNames(reader, peopleOf(versions, approvals));
    const shown = versions.map((version) => toVersion(version, approvals, names));
    const withTextOf = (versionId: string | null): PolicyVersionText | null => {
      const index = versions.findIndex((version) => version.id === versionId);
      const [version, read] = [shown[index], versions[index]];
      return version && read ? withText(version, read) : null;
    };
    const current = withTextOf(row.currentVersionId);
    const working = findVersion(reader, row.workingVersionId);
    const holdsPermission = roleMay(asking.role, 'policies.approve');
    return {
      ...policy,
      content: row.content ?? '',
      current,
      workingText: withTextOf(row.workingVersionId),
      versions: shown,
      controls: readControls(reader, id),
      allowed: policyTransitions(row).map(({ to }) => to),
      quorum: quorumOf(reader, working),
      mayApprove: mayApprove(reader, working, { id: asking.id, holdsPermission }),
      evidence: evidenceOf(reader, current?.evidenceId ?? null),
    };
  }

  const get = (id: string, asking: Asking): PolicyDetail =>
    db.read('policies.get', (reader) => detail(reader, id, asking));

  /** Changes a policy that is there, and answers with what became of it and of its evidence. */
  async function changing(
    id: string,
    asking: Asking,
    caller: Caller,
    fn: (tx: WriteTx, row: PolicyRow) => void,
  ): Promise<PolicyDetail> {
    db.write(caller, (tx) => fn(tx, versioned(tx, newId, mustFindPolicy(tx, id))));
    await evidence.settle(id);
    return get(id, asking);
  }

  const linkOf = (policyId: string, controlId: string, actor: string) => ({
    policyId,
    controlId,
    actor,
  });

  return {
    get,
    list: (query: PolicyQuery): PolicyPage =>
      db.read('policies.list', (reader) => listPolicies(reader, query, localDay(clock.now()))),
    stats: (): PolicyStats =>
      db.read('policies.stats', (reader) => countPolicies(reader, localDay(clock.now()))),

    create(input: NewPolicy, asking: Asking): PolicyDetail {
      const id = db.write(byUser(asking.id, 'create'), (tx) => {
        const made = insertPolicy(tx, newId, input, asking.id);
        const step = { newId, actor: asking.id, holdsPermission: false };
        if (input.status === 'UNDER_REVIEW')
          takeStep(tx, step, mustFindPolicy(tx, made), { status: input.status });
        return made;
      });
      return get(id, asking);
    },

    /** Fields first, then the step. */
    async update(id: string, update: PolicyUpdate, asking: Asking): Promise<ChangedPolicy> {
      const { status, reason, sha256, baseRevision: _, ...fields } = update;
      const action =
        status === undefined
          ? 'update'
          : db.read('policies.step', (reader) =>
              mustBeTransition(mustFindPolicy(reader, id), status),
            ).action;
      const holdsPermission = roleMay(asking.role, 'policies.approve');
      let merged: OtherChange[] = [];
      const after = await changing(id, asking, byUser(asking.id, action, reason), (tx, row) => {
        const approved = status === 'APPROVED' ? { nextReviewDate: undefined } : {};
        const edited = { ...update, ...approved };
        if (Object.values({ ...fields, ...approved }).some((value) => value !== undefined))
          merged = editPolicy(tx, row, edited, asking.id);
        if (status === undefined) return;
        const step = { newId, actor: asking.id, holdsPermission };
        takeStep(tx, step, mustFindPolicy(tx, id), { ...update, status });
      });
      return { ...after, merged };
    },

    confirmReview: (id: string, review: PolicyReview, asking: Asking): Promise<PolicyDetail> =>
      changing(id, asking, byUser(asking.id, 'review', review.note), (tx, row) =>
        confirmReview(tx, row, review, asking.id),
      ),

    newVersion: (id: string, input: NewVersion, asking: Asking): Promise<PolicyDetail> =>
      changing(id, asking, byUser(asking.id, 'new-version', input.note), (tx, row) =>
        beginVersion(tx, newId, row, { input, actor: asking.id }),
      ),
    discardVersion: (id: string, reason: string, asking: Asking): Promise<PolicyDetail> =>
      changing(id, asking, byUser(asking.id, 'discard', reason), (tx, row) =>
        discardVersion(tx, row, reason),
      ),

    linkControl: (id: string, controlId: string, asking: Asking): Promise<PolicyDetail> =>
      changing(id, asking, byUser(asking.id, 'link'), (tx) => {
        linkControl(tx, newId, linkOf(id, controlId, asking.id));
        tx.announce('policies', id);
      }),
    unlinkControl: (id: string, controlId: string, asking: Asking): Promise<PolicyDetail> =>
      changing(id, asking, byUser(asking.id, 'unlink'), (tx) => {
        unlinkControl(tx, id, controlId);
        tx.announce('policies', id);
      }),

    version: (id: string, versionId: string): PolicyVersionText =>
      db.read('policies.version', (reader) => {
        const row = mustFindVersion(reader, mustFindPolicy(reader, id).id, versionId);
        const approvals = readApprovals(reader, id);
        return withText(
          toVersion(row, approvals, readNames(reader, peopleOf([row], approvals))),
          row,
        );
      }),

    diff(id: string, { from, to }: { readonly from: string; readonly to: string }): PolicyDiff {
      const [older, newer] = db.read('policies.diff', (reader) => {
        mustFindPolicy(reader, id);
        return [mustFindVersion(reader, id, from), mustFindVersion(reader, id, to)] as const;
      });
      const head = ({ id: versionId, version, title }: typeof older) => ({
        id: versionId,
        version,
        title,
      });
      return { from: head(older), to: head(newer), ...compareTexts(older.content, newer.content) };
    },

    /** Gives policies of before there were versions their first one. */
    async adopt(): Promise<void> {
      const caller: Caller = { actor: null, origin: 'system', action: 'policies.adopt' };
      const some = () =>
        db.read('policies.old', (reader) =>
          actsOfItsOwn(reader) ? readUnversioned(reader, ADOPTED_AT_ONCE) : [],
        );
      for (let rows = some(); rows.length > 0; rows = some()) {
        const batch = rows;
        db.write(caller, (tx) => {
          for (const row of batch) versioned(tx, newId, row);
        });
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}
export type PolicyService = ReturnType<typeof createPolicyService>;
