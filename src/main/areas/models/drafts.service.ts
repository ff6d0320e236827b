/**
 * Has texts drafted by a model. Defences: nothing is saved here; the model gets the facts of one record
 * and no tools; everything goes through the gateway (lock, budgets, redaction, log); what comes back
 * loses links, images and HTML, and every sentence that the facts do not bear out.
 */
import {
  DRAFT_PERMISSIONS,
  DRAFT_TASKS,
  type Draft,
  type DraftKind,
  type DraftRequest,
} from '../../../shared/areas/models/drafts.contract.ts';
import type { PreviewRecord } from '../../../shared/areas/models/redaction.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { roleMay } from '../../../shared/contract/permissions.ts';
import type { Database } from '../../db/database.ts';
import type { NewId } from '../../platform/ids.ts';
import { ModelFailure, type ModelGateway, type ModelReply } from '../../platform/model-port.ts';
import { harmlessMarkdown } from './drafts.markdown.ts';
import { type DraftFacts, draftMessages } from './drafts.prompt.ts';
import { readFacts, readWorkspaceFacts } from './drafts.store.ts';
import { verifyDraft } from './drafts.verify.ts';

const RECORDS: Readonly<Record<DraftKind, PreviewRecord>> = {
  gap: 'control',
  policy: 'policy',
  risk: 'risk',
};
const MAX_TOKENS: Readonly<Record<DraftKind, number>> = { gap: 700, policy: 3000, risk: 600 };
/** Over this share of sentences that are not borne out, the rest is not shown either. */
const MOST_DROPPED = 0.5;

export interface DraftAsker {
  readonly id: string;
  readonly role: string;
}

export interface DraftDeps {
  readonly db: Database;
  readonly gateway: ModelGateway;
  readonly newId: NewId;
}

/** What may be read by whoever asks. @throws AppError 'not-found' */
export function factsFor(
  db: Database,
  request: Omit<DraftRequest, 'kind'>,
  kind: DraftKind,
): DraftFacts {
  const { recordId, current, title, instruction } = request;
  return db.read('models.facts', (reader) => {
    const record = recordId === null ? null : readFacts(reader, RECORDS[kind], recordId);
    if (recordId !== null && record === null)
      throw new AppError('not-found', 'There is no such record');
    const named = record === null && title !== '' ? [`title: ${title}`] : [];
    const lines = [...named, ...(record?.lines ?? []), ...readWorkspaceFacts(reader, kind)];
    // The text as it stands in the form is the one to work on.
    const shown =
      current.trim() === '' ? lines : lines.filter((line) => !line.startsWith('text: '));
    return { lines: shown, current, instruction };
  });
}

/** A failed call as the page hears of it. */
function failureOf(error: unknown): unknown {
  if (!(error instanceof ModelFailure)) return error;
  if (error.kind === 'rate-limited') return new AppError('too-many', 'AI Service Unavailable');
  if (error.kind === 'unseen') return new AppError('conflict', error.message);
  if (error.kind === 'budget') return new AppError('too-many', error.message);
  return new AppError('unavailable', `No draft was written. ${error.message}`);
}

export function createDraftService({ db, gateway, newId }: DraftDeps) {
  async function ask(request: DraftRequest, facts: DraftFacts, runId: string, account: string) {
    const messages = draftMessages(request.kind, facts);
    const task = DRAFT_TASKS[request.kind];
    try {
      return await gateway.call({
        ...{ task, account, runId, messages },
        maxTokens: MAX_TOKENS[request.kind],
      });
    } catch (error) {
      gateway.endRun(runId, null);
      throw failureOf(error);
    }
  }

  async function check(kind: DraftKind, facts: DraftFacts, reply: ModelReply): Promise<Draft> {
    const markdown = await harmlessMarkdown(reply.text);
    const known = [...facts.lines, facts.current, facts.instruction].join('\n');
    const { text, dropped, claims } = verifyDraft(markdown, known);
    const { callId } = reply;
    return { kind, text, dropped: [...dropped], claims, callId };
  }

  return {
    async create(request: DraftRequest, asker: DraftAsker): Promise<Draft> {
      const { kind } = request;
      if (!roleMay(asker.role, DRAFT_PERMISSIONS[kind]))
        throw new AppError('forbidden', 'You may not change this, so there is nothing to draft');
      if (gateway.tier(DRAFT_TASKS[kind]) === 'none')
        throw new AppError('unavailable', 'No model is set up that could draft this');
      const facts = factsFor(db, request, kind);
      const runId = newId();
      const draft = await check(kind, facts, await ask(request, facts, runId, asker.id));
      const dropped = draft.dropped.length;
      const discarded = draft.text === '' || dropped > draft.claims * MOST_DROPPED;
      gateway.endRun(runId, { claims: draft.claims, dropped, discarded, note: null });
      if (discarded)
        throw new AppError(
          'unavailable',
          `The draft was discarded: ${dropped} of ${draft.claims} sentences were not borne out by the facts`,
        );
      return draft;
    },
  };
}
export type DraftService = ReturnType<typeof createDraftService>;
