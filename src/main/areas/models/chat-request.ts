/** A request as the wire has it. Pure; what the SDK's types call it is in the SDK. */
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import { PRESET_FACTS, type Preset } from '../../../shared/areas/models/presets.ts';
import type { ModelMessage, ModelRequest, ModelTool } from '../../platform/model-port.ts';

export interface ChatAsk {
  readonly preset: Preset;
  readonly model: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ModelTool[] | undefined;
  readonly schema: { readonly name: string; readonly schema: Record<string, unknown> } | undefined;
  /** It answers in a schema that is asked for; else the schema goes along in words. */
  readonly hasSchema: boolean;
  readonly maxTokens: number;
}

type WireMessage = ChatCompletionCreateParamsStreaming['messages'][number];

function toWire(message: ModelMessage): WireMessage {
  if (message.role === 'tool')
    return { role: 'tool', content: message.content, tool_call_id: message.toolCallId };
  if (message.role !== 'assistant') return { role: message.role, content: message.content };
  const calls = (message.toolCalls ?? []).map(({ id, name, arguments: text }) => ({
    id,
    type: 'function' as const,
    function: { name, arguments: text },
  }));
  return {
    role: 'assistant',
    content: message.content,
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
}

/** Whether a provider's strict mode takes it: every property required, none besides. */
function isStrictSchema(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return true;
  const one = schema as Record<string, unknown>;
  if (one.type === 'object' || 'properties' in one) {
    const names = Object.keys((one.properties ?? {}) as object);
    const required = Array.isArray(one.required) ? one.required : [];
    if (one.additionalProperties !== false || names.some((name) => !required.includes(name)))
      return false;
  }
  return Object.values(one).every(isStrictSchema);
}

const inWords = (schema: object): string =>
  `Answer with one JSON object that fits this JSON schema, and with nothing else: ${JSON.stringify(schema)}`;

export function toBody(ask: ChatAsk): ChatCompletionCreateParamsStreaming {
  const { preset, model, tools, schema } = ask;
  const { limitField, takesTemperature } = PRESET_FACTS[preset];
  const messages = ask.messages.map(toWire);
  if (schema && !ask.hasSchema) messages.push({ role: 'system', content: inWords(schema.schema) });
  return {
    model,
    messages,
    stream: true,
    stream_options: { include_usage: true },
    [limitField]: ask.maxTokens,
    ...(takesTemperature ? { temperature: 0 } : {}),
    ...(tools && tools.length > 0
      ? {
          tools: tools.map(({ name, description, parameters }) => ({
            type: 'function' as const,
            function: { name, description, parameters },
          })),
        }
      : {}),
    ...(schema && ask.hasSchema
      ? {
          response_format: {
            type: 'json_schema' as const,
            json_schema: { ...schema, strict: isStrictSchema(schema.schema) },
          },
        }
      : {}),
  };
}

interface RecordedBody {
  readonly messages?: readonly {
    readonly role: string;
    readonly content?: string | null;
    readonly tool_call_id?: string;
    readonly tool_calls?: readonly {
      readonly id: string;
      readonly function: { readonly name: string; readonly arguments: string };
    }[];
  }[];
  readonly tools?: readonly { readonly function: ModelTool }[];
  readonly response_format?: { readonly json_schema?: NonNullable<ChatAsk['schema']> };
  readonly max_tokens?: number;
  readonly max_completion_tokens?: number;
}

/** What a body of `toBody` asked: for a replay. */
export function fromBody(
  text: string,
): Pick<ChatAsk, 'messages' | 'maxTokens'> & Partial<Pick<ModelRequest, 'tools' | 'schema'>> {
  const body = JSON.parse(text) as RecordedBody;
  const messages = (body.messages ?? []).map((one): ModelMessage => {
    const content = one.content ?? '';
    if (one.role === 'tool') return { role: 'tool', content, toolCallId: one.tool_call_id ?? '' };
    if (one.role !== 'assistant')
      return { role: one.role === 'system' ? 'system' : 'user', content };
    const toolCalls = (one.tool_calls ?? []).map(({ id, function: called }) => ({ id, ...called }));
    return { role: 'assistant', content, toolCalls };
  });
  const schema = body.response_format?.json_schema;
  return {
    messages,
    maxTokens: body.max_tokens ?? body.max_completion_tokens ?? 2000,
    ...(body.tools ? { tools: body.tools.map(({ function: tool }) => tool) } : {}),
    ...(schema ? { schema: { name: schema.name, schema: schema.schema } } : {}),
  };
}
