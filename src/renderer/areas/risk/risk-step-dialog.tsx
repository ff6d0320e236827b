import { type FormEvent, useId, useState } from 'react';
import {
  type Risk,
  type RiskUpdateInput,
  risksContract,
} from '../../../shared/areas/risk/risks.contract.ts';
import { RISK_LIMITS } from '../../../shared/areas/risk/risks.rules.ts';
import { conflictOf } from '../../api/conflicts.ts';
import { ConflictNotice } from '../../ui/conflict-notice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { RiskScaleFields } from './risk-scale-fields.tsx';
import { type RiskStep, STEP_WORDS } from './risk-steps.ts';
import { useRiskCall } from './risks.queries.ts';
import { RISK_FIELD_LABELS } from './risks.text.ts';

interface Values {
  readonly likelihood: number;
  readonly impact: number;
  readonly expiresOn: string;
  readonly transferredTo: string;
  readonly reason: string;
}
type Errors = Partial<Record<keyof Values, string>>;

const isScored = (step: RiskStep) => step === 'assess' || step === 'reassess';
const isAcceptance = (step: RiskStep) => step === 'accept' || step === 'renew';

function errorsOf(step: RiskStep, values: Values): Errors {
  return {
    ...(isAcceptance(step) && values.expiresOn === ''
      ? { expiresOn: 'An expiry is required to accept a risk' }
      : {}),
    ...(step === 'transfer' && values.transferredTo.trim() === ''
      ? { transferredTo: 'Say to whom the risk is transferred' }
      : {}),
    ...(values.reason.trim() === '' ? { reason: 'Reason is required' } : {}),
  };
}

/** Only what this step is about is sent, and of the scores only what differs. */
function bodyOf(step: RiskStep, risk: Risk, values: Values): RiskUpdateInput {
  const { to } = STEP_WORDS[step];
  return {
    ...(to === undefined ? {} : { status: to }),
    ...(isScored(step) && values.likelihood !== risk.likelihood
      ? { likelihood: values.likelihood }
      : {}),
    ...(isScored(step) && values.impact !== risk.impact ? { impact: values.impact } : {}),
    ...(isAcceptance(step) ? { expiresOn: values.expiresOn } : {}),
    ...(step === 'transfer' ? { transferredTo: values.transferredTo } : {}),
    reason: values.reason.trim(),
  };
}

interface RiskStepDialogProps {
  risk: Risk;
  step: RiskStep;
  onClose: () => void;
}

/** One step of a risk, with its reason, which goes to the history. */
export function RiskStepDialog({ risk, step, onClose }: RiskStepDialogProps) {
  const formId = useId();
  const words = STEP_WORDS[step];
  const [start] = useState<Values>({
    likelihood: risk.likelihood,
    impact: risk.impact,
    expiresOn: '',
    transferredTo: '',
    reason: '',
  });
  const [values, setValues] = useState(start);
  const [errors, setErrors] = useState<Errors>({});
  const [base] = useState(risk.revision);
  const update = useRiskCall(
    (client, body: RiskUpdateInput) =>
      client.call(risksContract.update, { params: { id: risk.id }, body }),
    { done: 'Risk updated successfully', failed: 'Failed to update risk' },
  );
  const change = (part: Partial<Values>) => setValues((now) => ({ ...now, ...part }));
  const isUnchanged =
    step === 'reassess' && values.likelihood === start.likelihood && values.impact === start.impact;
  const send = (baseRevision: string) =>
    update.mutate({ ...bodyOf(step, risk, values), baseRevision }, { onSuccess: onClose });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = errorsOf(step, values);
    setErrors(found);
    if (Object.keys(found).length === 0) send(base);
  };
  const conflict = conflictOf(update.error);
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.title}
      description={words.text}
      isDirty={JSON.stringify(values) !== JSON.stringify(start)}
      footer={
        <DialogButtons
          form={formId}
          label={words.label}
          isPending={update.isPending}
          isDisabled={isUnchanged}
        />
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {conflict && (
          <ConflictNotice
            conflict={conflict}
            labels={RISK_FIELD_LABELS}
            isBusy={update.isPending}
            onKeepTheirs={onClose}
            onUseMine={() => send(conflict.revision)}
          />
        )}
        {isScored(step) && (
          <RiskScaleFields
            likelihood={values.likelihood}
            impact={values.impact}
            onChange={change}
          />
        )}
        {isAcceptance(step) && (
          <Field
            label="Accepted until"
            isRequired
            hint="The acceptance counts until the end of this day."
            error={errors.expiresOn}
          >
            {(control) => (
              <Input
                {...control}
                type="date"
                value={values.expiresOn}
                onChange={(event) => change({ expiresOn: event.target.value })}
              />
            )}
          </Field>
        )}
        {step === 'transfer' && (
          <Field label="Transferred to" isRequired error={errors.transferredTo}>
            {(control) => (
              <Input
                {...control}
                value={values.transferredTo}
                maxLength={RISK_LIMITS.party}
                autoComplete="off"
                onChange={(event) => change({ transferredTo: event.target.value })}
              />
            )}
          </Field>
        )}
        <Field label="Reason" isRequired error={errors.reason}>
          {(control) => (
            <Textarea
              {...control}
              value={values.reason}
              maxLength={RISK_LIMITS.reason}
              onChange={(event) => change({ reason: event.target.value })}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
