import type {
  CommentEdit,
  WrittenComment,
} from '../../../shared/areas/discussion/discussion.contract.ts';
import { commentParts, mentionedIds } from '../../../shared/areas/discussion/mentions.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import { type RowChange, recordAction } from '../../db/action-log.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import type { Caller, WriteTx } from '../../db/write-door.ts';
import type { NewId } from '../../platform/ids.ts';
import {
  accountName,
  activeAccounts,
  type CommentKeeper,
  type DiscussedRecord,
  type KeptComment,
} from './comments.store.ts';

/** What a person is told in the transaction of a comment. */
export interface MentionNotice {
  readonly account: string;
  readonly author: string;
  readonly record: DiscussedRecord;
  /** The address that shows it. */
  readonly link: string;
  /** The comment with names for its mentions. */
  readonly text: string;
}

export interface CommentDeps {
  readonly db: Database;
  readonly newId: NewId;
  readonly tellOfMention: (tx: WriteTx, notice: MentionNotice) => void;
}

/** What is commented on. */
export interface CommentTopic<C extends WrittenComment> {
  readonly keeper: CommentKeeper;
  /** 'alert'. */
  readonly noun: string;
  /** That changes with what is said about it. */
  readonly resource: string;
  /** Where its actions begin: 'alerts.comment'. */
  readonly area: string;
  readonly link: (id: string) => string;
  /** As the desk's history names it. */
  readonly nameOf: (record: DiscussedRecord) => string;
  readonly toComment: (written: WrittenComment, about: string) => C;
}

const TITLE_SHOWN = 80;

export const shortTitle = (title: string): string =>
  `‘${title.length > TITLE_SHOWN ? `${title.slice(0, TITLE_SHOWN - 1)}…` : title}’`;

function toWritten(row: KeptComment): WrittenComment {
  const { id, author, text, mentions } = row;
  return {
    ...{ id, author, text, mentions },
    createdAt: toIso(row.createdAt),
    editedAt: row.editedAt === null ? null : toIso(row.editedAt),
  };
}

/** Comments on one kind of record: changed by their authors only, with who is mentioned told once. */
export function createComments<C extends WrittenComment>(
  { db, newId, tellOfMention }: CommentDeps,
  { keeper, noun, resource, area, link, nameOf, toComment }: CommentTopic<C>,
) {
  const noComment = () => new AppError('not-found', 'There is no such comment');
  const shown = (row: KeptComment): C => toComment(toWritten(row), row.about);

  function mustFind(reader: ReadDb, id: string): DiscussedRecord {
    const record = keeper.record(reader, id);
    if (!record) throw new AppError('not-found', `There is no such ${noun}`);
    return record;
  }

  function mustBeOpen(tx: WriteTx, id: string): void {
    if (mustFind(tx, id).isClosed)
      throw new AppError('conflict', `This ${noun} is closed; it is not changed any more`);
  }

  /** The comment as one's own. @throws AppError 'forbidden' where it is somebody else's. */
  function ownComment(tx: WriteTx, id: string, actor: string): KeptComment {
    const row = keeper.find(tx, id);
    if (!row) throw noComment();
    if (row.author !== actor)
      throw new AppError('forbidden', 'Only its author changes or deletes a comment');
    mustBeOpen(tx, row.about);
    return row;
  }

  /** Tells those who were not mentioned before; oneself is not told. */
  function tellMentioned(
    tx: WriteTx,
    comment: { about: string; text: string; author: string },
    mentions: readonly string[],
  ): void {
    const record = mustFind(tx, comment.about);
    const text = commentParts(comment.text)
      .map((part) => (part.type === 'text' ? part.text : `@${accountName(tx, part.id)}`))
      .join('');
    const author = accountName(tx, comment.author);
    for (const account of mentions)
      if (account !== comment.author)
        tellOfMention(tx, { account, author, record, link: link(record.id), text });
  }

  /** Keeps what was done, so that it can be undone; mentions are told once and stay so. */
  function record(
    tx: WriteTx,
    { kind, verb, actor }: { kind: string; verb: string; actor: string },
    { about, ...change }: Omit<RowChange, 'table'> & { about: string },
  ): void {
    const summary = `${verb} ${nameOf(mustFind(tx, about))}`;
    const action = { id: newId(), kind: `${area}.${kind}`, actor, summary };
    recordAction(tx, action, [{ table: keeper.table, ...change }]);
  }

  return {
    list(about: string, { limit, cursor }: { limit: number; cursor?: string | undefined }) {
      return db.read('discussion.comments', (reader) => {
        mustFind(reader, about);
        const { rows, total } = keeper.list(reader, about, { limit, before: cursor ?? null });
        const last = rows[limit - 1];
        return {
          comments: rows.slice(0, limit).map(shown),
          total,
          nextCursor: rows.length > limit && last ? last.id : null,
        };
      });
    },

    add(about: string, text: string, actor: string): C {
      const caller: Caller = { actor, origin: 'user', action: `${area}.comment`, reason: text };
      return db.write(caller, (tx) => {
        mustBeOpen(tx, about);
        const mentions = activeAccounts(tx, mentionedIds(text));
        const row = { id: newId(), about, author: actor, text, mentions, createdAt: tx.now };
        keeper.insert(tx, row);
        tx.announce(resource, about);
        tellMentioned(tx, { about, text, author: actor }, mentions);
        const step = { kind: 'comment', verb: 'Comment on', actor };
        record(tx, step, { about, id: row.id, before: null, after: { text, mentions } });
        return shown({ ...row, editedAt: null });
      });
    },

    edit(id: string, { text, seen }: CommentEdit, actor: string): C {
      const caller: Caller = { actor, origin: 'user', action: `${area}.edit-comment` };
      return db.write(caller, (tx) => {
        const before = ownComment(tx, id, actor);
        if (seen !== undefined && Date.parse(seen) !== (before.editedAt ?? before.createdAt))
          throw new AppError('conflict', 'This comment was changed since you opened it.');
        if (text === before.text) return shown(before);
        const mentions = activeAccounts(tx, mentionedIds(text));
        const changed = keeper.update(tx, id, { text, mentions, editedAt: tx.now });
        if (!changed) throw noComment();
        tx.announce(resource, before.about);
        const added = mentions.filter((account) => !before.mentions.includes(account));
        tellMentioned(tx, { about: before.about, text, author: actor }, added);
        record(
          tx,
          { kind: 'edit-comment', verb: 'Edit the comment on', actor },
          { id, about: before.about, before: saidBy(before), after: saidBy(changed) },
        );
        return shown(changed);
      });
    },

    remove(id: string, actor: string): { removed: boolean } {
      const caller: Caller = { actor, origin: 'user', action: `${area}.delete-comment` };
      return db.write(caller, (tx) => {
        const before = ownComment(tx, id, actor);
        const { about } = before;
        tx.announce(resource, about);
        const removed = keeper.remove(tx, id);
        record(
          tx,
          { kind: 'delete-comment', verb: 'Delete the comment on', actor },
          { id, about, before: saidBy(before), after: null },
        );
        return { removed };
      });
    },
  };
}

const saidBy = ({ text, mentions, editedAt }: KeptComment) => ({ text, mentions, editedAt });
