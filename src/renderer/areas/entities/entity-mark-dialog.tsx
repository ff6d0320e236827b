import { type FormEvent, useId, useState } from 'react';
import {
  CRITICALITIES,
  CRITICALITY_REASON_MAX,
  type Criticality,
  type EntityMark,
  type EntityRef,
  entitiesContract,
} from '../../../shared/areas/entities/entities.contract.ts';
import {
  CRITICALITY_LABELS,
  defanged,
  ENTITY_KIND_LABELS,
} from '../../../shared/areas/entities/entities.rules.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field, Textarea } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useEntityCall } from './entities.queries.ts';

interface MarkDialogProps {
  entity: EntityRef;
  mark: EntityMark;
  onClose: () => void;
}

const CHOICES = CRITICALITIES.map((value) => ({ value, label: CRITICALITY_LABELS[value] }));

/** How much an entity matters here; what decides about alerts reads it. */
export function EntityMarkDialog({ entity, mark, onClose }: MarkDialogProps) {
  const formId = useId();
  const [criticality, setCriticality] = useState<Criticality>(mark.criticality);
  const [reason, setReason] = useState(mark.reason ?? '');
  const [error, setError] = useState<string | undefined>();
  const save = useEntityCall(
    (client, body: EntityRef & { criticality: Criticality; reason: string | null }) =>
      client.call(entitiesContract.mark, { body }),
    'Criticality saved',
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (criticality !== 'NORMAL' && !reason.trim()) return setError('Reason is required');
    save.mutate(
      { ...entity, criticality, reason: reason.trim() || null },
      { onSuccess: () => onClose() },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Set criticality"
      description={
        <>
          {ENTITY_KIND_LABELS[entity.kind]}{' '}
          <Untrusted text={defanged(entity.kind, entity.value)} max={120} />
        </>
      }
      size="sm"
      isDirty={criticality !== mark.criticality || reason !== (mark.reason ?? '')}
      footer={
        <DialogButtons
          form={formId}
          label="Save"
          pendingLabel="Saving..."
          isPending={save.isPending}
        />
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Segmented
          label="Criticality"
          value={criticality}
          segments={CHOICES}
          onValueChange={(next) => {
            setCriticality(next);
            setError(undefined);
          }}
        />
        <Field
          label="Reason"
          isRequired={criticality !== 'NORMAL'}
          hint="Whoever triages its alerts reads it"
          error={error}
        >
          {(control) => (
            <Textarea
              {...control}
              value={reason}
              maxLength={CRITICALITY_REASON_MAX}
              onChange={(event) => {
                setReason(event.target.value);
                setError(undefined);
              }}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
