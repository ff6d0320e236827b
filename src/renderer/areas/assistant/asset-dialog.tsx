import { type FormEvent, useId, useState } from 'react';
import {
  type Asset,
  assetInputSchema,
  automationContract,
} from '../../../shared/areas/assistant/automation.contract.ts';
import { CRITICALITIES, ENTITY_KINDS } from '../../../shared/areas/entities/entities.contract.ts';
import { ENTITY_KIND_LABELS } from '../../../shared/areas/entities/entities.rules.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { useAutomationCall } from './automation.queries.ts';

export const CRITICALITY_LABELS = {
  CRITICAL: 'Critical asset',
  NORMAL: 'Normal',
  KNOWN_BENIGN: 'Known to be benign',
} as const;

type Draft = Pick<Asset, 'kind' | 'value' | 'criticality'> & {
  role: string;
  owner: string;
  note: string;
};

const draftOf = (asset: Asset | null): Draft => ({
  kind: asset?.kind ?? 'host',
  value: asset?.value ?? '',
  criticality: asset?.criticality ?? 'CRITICAL',
  role: asset?.role ?? '',
  owner: asset?.owner ?? '',
  note: asset?.note ?? '',
});

export function AssetDialog({ asset, onClose }: { asset: Asset | null; onClose: () => void }) {
  const formId = useId();
  const [first] = useState(() => draftOf(asset));
  const [draft, setDraft] = useState(first);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const set = (patch: Partial<Draft>) => setDraft((now) => ({ ...now, ...patch }));
  const save = useAutomationCall(
    (client, body: Draft) => client.call(automationContract.saveAsset, { body }),
    () => 'Asset saved.',
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = assetInputSchema.safeParse(draft);
    if (read.success) return save.mutate(draft, { onSuccess: onClose });
    const found = read.error.issues.map(({ path, message }) => [String(path[0]), message]);
    setErrors(Object.fromEntries(found));
  };
  const text = (name: 'role' | 'owner', label: string, hint: string) => (
    <Field label={label} hint={hint} error={errors[name]}>
      {(control) => (
        <Input
          {...control}
          value={draft[name]}
          onChange={(event) => set({ [name]: event.target.value })}
        />
      )}
    </Field>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={asset ? 'Edit asset' : 'Add asset'}
      description="Alerts of a critical asset are never closed by themselves. What is known to be benign informs, and closes nothing."
      isDirty={JSON.stringify(draft) !== JSON.stringify(first)}
      footer={
        <DialogButtons
          form={formId}
          label="Save"
          pendingLabel="Saving..."
          isPending={save.isPending}
        />
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-3">
        <div className="grid grid-cols-[10rem_minmax(0,1fr)] gap-3">
          <Field label="Kind">
            {(control) => (
              <Select
                {...control}
                value={draft.kind}
                isDisabled={asset !== null}
                onValueChange={(kind) => set({ kind })}
                options={ENTITY_KINDS.map((kind) => ({
                  value: kind,
                  label: ENTITY_KIND_LABELS[kind],
                }))}
              />
            )}
          </Field>
          <Field label="Value" isRequired error={errors.value}>
            {(control) => (
              <Input
                {...control}
                value={draft.value}
                disabled={asset !== null}
                onChange={(event) => set({ value: event.target.value })}
              />
            )}
          </Field>
        </div>
        <Field label="Criticality">
          {(control) => (
            <Select
              {...control}
              value={draft.criticality}
              onValueChange={(criticality) => set({ criticality })}
              options={CRITICALITIES.map((one) => ({ value: one, label: CRITICALITY_LABELS[one] }))}
            />
          )}
        </Field>
        {text('role', 'Role', 'Such as web server')}
        {text('owner', 'Owner', 'Who is asked about it')}
        <Field label="Note" error={errors.note}>
          {(control) => (
            <Textarea
              {...control}
              value={draft.note}
              onChange={(event) => set({ note: event.target.value })}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
