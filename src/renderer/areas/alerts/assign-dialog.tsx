import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Alert } from '../../../shared/areas/alerts/alerts.contract.ts';
import { useAccounts } from '../../api/accounts.ts';
import { useClient } from '../../api/client-context.tsx';
import { useUser } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { ConflictNotice } from '../../ui/conflict-notice.tsx';
import { Dialog, useDialogClose } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { alertHistoryQuery, alertQuery } from './alerts.queries.ts';
import { assignConflict, isContested } from './assign-conflict.ts';
import { NOBODY, useAssignees } from './assignees.tsx';
import type { DeskActions } from './use-desk-actions.ts';

interface AssignDialogProps {
  id: string;
  actions: DeskActions;
  onClose: () => void;
}

/** Gives an alert to an account: oneself first, as that is what is mostly wanted. */
export function AssignDialog({ id, actions, onClose }: AssignDialogProps) {
  const { data: alert } = useQuery(alertQuery(useClient(), useQueryClient(), id));
  if (!alert) return null;
  return <AssignForm key={id} alert={alert} actions={actions} onClose={onClose} />;
}

function AssignForm({ alert, actions, onClose }: Omit<AssignDialogProps, 'id'> & { alert: Alert }) {
  const me = useUser();
  // As the dialog found it: what others decide meanwhile must not be overwritten unseen.
  const [begun] = useState(alert.assignedTo);
  const [value, setValue] = useState(alert.assignedTo ?? me.id);
  const options = useAssignees(begun);
  const chosen = value === NOBODY ? null : value;
  const { assign, isPending } = useAssign(alert.id, { actions, begun, onDone: onClose });
  const isTaken = isContested({ begun, now: alert.assignedTo, chosen });
  return (
    <Dialog
      open
      onClose={onClose}
      title="Assign alert"
      description={<Untrusted text={alert.title} max={120} expand="none" />}
      size="sm"
      footer={
        <>
          <CancelButton />
          <Button
            variant="primary"
            disabled={isPending || isTaken}
            onClick={() => void assign(chosen, alert.updatedAt)}
          >
            {isPending ? 'Assigning...' : 'Assign'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Assigned to">
          {(control) => (
            <Select {...control} value={value} options={options} onValueChange={setValue} />
          )}
        </Field>
        {isTaken && (
          <TakenNotice
            alert={alert}
            chosen={chosen}
            isBusy={isPending}
            onKeep={onClose}
            onAssign={() => void assign(chosen, alert.updatedAt)}
          />
        )}
      </div>
    </Dialog>
  );
}

interface Assigning {
  actions: DeskActions;
  begun: string | null;
  onDone: () => void;
}

/** Assigns on the state that was seen. Where only something else changed since, it does so again. */
function useAssign(id: string, { actions, begun, onDone }: Assigning) {
  const client = useClient();
  const queries = useQueryClient();
  const fail = useErrorToast();
  const [isPending, setIsPending] = useState(false);
  async function attempt(assignedTo: string | null, seen: string, isFirst: boolean): Promise<void> {
    let isRefused = false;
    const onConflict = () => {
      isRefused = true;
    };
    const isDone = await actions.update(id, { assignedTo, seen }, onConflict);
    if (isDone) return onDone();
    if (!isRefused) return;
    // In the cache it is what the dialog shows: whoever was assigned meanwhile is named there.
    const now = await queries.fetchQuery({ ...alertQuery(client, queries, id), staleTime: 0 });
    const isTaken = isContested({ begun, now: now.assignedTo, chosen: assignedTo });
    if (!isTaken && isFirst) await attempt(assignedTo, now.updatedAt, false);
  }
  return {
    isPending,
    async assign(assignedTo: string | null, seen: string): Promise<void> {
      setIsPending(true);
      await attempt(assignedTo, seen, true).catch(fail);
      setIsPending(false);
    },
  };
}

interface TakenNoticeProps {
  alert: Alert;
  chosen: string | null;
  isBusy: boolean;
  onKeep: () => void;
  onAssign: () => void;
}

/** Somebody else assigned the alert meanwhile: to whom, and the choice. */
function TakenNotice({ alert, chosen, isBusy, onKeep, onAssign }: TakenNoticeProps) {
  const { nameOf } = useAccounts();
  const { data: history } = useQuery(alertHistoryQuery(useClient(), alert.id));
  return (
    <ConflictNotice
      conflict={assignConflict(alert, history ?? [], chosen)}
      labels={{ assignedTo: 'Assigned to' }}
      shown={(_, id) => (typeof id === 'string' ? nameOf(id) : 'Nobody')}
      onKeepTheirs={onKeep}
      onUseMine={onAssign}
      isBusy={isBusy}
    />
  );
}

function CancelButton() {
  return <Button onClick={useDialogClose()}>Cancel</Button>;
}
