import { useQuery } from '@tanstack/react-query';
import { Download, Pencil, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import {
  type ChatKind,
  CONVERSATION_TITLE_MAX,
  type Conversation,
} from '../../../shared/areas/assistant/chat.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { conversationsQuery, useConversationCalls, useSaveConversation } from './chat.queries.ts';

interface ChatConversationsProps {
  kind: ChatKind;
  openId: string | null;
  onOpen: (id: string) => void;
  /** Of the one that is open, or of all. */
  onRemoved: (id: string | null) => void;
}

/** Own conversations: nobody else sees them. */
export function ChatConversations({ kind, openId, onOpen, onRemoved }: ChatConversationsProps) {
  const list = useQuery(conversationsQuery(useClient(), kind));
  const { removeAll } = useConversationCalls();
  const [isRemoving, setRemoving] = useState(false);
  const rows = list.data?.rows ?? [];
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto p-4">
      <div className="flex items-center gap-2">
        <h3 className="flex-1 font-semibold">Conversations</h3>
        {rows.length > 0 && (
          <Button size="sm" variant="ghost" onClick={() => setRemoving(true)}>
            Delete all
          </Button>
        )}
      </div>
      <Loaded
        query={list}
        failed="The conversations could not be loaded"
        placeholder={<Skeleton className="h-16 w-full" />}
      >
        {() =>
          rows.length === 0 ? (
            <p className="text-fg-muted">
              Nothing has been asked yet. Only you see your conversations.
            </p>
          ) : (
            <ul className="flex flex-col">
              {rows.map((one) => (
                <Row
                  key={one.id}
                  conversation={one}
                  isOpen={one.id === openId}
                  onOpen={() => onOpen(one.id)}
                  onRemoved={() => onRemoved(one.id)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      <ConfirmDialog
        open={isRemoving}
        onClose={() => setRemoving(false)}
        title="Delete all conversations?"
        text="Your conversations of this chat are deleted with everything in them. Notes that were made of them stay."
        confirmLabel="Delete all"
        tone="destructive"
        onConfirm={() => {
          setRemoving(false);
          // Closed first: what is being deleted is not asked for again.
          onRemoved(null);
          removeAll.mutate(kind);
        }}
      />
    </div>
  );
}

interface RowProps {
  conversation: Conversation;
  isOpen: boolean;
  onOpen: () => void;
  onRemoved: () => void;
}

function Row({ conversation, isOpen, onOpen, onRemoved }: RowProps) {
  const { id, title, lastAt, messages } = conversation;
  const { remove } = useConversationCalls();
  const save = useSaveConversation();
  const [isEditing, setEditing] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  if (isEditing) return <Rename conversation={conversation} onClose={() => setEditing(false)} />;
  return (
    <li className="flex items-center gap-1 border-t border-line py-1.5">
      <button
        type="button"
        aria-current={isOpen}
        onClick={onOpen}
        className="min-w-0 flex-1 rounded-sm px-1 text-left hover:bg-raised aria-[current=true]:font-semibold"
      >
        <span className="block truncate">
          <Untrusted text={title} max={120} expand="none" />
        </span>
        <span className="block text-xs font-normal text-fg-muted">
          {messages.toLocaleString('en')} messages · <DateTime value={lastAt} />
        </span>
      </button>
      <Button
        size="sm"
        variant="ghost"
        icon={<Download aria-hidden />}
        label="Save conversation"
        title="Save conversation"
        onClick={() => void save(id)}
      />
      <Button
        size="sm"
        variant="ghost"
        icon={<Pencil aria-hidden />}
        label="Rename conversation"
        onClick={() => setEditing(true)}
      />
      <Button
        size="sm"
        variant="ghost"
        icon={<Trash2 aria-hidden />}
        label="Delete conversation"
        onClick={() => setRemoving(true)}
      />
      <ConfirmDialog
        open={isRemoving}
        onClose={() => setRemoving(false)}
        title="Delete this conversation?"
        text="It is deleted with everything in it. Notes that were made of it stay."
        confirmLabel="Delete"
        tone="destructive"
        onConfirm={() => {
          setRemoving(false);
          onRemoved();
          remove.mutate(id);
        }}
      />
    </li>
  );
}

function Rename({ conversation, onClose }: { conversation: Conversation; onClose: () => void }) {
  const [title, setTitle] = useState(conversation.title);
  const { rename } = useConversationCalls();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (title.trim() === '') return;
    rename.mutate({ id: conversation.id, title: title.trim() }, { onSuccess: onClose });
  };
  return (
    <li className="border-t border-line py-2">
      <form onSubmit={submit} className="flex items-end gap-2">
        <Field label="Title" className="flex-1">
          {(control) => (
            <Input
              {...control}
              autoFocus
              value={title}
              maxLength={CONVERSATION_TITLE_MAX}
              onChange={(event) => setTitle(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Escape') return;
                event.stopPropagation();
                onClose();
              }}
            />
          )}
        </Field>
        <Button type="submit" disabled={rename.isPending || title.trim() === ''}>
          Save
        </Button>
      </form>
    </li>
  );
}
