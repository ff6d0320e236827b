import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import {
  COMMENT_MAX,
  type WrittenComment,
} from '../../../shared/areas/discussion/discussion.contract.ts';
import {
  commentParts,
  decodeMentions,
  encodeMentions,
  type Mentionable,
  mentionables,
} from '../../../shared/areas/discussion/mentions.ts';
import { accountName, useAccounts } from '../../api/accounts.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay, useUser } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useUnsaved } from '../../ui/unsaved-forms.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import {
  type CommentTopic,
  commentsQuery,
  useAddComment,
  useEditComment,
  useRemoveComment,
} from './discussion.queries.ts';
import { MentionTextarea } from './mention-textarea.tsx';

/** Where the key for comments leads. */
export const NEW_COMMENT_ID = 'new-comment';

function usePeople(): Mentionable[] {
  const { all } = useAccounts();
  return useMemo(
    () =>
      mentionables(
        all
          .filter(({ deactivatedAt }) => deactivatedAt === null)
          .map((account) => ({
            ...{ id: account.id, email: account.email },
            name: accountName(account),
          })),
      ),
    [all],
  );
}

const WORDS = {
  alert: {
    permission: 'alerts.write',
    removal: 'The comment goes from the alert; its history keeps what it said.',
  },
  investigation: {
    permission: 'forensics.write',
    removal: 'The comment goes from the investigation; its history keeps what it said.',
  },
} as const;

interface CommentsProps {
  topic: CommentTopic;
  /** Nothing is said about it any more. */
  isFrozen?: boolean;
}

/** What people say about a record, newest first, and a place to say something. */
export function Comments({ topic, isFrozen = false }: CommentsProps) {
  const comments = useQuery(commentsQuery(useClient(), topic));
  const mayWrite = useMay(WORDS[topic.type].permission) && !isFrozen;
  const people = usePeople();
  return (
    <div className="flex flex-col gap-3">
      {mayWrite && <NewComment topic={topic} people={people} />}
      <Loaded
        query={comments}
        failed="The comments could not be loaded"
        placeholder={<Skeleton className="h-8 w-full" />}
      >
        {(rows) =>
          rows.length === 0 ? (
            <p className="text-fg-muted">No comments yet.</p>
          ) : (
            <ol aria-label="Comments" className="flex flex-col gap-3">
              {rows.map((comment) => (
                <CommentItem
                  key={comment.id}
                  topic={topic}
                  comment={comment}
                  people={people}
                  mayWrite={mayWrite}
                />
              ))}
            </ol>
          )
        }
      </Loaded>
    </div>
  );
}

function NewComment({ topic, people }: { topic: CommentTopic; people: readonly Mentionable[] }) {
  const [text, setText] = useState('');
  const add = useAddComment(topic);
  const sayError = useErrorToast();
  useUnsaved(text.trim() !== '');
  const send = () => {
    if (text.trim() === '' || add.isPending) return;
    add.mutate(encodeMentions(text, people), { onSuccess: () => setText(''), onError: sayError });
  };
  return (
    <div className="flex flex-col gap-1.5">
      <MentionTextarea
        id={NEW_COMMENT_ID}
        label="New comment"
        value={text}
        onChange={setText}
        onSend={send}
        people={people}
        placeholder="Comment; @ mentions somebody"
        maxLength={COMMENT_MAX}
      />
      <div className="flex justify-end">
        <Button size="sm" disabled={text.trim() === '' || add.isPending} onClick={send}>
          {add.isPending ? 'Sending...' : 'Comment'}
        </Button>
      </div>
    </div>
  );
}

interface CommentItemProps {
  topic: CommentTopic;
  comment: WrittenComment;
  people: readonly Mentionable[];
}

function CommentItem({
  topic,
  comment,
  people,
  mayWrite,
}: CommentItemProps & { mayWrite: boolean }) {
  const { nameOf } = useAccounts();
  const isMine = useUser().id === comment.author;
  const [isEditing, setIsEditing] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const remove = useRemoveComment(topic);
  const sayError = useErrorToast();
  return (
    <li className="border-l-2 border-line pl-3">
      <p className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 truncate font-medium text-fg">
          <Untrusted text={comment.author === null ? '—' : nameOf(comment.author)} max={80} />
        </span>
        <span className="shrink-0 text-xs text-fg-muted tabular-nums">
          <DateTime value={comment.createdAt} />
          {comment.editedAt !== null && ' · edited'}
        </span>
      </p>
      {isEditing ? (
        <EditComment
          topic={topic}
          comment={comment}
          people={people}
          onDone={() => setIsEditing(false)}
        />
      ) : (
        <p className="text-fg">
          <CommentText text={comment.text} nameOf={nameOf} />
        </p>
      )}
      {isMine && mayWrite && !isEditing && (
        <div className="mt-1 flex gap-1">
          <Button size="sm" variant="ghost" onClick={() => setIsEditing(true)}>
            Edit
          </Button>
          <Button size="sm" variant="ghost" onClick={() => setIsAsking(true)}>
            Delete
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title="Delete comment?"
        text={WORDS[topic.type].removal}
        confirmLabel="Delete"
        tone="destructive"
        onConfirm={() => {
          setIsAsking(false);
          remove.mutate(comment.id, { onError: sayError });
        }}
      />
    </li>
  );
}

/** A comment as text, with names for its mentions. */
function CommentText(props: { text: string; nameOf: (id: string) => string }) {
  const { text, nameOf } = props;
  let place = 0;
  return commentParts(text).map((part) => {
    const key = place;
    place += part.type === 'text' ? part.text.length : part.id.length + 3;
    return part.type === 'text' ? (
      <Untrusted key={key} text={part.text} max={2000} newlines="keep" />
    ) : (
      <span key={key} className="font-medium text-accent-text">
        @<Untrusted text={nameOf(part.id)} max={80} expand="none" />
      </span>
    );
  });
}

function EditComment(props: CommentItemProps & { onDone: () => void }) {
  const { topic, comment, people, onDone } = props;
  const [begun] = useState(() => decodeMentions(comment.text, people));
  const [seen] = useState(comment.editedAt ?? comment.createdAt);
  const [text, setText] = useState(begun);
  const edit = useEditComment(topic);
  const sayError = useErrorToast();
  useUnsaved(text !== begun);
  const save = () => {
    if (text.trim() === '' || edit.isPending) return;
    const change = { id: comment.id, text: encodeMentions(text, people), seen };
    edit.mutate(change, { onSuccess: onDone, onError: sayError });
  };
  return (
    <div className="mt-1 flex flex-col gap-1.5">
      <MentionTextarea
        label="Edit comment"
        value={text}
        onChange={setText}
        onSend={save}
        people={people}
        maxLength={COMMENT_MAX}
      />
      <div className="flex justify-end gap-1.5">
        <Button size="sm" onClick={onDone}>
          Cancel
        </Button>
        <Button
          size="sm"
          variant="primary"
          disabled={text.trim() === '' || edit.isPending}
          onClick={save}
        >
          Save
        </Button>
      </div>
    </div>
  );
}
