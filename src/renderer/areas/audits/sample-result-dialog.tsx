import { useState } from 'react';
import type {
  ItemResultInput,
  SampleItemState,
} from '../../../shared/areas/audits/samples.contract.ts';
import type { SampleResult } from '../../../shared/areas/audits/sampling.rules.ts';
import { SEVERITIES, SEVERITY_LABELS, type Severity } from '../../../shared/kernel/severity.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, useDialogClose } from '../../ui/dialog.tsx';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';

const FORM_ID = 'sample-result-form';
const SEVERITY_OPTIONS = SEVERITIES.map((value) => ({ value, label: SEVERITY_LABELS[value] }));

interface SampleResultDialogProps {
  item: SampleItemState;
  result: SampleResult;
  isPending: boolean;
  onClose: () => void;
  onRecord: (result: ItemResultInput) => void;
}

/** Asks what was found at an item, and whether it becomes a finding. */
export function SampleResultDialog(props: SampleResultDialogProps) {
  const { item, result, onRecord } = props;
  const isException = result === 'EXCEPTION';
  const [note, setNote] = useState('');
  const [isFinding, setIsFinding] = useState(isException);
  const [title, setTitle] = useState('');
  const [severity, setSeverity] = useState<Severity>('MEDIUM');
  const [isAsked, setIsAsked] = useState(false);
  const needsTitle = isException && isFinding;
  const isMissing = note.trim() === '' || (needsTitle && title.trim() === '');
  const submit = () => {
    setIsAsked(true);
    if (isMissing) return;
    onRecord({
      ref: item.ref,
      result,
      note,
      ...(needsTitle ? { finding: { title, severity } } : {}),
    });
  };
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={isException ? 'Record exception' : 'Record as not testable'}
      description={`Item ${item.ordinal} of the population`}
      isDirty={note !== '' || title !== ''}
      footer={<Buttons isPending={props.isPending} />}
    >
      <form
        id={FORM_ID}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field
          label={isException ? 'What was found' : 'Why it cannot be tested'}
          isRequired
          error={isAsked && note.trim() === '' ? 'Say what was found, or why not' : undefined}
        >
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          )}
        </Field>
        {isException && (
          <Switch label="Make a finding of it" isOn={isFinding} onChange={setIsFinding} />
        )}
        {needsTitle && (
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label="Title of the finding"
              isRequired
              error={isAsked && title.trim() === '' ? 'Title is required' : undefined}
            >
              {(control) => (
                <Input
                  {...control}
                  value={title}
                  maxLength={255}
                  onChange={(event) => setTitle(event.target.value)}
                />
              )}
            </Field>
            <Field label="Severity">
              {(control) => (
                <Select
                  {...control}
                  value={severity}
                  options={SEVERITY_OPTIONS}
                  onValueChange={setSeverity}
                />
              )}
            </Field>
          </div>
        )}
      </form>
    </Dialog>
  );
}

function Buttons({ isPending }: { isPending: boolean }) {
  const requestClose = useDialogClose();
  return (
    <>
      <Button onClick={requestClose} disabled={isPending}>
        Cancel
      </Button>
      <Button type="submit" form={FORM_ID} variant="primary" disabled={isPending}>
        Record
      </Button>
    </>
  );
}
