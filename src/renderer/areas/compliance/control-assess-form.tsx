import { useState } from 'react';
import {
  CONTROL_STATUSES,
  type ControlStatus,
} from '../../../shared/areas/compliance/compliance.rules.ts';
import type { ControlDetail } from '../../../shared/areas/compliance/controls.contract.ts';
import {
  CONTROL_LIMITS,
  controlStatusText,
  REASON_MESSAGES,
  reasonNeed,
} from '../../../shared/areas/compliance/controls.rules.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Textarea } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { useUnsaved } from '../../ui/unsaved-forms.tsx';
import { ControlSection } from './control-section.tsx';
import { useUpdateControl } from './controls.queries.ts';
import { useControlNotice } from './use-control-notice.ts';

const STATUS_OPTIONS = CONTROL_STATUSES.map((value) => ({
  value,
  label: controlStatusText(value),
}));

/** The verdict on a control: its status and why. */
export function ControlAssessForm({ control }: { control: ControlDetail }) {
  const [status, setStatus] = useState<ControlStatus>(control.status);
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const update = useUpdateControl(control.id);
  const { succeed, fail } = useControlNotice();
  useUnsaved(reason.trim() !== '' || status !== control.status);
  if (control.goneIn !== null || !control.isApplicable) return null;
  const need = reasonNeed(control.status, status, control.validEvidenceCount);
  const submit = () => {
    if (need !== null && !reason.trim()) return setError(REASON_MESSAGES[need]);
    const body = { status, reason: reason.trim(), expectedUpdatedAt: control.updatedAt };
    update.mutate(body, {
      onSuccess: () => succeed('Control updated successfully'),
      onError: (failure) => fail('Failed to update control', failure),
    });
  };
  return (
    <ControlSection title="Assess">
      <form
        noValidate
        className="flex flex-col gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field label="Status">
          {(field) => (
            <Select {...field} value={status} options={STATUS_OPTIONS} onValueChange={setStatus} />
          )}
        </Field>
        <Field
          label="Reason"
          isRequired={need !== null}
          error={error}
          hint={need ? REASON_MESSAGES[need] : undefined}
        >
          {(field) => (
            <Textarea
              {...field}
              value={reason}
              maxLength={CONTROL_LIMITS.reason}
              rows={2}
              className="min-h-14"
              onChange={(event) => {
                setReason(event.target.value);
                setError(undefined);
              }}
            />
          )}
        </Field>
        <Button type="submit" variant="primary" className="self-start" disabled={update.isPending}>
          {update.isPending ? 'Saving...' : status === control.status ? 'Confirm status' : 'Assess'}
        </Button>
      </form>
    </ControlSection>
  );
}
