/**
 * A model's run over one case. It gives words, never power.
 * Defences: it has no tool that writes; strangers' text reaches it only as data (untrusted-json.ts);
 * every claim is checked by code (verify-claim.ts) and a fifth of bad ones discards all; its verdict
 * can only be more alarming than the engine's; where texts instruct or excuse, the answer shown is
 * that of a run in which they are masked (mask.ts). Whatever fails, the engine's answer is shown.
 */
import type {
  AgentBrief,
  AgentOutcome,
  CaseVerdict,
} from '../../../../shared/areas/assistant/agent.types.ts';
import {
  ModelFailure,
  type ModelFailureKind,
  type ModelMessage,
} from '../../../platform/model-port.ts';
import type { AgentDeps, AgentPhase, AgentRunOptions } from './agent.deps.ts';
import {
  ANSWER_JSON,
  answerSchema,
  type ModelAnswer,
  PLAN_JSON,
  parseAnswer,
  planSchema,
} from './answer.schema.ts';
import { type CaseFile, FACTS_MAX, openCase } from './case-file.ts';
import { type Conversation, openConversation } from './conversation.ts';
import { engineAnswer } from './engine-answer.ts';
import { maskedCase, maskText } from './mask.ts';
import {
  briefMessage,
  planMessage,
  repairMessage,
  systemMessage,
  verdictMessage,
} from './prompts.ts';
import { runToolRounds } from './tool-rounds.ts';
import { moreAlarming, type VerifiedAnswer, verifyAnswer } from './verify-answer.ts';

/** Calls kept for the verdict and its repair, and for both of the run with masked texts. */
const RESERVE = 4;
const SALT_LENGTH = 4;

const NOTICES: Readonly<Record<ModelFailureKind, string>> = {
  off: "No model is set up. This is the engine's answer.",
  'offline-lock': "The offline lock is on, so no model was asked. This is the engine's answer.",
  unseen:
    "Nothing was sent: nobody has looked at what would leave for the model yet. This is the engine's answer.",
  unreachable: "The model could not be reached. This is the engine's answer.",
  'rate-limited': 'AI Service Unavailable',
  refused: "The model refused the request. This is the engine's answer.",
  timeout: "The model took too long. This is the engine's answer.",
  stalled: "The model stopped answering. This is the engine's answer.",
  cut: "The model's answer was cut off. This is the engine's answer.",
  redirected:
    "The model's address pointed elsewhere, and nothing was sent there. This is the engine's answer.",
  'not-json': "The model's answer could not be read. This is the engine's answer.",
  'too-large': "The model's answer was too large. This is the engine's answer.",
  budget: "The budget for the model is used up. This is the engine's answer.",
  redaction:
    "What would have left could not be redacted, so nothing was sent. This is the engine's answer.",
  cancelled: "The model was stopped. This is the engine's answer.",
};

/** Always an answer: the engine's, wherever a model's did not hold. Never throws for what a model does. */
export async function runAgent(
  deps: AgentDeps,
  brief: AgentBrief,
  options: AgentRunOptions = {},
): Promise<AgentOutcome> {
  const runId = deps.random();
  const file = openCase(brief, deps.random().slice(0, SALT_LENGTH));
  if (deps.gateway.tier(brief.task) === 'none')
    return engineAnswer(brief, file, { notice: null, failure: null, calls: [] });
  const talk = openConversation(deps, brief, { runId, signal: options.signal });
  let verified: VerifiedAnswer | null = null;
  try {
    const run = await investigate({ deps, brief, file, talk, options });
    verified = run.verified;
    return outcomeOf(run, brief, file, talk);
  } catch (error) {
    const kind = error instanceof ModelFailure ? error.kind : 'not-json';
    const { calls } = talk;
    return engineAnswer(brief, file, { notice: NOTICES[kind], failure: kind, calls });
  } finally {
    deps.gateway.endRun(runId, verified === null ? null : verification(verified));
  }
}

const verification = ({ total, dropped, isDiscarded }: VerifiedAnswer) => ({
  claims: total,
  dropped,
  discarded: isDiscarded,
  note: isDiscarded ? 'Discarded: too much of it did not hold.' : null,
});

interface RunContext {
  readonly deps: AgentDeps;
  readonly brief: AgentBrief;
  readonly file: CaseFile;
  readonly talk: Conversation;
  readonly options: AgentRunOptions;
}

interface Run {
  readonly verified: VerifiedAnswer;
  /** Of the run that read every text; differs where texts were masked and that changed it. */
  readonly firstVerdict: CaseVerdict;
  readonly lastVerdict: CaseVerdict;
  readonly leftOut: number;
}

