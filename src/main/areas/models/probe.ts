/**
 * 'Test connection': finds out what a model can be trusted with, by asking. A server may ignore a
 * schema, or cut a long prompt without a word, so nothing is believed that was not seen.
 */
import type { ProbeCheck } from '../../../shared/areas/models/models.contract.ts';
import { ModelFailure, type ModelMessage, type ModelTier } from '../../platform/model-port.ts';
import type { RecordedReply } from './call-recorder.ts';
import type { OpenGateway, OpenRequest } from './gateway.ts';
import {
  contextQuestion,
  failed,
  isWordAnswer,
  partly,
  passed,
  SCHEMA_QUESTION,
  STREAM_QUESTION,
  skipped,
  TOOL_ANSWER,
  TOOL_QUESTION,
  WORD_SCHEMA,
  WORD_TOOL,
} from './probe-checks.ts';

export interface ProbeDeps {
  readonly gateway: OpenGateway;
  /** Names of the models there are. @throws ModelFailure */
  readonly models: (signal: AbortSignal) => Promise<readonly string[]>;
  /** Each call of a probe is a run of its own: it is no run of the product. */
  readonly newId: () => string;
  /** The one that is looked at. */
  readonly endpointId: string;
  readonly account: string;
  readonly signal: AbortSignal;
  readonly onCheck: (check: ProbeCheck) => void;
}

export interface ProbeResult {
  readonly tier: ModelTier;
  readonly hasSchema: boolean;
  readonly checks: readonly ProbeCheck[];
  readonly speed: number | null;
}

type Ask = (
  content: string | readonly ModelMessage[],
  extra?: Pick<OpenRequest, 'tools' | 'schema' | 'hasSchema' | 'onText'>,
) => Promise<RecordedReply>;

/** Below so many pieces a second a person waits too long. */
const SLOW = 5;
/** Some think for long before they answer so short a question. */
const MAX_TOKENS = 1500;

/** What it failed with, as a sentence; a cancelled probe is no result at all. */
function why(error: unknown): string {
  if (!(error instanceof ModelFailure)) throw error;
  if (error.kind === 'cancelled' || error.kind === 'offline-lock') throw error;
  return error.message;
}

const counted = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;

async function checkModels(deps: ProbeDeps, model: string): Promise<ProbeCheck> {
  try {
    const names = await deps.models(deps.signal);
    if (names.includes(model))
      return passed(
        'models',
        `The endpoint lists ${counted(names.length, 'model')}, ${model} among them.`,
      );
    const some = names.slice(0, 5).join(', ');
    return partly('models', `The endpoint does not list ${model}. It lists: ${some || 'none'}.`);
  } catch (error) {
    return partly('models', `The endpoint gives no list of models. ${why(error)}`);
  }
}

async function checkStream(ask: Ask): Promise<{ check: ProbeCheck; speed: number | null }> {
  try {
    let pieces = 0;
    let firstAt = 0;
    const onText = () => {
      pieces += 1;
      firstAt ||= performance.now();
    };
    const { text } = await ask(STREAM_QUESTION, { onText });
    const seconds = (performance.now() - firstAt) / 1000;
    if (text.trim() === '')
      return { check: failed('stream', 'The answer was empty.'), speed: null };
    // One piece says nothing of speed.
    const speed = pieces > 4 && seconds > 0 ? pieces / seconds : null;
    return { check: passed('stream', `The answer came in ${counted(pieces, 'piece')}.`), speed };
  } catch (error) {
    return { check: failed('stream', why(error)), speed: null };
  }
}

async function checkSchema(ask: Ask): Promise<ProbeCheck> {
  const attempt = async (hasSchema: boolean) => {
    const { text } = await ask(SCHEMA_QUESTION, { schema: WORD_SCHEMA, hasSchema });
    return isWordAnswer(text);
  };
  try {
    if (await attempt(true)) return passed('schema', 'Answers fit a schema that is asked for.');
  } catch (error) {
    why(error);
  }
  try {
    if (await attempt(false))
      return partly(
        'schema',
        'A schema is ignored, but JSON that is described in words is written.',
      );
    return failed('schema', 'Answers are not the JSON that was asked for.');
  } catch (error) {
    return failed('schema', why(error));
  }
}

