import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import type { CollectionTask } from '../../../shared/areas/evidence/collection.contract.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { EvidencePicker } from './evidence-picker.tsx';
import { useTaskChange } from './use-task-change.ts';

const FORM_ID = 'answer-task';

/** A task by hand is answered with evidence of the repository; it is linked to the task's controls. */
export function TaskAnswerDialog({ task, onClose }: { task: CollectionTask; onClose: () => void }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [error, setError] = useState<string | undefined>();
  const { send, isPending } = useTaskChange(onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen === null) return setError('Choose evidence');
    send({ type: 'complete', id: task.id, evidenceId: chosen });
  };
  const count = task.controls.length;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Answer with evidence"
      description={`'${task.title}', due ${task.nextDue}. The evidence is linked to ${count === 1 ? 'its control' : `its ${count} controls`}.`}
      isDirty={chosen !== null}
      footer={<DialogButtons form={FORM_ID} label="Answer" isPending={isPending} />}
    >
      <form id={FORM_ID} noValidate onSubmit={submit} className="flex flex-col gap-3">
        <EvidencePicker
          chosen={chosen}
          error={error}
          onChoose={({ id }) => {
            setChosen(id);
            setError(undefined);
          }}
        />
        <p className="text-fg-muted">
          Not collected yet?{' '}
          <Link to="/evidence" className="text-accent-text hover:underline">
            Collect it in the repository
          </Link>{' '}
          first.
        </p>
      </form>
    </Dialog>
  );
}
