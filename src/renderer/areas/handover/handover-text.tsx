import { Pencil } from 'lucide-react';
import { useState } from 'react';
import {
  HANDOVER_TEXT_MAX,
  type Handover,
  type HandoverTextName,
  handoverContract,
} from '../../../shared/areas/handover/handover.contract.ts';
import { textTitle } from '../../../shared/areas/handover/handover.rules.ts';
import type { RecordConflict } from '../../../shared/contract/revision.ts';
import { conflictOf } from '../../api/conflicts.ts';
import { Button } from '../../ui/button.tsx';
import { ConflictNotice } from '../../ui/conflict-notice.tsx';
import { Field, Textarea } from '../../ui/field.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { useUnsaved } from '../../ui/unsaved-forms.tsx';
import { useHandoverCall } from './handover.queries.ts';

interface HandoverTextProps {
  handover: Handover;
  name: HandoverTextName;
  mayEdit: boolean;
}

/** What a person writes under a section; what is generated stands apart and never replaces it. */
export function HandoverText({ handover, name, mayEdit }: HandoverTextProps) {
  const text = handover.texts[name] ?? '';
  const [isEditing, setEditing] = useState(false);
  if (mayEdit && isEditing)
    return <TextForm handover={handover} name={name} onClose={() => setEditing(false)} />;
  if (!mayEdit && text === '') return null;
  const label = `${text === '' ? 'Write' : 'Edit'}: ${textTitle(name)}`;
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">{text !== '' && <Markdown text={text} />}</div>
      {mayEdit && (
        <Button
          size="sm"
          variant="ghost"
          aria-label={label}
          icon={<Pencil aria-hidden />}
          onClick={() => setEditing(true)}
        >
          {text === '' ? 'Write' : 'Edit'}
        </Button>
      )}
    </div>
  );
}

interface TextFormProps {
  handover: Handover;
  name: HandoverTextName;
  onClose: () => void;
}

function TextForm({ handover, name, onClose }: TextFormProps) {
  const [base, setBase] = useState(handover.texts[name] ?? '');
  const [text, setText] = useState(base);
  const [conflict, setConflict] = useState<RecordConflict | null>(null);
  useUnsaved(text !== base);
  const change = useHandoverCall(
    (client, { from, to }: { from: string; to: string }) =>
      client.call(handoverContract.change, {
        params: { id: handover.id },
        body: { text: { name, from, to } },
      }),
    'Text saved',
    (error) => {
      const found = conflictOf(error);
      setConflict(found);
      return found !== null;
    },
  );
  const theirs = String(conflict?.fields[0]?.value ?? '');
  const save = (from: string) => change.mutate({ from, to: text }, { onSuccess: onClose });
  return (
    <form
      className="flex flex-col items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        save(base);
      }}
    >
      {conflict && (
        <ConflictNotice
          conflict={conflict}
          labels={{ [name]: textTitle(name) }}
          onKeepTheirs={() => {
            setText(theirs);
            setBase(theirs);
            setConflict(null);
          }}
          onUseMine={() => {
            setConflict(null);
            save(theirs);
          }}
          isBusy={change.isPending}
        />
      )}
      <Field label={textTitle(name)} hint="Markdown" className="w-full">
        {(control) => (
          <Textarea
            {...control}
            rows={5}
            value={text}
            maxLength={HANDOVER_TEXT_MAX}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <span className="flex gap-2">
        <Button size="sm" type="submit" disabled={change.isPending}>
          Save text
        </Button>
        <Button size="sm" variant="ghost" onClick={onClose}>
          Cancel
        </Button>
      </span>
    </form>
  );
}
