import { useState } from 'react';
import {
  CONTROL_STATUSES,
  type ControlStatus,
} from '../../../shared/areas/compliance/compliance.rules.ts';
import type {
  BatchAnswer,
  SharedChange,
} from '../../../shared/areas/compliance/controls.contract.ts';
import {
  CONTROL_LIMITS,
  controlStatusText,
} from '../../../shared/areas/compliance/controls.rules.ts';
import { accountName, useAccounts } from '../../api/accounts.ts';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { useToast } from '../../ui/toast.tsx';
import { ControlFormDialog } from './control-form-dialog.tsx';
import type { FilterText } from './controls.filter-url.ts';
import { useBulkChange } from './controls.queries.ts';
import { timeOfDay } from './controls.text.ts';
import { useControlNotice } from './use-control-notice.ts';
import type { ControlSelection } from './use-control-selection.ts';
import { useUndo } from './use-undo.ts';

const KEEP = 'keep';
const NOBODY = 'none';

interface BulkState {
  readonly status: ControlStatus | typeof KEEP;
  readonly owner: string;
  readonly next: string;
  readonly applies: string;
  readonly reason: string;
}
const FIRST: BulkState = { status: KEEP, owner: KEEP, next: '', applies: KEEP, reason: '' };

const STATUSES = [
  { value: KEEP, label: 'As it is' },
  ...CONTROL_STATUSES.map((value) => ({ value, label: controlStatusText(value) })),
] as const;
const APPLIES = [
  { value: KEEP, label: 'As it is' },
  { value: 'true', label: 'Applicable' },
  { value: 'false', label: 'Not applicable' },
];

function changeOf(state: BulkState): SharedChange {
  const { status, owner, next, applies, reason } = state;
  return {
    ...(status === KEEP ? {} : { status }),
    ...(owner === KEEP ? {} : { owner: owner === NOBODY ? null : owner }),
    ...(next === '' ? {} : { nextAssessment: timeOfDay(next) }),
    ...(applies === KEEP
      ? {}
      : { isApplicable: applies === 'true', applicabilityReason: reason.trim() }),
  };
}

/** '12 controls changed', and what could not be. */
function changedText({ batch, job }: BatchAnswer): string {
  if (job !== null) return 'The change is under way. It can be undone when it has ended.';
  const controls = batch.changed === 1 ? '1 control' : `${batch.changed.toLocaleString()} controls`;
  const [first] = batch.skipped;
  if (first === undefined) return `${controls} changed`;
  return `${controls} changed, ${batch.skipped.length} could not be: ${first.controlId}: ${first.reason}`;
}

interface BulkAssessDialogProps {
  filter: FilterText;
  selection: ControlSelection;
  onClose: () => void;
}

/** One change for many controls, with its reason; an Undo comes with the answer. */
export function BulkAssessDialog({ filter, selection, onClose }: BulkAssessDialogProps) {
  const [state, setState] = useState(FIRST);
  const [errors, setErrors] = useState<{ change?: string; reason?: string }>({});
  const change = useBulkChange();
  const { toast } = useToast();
  const { fail } = useControlNotice();
  const { undo } = useUndo();
  const set = (part: Partial<BulkState>) => {
    setState((old) => ({ ...old, ...part }));
    setErrors({});
  };
  const submit = () => {
    const wanted = changeOf(state);
    if (Object.keys(wanted).length === 0) return setErrors({ change: 'Choose what to change' });
    if (!state.reason.trim()) return setErrors({ reason: 'Reason is required' });
    const target =
      selection.total === null
        ? { ids: [...selection.ids] }
        : { filter, expectedCount: selection.total };
    change.mutate(
      { ...target, change: wanted, reason: state.reason.trim() },
      {
        onSuccess: (answer) => {
          onClose();
          selection.clear();
          const action = { label: 'Undo', run: () => undo(answer.batch.id) };
          toast({
            title: 'Success',
            description: changedText(answer),
            ...(answer.job === null && answer.batch.changed > 0 ? { action } : {}),
          });
        },
        onError: (error) => fail('Failed to update controls', error),
      },
    );
  };
  const count =
    selection.count === 1 ? '1 control' : `${selection.count.toLocaleString()} controls`;
  return (
    <ControlFormDialog
      title={`Change ${count}`}
      description="What is left as it is stays so. The change can be undone."
      isDirty={state !== FIRST}
      isPending={change.isPending}
      action={`Change ${count}`}
      onClose={onClose}
      onSubmit={submit}
    >
      <BulkFields state={state} set={set} errors={errors} />
    </ControlFormDialog>
  );
}

interface BulkFieldsProps {
  state: BulkState;
  set: (part: Partial<BulkState>) => void;
  errors: { change?: string; reason?: string };
}

function BulkFields({ state, set, errors }: BulkFieldsProps) {
  const { all } = useAccounts();
  const owners = [
    { value: KEEP, label: 'As it is' },
    { value: NOBODY, label: 'Nobody' },
    ...all.map((account) => ({ value: account.id, label: accountName(account) })),
  ];
  return (
    <>
      <Field label="Status" error={errors.change}>
        {(field) => (
          <Select
            {...field}
            value={state.status}
            options={STATUSES}
            onValueChange={(status) => set({ status })}
          />
        )}
      </Field>
      <Field label="Owner">
        {(field) => (
          <Select
            {...field}
            value={state.owner}
            options={owners}
            onValueChange={(owner) => set({ owner })}
          />
        )}
      </Field>
      <Field label="Next assessment" hint="Empty: by the status, or as it is.">
        {(field) => (
          <Input
            {...field}
            type="date"
            value={state.next}
            onChange={(event) => set({ next: event.target.value })}
          />
        )}
      </Field>
      <Field label="Applicability">
        {(field) => (
          <Select
            {...field}
            value={state.applies}
            options={APPLIES}
            onValueChange={(applies) => set({ applies })}
          />
        )}
      </Field>
      <Field label="Reason" isRequired error={errors.reason}>
        {(field) => (
          <Textarea
            {...field}
            rows={3}
            maxLength={CONTROL_LIMITS.reason}
            value={state.reason}
            onChange={(event) => set({ reason: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}