async function checkTools(ask: Ask): Promise<ProbeCheck> {
  try {
    const tools = [WORD_TOOL];
    const first = await ask(TOOL_QUESTION, { tools });
    const [call] = first.toolCalls;
    if (!call) return failed('tools', 'The model did not call the tool that it was given.');
    if (call.name !== WORD_TOOL.name || !/harbour/.test(call.arguments))
      return failed('tools', 'The model called the tool with something else than was asked.');
    const question = { role: 'user', content: TOOL_QUESTION } as const;
    const asked = { role: 'assistant', content: first.text, toolCalls: [call] } as const;
    const answered = { role: 'tool', content: TOOL_ANSWER, toolCallId: call.id } as const;
    const second = await ask([question, asked, answered], { tools });
    return /7|seven/i.test(second.text)
      ? passed('tools', 'A tool was called, and its answer was used.')
      : failed('tools', 'A tool was called, and its answer was not used.');
  } catch (error) {
    return failed('tools', why(error));
  }
}

async function checkContext(ask: Ask, canary: string): Promise<ProbeCheck> {
  try {
    const { text } = await ask(contextQuestion(canary));
    return text.toLowerCase().includes(canary)
      ? passed('context', 'A long question was read from its first line on.')
      : failed(
          'context',
          'The beginning of a long question was lost without a word: set the context of the server to 16,384 tokens or more.',
        );
  } catch (error) {
    return failed('context', why(error));
  }
}

function checkSpeed(speed: number | null): ProbeCheck {
  if (speed === null) return skipped('speed', 'The answer was too short to measure.');
  const rate = speed >= 10 ? Math.round(speed) : speed.toFixed(1);
  const text = `About ${rate} pieces of text a second.`;
  return speed < SLOW
    ? partly('speed', `${text} Investigations may run out of time.`)
    : passed('speed', text);
}

/** @throws ModelFailure 'cancelled' | 'offline-lock' | 'off': then nothing was found out */
export async function probeModel(deps: ProbeDeps, model: string): Promise<ProbeResult> {
  const checks: ProbeCheck[] = [];
  const tell = (check: ProbeCheck) => {
    checks.push(check);
    deps.onCheck(check);
    return check.outcome;
  };
  const ask: Ask = async (content, extra = {}) => {
    const runId = `probe-${deps.newId()}`;
    const messages = typeof content === 'string' ? [{ role: 'user', content } as const] : content;
    try {
      return await deps.gateway.send({
        ...{ task: 'probe', account: deps.account, runId, model, messages, isBudgetFree: true },
        endpointId: deps.endpointId,
        ...{ maxTokens: MAX_TOKENS, signal: deps.signal, ...extra },
      });
    } finally {
      deps.gateway.endRun(runId, null);
    }
  };
  tell(await checkModels(deps, model));
  const { check: stream, speed } = await checkStream(ask);
  if (tell(stream) !== 'passed') {
    for (const check of ['schema', 'tools', 'context', 'speed'] as const)
      tell(skipped(check, 'Not tried, as the model did not answer.'));
    return { tier: 'none', hasSchema: false, checks, speed: null };
  }
  const schema = tell(await checkSchema(ask));
  const tools = tell(await checkTools(ask));
  const canary = `quiet-marble-${10 + Math.floor(Math.random() * 90)}`;
  const context = tell(await checkContext(ask, canary));
  tell(checkSpeed(speed));
  const tier = tierOf({ schema, tools, context });
  return { tier, hasSchema: schema === 'passed', checks, speed };
}

type Outcome = ProbeCheck['outcome'];

/** A prompt that loses its beginning loses its rules: such a model is not used at all. */
function tierOf(found: { schema: Outcome; tools: Outcome; context: Outcome }): ModelTier {
  if (found.context !== 'passed') return 'none';
  return found.tools === 'passed' && found.schema !== 'failed' ? 'tools' : 'writes';
}
