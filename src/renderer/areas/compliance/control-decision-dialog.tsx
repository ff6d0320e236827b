import { useState } from 'react';
import {
  type RunDecision,
  runDecisionSchema,
  type TestRun,
} from '../../../shared/areas/compliance/control-tests.contract.ts';
import { controlsContract } from '../../../shared/areas/compliance/controls.contract.ts';
import { Field, Textarea } from '../../ui/field.tsx';
import { ControlFormDialog } from './control-form-dialog.tsx';
import { useControlChange } from './controls.queries.ts';
import { useControlNotice } from './use-control-notice.ts';

interface ControlDecisionDialogProps {
  run: TestRun;
  decision: RunDecision['decision'];
  onClose: () => void;
}

/** A person decides on the downgrade that a failed run proposes, and says why. */
export function ControlDecisionDialog({ run, decision, onClose }: ControlDecisionDialogProps) {
  const [note, setNote] = useState('');
  const [error, setError] = useState<string>();
  const { succeed, fail } = useControlNotice();
  const decide = useControlChange((client, body: RunDecision) =>
    client.call(controlsContract.decideRun, { params: { id: run.id }, body }),
  );
  const isConfirming = decision === 'CONFIRMED';
  const submit = () => {
    const parsed = runDecisionSchema.safeParse({ decision, note });
    if (!parsed.success) return setError(parsed.error.issues[0]?.message);
    decide.mutate(parsed.data, {
      onSuccess: () => {
        onClose();
        succeed(isConfirming ? 'Downgrade confirmed' : 'Downgrade dismissed');
      },
      onError: (failure) => fail('Failed to decide on the downgrade', failure),
    });
  };
  return (
    <ControlFormDialog
      title={isConfirming ? 'Confirm downgrade' : 'Dismiss downgrade'}
      isDirty={note.trim() !== ''}
      isPending={decide.isPending}
      action={isConfirming ? 'Confirm downgrade' : 'Dismiss'}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label="Reason" isRequired error={error}>
        {(field) => (
          <Textarea
            {...field}
            value={note}
            maxLength={1000}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
    </ControlFormDialog>
  );
}