async function investigate(context: RunContext): Promise<Run> {
  const { deps, brief, file, talk, options } = context;
  let toolCalls = 0;
  const progress = (phase: AgentPhase, text: string) =>
    options.onProgress?.({ phase, text, calls: talk.calls.length, toolCalls });
  const { message, leftOut } = briefMessage(brief, file, deps.random);
  let messages: readonly ModelMessage[] = [systemMessage(), message];

  progress('hypotheses', 'Forming hypotheses');
  messages = await plan(talk, messages);
  let isAtLimit = false;
  if (deps.gateway.tier(brief.task) === 'tools' && deps.tools.definitions.length > 0) {
    progress('tools', 'Looking through the records');
    const rounds = await runToolRounds({
      ...{ deps, file, talk, before: messages, reserve: RESERVE },
      onCall(name, calls) {
        toolCalls = calls;
        progress('tools', `Reading: ${name}`);
      },
    });
    messages = rounds.messages;
    isAtLimit = rounds.isAtLimit;
  }
  progress('verdict', 'Writing the verdict');
  const first = await verdict(talk, messages, isAtLimit);
  let last = first;
  let read: CaseFile = file;
  if (file.findings.length > 0) {
    progress('masked', 'Repeating with suspicious texts masked');
    read = maskedCase(file);
    last = await verdict(talk, maskedMessages(context, read), false);
  }
  progress('checking', 'Checking every claim');
  // Against what that run was given: a masked text is no evidence of anything.
  const verified = verifyAnswer(last, brief, read);
  return { verified, firstVerdict: first.verdict, lastVerdict: last.verdict, leftOut };
}

/** Hypotheses steer what is looked for; an answer that cannot be read costs nothing but them. */
async function plan(
  talk: Conversation,
  before: readonly ModelMessage[],
): Promise<readonly ModelMessage[]> {
  const asked = [...before, planMessage()];
  const reply = await talk.ask(asked, { schema: { name: 'hypotheses', schema: PLAN_JSON } });
  const parsed = parseAnswer(reply.text, planSchema);
  if ('problem' in parsed) return before;
  return [...asked, { role: 'assistant', content: JSON.stringify(parsed.value) }];
}

/** One answer, and one attempt to have it repaired. */
async function verdict(
  talk: Conversation,
  before: readonly ModelMessage[],
  isAtLimit: boolean,
): Promise<ModelAnswer> {
  const asked = [...before, verdictMessage(isAtLimit)];
  const schema = { name: 'verdict', schema: ANSWER_JSON };
  const reply = await talk.ask(asked, { schema });
  const parsed = parseAnswer(reply.text, answerSchema);
  if ('value' in parsed) return parsed.value;
  const again = await talk.ask(
    [
      ...asked,
      { role: 'assistant', content: reply.text.slice(0, 4_000) },
      repairMessage(parsed.problem),
    ],
    { schema },
  );
  const repaired = parseAnswer(again.text, answerSchema);
  if ('value' in repaired) return repaired.value;
  throw new ModelFailure('not-json', repaired.problem);
}

/** The same records, also those that tools found, without the texts that were findings. */
function maskedMessages({ brief, deps }: RunContext, masked: CaseFile): readonly ModelMessage[] {
  const title = maskText(brief.title);
  return [systemMessage(), briefMessage({ ...brief, title }, masked, deps.random).message];
}

function outcomeOf(run: Run, brief: AgentBrief, file: CaseFile, talk: Conversation): AgentOutcome {
  const { verified, firstVerdict, lastVerdict } = run;
  const changedVerdict = firstVerdict !== lastVerdict;
  const omitted = run.leftOut + Math.max(0, brief.facts.length - FACTS_MAX);
  const couldNotCheck = [
    ...verified.couldNotCheck,
    ...(omitted > 0 ? [`${omitted} records of the case were not given to the model.`] : []),
  ];
  if (verified.isDiscarded)
    return engineAnswer(brief, file, {
      notice: `The model's answer was discarded: ${verified.dropped} of ${verified.total} statements did not hold. This is the engine's answer.`,
      failure: 'verification',
      calls: talk.calls,
      claimsDropped: verified.dropped,
      changedVerdict,
    });
  return {
    by: 'model',
    notice: noticeOf(verified, changedVerdict),
    failure: null,
    summary: verified.summary,
    claims: verified.claims,
    evidence: file.records.map(({ id, ref, at }) => ({ id, ref, at })),
    hypotheses: verified.hypotheses,
    verdict: moreAlarming(verified.verdict, moreAlarming(brief.engine.verdict, lastVerdict)),
    dissent: verified.dissent,
    proposals: verified.proposals,
    couldNotCheck,
    injection: { findings: file.findings, changedVerdict },
    claimsDropped: verified.dropped,
    calls: talk.calls,
  };
}

function noticeOf({ dropped }: VerifiedAnswer, changedVerdict: boolean): string | null {
  if (changedVerdict)
    return 'The verdict changed when texts that instruct or excuse were masked: somebody may be tampering with what is logged.';
  if (dropped === 0) return null;
  return dropped === 1
    ? 'One statement did not hold and was dropped.'
    : `${dropped} statements did not hold and were dropped.`;
}
