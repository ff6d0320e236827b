/**
 * Rounds in which a model looks for itself. It only reads: a tool gets entities and evidence ids of
 * this run, and what it answers becomes records of the case. Whatever a model asks that is not so is
 * answered in words; the number of rounds and calls is bounded.
 */
import type { ModelMessage, ModelReply, ModelToolCall } from '../../../platform/model-port.ts';
import { type AgentDeps, BUDGET } from './agent.deps.ts';
import type { CaseFile, CaseRecord } from './case-file.ts';
import type { Conversation } from './conversation.ts';
import { shownBytes, toolContent, toolsMessage } from './prompts.ts';

const TOOL_ROWS_MAX = 40;
const TOOL_BYTES_MAX = 4_000;
/** Delimiters and what is said of more. */
const FRAME_BYTES = 160;
const ARGUMENTS_MAX = 2_000;
const CONTENT_MAX = 4_000;
const NAME_MAX = 64;

export interface ToolRounds {
  readonly messages: readonly ModelMessage[];
  readonly toolCalls: number;
  /** It would have gone on. */
  readonly isAtLimit: boolean;
}

interface RoundsOptions {
  readonly deps: Pick<AgentDeps, 'tools' | 'random'>;
  readonly file: CaseFile;
  readonly talk: Conversation;
  readonly before: readonly ModelMessage[];
  /** Calls to the model that are kept for what comes after. */
  readonly reserve: number;
  readonly onCall: (name: string, toolCalls: number) => void;
}

export async function runToolRounds(options: RoundsOptions): Promise<ToolRounds> {
  const { deps, file, talk, before, reserve, onCall } = options;
  const messages: ModelMessage[] = [...before, toolsMessage()];
  const asked = new Set<string>();
  let toolCalls = 0;
  while (talk.left() > reserve && toolCalls < BUDGET.toolCalls) {
    const reply = await talk.ask(messages, { tools: deps.tools.definitions });
    const wanted = reply.toolCalls.slice(0, BUDGET.toolCalls - toolCalls);
    if (wanted.length === 0)
      return { messages: [...messages, said(reply, [])], toolCalls, isAtLimit: false };
    messages.push(said(reply, wanted));
    for (const call of wanted) {
      toolCalls++;
      onCall(knownName(call, deps), toolCalls);
      messages.push({
        role: 'tool',
        toolCallId: call.id,
        content: answerTo(call, deps, file, asked),
      });
    }
  }
  return { messages, toolCalls, isAtLimit: true };
}

/** What it said, as far as it goes on: calls that are not carried out are not part of it. */
const said = ({ text }: ModelReply, wanted: readonly ModelToolCall[]): ModelMessage => ({
  role: 'assistant',
  content: text.slice(0, CONTENT_MAX),
  ...(wanted.length > 0
    ? {
        toolCalls: wanted.map(({ id, name, arguments: args }) => ({
          id,
          name: name.slice(0, NAME_MAX),
          arguments: args.length > ARGUMENTS_MAX ? '{}' : args,
        })),
      }
    : {}),
});

const knownName = ({ name }: ModelToolCall, { tools }: Pick<AgentDeps, 'tools'>): string =>
  tools.definitions.find((definition) => definition.name === name)?.name ??
  'a tool that is not there';

function answerTo(
  { name, arguments: args }: ModelToolCall,
  { tools, random }: Pick<AgentDeps, 'tools' | 'random'>,
  file: CaseFile,
  asked: Set<string>,
): string {
  if (!tools.definitions.some((definition) => definition.name === name))
    return `There is no such tool. There are: ${tools.definitions.map((tool) => tool.name).join(', ')}.`;
  if (args.length > ARGUMENTS_MAX) return 'The arguments are too long.';
  const key = `${name} ${args}`;
  if (asked.has(key)) return 'You asked exactly this before; its answer stands above.';
  asked.add(key);
  const { note, records } = tools.call(name, args, file);
  const given: CaseRecord[] = [];
  let room = TOOL_BYTES_MAX - Buffer.byteLength(note) - FRAME_BYTES;
  for (const found of records.slice(0, TOOL_ROWS_MAX)) {
    const record = file.add(found);
    if (!record || given.includes(record)) continue;
    room -= shownBytes(record);
    if (room < 0) break;
    given.push(record);
  }
  return toolContent(note, given, records.length - given.length, random);
}
