import { chatContract } from '../../../shared/areas/assistant/chat.contract.ts';
import { page, type Route, route } from '../../http/route.ts';
import type { Clock } from '../../platform/clock.ts';
import { renderMarkdown } from '../../platform/documents/markdown.ts';
import type { ChatService } from './chat.service.ts';
import type { ChatRuns } from './chat-runs.ts';
import { conversationDocument } from './conversation-document.ts';
import type { ConversationService } from './conversations.service.ts';

export interface ChatRoutesDeps {
  readonly chat: ChatService;
  readonly conversations: ConversationService;
  readonly runs: ChatRuns;
  readonly clock: Clock;
}

export function chatRoutes({ chat, conversations, runs, clock }: ChatRoutesDeps): Route[] {
  const calls = chatContract;
  return [
    route(calls.query, async ({ body, session }) => {
      const { text, ...kept } = await chat.ask(
        {
          kind: 'assistant',
          text: body.query,
          context: body.context ?? {},
          said: null,
          incidentId: null,
          conversationId: body.conversationId ?? null,
          runId: body.runId,
        },
        session,
      );
      return { response: text, ...kept };
    }),
    route(calls.analystQuery, async ({ body, session }) => {
      const { context } = body;
      const { text, ...kept } = await chat.ask(
        {
          kind: 'analyst',
          text: body.question,
          context: typeof context === 'object' && context !== null ? context : {},
          said: typeof context === 'string' ? context : null,
          incidentId: body.incidentId ?? null,
          conversationId: body.conversationId ?? null,
          runId: body.runId,
        },
        session,
      );
      return { answer: text, ...kept };
    }),
    route(calls.run, ({ params, session }) => runs.get(params.id, session.user.id)),
    route(calls.stop, ({ params, session }) => runs.stop(params.id, session.user.id)),
    route(calls.conversations, ({ query, session }) => {
      const { rows, total, nextCursor } = conversations.list(query, session.user.id);
      return page(rows, total, nextCursor);
    }),
    route(calls.removeAll, ({ query, session }) => ({
      removed: conversations.removeAll(query.kind, session.user.id),
    })),
    route(calls.conversation, ({ params, session }) =>
      conversations.open(params.id, session.user.id),
    ),
    route(calls.save, ({ params, session }) => {
      const opened = conversations.open(params.id, session.user.id);
      return new Response(renderMarkdown(conversationDocument(opened, clock.now())), {
        headers: {
          'Content-Type': 'text/markdown; charset=utf-8',
          'Content-Disposition': 'attachment; filename="watchfloor-conversation.md"',
        },
      });
    }),
    route(calls.rename, ({ params, body, session }) =>
      conversations.rename(params.id, body.title, session.user.id),
    ),
    route(calls.remove, ({ params, session }) => {
      conversations.remove(params.id, session.user.id);
      return new Response(null, { status: 204 });
    }),
    route(calls.makeNote, ({ params, body, session }) =>
      chat.makeNote(params.id, body.target, session),
    ),
  ];
}
