import { useState } from 'react';
import {
  type ControlTest,
  type NewControlTestInput,
  newControlTestSchema,
  TEST_LIMITS,
} from '../../../shared/areas/compliance/control-tests.contract.ts';
import { controlsContract } from '../../../shared/areas/compliance/controls.contract.ts';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { AccountSelect, NOBODY } from './control-edit-dialog.tsx';
import { ControlFormDialog } from './control-form-dialog.tsx';
import { useControlChange } from './controls.queries.ts';
import { useControlNotice } from './use-control-notice.ts';

interface ControlTestDialogProps {
  controlId: string;
  /** The test that is changed; absent where one is added. */
  test?: ControlTest;
  onClose: () => void;
}

const DEFAULT_CADENCE = '90';

/** Steps, cadence and tester of a test. */
export function ControlTestDialog({ controlId, test, onClose }: ControlTestDialogProps) {
  const first = {
    title: test?.title ?? '',
    steps: test?.steps ?? '',
    cadence: test ? String(test.cadenceDays) : DEFAULT_CADENCE,
    tester: test?.tester ?? NOBODY,
  };
  const [state, setState] = useState(first);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const { succeed, fail } = useControlNotice();
  const save = useControlChange((client, body: NewControlTestInput) =>
    test
      ? client.call(controlsContract.updateTest, { params: { id: test.id }, body })
      : client.call(controlsContract.createTest, { params: { id: controlId }, body }),
  );
  const set = (part: Partial<typeof state>) => setState((old) => ({ ...old, ...part }));
  const submit = () => {
    const parsed = newControlTestSchema.safeParse({
      title: state.title,
      steps: state.steps,
      cadenceDays: state.cadence === '' ? undefined : Number(state.cadence),
      tester: state.tester === NOBODY ? null : state.tester,
    });
    if (!parsed.success) {
      const issues = parsed.error.issues.map(({ path, message }) => [path.join('.'), message]);
      return setErrors(Object.fromEntries(issues.reverse()));
    }
    save.mutate(parsed.data, {
      onSuccess: () => {
        onClose();
        succeed(test ? 'Test updated successfully' : 'Test created successfully');
      },
      onError: (error) => fail(test ? 'Failed to update test' : 'Failed to create test', error),
    });
  };
  return (
    <ControlFormDialog
      title={test ? 'Edit test' : 'Add test'}
      isDirty={JSON.stringify(state) !== JSON.stringify(first)}
      isPending={save.isPending}
      action={test ? 'Save' : 'Add test'}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label="Title" isRequired error={errors.title}>
        {(field) => (
          <Input
            {...field}
            value={state.title}
            maxLength={TEST_LIMITS.title}
            onChange={(event) => set({ title: event.target.value })}
          />
        )}
      </Field>
      <Field label="Steps" isRequired error={errors.steps} hint="Markdown: one line a step.">
        {(field) => (
          <Textarea
            {...field}
            rows={5}
            value={state.steps}
            maxLength={TEST_LIMITS.steps}
            onChange={(event) => set({ steps: event.target.value })}
          />
        )}
      </Field>
      <Field label="Cadence in days" isRequired error={errors.cadenceDays}>
        {(field) => (
          <Input
            {...field}
            type="number"
            min={1}
            value={state.cadence}
            onChange={(event) => set({ cadence: event.target.value })}
          />
        )}
      </Field>
      <Field label="Tester">
        {(field) => (
          <AccountSelect {...field} value={state.tester} onChange={(tester) => set({ tester })} />
        )}
      </Field>
    </ControlFormDialog>
  );
}
