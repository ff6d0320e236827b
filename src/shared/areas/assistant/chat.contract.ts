/** The two chats of the assistant, their conversations, and what is made of an answer. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { pageQuerySchema } from '../../kernel/paging.ts';
import { ENTITY_KINDS } from '../entities/entities.contract.ts';
import { answerSchema } from './answer.ts';

export const CHAT_MESSAGE_MAX = 4_000;
export const CONVERSATION_TITLE_MAX = 120;
export const CHAT_KINDS = ['assistant', 'analyst'] as const;
export type ChatKind = (typeof CHAT_KINDS)[number];

const id = z.string().min(1).max(100);

/** Where the asker stands: 'this alert' means the one that is open. */
const contextSchema = z.object({
  alertId: id.optional(),
  incidentId: id.optional(),
  groupKey: id.optional(),
  investigationId: id.optional(),
  controlId: id.optional(),
  entity: z.object({ kind: z.enum(ENTITY_KINDS), value: z.string().min(1).max(1_000) }).optional(),
  /** IANA name: 'today' is a day of this zone. */
  timeZone: z.string().max(64).optional(),
});
export type ChatContext = z.infer<typeof contextSchema>;

const messageText = (required: string, label: string) =>
  z
    .string({ error: required })
    .max(
      CHAT_MESSAGE_MAX,
      `${label} must be at most ${CHAT_MESSAGE_MAX.toLocaleString('en')} characters`,
    )
    .refine((text) => text.trim() !== '', required);

/** Chosen by the page, so that it can follow and stop what it asked. */
const runId = z.uuid({ error: 'A run is named by a UUID' }).optional();
const talk = { conversationId: id.nullish(), runId };

const querySchema = z.object({
  query: messageText('Message is required', 'Message'),
  context: contextSchema.nullish(),
  ...talk,
});
const questionSchema = z.object({
  question: messageText('Question is required', 'Question'),
  /** In words, or as the chat sends it. */
  context: z.union([z.string().max(CHAT_MESSAGE_MAX), contextSchema]).nullish(),
  incidentId: id.nullish(),
  ...talk,
});

const kept = { conversationId: z.string(), messageId: z.string(), details: answerSchema };
export const chatReplySchema = z.object({ response: z.string(), ...kept });
export type ChatReply = z.infer<typeof chatReplySchema>;
const analystReplySchema = z.object({ answer: z.string(), ...kept });

export const conversationSchema = z.object({
  id: z.string(),
  kind: z.enum(CHAT_KINDS),
  title: z.string(),
  incidentId: z.string().nullable(),
  messages: z.number().int(),
  createdAt: z.string(),
  lastAt: z.string(),
});
export type Conversation = z.infer<typeof conversationSchema>;

export const chatMessageSchema = z.object({
  id: z.string(),
  content: z.string(),
  isUser: z.boolean(),
  timestamp: z.string(),
  /** Of an answer; null where it is kept no longer. */
  details: answerSchema.nullable(),
});
export type ChatMessage = z.infer<typeof chatMessageSchema>;

/** Of the newest messages so many are answered. */
export const MESSAGES_SHOWN = 200;
const openedSchema = conversationSchema.extend({ history: z.array(chatMessageSchema) });
export type OpenedConversation = z.infer<typeof openedSchema>;

/** What a question that is under way has come to. `text` holds only what was checked. */
const runSchema = z.object({
  id: z.string(),
  /** `unknown`: not begun yet, over for long, or another's. */
  state: z.enum(['running', 'done', 'stopped', 'unknown']),
  phases: z.array(z.string()),
  text: z.string().nullable(),
});
export type ChatRun = z.infer<typeof runSchema>;

export const noteTargetSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('alert'), id }),
  z.object({
    type: z.literal('entity'),
    kind: z.enum(ENTITY_KINDS),
    value: z.string().trim().min(1).max(1_000),
  }),
]);
export type NoteTarget = z.infer<typeof noteTargetSchema>;

const titleSchema = z
  .string({ error: 'Title is required' })
  .trim()
  .min(1, 'Title is required')
  .max(CONVERSATION_TITLE_MAX, `Title must be at most ${CONVERSATION_TITLE_MAX} characters`);
const kindQuery = z.object({ kind: z.enum(CHAT_KINDS).optional() });

export const chatContract = {
  query: endpoint({
    method: 'POST',
    path: '/api/chat/query',
    summary: 'Ask the assistant; it answers from what the asker may read',
    permission: 'assistant.ask',
    body: querySchema,
    response: chatReplySchema,
  }),
  analystQuery: endpoint({
    method: 'POST',
    path: '/api/forensics/analyst-query',
    summary: 'Ask the analyst about a case',
    permission: 'assistant.ask',
    body: questionSchema,
    response: analystReplySchema,
  }),
  run: endpoint({
    method: 'GET',
    path: '/api/chat/runs/{id}',
    summary: 'How far a question of one’s own is',
    permission: 'assistant.ask',
    params: idParamSchema,
    response: runSchema,
  }),
  stop: endpoint({
    method: 'DELETE',
    path: '/api/chat/runs/{id}',
    summary: 'Stop a question of one’s own',
    permission: 'assistant.ask',
    params: idParamSchema,
    response: runSchema,
  }),
  conversations: endpoint({
    method: 'GET',
    path: '/api/chat/conversations',
    summary: 'Conversations of the signed-in account, the last one first',
    permission: 'assistant.ask',
    query: pageQuerySchema.extend(kindQuery.shape),
    response: z.array(conversationSchema),
    list: true,
  }),
  removeAll: endpoint({
    method: 'DELETE',
    path: '/api/chat/conversations',
    summary: 'Delete all conversations of the signed-in account, or those of one chat',
    permission: 'assistant.ask',
    query: kindQuery,
    response: z.object({ removed: z.number().int() }),
  }),
  conversation: endpoint({
    method: 'GET',
    path: '/api/chat/conversations/{id}',
    summary: 'One conversation with its newest messages, oldest first',
    permission: 'assistant.ask',
    params: idParamSchema,
    response: openedSchema,
  }),
  save: endpoint({
    method: 'GET',
    path: '/api/chat/conversations/{id}/file',
    summary: 'One conversation as a Markdown file',
    permission: 'assistant.ask',
    params: idParamSchema,
    response: 'bytes',
  }),
  rename: endpoint({
    method: 'PATCH',
    path: '/api/chat/conversations/{id}',
    summary: 'Give a conversation another title',
    permission: 'assistant.ask',
    params: idParamSchema,
    body: z.object({ title: titleSchema }),
    response: conversationSchema,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/chat/conversations/{id}',
    summary: 'Delete a conversation with its messages',
    permission: 'assistant.ask',
    params: idParamSchema,
    response: 'none',
    status: 204,
  }),
  makeNote: endpoint({
    method: 'POST',
    path: '/api/chat/messages/{id}/note',
    summary: 'Make a note of an answer: a comment on an alert, or a note about an entity',
    permission: 'alerts.write',
    params: idParamSchema,
    body: z.object({ target: noteTargetSchema }),
    response: z.object({ link: z.string() }),
    status: 201,
  }),
};
