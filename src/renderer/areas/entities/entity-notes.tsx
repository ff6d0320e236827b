import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import {
  ENTITY_NOTE_MAX,
  type EntityNote,
  type EntityRef,
  entitiesContract,
} from '../../../shared/areas/entities/entities.contract.ts';
import type { RecordConflict } from '../../../shared/contract/revision.ts';
import { useClient } from '../../api/client-context.tsx';
import { conflictOf } from '../../api/conflicts.ts';
import { useMay, useUser } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm.tsx';
import { ConflictNotice } from '../../ui/conflict-notice.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Field, Textarea } from '../../ui/field.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useUnsaved } from '../../ui/unsaved-forms.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { notesQuery, useEntityCall } from './entities.queries.ts';

/** What people wrote about an entity, for whoever meets it next. */
export function EntityNotes({ entity }: { entity: EntityRef }) {
  const notes = useQuery(notesQuery(useClient(), entity));
  const mayWrite = useMay('alerts.write');
  return (
    <Card title="Notes" note="Written by people; Markdown">
      <div className="flex flex-col gap-4">
        {mayWrite && <NewNote entity={entity} />}
        <Loaded
          query={notes}
          failed="The notes could not be loaded"
          placeholder={<Skeleton className="h-16 w-full" />}
        >
          {(written) =>
            written.length === 0 ? (
              <p className="text-fg-muted">Nobody has written about this entity yet.</p>
            ) : (
              <ul className="flex flex-col gap-4">
                {written.map((note) => (
                  <Note key={note.id} note={note} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
    </Card>
  );
}

function NewNote({ entity }: { entity: EntityRef }) {
  const [text, setText] = useState('');
  useUnsaved(text.trim() !== '');
  const add = useEntityCall(
    (client, body: EntityRef & { text: string }) => client.call(entitiesContract.addNote, { body }),
    'Note added',
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!text.trim()) return;
    add.mutate({ ...entity, text: text.trim() }, { onSuccess: () => setText('') });
  };
  return (
    <form onSubmit={submit} className="flex flex-col items-start gap-2">
      <Field label="New note" className="w-full">
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            value={text}
            maxLength={ENTITY_NOTE_MAX}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <Button size="sm" type="submit" disabled={add.isPending || !text.trim()}>
        {add.isPending ? 'Adding...' : 'Add note'}
      </Button>
    </form>
  );
}

function Note({ note }: { note: EntityNote }) {
  const isOwn = useUser().id === note.createdBy;
  const mayWrite = useMay('alerts.write') && isOwn;
  const [isEditing, setEditing] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const remove = useEntityCall(
    (client, id: string) => client.call(entitiesContract.removeNote, { params: { id } }),
    'Note removed',
  );
  return (
    <li className="border-l-2 border-line pl-3">
      <p className="flex flex-wrap items-center gap-x-2 text-xs text-fg-muted">
        <span className="font-medium text-fg">
          <Untrusted text={note.createdByName ?? 'Unknown account'} max={80} />
        </span>
        <DateTime value={note.createdAt} className="tabular-nums" />
        {note.isEdited && (
          <span>
            edited <DateTime value={note.updatedAt} />
          </span>
        )}
        {mayWrite && !isEditing && (
          <span className="ml-auto flex gap-1">
            <Button
              size="sm"
              variant="ghost"
              label="Edit note"
              icon={<Pencil aria-hidden />}
              onClick={() => setEditing(true)}
            />
            <Button
              size="sm"
              variant="ghost"
              label="Remove note"
              icon={<Trash2 aria-hidden />}
              onClick={() => setRemoving(true)}
            />
          </span>
        )}
      </p>
      {isEditing ? (
        <EditNote note={note} onClose={() => setEditing(false)} />
      ) : (
        <Markdown text={note.text} />
      )}
      <ConfirmDialog
        open={isRemoving}
        onClose={() => setRemoving(false)}
        title="Remove this note?"
        text="It leaves the page; the history keeps that it was there, and it can be undone under Actions."
        confirmLabel="Remove note"
        tone="destructive"
        onConfirm={() => {
          setRemoving(false);
          remove.mutate(note.id);
        }}
      />
    </li>
  );
}

function EditNote({ note, onClose }: { note: EntityNote; onClose: () => void }) {
  const [base, setBase] = useState(note.text);
  const [text, setText] = useState(note.text);
  const [conflict, setConflict] = useState<RecordConflict | null>(null);
  useUnsaved(text !== base);
  const change = useEntityCall(
    (client, body: { text: string; before: string }) =>
      client.call(entitiesContract.changeNote, { params: { id: note.id }, body }),
    'Note saved',
    (error) => {
      const found = conflictOf(error);
      setConflict(found);
      return found !== null;
    },
  );
  const theirs = String(conflict?.fields[0]?.value ?? '');
  const save = (before: string) =>
    change.mutate({ text: text.trim(), before }, { onSuccess: onClose });
  return (
    <form
      className="mt-1 flex flex-col items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim()) save(base);
      }}
    >
      {conflict && (
        <ConflictNotice
          conflict={conflict}
          labels={{ text: 'Note' }}
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
      <Field label="Note" className="w-full">
        {(control) => (
          <Textarea
            {...control}
            rows={4}
            value={text}
            maxLength={ENTITY_NOTE_MAX}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <span className="flex gap-2">
        <Button size="sm" type="submit" disabled={change.isPending || !text.trim()}>
          Save note
        </Button>
        <Button size="sm" variant="ghost" onClick={onClose}>
          Cancel
        </Button>
      </span>
    </form>
  );
}
