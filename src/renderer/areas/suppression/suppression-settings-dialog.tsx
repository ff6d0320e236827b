import { type FormEvent, useState } from 'react';
import { workspaceSettingsContract } from '../../../shared/areas/settings/workspace-settings.contract.ts';
import type { Reopening } from '../../../shared/areas/suppression/suppression.contract.ts';
import { SUPPRESSION_MAX_DAYS } from '../../../shared/areas/suppression/suppression.rules.ts';
import { useWorkspaceSettings } from '../../api/workspace-settings.queries.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { REOPENING_TEXT } from './suppression.text.ts';
import { useSuppressionCall } from './suppressions.queries.ts';

const FORM_ID = 'suppression-settings';

/** What holds for every rule; whoever manages the workspace decides. */
export function SuppressionSettingsDialog({ onClose }: { onClose: () => void }) {
  const { suppression } = useWorkspaceSettings();
  const [days, setDays] = useState(String(suppression.maxDays));
  const [reopening, setReopening] = useState<Reopening>(suppression.reopening);
  const [error, setError] = useState<string | undefined>();
  const save = useSuppressionCall(
    (client, body: { maxDays: number; reopening: Reopening }) =>
      client.call(workspaceSettingsContract.update, { body: { suppression: body } }),
    { done: 'Settings saved successfully', failed: 'Failed to save settings' },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const maxDays = Number(days);
    if (!Number.isInteger(maxDays) || maxDays < 1 || maxDays > SUPPRESSION_MAX_DAYS)
      return setError(`Must be a whole number from 1 to ${SUPPRESSION_MAX_DAYS}`);
    save.mutate({ maxDays, reopening }, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Settings of suppression"
      size="sm"
      isDirty={days !== String(suppression.maxDays) || reopening !== suppression.reopening}
      footer={<DialogButtons form={FORM_ID} label="Save" isPending={save.isPending} />}
    >
      <form id={FORM_ID} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label="A rule lasts at most (days)"
          isRequired
          error={error}
          hint="Holds for new rules and extensions"
        >
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              value={days}
              onChange={(event) => setDays(event.target.value)}
            />
          )}
        </Field>
        <Field label="When a rule expires" isRequired>
          {(control) => (
            <Select
              {...control}
              value={reopening}
              options={(['ALERTS', 'NEW'] as const).map((value) => ({
                value: value as Reopening,
                label: REOPENING_TEXT[value],
              }))}
              onValueChange={setReopening}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
