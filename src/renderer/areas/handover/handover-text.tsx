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
import { useHandoverCall } from './handover.queries.ts';
import { type TextDraft, useTextDraft } from './handover-drafts.tsx';

interface HandoverTextProps {
  handover: Handover;
  name: HandoverTextName;
  mayEdit: boolean;
}

/** What a person writes under a section; what is generated stands apart and never replaces it. */
export function HandoverText({ handover, name, mayEdit }: HandoverTextProps) {
  const text = handover.texts[name] ?? '';
  const [draft, setDraft] = useTextDraft(handover.id, name);
  if (mayEdit && draft)
    return <TextForm handover={handover} name={name} draft={draft} onChange={setDraft} />;
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
          onClick={() => setDraft({ base: text, text })}
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
  draft: TextDraft;
  onChange: (draft: TextDraft | null) => void;
}

function TextForm({ handover, name, draft, onChange }: TextFormProps) {
  const { base, text } = draft;
  const [conflict, setConflict] = useState<RecordConflict | null>(null);
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
  const save = (from: string) =>
    change.mutate({ from, to: text }, { onSuccess: () => onChange(null) });
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
            onChange({ base: theirs, text: theirs });
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
            onChange={(event) => onChange({ base, text: event.target.value })}
          />
        )}
      </Field>
      <span className="flex gap-2">
        <Button size="sm" type="submit" disabled={change.isPending}>
          Save text
        </Button>
        <Button size="sm" variant="ghost" onClick={() => onChange(null)}>
          Cancel
        </Button>
      </span>
    </form>
  );
}
