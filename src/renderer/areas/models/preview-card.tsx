import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Textarea } from '../../ui/field.tsx';
import { RedactionPreview } from './redaction-preview.tsx';

/** Shows of any text what would leave; nothing is sent. */
export function PreviewCard() {
  const [text, setText] = useState('');
  const [shown, setShown] = useState('');
  return (
    <Card title="Redaction preview" note="What would leave of a text. Nothing is sent.">
      <div className="flex flex-col gap-4">
        <Field label="Text" hint="Paste a log line or a note.">
          {(control) => (
            <Textarea
              {...control}
              rows={4}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <div className="flex justify-end">
          <Button disabled={text.trim() === ''} onClick={() => setShown(text)}>
            Show what would leave
          </Button>
        </div>
        {shown !== '' && <RedactionPreview request={{ task: 'chat', text: shown }} />}
      </div>
    </Card>
  );
}
