/**
 * Puts the pieces of a streamed answer together. What a model or a server writes is unchecked: every
 * field is looked at before it is used, and what does not fit is a failure, not a guess.
 */
import { ModelFailure, type ModelToolCall } from '../../platform/model-port.ts';
import { bareReasoning, createReasoningFilter } from './reasoning.ts';

const MAX_TOOLS = 64;

export interface ReadAnswer {
  readonly text: string;
  readonly toolCalls: readonly ModelToolCall[];
  readonly finish: 'stop' | 'length' | 'tools';
  /** Null where the endpoint did not count. */
  readonly usage: { readonly sent: number; readonly received: number } | null;
  readonly pieces: number;
  /** Letters of reasoning that were taken out. */
  readonly reasoning: number;
}

interface PartialTool {
  id: string;
  name: string;
  arguments: string;
}

const odd = (what: string) =>
  new ModelFailure('not-json', `The answer is not in the protocol: ${what}.`);

function asObject(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw odd(what);
  return value as Record<string, unknown>;
}

function textOf(value: unknown, what: string): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') throw odd(what);
  return value;
}

const count = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.round(value) : 0;

export function createAnswerReader(onText: ((piece: string) => void) | undefined) {
  const filter = createReasoningFilter();
  let besides = 0;
  const tools = new Map<number, PartialTool>();
  let text = '';
  let finish: string | undefined;
  let usage: ReadAnswer['usage'] = null;
  let pieces = 0;
  let events = 0;

  function add(piece: string): void {
    if (piece === '') return;
    text += piece;
    onText?.(piece);
  }

  function addTools(given: unknown): void {
    if (given === undefined || given === null) return;
    if (!Array.isArray(given)) throw odd('tool calls are no list');
    for (const [place, each] of given.entries()) {
      const call = asObject(each, 'a tool call is no object');
      const index = typeof call.index === 'number' ? call.index : place;
      if (!Number.isInteger(index) || index < 0 || index >= MAX_TOOLS)
        throw new ModelFailure(
          'too-large',
          `The model asked for more than ${MAX_TOOLS} tools at once.`,
        );
      const tool = tools.get(index) ?? { id: '', name: '', arguments: '' };
      tools.set(index, tool);
      const named = asObject(call.function ?? {}, 'a tool call names no function');
      tool.id ||= textOf(call.id, 'an id is no text');
      tool.name += textOf(named.name, 'a tool is not named by text');
      // Some servers send arguments as an object; it is what its JSON would be.
      const args = named.arguments;
      tool.arguments +=
        typeof args === 'object' && args !== null
          ? JSON.stringify(args)
          : textOf(args, 'arguments are no text');
    }
  }

  return {
    get pieces() {
      return pieces;
    },
    push(event: unknown): void {
      events += 1;
      const chunk = asObject(event, 'an event is no object');
      if (!Array.isArray(chunk.choices)) throw odd('an event has no choices');
      if (typeof chunk.usage === 'object' && chunk.usage !== null) {
        const { prompt_tokens, completion_tokens } = chunk.usage as Record<string, unknown>;
        usage = { sent: count(prompt_tokens), received: count(completion_tokens) };
      }
      // What comes after the end is no part of the answer; only the first choice was asked for.
      const [first] = chunk.choices;
      if (first === undefined || finish !== undefined) return;
      const choice = asObject(first, 'a choice is no object');
      if (count(choice.index) !== 0) return;
      const delta = asObject(choice.delta ?? {}, 'a piece is no object');
      const piece = textOf(delta.content, 'a piece is no text');
      if (piece !== '') {
        pieces += 1;
        add(filter.push(piece));
      }
      // Servers that tell reasoning apart give it a field of its own.
      for (const field of ['reasoning_content', 'reasoning'])
        if (typeof delta[field] === 'string') besides += delta[field].length;
      addTools(delta.tool_calls);
      if (typeof choice.finish_reason === 'string') finish = choice.finish_reason;
    },
    /** `isDone`: the end of the stream was announced, `bytes`: what came at all. @throws ModelFailure */
    end({ isDone, bytes }: { isDone: boolean; bytes: number }): ReadAnswer {
      if (finish === 'content_filter')
        throw new ModelFailure('refused', 'The endpoint held the answer back (content filter).');
      if (finish === undefined && events === 0 && bytes > 0) throw odd('it holds no event');
      if (finish === undefined && (!isDone || events === 0))
        throw new ModelFailure('cut', 'The answer ended before it was finished.');
      add(filter.end());
      const bare = bareReasoning(text);
      text = text.slice(bare);
      const reasoning = filter.letters + bare + besides;
      const toolCalls = [...tools.entries()]
        .sort(([a], [b]) => a - b)
        .map(([index, { id, name, arguments: args }]) => ({
          id: id || `call_${index}`,
          name,
          arguments: args,
        }));
      const read = { text, usage, pieces, reasoning };
      if (finish === 'length') return { ...read, toolCalls: [], finish: 'length' };
      return { ...read, toolCalls, finish: toolCalls.length > 0 ? 'tools' : 'stop' };
    },
  };
}
