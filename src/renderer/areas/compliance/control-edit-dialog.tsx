import { useState } from 'react';
import type {
  ControlDetail,
  ControlUpdate,
} from '../../../shared/areas/compliance/controls.contract.ts';
import { CONTROL_LIMITS } from '../../../shared/areas/compliance/controls.rules.ts';
import { SEVERITIES, SEVERITY_LABELS } from '../../../shared/kernel/severity.ts';
import { accountName, useAccounts } from '../../api/accounts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, useDialogClose } from '../../ui/dialog.tsx';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useUpdateControl } from './controls.queries.ts';
import { changedOnly, dayOf, timeOfDay } from './controls.text.ts';
import { useControlNotice } from './use-control-notice.ts';

export const NOBODY = 'none';
const FORM_ID = 'edit-control';
const PRIORITIES = SEVERITIES.map((value) => ({ value, label: SEVERITY_LABELS[value] }));

interface EditState {
  readonly owner: string;
  readonly priority: ControlDetail['priority'];
  readonly isAutomated: boolean;
  readonly next: string;
  readonly isApplicable: boolean;
  readonly why: string;
  readonly title: string;
  readonly description: string;
}

function stateOf(control: ControlDetail): EditState {
  return {
    owner: control.owner ?? NOBODY,
    priority: control.priority,
    isAutomated: control.isAutomated,
    next: dayOf(control.nextAssessment),
    isApplicable: control.isApplicable,
    why: control.applicabilityReason ?? '',
    title: control.title,
    description: control.description ?? '',
  };
}

function updateOf(control: ControlDetail, state: EditState): ControlUpdate {
  const isSameDay = state.next === dayOf(control.nextAssessment);
  return changedOnly(control, {
    owner: state.owner === NOBODY ? null : state.owner,
    priority: state.priority,
    isAutomated: state.isAutomated,
    isApplicable: state.isApplicable,
    ...(isSameDay ? {} : { nextAssessment: timeOfDay(state.next) }),
    ...(state.why.trim() === (control.applicabilityReason ?? '')
      ? {}
      : { applicabilityReason: state.why.trim() }),
    ...(control.isEditable
      ? { title: state.title.trim(), description: state.description.trim() || undefined }
      : {}),
  });
}

interface ControlEditDialogProps {
  control: ControlDetail;
  onClose: () => void;
}

export function ControlEditDialog({ control, onClose }: ControlEditDialogProps) {
  const [state, setState] = useState(() => stateOf(control));
  const [error, setError] = useState<string>();
  const change = useUpdateControl(control.id);
  const { succeed, fail } = useControlNotice();
  const set = (part: Partial<EditState>) => setState((old) => ({ ...old, ...part }));
  const update = updateOf(control, state);
  const isDirty = Object.keys(update).length > 0;
  const submit = () => {
    if (!state.isApplicable && !state.why.trim())
      return setError('A reason is required where a control does not apply');
    if (!isDirty) return onClose();
    change.mutate(
      { ...update, expectedUpdatedAt: control.updatedAt },
      {
        onSuccess: () => {
          onClose();
          succeed('Control updated successfully');
        },
        onError: (failure) => fail('Failed to update control', failure),
      },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Edit ${control.controlId}`}
      isDirty={isDirty}
      footer={<Buttons isPending={change.isPending} />}
    >
      <form
        id={FORM_ID}
        noValidate
        className="grid gap-4 sm:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {control.isEditable && <OwnWords state={state} set={set} />}
        <Field label="Owner">
          {(field) => (
            <AccountSelect {...field} value={state.owner} onChange={(owner) => set({ owner })} />
          )}
        </Field>
        <Field label="Priority">
          {(field) => (
            <Select
              {...field}
              value={state.priority}
              options={PRIORITIES}
              onValueChange={(priority) => set({ priority })}
            />
          )}
        </Field>
        <Field label="Next assessment">
          {(field) => (
            <Input
              {...field}
              type="date"
              value={state.next}
              onChange={(event) => set({ next: event.target.value })}
            />
          )}
        </Field>
        <Switch
          label="Checked automatically"
          isOn={state.isAutomated}
          onChange={(isAutomated) => set({ isAutomated })}
        />
        <Switch
          label="Applies to this workspace"
          note="What does not apply is in no score."
          isOn={state.isApplicable}
          onChange={(isApplicable) => set({ isApplicable })}
        />
        <Field
          label="Reason for applying or not"
          isRequired={!state.isApplicable}
          error={error}
          className="sm:col-span-2"
        >
          {(field) => (
            <Textarea
              {...field}
              rows={2}
              maxLength={CONTROL_LIMITS.reason}
              value={state.why}
              onChange={(event) => {
                set({ why: event.target.value });
                setError(undefined);
              }}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}

function OwnWords({ state, set }: { state: EditState; set: (part: Partial<EditState>) => void }) {
  return (
    <>
      <Field label="Title" isRequired className="sm:col-span-2">
        {(field) => (
          <Input
            {...field}
            maxLength={CONTROL_LIMITS.title}
            value={state.title}
            onChange={(event) => set({ title: event.target.value })}
          />
        )}
      </Field>
      <Field label="Description" className="sm:col-span-2">
        {(field) => (
          <Textarea
            {...field}
            maxLength={CONTROL_LIMITS.description}
            value={state.description}
            onChange={(event) => set({ description: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}

interface AccountSelectProps {
  id?: string;
  value: string;
  onChange: (account: string) => void;
}

/** One of the accounts, or nobody. */
export function AccountSelect({ value, onChange, ...field }: AccountSelectProps) {
  const { all } = useAccounts();
  const options = [
    { value: NOBODY, label: 'Nobody' },
    ...all.map((account) => ({ value: account.id, label: accountName(account) })),
  ];
  return <Select {...field} value={value} options={options} onValueChange={onChange} />;
}

function Buttons({ isPending }: { isPending: boolean }) {
  const requestClose = useDialogClose();
  return (
    <>
      <Button onClick={requestClose} disabled={isPending}>
        Cancel
      </Button>
      <Button type="submit" form={FORM_ID} variant="primary" disabled={isPending}>
        {isPending ? 'Saving...' : 'Save'}
      </Button>
    </>
  );
}
