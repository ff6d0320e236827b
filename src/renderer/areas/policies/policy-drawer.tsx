import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { PolicyDetail } from '../../../shared/areas/policies/policies.contract.ts';
import type { PolicyVersionText } from '../../../shared/areas/policies/policy-versions.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { RecordHistory } from '../history/history.embed.tsx';
import { RecordSync } from '../sync/record-sync.embed.tsx';
import { AttestationPanel } from './attestation-panel.tsx';
import { policyQuery } from './policies.queries.ts';
import { HIDDEN_HISTORY_FIELDS, POLICY_FIELD_LABELS } from './policies.text.ts';
import { PolicyActions } from './policy-actions.tsx';
import { PolicyApprovals } from './policy-approvals.tsx';
import {
  NextVersionBadge,
  OutdatedBadge,
  PolicyStatusBadge,
  SelfApprovedBadge,
} from './policy-badges.tsx';
import { PolicyControls } from './policy-controls.tsx';
import { DiffView } from './policy-diff-view.tsx';
import { EditPolicyDialog } from './policy-edit-dialog.tsx';
import { PolicyExchangeMenu } from './policy-exchange-menu.tsx';
import { PolicyFacts } from './policy-facts.tsx';
import { Part } from './policy-part.tsx';
import { PolicyText } from './policy-text.tsx';
import { PolicyVersions } from './policy-versions.tsx';

interface PolicyDrawerProps {
  id: string;
  onClose: () => void;
}

/** One policy in full: its text at the left, what is known of it at the right. */
export function PolicyDrawer({ id, onClose }: PolicyDrawerProps) {
  const found = useQuery(policyQuery(useClient(), id));
  return (
    <Drawer open onClose={onClose} title={found.data?.title ?? 'Policy'}>
      {found.isError ? (
        <ErrorState
          title="This policy could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
          isRetrying={found.isFetching}
        />
      ) : found.data ? (
        <Content policy={found.data} />
      ) : (
        <Skeleton className="m-6 h-64" />
      )}
    </Drawer>
  );
}

function Content({ policy }: { policy: PolicyDetail }) {
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <Head policy={policy} />
      <div className="grid min-h-0 flex-1 gap-x-8 overflow-y-auto px-6 py-4 lg:grid-cols-[minmax(0,3fr)_minmax(20rem,2fr)]">
        <div className="flex min-w-0 flex-col gap-6 pb-6">
          <TextPart policy={policy} />
        </div>
        <div className="flex min-w-0 flex-col gap-6 pb-6">
          <PolicyFacts policy={policy} />
          <PolicyApprovals policy={policy} />
          <PolicyVersions policy={policy} />
          <PolicyControls policy={policy} />
          <AttestationPanel policy={policy} />
          <Part title="History">
            <RecordHistory
              resource="policies"
              id={policy.id}
              labels={POLICY_FIELD_LABELS}
              hidden={HIDDEN_HISTORY_FIELDS}
            />
          </Part>
        </div>
      </div>
    </div>
  );
}

function Head({ policy }: { policy: PolicyDetail }) {
  const mayWrite = useMay('policies.write');
  // The policy as it was when editing began: what others change meanwhile must not slip in unseen.
  const [editing, setEditing] = useState<PolicyDetail | null>(null);
  return (
    <header className="flex flex-col gap-2 border-b border-line py-4 pr-14 pl-6">
      <h2 className="text-base font-semibold text-fg [overflow-wrap:anywhere]">
        <Untrusted text={policy.title} expand="none" />
      </h2>
      <div className="flex flex-wrap items-center gap-2">
        <PolicyStatusBadge status={policy.status} />
        <Badge>Version {policy.version}</Badge>
        <NextVersionBadge policy={policy} />
        {policy.isOutdated && <OutdatedBadge />}
        {policy.isSelfApproved && <SelfApprovedBadge />}
        <span className="flex-1" />
        <PolicyExchangeMenu policy={policy} />
        {mayWrite && policy.status !== 'DEPRECATED' && (
          <Button size="sm" icon={<Pencil aria-hidden />} onClick={() => setEditing(policy)}>
            Edit
          </Button>
        )}
        <PolicyActions policy={policy} />
      </div>
      <RecordSync table="policies" id={policy.id} />
      {editing && <EditPolicyDialog policy={editing} onClose={() => setEditing(null)} />}
    </header>
  );
}

type View = 'current' | 'working' | 'changes';

function TextPart({ policy }: { policy: PolicyDetail }) {
  const { current, workingText: working } = policy;
  const [view, setView] = useState<View>('current');
  if (!current || !working) {
    const only = current ?? working;
    return (
      <Part title="Text">
        <VersionText version={only} fallback={policy.content} />
      </Part>
    );
  }
  return (
    <Part
      title="Text"
      actions={
        <Segmented
          label="Which text"
          size="sm"
          value={view}
          onValueChange={setView}
          segments={[
            { value: 'current', label: `In force: ${current.version}` },
            { value: 'working', label: `Next: ${working.version}` },
            { value: 'changes', label: 'Changes' },
          ]}
        />
      }
    >
      {view === 'changes' ? (
        <DiffView policyId={policy.id} from={current.id} to={working.id} />
      ) : (
        <VersionText version={view === 'current' ? current : working} fallback="" />
      )}
    </Part>
  );
}

interface VersionTextProps {
  version: PolicyVersionText | null;
  fallback: string;
}

function VersionText({ version, fallback }: VersionTextProps) {
  const text = version?.content ?? fallback;
  if (text.trim() === '') return <p className="text-fg-muted">It has no text yet.</p>;
  return <PolicyText markdown={text} />;
}
