import { useState } from 'react';
import { VIEW_NAME_LENGTH, type ViewFilter } from '../../../shared/areas/views/views.contract.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, useDialogClose } from '../../ui/dialog.tsx';
import { describeError } from '../../ui/error-text.ts';
import { Field, Input } from '../../ui/field.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useCreateView } from './views.queries.ts';

interface SaveViewDialogProps {
  filter: ViewFilter;
  onClose: () => void;
}

/** Keeps what is filtered under a name. */
export function SaveViewDialog({ filter, onClose }: SaveViewDialogProps) {
  const [name, setName] = useState('');
  const [isShared, setIsShared] = useState(false);
  const { mutate, isPending, error } = useCreateView();
  const { toast } = useToast();
  const isEmpty = name.trim() === '';
  const save = () =>
    mutate(
      { name, filter, isShared },
      {
        onSuccess() {
          toast({ title: 'Success', description: 'View saved' });
          onClose();
        },
      },
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title="Save view"
      description="Keeps what is filtered now under a name."
      size="sm"
      isDirty={!isEmpty}
      footer={
        <>
          <CancelButton />
          <Button variant="primary" disabled={isPending || isEmpty} onClick={save}>
            {isPending ? 'Saving...' : 'Save'}
          </Button>
        </>
      }
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isEmpty) save();
        }}
      >
        <Field label="Name" isRequired error={error ? describeError(error).why : undefined}>
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={VIEW_NAME_LENGTH}
              onChange={(event) => setName(event.target.value)}
              autoComplete="off"
            />
          )}
        </Field>
        <Switch label="Share with the workspace" isOn={isShared} onChange={setIsShared} />
      </form>
    </Dialog>
  );
}

function CancelButton() {
  return <Button onClick={useDialogClose()}>Cancel</Button>;
}
