/**
 * Answers questions in the name of who asks. Defences: every read goes through the asker's own permissions;
 * nothing is changed, whatever a question says; a model, where there is one, only adds words that were
 * checked, and its failure leaves the workspace's answer.
 */
import { type Answer, answerText } from '../../../shared/areas/assistant/answer.ts';
import type {
  ChatContext,
  ChatKind,
  NoteTarget,
} from '../../../shared/areas/assistant/chat.contract.ts';
import type { AskedFrom } from '../../../shared/areas/assistant/intents/intent.types.ts';
import {
  COMMENT_MAX,
  discussionContract,
} from '../../../shared/areas/discussion/discussion.contract.ts';
import { entitiesContract } from '../../../shared/areas/entities/entities.contract.ts';
import { isZone } from '../../../shared/areas/views/query-times.ts';
import type { Endpoint } from '../../../shared/contract/define.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { InnerCall } from '../../http/inner-calls.ts';
import type { Session } from '../../http/session.ts';
import type { Clock } from '../../platform/clock.ts';
import { answerQuestion } from './answers/answer-question.ts';
import { caseVerdict } from './answers/case-verdict.ts';
import { alertLink, type Desk, entityPage, NotPermitted } from './answers/desk.ts';
import { briefOf, type ModelAnswers, withModel } from './answers/model-answer.ts';
import type { ChatRuns, Run } from './chat-runs.ts';
import type { ConversationService } from './conversations.service.ts';

/** Calls by which an answer becomes a note: what the screens use, so that each is an action of the desk. */
export const NOTE_CALLS: readonly Endpoint[] = [
  discussionContract.addComment,
  entitiesContract.addNote,
];

export interface ChatServiceDeps {
  readonly call: InnerCall;
  readonly conversations: ConversationService;
  readonly runs: ChatRuns;
  readonly clock: Clock;
  readonly technique: Desk['technique'];
  readonly models: ModelAnswers;
}

export interface ChatQuestion {
  readonly kind: ChatKind;
  readonly text: string;
  readonly context: ChatContext;
  /** Said beside the question, where it was words. */
  readonly said: string | null;
  readonly incidentId: string | null;
  readonly conversationId: string | null;
  readonly runId: string | undefined;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** What is open where the question was asked. An incident id that is an alert's means that alert. */
function askedFrom({ context, incidentId, said }: ChatQuestion): AskedFrom {
  const { timeZone: _, ...here } = context;
  const named =
    said === null ? undefined : /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i.exec(said)?.[0];
  return {
    ...here,
    ...(incidentId === null
      ? {}
      : UUID.test(incidentId)
        ? { alertId: here.alertId ?? incidentId, incidentId }
        : { incidentId }),
    ...(named === undefined ? {} : { alertId: here.alertId ?? named }),
  };
}

export function createChatService(deps: ChatServiceDeps) {
  const { call, conversations, runs, clock, technique, models } = deps;

  function deskOf(session: Session, timeZone: string | undefined): Desk {
    const ask: Desk['list'] = async (endpoint, input) => {
      try {
        const { body, total } = await call(session, endpoint, input);
        return { rows: body, total };
      } catch (error) {
        const { permission } = endpoint;
        const isRefused = error instanceof AppError && error.code === 'forbidden';
        if (isRefused && permission !== 'public' && permission !== 'session')
          throw new NotPermitted(permission);
        throw error;
      }
    };
    return {
      now: clock.now(),
      zone: timeZone !== undefined && isZone(timeZone) ? timeZone : 'UTC',
      accountId: session.user.id,
      technique,
      list: ask,
      read: async (endpoint, input) => (await ask(endpoint, input)).rows,
    };
  }

  async function fromModel(
    question: ChatQuestion,
    answer: Answer,
    { desk, run }: { readonly desk: Desk; readonly run: Run | null },
  ): Promise<Answer> {
    const task = question.kind === 'assistant' ? 'chat' : 'analyst-query';
    if (!models.isThere(task)) return answer;
    const from = askedFrom(question);
    const engine = await caseVerdict(desk, answer.intent, from);
    const { brief, named } = briefOf(answer, {
      ...{ task, account: desk.accountId, question: question.text, from, engine },
    });
    run?.show(answerText(answer));
    const signal = run?.signal ?? new AbortController().signal;
    const outcome = await models.ask(brief, { onPhase: (text) => run?.say(text), signal });
    if (signal.aborted)
      return { ...answer, notice: 'Stopped. This answer is from the workspace alone.' };
    return withModel(answer, named, outcome, engine !== null);
  }

  return {
    async ask(question: ChatQuestion, session: Session) {
      const account = session.user.id;
      const { kind, text, runId } = question;
      const run = runId === undefined ? null : runs.begin(runId, account);
      try {
        const conversationId = conversations.keepQuestion(question, account);
        run?.say('Reading the workspace');
        const desk = deskOf(session, question.context.timeZone);
        const local = await answerQuestion(desk, text, askedFrom(question));
        const details = await fromModel(question, local, { desk, run });
        const said = answerText(details);
        const kept = { kind, text: said, answer: details };
        const messageId = conversations.keepAnswer(conversationId, kept, account);
        return { text: said, conversationId, messageId, details };
      } finally {
        run?.end();
      }
    },

    /** A comment or a note that says who asked, what, and what was answered. */
    async makeNote(
      messageId: string,
      target: NoteTarget,
      session: Session,
    ): Promise<{ link: string }> {
      const { question, content, timestamp, answer } = conversations.answer(
        messageId,
        session.user.id,
      );
      const by = answer?.by === 'model' ? 'a model, checked' : 'the workspace';
      const head = `Assistant (by ${by}, ${toIso(timestamp).slice(0, 16).replace('T', ' ')} UTC)`;
      const asked = question === null ? '' : `Asked: ${question.slice(0, 500)}\n\n`;
      const note = `${head}\n\n${asked}${content}`.slice(0, COMMENT_MAX);
      if (target.type === 'alert') {
        // A mention in what was answered would notify people: it is text here.
        const text = note.replaceAll('@{', '@ {');
        await call(session, discussionContract.addComment, {
          params: { id: target.id },
          body: { text },
        });
        return { link: alertLink(target.id) ?? '/alerts' };
      }
      const { kind, value } = target;
      await call(session, entitiesContract.addNote, { body: { kind, value, text: asCode(note) } });
      return { link: entityPage(kind, value) ?? '/entity' };
    },
  };
}
export type ChatService = ReturnType<typeof createChatService>;

/** Notes about entities are Markdown: what strangers wrote stays text in a block of code. */
function asCode(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}
