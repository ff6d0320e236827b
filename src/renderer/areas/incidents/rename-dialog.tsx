import { type FormEvent, useId, useState } from 'react';
import {
  type IncidentDetail,
  incidentsContract,
} from '../../../shared/areas/incidents/incidents.contract.ts';
import { INCIDENT_NAME_MAX } from '../../../shared/areas/incidents/incidents.rules.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { useIncidentCall } from './incidents.queries.ts';

interface RenameDialogProps {
  incident: IncidentDetail;
  onClose: () => void;
  onRenamed: (id: string) => void;
}

/** A name by a person; without one the incident is called by what happened. */
export function RenameDialog({ incident, onClose, onRenamed }: RenameDialogProps) {
  const formId = useId();
  const given = incident.name === incident.autoName ? '' : incident.name;
  const [name, setName] = useState(given);
  const { mutate, isPending } = useIncidentCall(
    (client, next: string | null) =>
      client.call(incidentsContract.renameIncident, {
        params: { id: incident.id },
        body: { name: next, baseRevision: incident.revision },
      }),
    'The incident is renamed',
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate(name.trim() === '' ? null : name.trim(), {
      onSuccess: ({ id }) => {
        onClose();
        onRenamed(id);
      },
    });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Rename this incident"
      size="sm"
      isDirty={name.trim() !== given}
      footer={
        <DialogButtons
          form={formId}
          label="Rename"
          isPending={isPending}
          isDisabled={name.trim() === given}
        />
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <Field label="Name" hint={`Empty: '${incident.autoName}'`}>
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={INCIDENT_NAME_MAX}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
