import { Archive, CalendarCheck, Check, Ellipsis, FilePlus, Send, Undo2 } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import {
  type Policy,
  type PolicyUpdateInput,
  policiesContract,
} from '../../../shared/areas/policies/policies.contract.ts';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { usePolicyCall } from './policies.queries.ts';
import { ApproveDialog } from './policy-approve-dialog.tsx';
import { ConfirmReviewDialog } from './policy-confirm-review-dialog.tsx';
import { NewVersionDialog } from './policy-new-version-dialog.tsx';

type Asked = 'approve' | 'request-changes' | 'deprecate' | 'new-version' | 'discard' | 'review';

/** Moves a policy, or its next version, to another state, with the toasts of the product. */
function useMovePolicy(id: string) {
  return usePolicyCall(
    (client, body: PolicyUpdateInput) =>
      client.call(policiesContract.update, { params: { id }, body }),
    { done: 'Policy updated successfully' },
  );
}

interface PolicyActionsProps {
  policy: Policy;
  onOpen?: (id: string) => void;
}

/** Submit for Review or Approve, by its state; the rest in a menu. */
export function PolicyActions({ policy, onOpen }: PolicyActionsProps) {
  const mayWrite = useMay('policies.write');
  const mayApprove = useMay('policies.approve');
  const move = useMovePolicy(policy.id);
  const [asked, setAsked] = useState<Asked | null>(null);
  if (!mayWrite && !mayApprove) return null;
  const working = policy.working?.status ?? null;
  const items = menuItems(policy, { mayWrite, mayApprove, ask: setAsked });
  return (
    <>
      {mayWrite && working === 'DRAFT' && (
        <Button
          size="sm"
          icon={<Send aria-hidden />}
          disabled={move.isPending}
          onClick={() => move.mutate({ status: 'UNDER_REVIEW' })}
        >
          Submit for Review
        </Button>
      )}
      {mayApprove && working === 'UNDER_REVIEW' && (
        <Button size="sm" icon={<Check aria-hidden />} onClick={() => setAsked('approve')}>
          Approve
        </Button>
      )}
      {items.length > 0 && (
        <Menu
          trigger={
            <Button
              size="sm"
              variant="ghost"
              icon={<Ellipsis aria-hidden />}
              label={`More for ${policy.title}`}
            />
          }
          items={items}
        />
      )}
      {asked !== null && (
        <AskedDialog
          asked={asked}
          policy={policy}
          onClose={() => setAsked(null)}
          onBegun={() => onOpen?.(policy.id)}
        />
      )}
    </>
  );
}

interface MenuFor {
  readonly mayWrite: boolean;
  readonly mayApprove: boolean;
  readonly ask: (asked: Asked) => void;
}

function menuItems(policy: Policy, { mayWrite, mayApprove, ask }: MenuFor): MenuItem[] {
  const { status, working } = policy;
  const item = (asked: Asked, label: string, note: string, icon: ReactElement): MenuItem => ({
    label,
    note,
    icon,
    onSelect: () => ask(asked),
  });
  const items: (MenuItem | false)[] = [
    mayWrite &&
      working?.status === 'UNDER_REVIEW' &&
      item('request-changes', 'Request changes', 'Back to draft, with a reason', <Undo2 />),
    mayWrite &&
      status === 'APPROVED' &&
      working === null &&
      item('new-version', 'New version', 'The approved one stays in force meanwhile', <FilePlus />),
    mayApprove &&
      status === 'APPROVED' &&
      item('review', 'Confirm review', 'Reviewed, stays as it is', <CalendarCheck />),
    mayWrite &&
      status === 'APPROVED' &&
      working !== null &&
      item('discard', 'Discard next version', 'The approved one stays in force', <Undo2 />),
    mayWrite &&
      status !== 'DEPRECATED' &&
      item('deprecate', 'Deprecate', 'Ends the policy, with a reason', <Archive />),
  ];
  return items.filter((one) => one !== false);
}

interface AskedDialogProps {
  asked: Asked;
  policy: Policy;
  onClose: () => void;
  /** A next version was begun. */
  onBegun: () => void;
}

function AskedDialog({ asked, policy, onClose, onBegun }: AskedDialogProps) {
  switch (asked) {
    case 'approve':
      return <ApproveDialog id={policy.id} onClose={onClose} />;
    case 'new-version':
      return <NewVersionDialog policy={policy} onClose={onClose} onBegun={onBegun} />;
    case 'review':
      return <ConfirmReviewDialog policy={policy} onClose={onClose} />;
    case 'discard':
      return <DiscardDialog policy={policy} onClose={onClose} />;
    case 'request-changes':
    case 'deprecate':
      return <StepDialog asked={asked} policy={policy} onClose={onClose} />;
  }
}

const STEPS = {
  'request-changes': {
    status: 'DRAFT',
    title: 'Request changes',
    text: 'The version goes back to draft; approvals that were given are void. The reason goes to its history.',
    doing: 'Sending back...',
  },
  deprecate: {
    status: 'DEPRECATED',
    title: 'Deprecate',
    text: 'The policy is no longer in force and is not changed any more; what was kept of it as evidence ends. The reason goes to its history.',
    doing: 'Deprecating...',
  },
} as const;

interface StepDialogProps {
  asked: keyof typeof STEPS;
  policy: Policy;
  onClose: () => void;
}

function StepDialog({ asked, policy, onClose }: StepDialogProps) {
  const move = useMovePolicy(policy.id);
  const { status, title, text, doing } = STEPS[asked];
  return (
    <ReasonDialog
      title={`${title}: ${policy.title}`}
      description={text}
      label={title}
      pendingLabel={doing}
      isPending={move.isPending}
      onClose={onClose}
      onReason={(reason) => move.mutate({ status, reason }, { onSuccess: onClose })}
    />
  );
}

function DiscardDialog({ policy, onClose }: { policy: Policy; onClose: () => void }) {
  const discard = usePolicyCall(
    (client, reason: string) =>
      client.call(policiesContract.discardVersion, {
        params: { id: policy.id },
        body: { reason },
      }),
    { done: 'Policy updated successfully' },
  );
  return (
    <ReasonDialog
      title={`Discard version ${policy.working?.version ?? ''} of ${policy.title}`}
      description="Version and text stay readable under Versions, as withdrawn; the approved version stays in force."
      label="Discard"
      pendingLabel="Discarding..."
      isPending={discard.isPending}
      onClose={onClose}
      onReason={(reason) => discard.mutate(reason, { onSuccess: onClose })}
    />
  );
}
