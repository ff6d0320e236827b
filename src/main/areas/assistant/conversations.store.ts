/** Conversations with their messages: of one account each, on this workstation, never synced. Every query names the account. */
import type { ChatKind } from '../../../shared/areas/assistant/chat.contract.ts';
import type { Bound, ReadDb } from '../../db/database.ts';
import type { WriteTx } from '../../db/write-door.ts';

export interface ConversationRow {
  readonly id: string;
  readonly kind: ChatKind;
  readonly title: string;
  readonly incident_id: string | null;
  readonly created_at: number;
  readonly last_at: number;
  readonly messages: number;
}

export interface MessageRow {
  readonly id: string;
  readonly content: string;
  readonly is_user: number;
  readonly timestamp: number;
  /** JSON. */
  readonly answer: string | null;
}

const SELECTED = `SELECT c.id, c.kind, c.title, c.incident_id, c.created_at, c.last_at,
  (SELECT count(*) FROM chat_messages m WHERE m.conversation_id = c.id) AS messages
  FROM conversations c`;

export function findConversation(
  db: ReadDb,
  account: string,
  id: string,
): ConversationRow | undefined {
  return db.get(`${SELECTED} WHERE c.id = ? AND c.account = ?`, id, account);
}

export interface ConversationPlace {
  readonly lastAt: number;
  readonly id: string;
}

export function listConversations(
  db: ReadDb,
  account: string,
  { kind, after, limit }: { kind: ChatKind | null; after: ConversationPlace | null; limit: number },
): ConversationRow[] {
  const conditions = ['c.account = ?', ...(kind === null ? [] : ['c.kind = ?'])];
  const values: Bound[] = [account, ...(kind === null ? [] : [kind])];
  if (after !== null) {
    conditions.push('(c.last_at, c.id) < (?, ?)');
    values.push(after.lastAt, after.id);
  }
  return db.all(
    `${SELECTED} WHERE ${conditions.join(' AND ')} ORDER BY c.last_at DESC, c.id DESC LIMIT ?`,
    ...values,
    limit,
  );
}

export function countConversations(db: ReadDb, account: string, kind: ChatKind | null): number {
  const row = db.get<{ n: number }>(
    'SELECT count(*) AS n FROM conversations WHERE account = ? AND kind = coalesce(?, kind)',
    account,
    kind,
  );
  return row?.n ?? 0;
}

/** The newest so many, oldest first. */
export function readMessages(db: ReadDb, conversation: string, limit: number): MessageRow[] {
  return db
    .all<MessageRow>(
      `SELECT id, content, is_user, timestamp, answer FROM chat_messages
       WHERE conversation_id = ? ORDER BY timestamp DESC, rowid DESC LIMIT ?`,
      conversation,
      limit,
    )
    .reverse();
}

/** An answer with the question before it. */
export function findAnswer(
  db: ReadDb,
  account: string,
  id: string,
):
  | { question: string | null; content: string; timestamp: number; answer: string | null }
  | undefined {
  return db.get(
    `SELECT m.content, m.timestamp, m.answer,
       (SELECT q.content FROM chat_messages q WHERE q.conversation_id = m.conversation_id
          AND q.is_user = 1 AND q.rowid < m.rowid ORDER BY q.rowid DESC LIMIT 1) AS question
     FROM chat_messages m WHERE m.id = ? AND m.account = ? AND m.is_user = 0`,
    id,
    account,
  );
}

export interface NewConversation {
  readonly id: string;
  readonly account: string;
  readonly kind: ChatKind;
  readonly title: string;
  readonly incidentId: string | null;
}

export function addConversation(
  tx: WriteTx,
  { id, account, kind, title, incidentId }: NewConversation,
): void {
  tx.run(
    `INSERT INTO conversations (id, account, kind, title, incident_id, created_at, last_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    id,
    account,
    kind,
    title,
    incidentId,
    tx.now,
    tx.now,
  );
  tx.announce('conversations', id);
}

export interface NewMessage {
  readonly id: string;
  readonly account: string;
  readonly conversation: string;
  readonly kind: ChatKind;
  readonly content: string;
  readonly isUser: boolean;
  readonly answer: string | null;
}

export function addMessage(tx: WriteTx, message: NewMessage): void {
  tx.run(
    `INSERT INTO chat_messages (id, account, conversation, content, is_user, timestamp, conversation_id, answer)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    message.id,
    message.account,
    message.kind,
    message.content,
    message.isUser ? 1 : 0,
    tx.now,
    message.conversation,
    message.answer,
  );
  tx.run('UPDATE conversations SET last_at = ? WHERE id = ?', tx.now, message.conversation);
  tx.announce('conversations', message.conversation);
}

export function renameConversation(tx: WriteTx, account: string, id: string, title: string): void {
  tx.run('UPDATE conversations SET title = ? WHERE id = ? AND account = ?', title, id, account);
  tx.announce('conversations', id);
}

/** With their messages; how many there were. */
export function removeConversations(
  tx: WriteTx,
  account: string,
  which: { id: string } | { kind: ChatKind | null },
): number {
  const removed =
    'id' in which
      ? tx.run('DELETE FROM conversations WHERE id = ? AND account = ?', which.id, account)
      : tx.run(
          'DELETE FROM conversations WHERE account = ? AND kind = coalesce(?, kind)',
          account,
          which.kind,
        );
  if (removed > 0) tx.announce('conversations');
  return removed;
}
