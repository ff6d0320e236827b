/** Note, technique and removal of a promoted event, and the way of events into a case. */
import { Flag, Pencil, Trash2 } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import {
  PROMOTION_LIMITS,
  promotionsContract,
} from '../../../../shared/areas/forensics/timeline/promotions.contract.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogButtons } from '../../../ui/dialog-buttons.tsx';
import { Field, Input, Textarea } from '../../../ui/field.tsx';
import { useInvestigationCall } from '../forensics.queries.ts';
import type { PlacedMark } from './lanes.ts';

const TECHNIQUE = /^T\d{4}(?:\.\d{3})?$/i;

interface Wording {
  readonly note: string;
  readonly technique: string;
}

export function PromotedActions({
  investigationId,
  id,
  mark,
}: {
  investigationId: string;
  id: string;
  mark: PlacedMark;
}) {
  const [asked, setAsked] = useState<'edit' | 'remove' | null>(null);
  const params = { id: investigationId, promoted: id };
  const change = useInvestigationCall(
    (client, body: Wording) => client.call(promotionsContract.change, { params, body }),
    'Promoted event saved',
  );
  const remove = useInvestigationCall(
    (client, _: null) => client.call(promotionsContract.remove, { params }),
    'Event taken out of the case',
  );
  return (
    <div className="flex gap-2">
      <Button size="sm" icon={<Pencil aria-hidden />} onClick={() => setAsked('edit')}>
        Edit note
      </Button>
      <Button size="sm" icon={<Trash2 aria-hidden />} onClick={() => setAsked('remove')}>
        Take out of the case
      </Button>
      {asked === 'edit' && (
        <WordingDialog
          title="Edit promoted event"
          label="Save"
          before={{ note: mark.detail ?? '', technique: mark.techniques[0] ?? '' }}
          isPending={change.isPending}
          onClose={() => setAsked(null)}
          onSave={(wording) => change.mutate(wording, { onSuccess: () => setAsked(null) })}
        />
      )}
      {asked === 'remove' && (
        <ConfirmDialog
          open
          title="Take this event out of the case"
          text="Its note and technique go with it. The event stays in the store and can be promoted again."
          confirmLabel="Take out"
          onConfirm={() => remove.mutate(null, { onSettled: () => setAsked(null) })}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}

/** Takes events of the store into the case, with a note. */
export function PromoteButton({
  investigationId,
  eventIds,
  onDone,
}: {
  investigationId: string;
  eventIds: readonly number[];
  onDone?: () => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const promote = useInvestigationCall(
    (client, wording: Wording) =>
      client.call(promotionsContract.promote, {
        ...{ params: { id: investigationId }, body: { eventIds: [...eventIds], ...wording } },
      }),
    eventIds.length === 1 ? 'Event promoted' : 'Events promoted',
  );
  return (
    <>
      <Button
        size="sm"
        icon={<Flag aria-hidden />}
        disabled={eventIds.length === 0 || eventIds.length > PROMOTION_LIMITS.events}
        onClick={() => setOpen(true)}
      >
        {eventIds.length > 1 ? `Promote ${eventIds.length.toLocaleString()} events` : 'Promote'}
      </Button>
      {isOpen && (
        <WordingDialog
          title="Promote to the timeline"
          label="Promote"
          before={{ note: '', technique: '' }}
          isPending={promote.isPending}
          onClose={() => setOpen(false)}
          onSave={(wording) =>
            promote.mutate(wording, {
              onSuccess: () => {
                setOpen(false);
                onDone?.();
              },
            })
          }
        />
      )}
    </>
  );
}

function WordingDialog({
  title,
  label,
  before,
  isPending,
  onClose,
  onSave,
}: {
  title: string;
  label: string;
  before: Wording;
  isPending: boolean;
  onClose: () => void;
  onSave: (wording: Wording) => void;
}) {
  const formId = useId();
  const [note, setNote] = useState(before.note);
  const [technique, setTechnique] = useState(before.technique);
  const [isTold, setTold] = useState(false);
  const isKnown = technique.trim() === '' || TECHNIQUE.test(technique.trim());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTold(true);
    if (isKnown) onSave({ note: note.trim(), technique: technique.trim() });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description="A copy of the event is kept with the case, so that it can be read without the event store."
      isDirty={note !== before.note || technique !== before.technique}
      footer={<DialogButtons form={formId} label={label} isPending={isPending} />}
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Note" hint="Why it matters to the case">
          {(control) => (
            <Textarea
              {...control}
              rows={4}
              value={note}
              maxLength={PROMOTION_LIMITS.note}
              onChange={(event) => setNote(event.target.value)}
            />
          )}
        </Field>
        <Field
          label="Technique"
          hint="An ATT&CK id, as T1059 or T1059.001; places it in the lane of its tactic"
          error={
            isTold && !isKnown ? 'Technique must be an ATT&CK id, as T1059 or T1059.001' : undefined
          }
        >
          {(control) => (
            <Input
              {...control}
              value={technique}
              maxLength={9}
              onChange={(event) => setTechnique(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
