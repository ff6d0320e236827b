import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PolicyDetail } from '../../../shared/areas/policies/policies.contract.ts';
import type { PolicyVersion } from '../../../shared/areas/policies/policy-versions.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { Button } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { policyVersionQuery } from './policies.queries.ts';
import { SelfApprovedBadge, VersionBadge } from './policy-badges.tsx';
import { DiffView } from './policy-diff-view.tsx';
import { Hash, Part } from './policy-part.tsx';
import { PolicyText } from './policy-text.tsx';

/** Every version, to read, and what changed between any two. */
export function PolicyVersions({ policy }: { policy: PolicyDetail }) {
  const [reading, setReading] = useState<PolicyVersion | null>(null);
  const [isComparing, setIsComparing] = useState(false);
  const { versions } = policy;
  return (
    <Part
      title="Versions"
      actions={
        versions.length > 1 && (
          <Button size="sm" onClick={() => setIsComparing(true)}>
            Compare versions
          </Button>
        )
      }
    >
      <ul className="flex flex-col divide-y divide-line">
        {versions.map((version) => (
          <li key={version.id} className="flex flex-col gap-0.5 py-1.5">
            <p className="flex flex-wrap items-center gap-2">
              <button
                type="button"
                onClick={() => setReading(version)}
                className="rounded-sm text-accent-text underline underline-offset-2"
              >
                Version {version.version}
              </button>
              <VersionBadge status={version.status} />
              {version.isSelfApproved && <SelfApprovedBadge />}
              <span className="min-w-0 flex-1 truncate text-fg-muted">
                <Untrusted text={version.authorNames.join(', ')} max={80} expand="none" />
              </span>
              <DateTime
                value={version.approvedAt ?? version.createdAt}
                mode="local"
                className="text-xs text-fg-muted tabular-nums"
              />
            </p>
            {version.note !== null && (
              <p className="text-fg-muted">
                <Untrusted text={version.note} max={200} />
              </p>
            )}
          </li>
        ))}
      </ul>
      {versions.length === 0 && <p className="text-fg-muted">No version is kept yet.</p>}
      {reading && (
        <ReadDialog policyId={policy.id} version={reading} onClose={() => setReading(null)} />
      )}
      {isComparing && <CompareDialog policy={policy} onClose={() => setIsComparing(false)} />}
    </Part>
  );
}

interface ReadDialogProps {
  policyId: string;
  version: PolicyVersion;
  onClose: () => void;
}

function ReadDialog({ policyId, version, onClose }: ReadDialogProps) {
  const found = useQuery(policyVersionQuery(useClient(), policyId, version.id));
  return (
    <Dialog open onClose={onClose} title={`${version.title} ${version.version}`} size="lg">
      {found.isError ? (
        <ErrorState
          title="This version could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
          isRetrying={found.isFetching}
        />
      ) : found.data ? (
        <div className="flex flex-col gap-3">
          <Hash value={found.data.sha256} label="Copy SHA-256" />
          {found.data.content.trim() === '' ? (
            <p className="text-fg-muted">It has no text.</p>
          ) : (
            <PolicyText markdown={found.data.content} />
          )}
        </div>
      ) : (
        <Skeleton className="h-64 w-full" />
      )}
    </Dialog>
  );
}

function CompareDialog({ policy, onClose }: { policy: PolicyDetail; onClose: () => void }) {
  const { versions } = policy;
  const [from, setFrom] = useState(versions[1]?.id ?? '');
  const [to, setTo] = useState(versions[0]?.id ?? '');
  const options = versions.map(({ id, version, status }) => ({
    value: id,
    label: (
      <span className="inline-flex items-center gap-2">
        {version} <VersionBadge status={status} />
      </span>
    ),
    text: version,
  }));
  return (
    <Dialog open onClose={onClose} title={`Versions of ${policy.title}`} size="lg">
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-fg-muted">From</span>
          <div className="w-48">
            <Select label="From version" value={from} options={options} onValueChange={setFrom} />
          </div>
          <span className="text-fg-muted">to</span>
          <div className="w-48">
            <Select label="To version" value={to} options={options} onValueChange={setTo} />
          </div>
        </div>
        <DiffView policyId={policy.id} from={from} to={to} />
      </div>
    </Dialog>
  );
}
