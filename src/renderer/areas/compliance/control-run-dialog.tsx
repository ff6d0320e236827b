import { useState } from 'react';
import {
  type ControlTest,
  type NewTestRunInput,
  TEST_LIMITS,
  TEST_RESULTS,
  type TestResult,
} from '../../../shared/areas/compliance/control-tests.contract.ts';
import {
  controlsContract,
  type LinkedEvidence,
} from '../../../shared/areas/compliance/controls.contract.ts';
import { Field, Textarea } from '../../ui/field.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { Select } from '../../ui/select.tsx';
import { ControlFormDialog } from './control-form-dialog.tsx';
import { useControlChange } from './controls.queries.ts';
import { useControlNotice } from './use-control-notice.ts';

const RESULTS = TEST_RESULTS.map((value) => ({ value, label: value }));
const NONE = 'none';

interface ControlRunDialogProps {
  test: ControlTest;
  evidence: readonly LinkedEvidence[];
  onClose: () => void;
}

/** Records what came of a test. */
export function ControlRunDialog({ test, evidence, onClose }: ControlRunDialogProps) {
  const [result, setResult] = useState<TestResult | ''>('');
  const [notes, setNotes] = useState('');
  const [evidenceId, setEvidenceId] = useState(NONE);
  const [error, setError] = useState<string>();
  const { succeed, fail } = useControlNotice();
  const run = useControlChange((client, body: NewTestRunInput) =>
    client.call(controlsContract.runTest, { params: { id: test.id }, body }),
  );
  const submit = () => {
    if (result === '') return setError('Result is required');
    const body = { result, notes, evidenceId: evidenceId === NONE ? null : evidenceId };
    run.mutate(body, {
      onSuccess: () => {
        onClose();
        succeed('Run recorded. It counts once somebody else approves it');
      },
      onError: (failure) => fail('Failed to record run', failure),
    });
  };
  const options = [
    { value: NONE, label: 'None' },
    ...evidence.map(({ id, title }) => ({ value: id, label: title })),
  ];
  return (
    <ControlFormDialog
      title={`Run: ${test.title}`}
      description="Do the steps, then record what you found."
      isDirty={result !== '' || notes.trim() !== ''}
      isPending={run.isPending}
      action="Record run"
      onClose={onClose}
      onSubmit={submit}
    >
      <div className="rounded-md border border-line bg-sunken p-3">
        <Markdown text={test.steps} />
      </div>
      <Field label="Result" isRequired error={error}>
        {(field) => (
          <Select<TestResult | ''>
            {...field}
            value={result}
            placeholder="Choose a result"
            options={RESULTS}
            onValueChange={(value) => {
              setResult(value);
              setError(undefined);
            }}
          />
        )}
      </Field>
      <Field label="Notes">
        {(field) => (
          <Textarea
            {...field}
            rows={3}
            value={notes}
            maxLength={TEST_LIMITS.notes}
            onChange={(event) => setNotes(event.target.value)}
          />
        )}
      </Field>
      <Field label="Evidence" hint="Of the evidence that is linked to this control.">
        {(field) => (
          <Select {...field} value={evidenceId} options={options} onValueChange={setEvidenceId} />
        )}
      </Field>
    </ControlFormDialog>
  );
}
