import { randomBytes } from 'node:crypto';
import type { AnalystTools } from '../areas/assistant/agent/agent.deps.ts';
import { runAgent } from '../areas/assistant/agent/run-agent.ts';
import type { ModelAnswers } from '../areas/assistant/answers/model-answer.ts';
import { chatRoutes } from '../areas/assistant/chat.routes.ts';
import { createChatService, NOTE_CALLS } from '../areas/assistant/chat.service.ts';
import { createChatRuns } from '../areas/assistant/chat-runs.ts';
import { createConversationService } from '../areas/assistant/conversations.service.ts';
import { createInnerCall } from '../http/inner-calls.ts';
import type { Route } from '../http/route.ts';
import type { ModelGateway } from '../platform/model-port.ts';
import type { CoreDeps, WiredArea } from './core-deps.ts';

export interface AssistantPorts {
  /** Every route of the core, once all are made: the assistant reads what the screens read. */
  readonly routes: () => readonly Route[];
  readonly gateway: ModelGateway;
  /** Limited to what the account may read. */
  readonly toolsOf: (account: string | null) => AnalystTools;
}

const RANDOM_BYTES = 18;

/** Asks a model by way of the agent loop, which checks what it wrote. */
function modelAnswers({ clock }: CoreDeps, { gateway, toolsOf }: AssistantPorts): ModelAnswers {
  const random = () => randomBytes(RANDOM_BYTES).toString('hex');
  return {
    isThere: (task) => gateway.tier(task) !== 'none',
    ask: (brief, { onPhase, signal }) =>
      runAgent({ gateway, tools: toolsOf(brief.account), clock, random }, brief, {
        onProgress: ({ text }) => onPhase(text),
        signal,
      }),
  };
}

/** The chats: answers from the workspace, conversations, and what a model adds. */
export function wireAssistant(core: CoreDeps, ports: AssistantPorts): WiredArea {
  const { db, hub, clock, newId, attack } = core;
  const runs = createChatRuns({
    onChanged: (id) => hub.emit({ type: 'changed', resource: 'chat_runs', ids: [id] }),
  });
  const conversations = createConversationService({ db, newId });
  const chat = createChatService({
    ...{ conversations, runs, clock },
    call: createInnerCall(ports.routes, NOTE_CALLS, db.viewing),
    technique(id) {
      return db.read('attack.names', (reader) => attack.of(reader).names.find(id));
    },
    models: modelAnswers(core, ports),
  });
  return { routes: chatRoutes({ chat, conversations, runs, clock }), start: () => () => {} };
}
