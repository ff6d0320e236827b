import { type FormEvent, useState } from 'react';
import {
  CHALLENGE_NOTE_MESSAGE,
  type Challenge,
  GAP_LIMITS,
} from '../../../shared/areas/compliance/gaps.contract.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, useDialogClose } from '../../ui/dialog.tsx';
import { Field, Textarea } from '../../ui/field.tsx';
import { useToast } from '../../ui/toast.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { useDecideChallenge } from './gaps.queries.ts';
import { STATUS_WORDS } from './scores.text.ts';

const FORM_ID = 'decide-challenge';

interface ChallengeDialogProps {
  challenge: Challenge;
  verdict: 'confirm' | 'dismiss';
  onClose: () => void;
}

/** A person decides: the control is put down, or stays as it is for a reason. */
export function ChallengeDialog({ challenge, verdict, onClose }: ChallengeDialogProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | undefined>();
  const decide = useDecideChallenge(challenge.id);
  const { toast } = useToast();
  const fail = useErrorToast();
  const isConfirm = verdict === 'confirm';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const said = text.trim();
    if (!isConfirm && said === '') return setError(CHALLENGE_NOTE_MESSAGE);
    const sent = isConfirm
      ? ({ type: 'confirm', note: said } as const)
      : ({ type: 'dismiss', reason: said } as const);
    decide.mutate(sent, {
      onSuccess: () => {
        const description = isConfirm ? 'Challenge confirmed' : 'Challenge dismissed';
        toast({ title: 'Success', description });
        onClose();
      },
      onError: fail,
    });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={isConfirm ? 'Confirm challenge' : 'Dismiss challenge'}
      description={
        isConfirm
          ? `${challenge.ref} is put down from ${STATUS_WORDS[challenge.controlStatus]} to ${STATUS_WORDS[challenge.proposedStatus]}. Both histories keep who decided it.`
          : `${challenge.ref} stays ${STATUS_WORDS[challenge.controlStatus]}. The history keeps the reason.`
      }
      isDirty={text.trim() !== ''}
      footer={
        <>
          <CancelButton />
          <Button
            type="submit"
            form={FORM_ID}
            variant={isConfirm ? 'destructive' : 'primary'}
            disabled={decide.isPending}
          >
            {isConfirm ? 'Confirm and downgrade' : 'Dismiss'}
          </Button>
        </>
      }
    >
      <form id={FORM_ID} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Untrusted text={challenge.reason} className="text-fg" />
        <Field
          label={isConfirm ? 'Note' : 'Reason'}
          isRequired={!isConfirm}
          hint={
            isConfirm
              ? 'What you saw, for those who read the history.'
              : 'What shows that the control did what it should.'
          }
          error={error}
        >
          {(control) => (
            <Textarea
              {...control}
              value={text}
              maxLength={GAP_LIMITS.note}
              onChange={(event) => {
                setText(event.target.value);
                setError(undefined);
              }}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}

function CancelButton() {
  return <Button onClick={useDialogClose()}>Cancel</Button>;
}
