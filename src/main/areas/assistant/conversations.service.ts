/** What an account said to the assistant and was answered, and what it does with that. */
import { type Answer, answerSchema } from '../../../shared/areas/assistant/answer.ts';
import {
  type ChatKind,
  type ChatMessage,
  CONVERSATION_TITLE_MAX,
  type Conversation,
  MESSAGES_SHOWN,
  type OpenedConversation,
} from '../../../shared/areas/assistant/chat.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { Database } from '../../db/database.ts';
import type { NewId } from '../../platform/ids.ts';
import {
  addConversation,
  addMessage,
  type ConversationPlace,
  type ConversationRow,
  countConversations,
  findAnswer,
  findConversation,
  listConversations,
  type MessageRow,
  readMessages,
  removeConversations,
  renameConversation,
} from './conversations.store.ts';

/** A conversation that is longer goes on as a new one. */
const MESSAGES_MAX = 400;

const toConversation = (row: ConversationRow): Conversation => ({
  ...{ id: row.id, kind: row.kind, title: row.title, incidentId: row.incident_id },
  messages: row.messages,
  createdAt: toIso(row.created_at),
  lastAt: toIso(row.last_at),
});

function answerOf(json: string | null): Answer | null {
  if (json === null) return null;
  try {
    return answerSchema.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null;
  }
}

const toMessage = (row: MessageRow): ChatMessage => ({
  ...{ id: row.id, content: row.content, isUser: row.is_user === 1 },
  timestamp: toIso(row.timestamp),
  details: answerOf(row.answer),
});

function cursorToPlace(cursor: string): ConversationPlace {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const match = /^(\d{1,16})\.([\w-]{1,100})$/.exec(text);
  if (match) return { lastAt: Number(match[1]), id: match[2] ?? '' };
  const message = 'The cursor is not one that this server gave out';
  throw new AppError('bad-input', message, { issues: [{ path: 'cursor', message }] });
}

/** Of its first question. */
function titleOf(question: string): string {
  const line = question.replace(/\s+/g, ' ').trim();
  return line.length > CONVERSATION_TITLE_MAX
    ? `${line.slice(0, CONVERSATION_TITLE_MAX - 1)}…`
    : line;
}

export interface Asking {
  readonly kind: ChatKind;
  readonly text: string;
  readonly conversationId: string | null;
  readonly incidentId: string | null;
}

export function createConversationService({ db, newId }: { db: Database; newId: NewId }) {
  const write = <R>(account: string, action: string, fn: Parameters<typeof db.write<R>>[1]) =>
    db.write({ actor: account, origin: 'user', action }, fn);

  function mustFind(account: string, id: string): ConversationRow {
    const row = db.read('assistant.conversation', (reader) =>
      findConversation(reader, account, id),
    );
    if (!row) throw new AppError('not-found', 'There is no such conversation');
    return row;
  }

  return {
    /** Keeps a question; the conversation it belongs to, begun anew where none was named or it is full. */
    keepQuestion({ kind, text, conversationId, incidentId }: Asking, account: string): string {
      const known = conversationId === null ? null : mustFind(account, conversationId);
      if (known && known.kind !== kind)
        throw new AppError('not-found', 'There is no such conversation');
      const isFull = known !== null && known.messages >= MESSAGES_MAX;
      const conversation = known === null || isFull ? newId() : known.id;
      write(account, 'assistant.ask', (tx) => {
        if (conversation !== known?.id)
          addConversation(tx, {
            id: conversation,
            account,
            kind,
            title: titleOf(text),
            incidentId,
          });
        addMessage(tx, {
          ...{
            id: newId(),
            account,
            conversation,
            kind,
            content: text,
            isUser: true,
            answer: null,
          },
        });
      });
      return conversation;
    },

    /** Keeps an answer; null where its conversation was deleted meanwhile. */
    keepAnswer(
      conversation: string,
      { kind, text, answer }: { kind: ChatKind; text: string; answer: Answer },
      account: string,
    ): string {
      const id = newId();
      write(account, 'assistant.answer', (tx) => {
        if (!findConversation(tx, account, conversation)) return;
        const json = JSON.stringify(answer);
        addMessage(tx, {
          id,
          account,
          conversation,
          kind,
          content: text,
          isUser: false,
          answer: json,
        });
      });
      return id;
    },

    list(
      {
        kind,
        limit,
        cursor,
      }: { kind?: ChatKind | undefined; limit: number; cursor?: string | undefined },
      account: string,
    ) {
      const after = cursor === undefined ? null : cursorToPlace(cursor);
      return db.read('assistant.conversations', (reader) => {
        const chosen = kind ?? null;
        const rows = listConversations(reader, account, { kind: chosen, after, limit: limit + 1 });
        const last = rows[limit - 1];
        const place = last && rows.length > limit ? `${last.last_at}.${last.id}` : null;
        return {
          rows: rows.slice(0, limit).map(toConversation),
          total: countConversations(reader, account, chosen),
          nextCursor: place === null ? null : Buffer.from(place).toString('base64url'),
        };
      });
    },

    open(id: string, account: string): OpenedConversation {
      const row = mustFind(account, id);
      const messages = db.read('assistant.messages', (reader) =>
        readMessages(reader, id, MESSAGES_SHOWN),
      );
      return { ...toConversation(row), history: messages.map(toMessage) };
    },

    rename(id: string, title: string, account: string): Conversation {
      mustFind(account, id);
      write(account, 'assistant.rename', (tx) => renameConversation(tx, account, id, title));
      return toConversation(mustFind(account, id));
    },

    remove(id: string, account: string): void {
      mustFind(account, id);
      write(account, 'assistant.remove', (tx) => removeConversations(tx, account, { id }));
    },

    removeAll: (kind: ChatKind | undefined, account: string): number =>
      write(account, 'assistant.remove', (tx) =>
        removeConversations(tx, account, { kind: kind ?? null }),
      ),

    /** An answer with its question, for a note. @throws AppError 'not-found' also for another's. */
    answer(id: string, account: string) {
      const found = db.read('assistant.answer', (reader) => findAnswer(reader, account, id));
      if (!found) throw new AppError('not-found', 'There is no such answer');
      return { ...found, answer: answerOf(found.answer) };
    },
  };
}
export type ConversationService = ReturnType<typeof createConversationService>;
