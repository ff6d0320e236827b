import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import {
  type PolicyDetail,
  type PolicyUpdateInput,
  policiesContract,
} from '../../../shared/areas/policies/policies.contract.ts';
import { POLICY_REASON_MAX } from '../../../shared/areas/policies/policies.rules.ts';
import type { PolicyVersionText } from '../../../shared/areas/policies/policy-versions.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { policyQuery, usePolicyCall } from './policies.queries.ts';
import { cannotApprove, countOf } from './policies.text.ts';
import { DiffView } from './policy-diff-view.tsx';
import { Hash } from './policy-part.tsx';
import { PolicyText } from './policy-text.tsx';

interface ApproveDialogProps {
  id: string;
  onClose: () => void;
}

/** The text as it is approved: what was read is what is approved, by its hash. */
export function ApproveDialog({ id, onClose }: ApproveDialogProps) {
  const found = useQuery(policyQuery(useClient(), id));
  const [seen, setSeen] = useState<PolicyDetail | null>(null);
  // The text that was opened stays under the reader's eyes; a change of it refuses the approval.
  if (seen === null && found.data) setSeen(found.data);
  if (seen?.workingText) {
    return <ApproveForm policy={seen} working={seen.workingText} onClose={onClose} />;
  }
  return (
    <Dialog open onClose={onClose} title="Approve" size="lg">
      {found.isError ? (
        <ErrorState
          title="This policy could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
          isRetrying={found.isFetching}
        />
      ) : seen ? (
        <p className="text-fg-muted">Nothing of it waits for approval any more.</p>
      ) : (
        <Skeleton className="h-64 w-full" />
      )}
    </Dialog>
  );
}

interface ApproveFormProps {
  policy: PolicyDetail;
  working: PolicyVersionText;
  onClose: () => void;
}

function ApproveForm({ policy, working, onClose }: ApproveFormProps) {
  const formId = useId();
  const [note, setNote] = useState('');
  const [day, setDay] = useState('');
  const approve = usePolicyCall(
    (client, body: PolicyUpdateInput) =>
      client.call(policiesContract.update, { params: { id: policy.id }, body }),
    {
      done: 'Policy updated successfully',
      more: ({ working: left, quorum }) =>
        left === null ? null : `${quorum.given} of ${quorum.needed} approvals are given`,
    },
  );
  const refused = cannotApprove(policy);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body: PolicyUpdateInput = {
      status: 'APPROVED',
      sha256: working.sha256,
      ...(note.trim() ? { reason: note.trim() } : {}),
      ...(day ? { nextReviewDate: day } : {}),
    };
    approve.mutate(body, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Approve ${working.title} ${working.version}`}
      description={
        policy.quorum.needed > 1
          ? `${policy.quorum.given} of ${policy.quorum.needed} approvals are given.`
          : 'It is in force once you approve it.'
      }
      size="lg"
      isDirty={note.trim() !== '' || day !== ''}
      footer={
        <DialogButtons
          form={formId}
          label="Approve"
          pendingLabel="Approving..."
          isPending={approve.isPending}
          isDisabled={refused !== null}
        />
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-3">
        {refused !== null && (
          <p role="alert" className="rounded-md border border-warn px-3 py-2 text-warn">
            {refused}
          </p>
        )}
        {policy.mayApprove === 'self-approved' && (
          <p className="rounded-md border border-line px-3 py-2 text-fg-muted">
            You wrote or submitted this version. No other account may approve it, so you may; the
            approval says 'self-approved' wherever it counts.
          </p>
        )}
        {policy.current ? (
          <DiffView policyId={policy.id} from={policy.current.id} to={working.id} />
        ) : (
          <ScrollRegion
            label="Text to approve"
            className="max-h-72 rounded-md border border-line px-3 py-2"
          >
            {working.content.trim() === '' ? (
              <p className="text-warn">It has no text yet.</p>
            ) : (
              <PolicyText markdown={working.content} />
            )}
          </ScrollRegion>
        )}
        <div>
          <p className="text-xs text-fg-muted">SHA-256 of the text that is approved</p>
          <Hash value={working.sha256} label="Copy SHA-256" />
        </div>
        <div className="grid gap-3 sm:grid-cols-[12rem_minmax(0,1fr)]">
          <Field label="Next review" hint={nextReviewHint(policy)}>
            {(control) => (
              <Input
                {...control}
                type="date"
                value={day}
                onChange={(event) => setDay(event.target.value)}
              />
            )}
          </Field>
          <Field label="Note" hint="It stands beside the approval.">
            {(control) => (
              <Textarea
                {...control}
                rows={2}
                value={note}
                maxLength={POLICY_REASON_MAX}
                onChange={(event) => setNote(event.target.value)}
              />
            )}
          </Field>
        </div>
      </form>
    </Dialog>
  );
}

function nextReviewHint(policy: PolicyDetail): string {
  if (policy.current === null && policy.nextReviewDate !== null)
    return `Empty: ${policy.nextReviewDate}, as planned, where that is to come.`;
  return `Empty: ${countOf(policy.reviewMonths, 'month', 'months')} from today.`;
}
