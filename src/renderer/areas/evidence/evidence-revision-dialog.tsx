import { type FormEvent, useId, useState } from 'react';
import {
  type EvidenceDetail,
  evidenceContract,
} from '../../../shared/areas/evidence/evidence.contract.ts';
import type { HostFile } from '../../../shared/host.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field, Textarea } from '../../ui/field.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { useEvidenceChange } from './evidence.queries.ts';
import { dayToIso } from './evidence.text.ts';
import { Days, EMPTY_ABOUT } from './evidence-about.tsx';
import { ChooseFiles, SendingRow, useSendings } from './evidence-uploads.tsx';

interface RevisionDialogProps {
  evidence: EvidenceDetail;
  onOpen: (id: string) => void;
  onClose: () => void;
}

/** A new file that takes the place of this one; the old one is kept with its chain of custody. */
export function RevisionDialog({ evidence, onOpen, onClose }: RevisionDialogProps) {
  const formId = useId();
  const { toast } = useToast();
  const [nothing] = useState<readonly HostFile[]>([]);
  const sendings = useSendings(nothing);
  const [note, setNote] = useState('');
  const [days, setDays] = useState(EMPTY_ABOUT);
  const [error, setError] = useState<string | undefined>();
  const [first] = sendings.all;
  const revise = useEvidenceChange(
    async (client, uploadId: string) => {
      const made = await client.call(evidenceContract.revise, {
        params: { id: evidence.id },
        body: {
          uploadId,
          note: note || null,
          periodStart: dayToIso(days.periodStart, 'start'),
          periodEnd: dayToIso(days.periodEnd, 'end'),
          expirationDate: dayToIso(days.expires, 'end'),
        },
      });
      onClose();
      onOpen(made.id);
    },
    {
      onSuccess: () => toast({ title: 'Success', description: 'New revision collected' }),
      onError: useErrorToast(),
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const id = first?.state.phase === 'stored' ? first.state.uploadId : null;
    if (id === null || id === undefined) return setError('A file is required');
    if (days.periodStart && days.periodEnd && days.periodStart > days.periodEnd)
      return setError('The period must begin before it ends');
    revise.mutate(id);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="New Revision"
      description="It waits for a review of its own; the links to controls go with it."
      isDirty={first !== undefined || note !== ''}
      footer={
        <DialogButtons
          form={formId}
          label="Collect revision"
          pendingLabel="Collecting..."
          isPending={revise.isPending}
          isDisabled={first !== undefined && first.state.phase !== 'stored'}
        />
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-3">
        {first ? (
          <SendingRow sending={first} sendings={sendings} />
        ) : (
          <ChooseFiles sendings={sendings} />
        )}
        {sendings.all.length > 1 && (
          <p className="text-bad">A revision has one file: the first is taken.</p>
        )}
        <Field label="Note" hint="What is new in it.">
          {(control) => (
            <Textarea
              {...control}
              value={note}
              maxLength={1000}
              onChange={(event) => setNote(event.target.value)}
            />
          )}
        </Field>
        <Days
          about={days}
          put={(patch) => setDays({ ...days, ...patch })}
          periodError={undefined}
        />
        {error !== undefined && (
          <p role="alert" className="text-bad">
            {error}
          </p>
        )}
      </form>
    </Dialog>
  );
}
