import { type FormEvent, useId, useState } from 'react';
import type { ToolProgram } from '../../../../shared/areas/forensics/tools/tools.contract.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogButtons } from '../../../ui/dialog-buttons.tsx';
import { describeError } from '../../../ui/error-text.ts';
import { Field, Input } from '../../../ui/field.tsx';
import { useSetPath } from './tools.queries.ts';

/** Where a program of this machine is; empty: it is looked for on PATH. */
export function PathDialog({ program, onClose }: { program: ToolProgram; onClose: () => void }) {
  const formId = useId();
  const before = program.chosenPath ?? '';
  const [path, setPath] = useState(before);
  const save = useSetPath(program.id);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(path.trim() === '' ? null : path.trim(), { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Path of ${program.label}`}
      description="For this workstation only. What is named here is run with the rights of Watchfloor."
      isDirty={path !== before}
      footer={<DialogButtons form={formId} label="Save" isPending={save.isPending} />}
    >
      <form id={formId} noValidate onSubmit={submit}>
        <Field
          label="Path"
          hint="The program, or the folder it is in. Leave it empty to search PATH."
          error={save.error ? describeError(save.error).why : undefined}
        >
          {(control) => (
            <Input
              {...control}
              value={path}
              maxLength={1_000}
              spellCheck={false}
              autoComplete="off"
              className="font-mono"
              onChange={(event) => setPath(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
