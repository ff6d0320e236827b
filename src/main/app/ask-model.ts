import { randomBytes } from 'node:crypto';
import type { AnalystTools } from '../areas/assistant/agent/agent.deps.ts';
import { runAgent } from '../areas/assistant/agent/run-agent.ts';
import type { AskModel } from '../areas/forensics/opinion.service.ts';
import type { Clock } from '../platform/clock.ts';
import type { ModelGateway } from '../platform/model-port.ts';

const RANDOM_BYTES = 18;

export interface AskModelDeps {
  readonly clock: Clock;
  readonly gateway: ModelGateway;
  /** Limited to what the account may read. */
  readonly toolsOf: (account: string | null) => AnalystTools;
}

/** What an investigation asks a model, by way of the agent loop, which checks what it wrote. */
export function createAskModel({ clock, gateway, toolsOf }: AskModelDeps): AskModel {
  const random = () => randomBytes(RANDOM_BYTES).toString('hex');
  return (brief, { signal, onPhase }) =>
    runAgent({ gateway, tools: toolsOf(brief.account), clock, random }, brief, {
      onProgress: ({ text }) => onPhase(text),
      signal,
    });
}
