import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog, useDialogClose } from '../../ui/dialog.tsx';

interface ControlFormDialogProps {
  title: string;
  description?: string;
  isDirty: boolean;
  isPending: boolean;
  /** What the button at the end says. */
  action: string;
  onClose: () => void;
  onSubmit: () => void;
  children: ReactNode;
}

const FORM_ID = 'control-form';

/** A small form about a control, in a dialog that asks before input is lost. */
export function ControlFormDialog(props: ControlFormDialogProps) {
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={props.title}
      {...(props.description === undefined ? {} : { description: props.description })}
      isDirty={props.isDirty}
      footer={<Buttons isPending={props.isPending} action={props.action} />}
    >
      <form
        id={FORM_ID}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          // A dialog within the drawer: React hands the event on to the form around it otherwise.
          event.stopPropagation();
          props.onSubmit();
        }}
      >
        {props.children}
      </form>
    </Dialog>
  );
}

function Buttons({ isPending, action }: Pick<ControlFormDialogProps, 'isPending' | 'action'>) {
  const requestClose = useDialogClose();
  return (
    <>
      <Button onClick={requestClose} disabled={isPending}>
        Cancel
      </Button>
      <Button type="submit" form={FORM_ID} variant="primary" disabled={isPending}>
        {isPending ? 'Saving...' : action}
      </Button>
    </>
  );
}
