import { type FormEvent, useId, useState } from 'react';
import type { VendorAssessmentDetail } from '../../../shared/areas/vendors/vendor-assessments.contract.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import type { AssessmentStepInput } from './use-assessment.ts';

export type AskedStep = 'send' | 'review' | 'return' | 'complete' | 'cancel';

interface AssessmentStepDialogProps {
  asked: AskedStep;
  assessment: VendorAssessmentDetail;
  isPending: boolean;
  onClose: () => void;
  onStep: (input: AssessmentStepInput) => void;
}

/** What a step needs to know before it is taken. */
export function AssessmentStepDialog(props: AssessmentStepDialogProps) {
  const { asked, assessment, isPending, onClose, onStep } = props;
  if (asked === 'return') {
    return (
      <ReasonDialog
        title="Send back"
        description="The vendor may answer again; what was recorded stays."
        label="Send Back"
        pendingLabel="Sending back..."
        isPending={isPending}
        onClose={onClose}
        onReason={(reason) => onStep({ type: 'return', reason })}
      />
    );
  }
  if (asked === 'cancel') {
    return (
      <ReasonDialog
        title="Cancel assessment"
        description="It stays in the list, and counts for nothing."
        label="Cancel Assessment"
        pendingLabel="Cancelling..."
        isPending={isPending}
        onClose={onClose}
        onReason={(reason) => onStep({ type: 'cancel', reason })}
      />
    );
  }
  if (asked === 'send')
    return (
      <OneField
        {...props}
        title="Mark as sent"
        description="Save the workbook and send it yourself; this notes to whom and that it went out today."
        field="Recipient"
        hint="Empty: the security contact of the vendor."
        label="Mark as Sent"
        onValue={(value) => onStep({ type: 'send', sentTo: value || null })}
      />
    );
  if (asked === 'review')
    return (
      <OneField
        {...props}
        title="Accept answers"
        description="The score is computed from the answers as they stand, your corrections included."
        field="Note"
        hint="What you looked at; it stays with the assessment."
        label="Accept Answers"
        isLong
        onValue={(note) => onStep({ type: 'review', body: { note: note || null } })}
      />
    );
  return (
    <OneField
      {...props}
      title="Complete assessment"
      description={`${assessment.vendorName} gets the score ${assessment.standing.score ?? '—'} and the day of its next assessment.`}
      field="Valid until"
      hint="Empty: as long as the vendor's tier has it."
      label="Complete"
      type="date"
      onValue={(day) => onStep({ type: 'complete', expiresOn: day || null })}
    />
  );
}

interface OneFieldProps extends Pick<AssessmentStepDialogProps, 'isPending' | 'onClose'> {
  title: string;
  description: string;
  field: string;
  hint: string;
  label: string;
  type?: 'text' | 'date';
  isLong?: boolean;
  onValue: (value: string) => void;
}

const LONG_MAX = 1000;
const SHORT_MAX = 255;

function OneField(props: OneFieldProps) {
  const formId = useId();
  const [value, setValue] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onValue(value.trim());
  };
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={props.title}
      description={props.description}
      size="sm"
      isDirty={value.trim() !== ''}
      footer={<DialogButtons form={formId} label={props.label} isPending={props.isPending} />}
    >
      <form id={formId} noValidate onSubmit={submit}>
        <Field label={props.field} hint={props.hint}>
          {(control) =>
            props.isLong ? (
              <Textarea
                {...control}
                value={value}
                maxLength={LONG_MAX}
                onChange={(event) => setValue(event.target.value)}
              />
            ) : (
              <Input
                {...control}
                type={props.type ?? 'text'}
                value={value}
                maxLength={SHORT_MAX}
                onChange={(event) => setValue(event.target.value)}
              />
            )
          }
        </Field>
      </form>
    </Dialog>
  );
}
