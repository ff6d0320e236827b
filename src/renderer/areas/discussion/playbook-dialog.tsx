import { type FormEvent, useId, useState } from 'react';
import {
  newPlaybookSchema,
  type Playbook,
} from '../../../shared/areas/discussion/playbooks.contract.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { useSavePlaybook } from './discussion.queries.ts';
import { draftToPlaybook, type PlaybookDraft, playbookToDraft } from './playbook-form.ts';

interface PlaybookDialogProps {
  /** Null: it is added. */
  id: string | null;
  /** What it begins with. */
  from: Playbook | null;
  onClose: () => void;
}

/** Where a message of the contract stands in the form. */
const PLACES: Readonly<Record<string, keyof PlaybookDraft>> = {
  name: 'name',
  summary: 'summary',
  steps: 'steps',
  'matches.techniques': 'techniques',
  'matches.words': 'words',
};

function placeOf(path: readonly PropertyKey[]): keyof PlaybookDraft {
  return PLACES[path.slice(0, 2).join('.')] ?? PLACES[String(path[0])] ?? 'name';
}

export function PlaybookDialog({ id, from, onClose }: PlaybookDialogProps) {
  const formId = useId();
  const [begun] = useState(() => playbookToDraft(from));
  const [draft, setDraft] = useState(begun);
  const [errors, setErrors] = useState<Partial<Record<keyof PlaybookDraft, string>>>({});
  const save = useSavePlaybook(id);
  const { toast } = useToast();
  const sayError = useErrorToast();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const input = draftToPlaybook(draft, id === null ? [] : (from?.steps ?? []));
    const parsed = newPlaybookSchema.safeParse(input);
    if (!parsed.success) {
      const found = parsed.error.issues.map(({ path, message }) => [placeOf(path), message]);
      setErrors(Object.fromEntries(found));
      return;
    }
    save.mutate(input, {
      onSuccess: () => {
        toast({ title: 'Success', description: 'The checklist is saved' });
        onClose();
      },
      onError: sayError,
    });
  };
  const field = (
    name: keyof PlaybookDraft,
    label: string,
    { hint, rows, isRequired = false }: { hint?: string; rows?: number; isRequired?: boolean },
  ) => (
    <Field label={label} hint={hint} error={errors[name]} isRequired={isRequired}>
      {(control) => {
        const shared = {
          ...control,
          value: draft[name],
          onChange: (event: { target: { value: string } }) => {
            setDraft({ ...draft, [name]: event.target.value });
            setErrors({});
          },
        };
        return rows === undefined ? <Input {...shared} /> : <Textarea {...shared} rows={rows} />;
      }}
    </Field>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={id === null ? 'Add checklist' : 'Edit checklist'}
      isDirty={JSON.stringify(draft) !== JSON.stringify(begun)}
      footer={<DialogButtons form={formId} label="Save checklist" isPending={save.isPending} />}
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {field('name', 'Name', { isRequired: true })}
        {field('summary', 'Summary', {})}
        {field('techniques', 'Techniques', {
          hint: 'ATT&CK, separated by commas: T1110, T1021.001',
        })}
        {field('words', 'Words', {
          hint: 'Of detector, category or title, separated by commas',
        })}
        {field('steps', 'Steps', { hint: 'One a line', rows: 8, isRequired: true })}
      </form>
    </Dialog>
  );
}
