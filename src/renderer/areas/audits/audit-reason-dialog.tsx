import { type ReactNode, useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog, useDialogClose } from '../../ui/dialog.tsx';
import { Field, Input, Textarea } from '../../ui/field.tsx';

interface ReasonDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description: ReactNode;
  /** Of the text that is asked for. */
  label: string;
  confirmLabel: string;
  /** The text may stay empty. */
  isOptional?: boolean;
  /** A day is asked for too, by this label. */
  dayLabel?: string;
  tone?: 'primary' | 'destructive';
  isPending: boolean;
  onConfirm: (text: string, day: string) => void;
}

/** Asks for the words that go into the record with what is done. */
export function ReasonDialog(props: ReasonDialogProps) {
  if (!props.open) return null;
  return <OpenDialog {...props} />;
}

function OpenDialog(props: ReasonDialogProps) {
  const formId = useId();
  const [text, setText] = useState('');
  const [day, setDay] = useState('');
  const [isAsked, setIsAsked] = useState(false);
  const isMissing = text.trim() === '' && !props.isOptional;
  const isDayMissing = props.dayLabel !== undefined && day === '';
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={props.title}
      description={props.description}
      isDirty={text !== '' || day !== ''}
      footer={<Buttons {...props} formId={formId} />}
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          setIsAsked(true);
          if (!isMissing && !isDayMissing) props.onConfirm(text.trim(), day);
        }}
      >
        <Field
          label={props.label}
          isRequired={!props.isOptional}
          error={isAsked && isMissing ? `${props.label} is required` : undefined}
        >
          {(control) => (
            <Textarea
              {...control}
              rows={4}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        {props.dayLabel !== undefined && (
          <Field
            label={props.dayLabel}
            isRequired
            error={isAsked && isDayMissing ? `${props.dayLabel} is required` : undefined}
          >
            {(control) => (
              <Input
                {...control}
                type="date"
                value={day}
                onChange={(event) => setDay(event.target.value)}
              />
            )}
          </Field>
        )}
      </form>
    </Dialog>
  );
}

function Buttons({
  confirmLabel,
  tone,
  isPending,
  formId,
}: ReasonDialogProps & { formId: string }) {
  const requestClose = useDialogClose();
  return (
    <>
      <Button onClick={requestClose} disabled={isPending}>
        Cancel
      </Button>
      <Button type="submit" form={formId} variant={tone ?? 'primary'} disabled={isPending}>
        {confirmLabel}
      </Button>
    </>
  );
}
