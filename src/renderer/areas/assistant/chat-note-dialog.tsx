import { type FormEvent, useId, useState } from 'react';
import type { ChatContext, NoteTarget } from '../../../shared/areas/assistant/chat.contract.ts';
import { ENTITY_KINDS, type EntityKind } from '../../../shared/areas/entities/entities.contract.ts';
import { ENTITY_KIND_LABELS } from '../../../shared/areas/entities/entities.rules.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { useMakeNote } from './chat.queries.ts';

interface ChatNoteDialogProps {
  messageId: string;
  /** What the answer is about: the alert or entity that is named first. */
  context: ChatContext;
  onClose: () => void;
}

/** Where an answer is written down: as a comment on an alert, or as a note about an entity. */
export function ChatNoteDialog({ messageId, context, onClose }: ChatNoteDialogProps) {
  const form = useId();
  const [where, setWhere] = useState<'alert' | 'entity'>(
    context.entity && !context.alertId ? 'entity' : 'alert',
  );
  const [alertId, setAlertId] = useState(context.alertId ?? '');
  const [kind, setKind] = useState<EntityKind>(context.entity?.kind ?? 'host');
  const [value, setValue] = useState(context.entity?.value ?? '');
  const [isTried, setTried] = useState(false);
  const make = useMakeNote(onClose);
  const id = alertId.trim();
  const name = value.trim();
  const target: NoteTarget | null =
    where === 'alert'
      ? id === ''
        ? null
        : { type: 'alert', id }
      : name === ''
        ? null
        : { type: 'entity', kind, value: name };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (target) make.mutate({ id: messageId, target });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Make a note"
      description="The question and its answer are written down with who asked and when. It can be undone under Actions."
      footer={
        <DialogButtons
          form={form}
          label="Make the note"
          pendingLabel="Writing..."
          isPending={make.isPending}
        />
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-4">
        <Segmented
          label="Where"
          segments={[
            { value: 'alert', label: 'On an alert' },
            { value: 'entity', label: 'About an entity' },
          ]}
          value={where}
          onValueChange={setWhere}
        />
        {where === 'alert' ? (
          <Field
            label="Alert ID"
            isRequired
            hint="Of the alert that is open, unless you name another"
            {...(isTried && id === '' ? { error: 'Alert ID is required' } : {})}
          >
            {(control) => (
              <Input
                {...control}
                value={alertId}
                maxLength={100}
                onChange={(event) => setAlertId(event.target.value)}
              />
            )}
          </Field>
        ) : (
          <>
            <Field label="Kind">
              {(control) => (
                <Select
                  {...control}
                  value={kind}
                  onValueChange={setKind}
                  options={ENTITY_KINDS.map((one) => ({
                    value: one,
                    label: ENTITY_KIND_LABELS[one],
                  }))}
                />
              )}
            </Field>
            <Field
              label="Value"
              isRequired
              {...(isTried && name === '' ? { error: 'Value is required' } : {})}
            >
              {(control) => (
                <Input
                  {...control}
                  value={value}
                  maxLength={1000}
                  onChange={(event) => setValue(event.target.value)}
                />
              )}
            </Field>
          </>
        )}
      </form>
    </Dialog>
  );
}
