/** Calls of one run: counted, cancellable, each with its id kept. */
import type { AgentBrief } from '../../../../shared/areas/assistant/agent.types.ts';
import {
  ModelFailure,
  type ModelMessage,
  type ModelReply,
  type ModelTool,
} from '../../../platform/model-port.ts';
import { type AgentDeps, BUDGET } from './agent.deps.ts';

export interface Conversation {
  readonly calls: readonly string[];
  left(): number;
  ask(
    messages: readonly ModelMessage[],
    more: {
      readonly tools?: readonly ModelTool[];
      readonly schema?: { readonly name: string; readonly schema: Record<string, unknown> };
    },
  ): Promise<ModelReply>;
}

export function openConversation(
  { gateway, clock }: Pick<AgentDeps, 'gateway' | 'clock'>,
  { task, account }: Pick<AgentBrief, 'task' | 'account'>,
  { runId, signal }: { runId: string; signal: AbortSignal | undefined },
): Conversation {
  const calls: string[] = [];
  const started = clock.now();
  let asked = 0;
  return {
    calls,
    left: () => BUDGET.calls - asked,
    async ask(messages, more) {
      if (signal?.aborted) throw new ModelFailure('cancelled', 'It was cancelled.');
      if (asked >= BUDGET.calls || clock.now() - started > BUDGET.ms)
        throw new ModelFailure('budget', 'The run has used what it may.');
      asked++;
      const reply = await gateway.call({
        ...{ task, account, runId, messages, ...more },
        ...(signal ? { signal } : {}),
      });
      calls.push(reply.callId);
      if (signal?.aborted) throw new ModelFailure('cancelled', 'It was cancelled.');
      return reply;
    },
  };
}
