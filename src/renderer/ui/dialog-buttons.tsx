import { Button } from './button.tsx';
import { useDialogClose } from './dialog.tsx';

interface DialogButtonsProps {
  /** The id of the form that is sent. */
  form: string;
  label: string;
  pendingLabel?: string;
  isPending: boolean;
  isDisabled?: boolean;
}

/** The foot of a dialog with a form: Cancel asks where input would be lost. */
export function DialogButtons(props: DialogButtonsProps) {
  const { form, label, pendingLabel = 'Saving...', isPending, isDisabled = false } = props;
  const requestClose = useDialogClose();
  return (
    <>
      <Button onClick={requestClose} disabled={isPending}>
        Cancel
      </Button>
      <Button type="submit" form={form} variant="primary" disabled={isPending || isDisabled}>
        {isPending ? pendingLabel : label}
      </Button>
    </>
  );
}
