/** Chat completion chunks over server-sent events, as OpenAI-compatible servers write them. */
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { ChatBody, ScriptedTool, Step } from './steps.ts';

const SSE = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' };
export const beginStream = (response: ServerResponse): void => {
  response.writeHead(200, SSE);
};

type Delta = Record<string, unknown>;

export function chunk(model: string, delta: Delta, finish: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  const event = {
    id: 'chatcmpl-mock',
    object: 'chat.completion.chunk',
    created: 1,
    model,
    choices,
  };
  return `data: ${JSON.stringify(event)}\n\n`;
}

export function usageChunk(model: string, sent: number, received: number): string {
  const usage = { prompt_tokens: sent, completion_tokens: received, total_tokens: sent + received };
  const event = { id: 'chatcmpl-mock', object: 'chat.completion.chunk', created: 1, model };
  return `data: ${JSON.stringify({ ...event, choices: [], usage })}\n\n`;
}

export const DONE = 'data: [DONE]\n\n';

const words = (text: string): string[] => text.match(/\s*\S+\s*/g) ?? (text ? [text] : []);

export async function streamText(
  response: ServerResponse,
  { model, messages }: ChatBody,
  step: Extract<Step, { text: string }>,
): Promise<void> {
  beginStream(response);
  response.write(chunk(model, { role: 'assistant', content: '' }));
  const pieces = step.pieces ?? words(step.text);
  for (const piece of pieces) {
    if (response.destroyed) return;
    response.write(chunk(model, { content: piece }));
    if (step.everyMs) await pause(step.everyMs);
  }
  response.write(chunk(model, {}, step.finish ?? 'stop'));
  const sent = Math.ceil(JSON.stringify(messages).length / 4);
  const usage = step.usage ?? { sent, received: pieces.length };
  response.write(usageChunk(model, usage.sent, usage.received));
  response.end(DONE);
}

/** Arguments come in two pieces, as they do from real servers. */
export function streamTools(
  response: ServerResponse,
  { model }: ChatBody,
  { tools, text }: { tools: readonly ScriptedTool[]; text?: string },
): void {
  beginStream(response);
  response.write(chunk(model, { role: 'assistant', content: text ?? null }));
  tools.forEach((tool, index) => {
    const id = tool.id ?? `call_${index}_${Math.random().toString(36).slice(2, 10)}`;
    const whole =
      typeof tool.arguments === 'string' ? tool.arguments : JSON.stringify(tool.arguments);
    const half = Math.ceil(whole.length / 2);
    const begin = { name: tool.name, arguments: whole.slice(0, half) };
    const tool_calls = [{ index, id, type: 'function', function: begin }];
    response.write(chunk(model, { tool_calls }));
    const rest = [{ index, function: { arguments: whole.slice(half) } }];
    response.write(chunk(model, { tool_calls: rest }));
  });
  response.write(chunk(model, {}, 'tool_calls'));
  response.write(usageChunk(model, 100, 20));
  response.end(DONE);
}
