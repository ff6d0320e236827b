import type { PolicyDetail } from '../../../shared/areas/policies/policies.contract.ts';
import type { PolicyApproval } from '../../../shared/areas/policies/policy-versions.contract.ts';
import { Badge } from '../../ui/badge.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { cannotApprove, countOf } from './policies.text.ts';
import { SelfApprovedBadge } from './policy-badges.tsx';
import { Hash, Part } from './policy-part.tsx';

/** Who approved which text: of what waits, and of what is in force. */
export function PolicyApprovals({ policy }: { policy: PolicyDetail }) {
  const { workingText: working, current, quorum } = policy;
  const isWaiting = working?.status === 'UNDER_REVIEW';
  const refused = isWaiting ? cannotApprove(policy) : null;
  return (
    <Part title="Approvals">
      {isWaiting && (
        <p className="text-fg">
          {`Version ${working.version}: ${quorum.given} of ${countOf(quorum.needed, 'approval', 'approvals')} given.`}{' '}
          {refused !== null && <span className="text-warn">{refused}</span>}
        </p>
      )}
      {working && <List version={working.version} approvals={working.approvals} />}
      {current && <List version={current.version} approvals={current.approvals} />}
      {!isWaiting && (current?.approvals.length ?? 0) === 0 && (
        <p className="text-fg-muted">
          {current
            ? 'No approval was recorded here for the version in force.'
            : 'Not approved yet.'}
        </p>
      )}
    </Part>
  );
}

interface ListProps {
  version: string;
  approvals: readonly PolicyApproval[];
}

function List({ version, approvals }: ListProps) {
  if (approvals.length === 0) return null;
  return (
    <ul aria-label={`Approvals of version ${version}`} className="flex flex-col gap-2">
      {approvals.map((approval) => (
        <li key={approval.id} className="flex flex-col gap-0.5 border-l-2 border-line pl-3">
          <p className="flex flex-wrap items-center gap-1.5">
            <span className="font-medium text-fg">
              <Untrusted text={approval.approverName ?? 'Unknown account'} max={80} />
            </span>
            <span className="text-fg-muted">approved {version}</span>
            {approval.isSelfApproved && <SelfApprovedBadge />}
            {approval.voidedAt !== null && <Badge tone="warn">void</Badge>}
            <span className="flex-1" />
            <DateTime
              value={approval.createdAt}
              mode="local"
              className="text-xs text-fg-muted tabular-nums"
            />
          </p>
          {approval.voidedReason !== null && (
            <p className="text-xs text-warn">
              <Untrusted text={approval.voidedReason} max={300} />
            </p>
          )}
          {approval.note !== null && (
            <p className="text-fg">
              “<Untrusted text={approval.note} newlines="keep" />”
            </p>
          )}
          <Hash value={approval.sha256} label="Copy SHA-256 of what was approved" />
        </li>
      ))}
    </ul>
  );
}
