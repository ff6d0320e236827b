import { type FormEvent, useId, useState } from 'react';
import {
  type Handover,
  handoverContract,
} from '../../../shared/areas/handover/handover.contract.ts';
import { accountName, useAccounts } from '../../api/accounts.ts';
import { useUser } from '../../api/session.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field, Textarea } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useHandoverCall } from './handover.queries.ts';

const NOTE_MAX = 1000;
const ANYBODY = 'anybody';

interface DialogProps {
  handover: Handover;
  onClose: () => void;
}

export function HandOverDialog({ handover, onClose }: DialogProps) {
  const formId = useId();
  const [to, setTo] = useState(ANYBODY);
  const own = useUser().id;
  const { all } = useAccounts();
  const give = useHandoverCall(
    (client, body: { to: string | null }) =>
      client.call(handoverContract.handOver, { params: { id: handover.id }, body }),
    'Shift handed over',
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    give.mutate({ to: to === ANYBODY ? null : to }, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Hand over the shift"
      description="From here on the text is final. The next person acknowledges it."
      size="sm"
      isDirty={to !== ANYBODY}
      footer={
        <DialogButtons
          form={formId}
          label="Hand over"
          pendingLabel="Handing over..."
          isPending={give.isPending}
        />
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <Field label="To">
          {(control) => (
            <Select
              {...control}
              value={to}
              onValueChange={setTo}
              options={[
                { value: ANYBODY, label: 'Whoever comes next' },
                ...all
                  .filter(({ id }) => id !== own)
                  .map((account) => ({
                    value: account.id,
                    label: <Untrusted text={accountName(account)} max={80} expand="none" />,
                    text: accountName(account),
                  })),
              ]}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}

export function AcknowledgeDialog({ handover, onClose }: DialogProps) {
  const formId = useId();
  const [note, setNote] = useState('');
  const acknowledge = useHandoverCall(
    (client, body: { note: string }) =>
      client.call(handoverContract.acknowledge, { params: { id: handover.id }, body }),
    'Handover acknowledged',
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    acknowledge.mutate({ note: note.trim() }, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Acknowledge the handover"
      description={
        <>
          You have read what{' '}
          <Untrusted text={handover.handedBy?.name ?? 'the last shift'} max={80} /> handed over, and
          take the shift. It is kept with your name and the time.
        </>
      }
      size="sm"
      isDirty={note.trim() !== ''}
      footer={
        <DialogButtons
          form={formId}
          label="Acknowledge"
          pendingLabel="Saving..."
          isPending={acknowledge.isPending}
        />
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <Field label="Note" hint="Questions, or what you begin with">
          {(control) => (
            <Textarea
              {...control}
              value={note}
              maxLength={NOTE_MAX}
              onChange={(event) => setNote(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
