import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { FindingDetail } from '../../../shared/areas/audits/findings.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { NoFigure } from '../../ui/stat.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { RecordElsewhere } from '../history/history.embed.tsx';
import { RecordSync } from '../sync/record-sync.embed.tsx';
import { FindingBadge, SeverityBadge } from './audit-badges.tsx';
import { Facts, fact } from './audit-facts.tsx';
import { StepList } from './audit-history.tsx';
import { findingQuery } from './audits.queries.ts';
import { dayText } from './audits.text.ts';
import { FindingEvidence } from './finding-evidence.tsx';
import { FindingFormDialog } from './finding-form-dialog.tsx';
import { FindingSteps } from './finding-steps.tsx';
import { useAuditAddress } from './use-audit-address.ts';

/** The finding that the address names. */
export function FindingDialog() {
  const address = useAuditAddress();
  const id = address.get('finding');
  if (id === null) return null;
  return <OpenDialog id={id} onClose={() => address.set({ finding: null })} />;
}

function OpenDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(findingQuery(useClient(), id));
  const mayWrite = useMay('audits.write');
  const [isEditing, setIsEditing] = useState(false);
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={data ? `Finding F${data.number}` : 'Finding'}
      description={data?.audit && <Untrusted text={data.audit.title} max={160} expand="none" />}
      footer={
        data && (
          <>
            {mayWrite && <Button onClick={() => setIsEditing(true)}>Edit</Button>}
            <FindingSteps finding={data} />
          </>
        )
      }
    >
      {error && !data && (
        <ErrorState
          title="The finding could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton className="h-56 w-full" />}
      {data && <Content finding={data} />}
      {data && isEditing && (
        <FindingFormDialog finding={data} auditId={null} onClose={() => setIsEditing(false)} />
      )}
    </Dialog>
  );
}

const PARTS = [
  ['description', 'Description'],
  ['criteria', 'Criteria: what should be'],
  ['condition', 'Condition: what is'],
  ['cause', 'Cause'],
  ['effect', 'Effect'],
  ['recommendation', 'Recommendation'],
  ['remediationPlan', 'Remediation plan'],
  ['remediationNote', 'What was done'],
  ['retestNote', 'Retest'],
  ['acceptedReason', 'Why the risk was accepted'],
] as const;

function Content({ finding }: { finding: FindingDetail }) {
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="text-sm font-semibold text-fg">
          <Untrusted text={finding.title} max={255} />
        </h3>
        <SeverityBadge severity={finding.severity} />
        <FindingBadge status={finding.status} isOverdue={finding.isOverdue} />
      </div>
      <RecordSync table="findings" id={finding.id} />
      <FindingFacts finding={finding} />
      {PARTS.map(([key, label]) =>
        finding[key] === null ? null : (
          <section key={key} aria-label={label}>
            <h4 className="text-xs text-fg-muted">{label}</h4>
            <p className="text-fg">
              <Untrusted text={finding[key]} newlines="keep" max={2000} />
            </p>
          </section>
        ),
      )}
      <FindingEvidence finding={finding} />
      <section aria-label="History">
        <h4 className="mb-2 text-sm font-semibold text-fg">History</h4>
        <RecordElsewhere resource="findings" id={finding.id} />
        <StepList title="History of the finding" steps={finding.history} />
      </section>
    </div>
  );
}

function FindingFacts({ finding }: { finding: FindingDetail }) {
  const { owner, control, remediatedBy, retestedBy, acceptedBy } = finding;
  return (
    <Facts
      facts={[
        fact('Due', dayText(finding.dueAt)),
        fact('Owner', owner ? <Untrusted text={owner.name} max={80} /> : <NoFigure />),
        fact(
          'Control',
          control ? (
            <Link
              to={`/compliance?tab=controls&control=${control.id}`}
              className="text-accent-text underline-offset-2 hover:underline"
            >
              <Untrusted text={`${control.ref} ${control.title}`} max={80} expand="none" />
            </Link>
          ) : (
            <NoFigure />
          ),
        ),
        fact('Found', <DateTime key="found" value={finding.createdAt} />),
        ...(remediatedBy ? [fact('Remediated by', remediatedBy.name)] : []),
        ...(retestedBy
          ? [
              fact(
                'Retested by',
                `${retestedBy.name}${finding.isSelfApproved ? ', self-approved' : ''}`,
              ),
            ]
          : []),
        ...(acceptedBy
          ? [
              fact(
                'Accepted by',
                `${acceptedBy.name}${finding.isSelfApproved ? ', self-approved' : ''}`,
              ),
              fact('Accepted until', dayText(finding.acceptedUntil)),
            ]
          : []),
      ]}
    />
  );
}
