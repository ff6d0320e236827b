/** Shows what would leave for a model: by the very redaction that is applied when it does. */
import { DRAFT_TASKS, type DraftKind } from '../../../shared/areas/models/drafts.contract.ts';
import {
  AGREE_PERMISSIONS,
  type LastPreview,
  PREVIEW_PERMISSIONS,
  type Preview,
  type PreviewRecord,
  type PreviewRequest,
} from '../../../shared/areas/models/redaction.contract.ts';
import type { ModelTask } from '../../../shared/areas/models/tasks.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { roleMay } from '../../../shared/contract/permissions.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { Database } from '../../db/database.ts';
import type { NewId } from '../../platform/ids.ts';
import { ModelFailure, type ModelMessage } from '../../platform/model-port.ts';
import { draftMessages } from './drafts.prompt.ts';
import { type DraftAsker, factsFor } from './drafts.service.ts';
import { readFacts } from './drafts.store.ts';
import type { LastPreviews } from './last-previews.ts';
import type { PreviewStore } from './previews.store.ts';
import type { Redactor } from './redaction.types.ts';

const mayAgree = (task: ModelTask, { role }: DraftAsker): boolean =>
  AGREE_PERMISSIONS[task].some((permission) => roleMay(role, permission));

/** Which draft a task and a record make; null for those whose instructions are made elsewhere. */
function draftOf({ task, record }: PreviewRequest): DraftKind | null {
  const kinds: Partial<Record<PreviewRecord, DraftKind>> = {
    control: 'gap',
    policy: 'policy',
    risk: 'risk',
  };
  const kind = record === undefined ? undefined : kinds[record.kind];
  return kind !== undefined && DRAFT_TASKS[kind] === task ? kind : null;
}

export interface PreviewDeps {
  readonly db: Database;
  readonly redactor: Redactor;
  readonly newId: NewId;
  readonly last: LastPreviews;
  readonly store: PreviewStore;
  /** Told after a person has agreed to a kind of use. */
  readonly onAgreed: (task: ModelTask) => void;
}

export function createPreviewService(deps: PreviewDeps) {
  const { db, redactor, newId, last, store } = deps;

  function messagesOf(request: PreviewRequest, kind: DraftKind | null): ModelMessage[] {
    const { record, text } = request;
    if (kind !== null && record !== undefined)
      return draftMessages(
        kind,
        factsFor(db, { recordId: record.id, current: '', title: '', instruction: text }, kind),
      );
    const facts =
      record && db.read('models.preview', (reader) => readFacts(reader, record.kind, record.id));
    if (record !== undefined && !facts) throw new AppError('not-found', 'There is no such record');
    const lines = [...(facts?.lines ?? []), ...(text.trim() === '' ? [] : [text])];
    return [{ role: 'user', content: lines.join('\n') }];
  }

  return {
    /** @throws AppError 'not-found' */
    last({ task }: { task: ModelTask }, asker: DraftAsker): LastPreview {
      const kept = last.last(asker.id, task);
      if (!kept) throw new AppError('not-found', 'Nothing of this kind has been asked yet');
      const { messages, pseudonyms, removed, at, baseUrl, model, isHeld, body, receipt } = kept;
      return {
        ...{ task, model, isHeld, body, at: toIso(at), isWhole: true },
        host: URL.parse(baseUrl)?.host ?? '',
        messages: [...messages],
        pseudonyms: [...pseudonyms],
        removed: [...removed],
        characters: messages.reduce((sum, { content }) => sum + content.length, 0),
        receipt: isHeld && mayAgree(task, asker) ? receipt : null,
      };
    },
    /** @throws AppError 'forbidden' | 'conflict' */
    agree({ task, receipt }: { task: ModelTask; receipt: string }, asker: DraftAsker): void {
      if (!mayAgree(task, asker))
        throw new AppError('forbidden', 'You may not say that this kind of use may begin');
      const seen = last.redeem(asker.id, task, receipt);
      if (!seen) throw new AppError('conflict', 'Look at what would leave first');
      store.save(asker.id, seen);
      deps.onAgreed(task);
    },
    preview(request: PreviewRequest, asker: DraftAsker): Preview {
      const { record } = request;
      if (record !== undefined && !roleMay(asker.role, PREVIEW_PERMISSIONS[record.kind]))
        throw new AppError('forbidden', 'You may not read this record');
      const kind = draftOf(request);
      const runId = `preview-${newId()}`;
      try {
        const { messages, pseudonyms, removed } = redactor.redact(messagesOf(request, kind), runId);
        return {
          messages: messages.map(({ role, content }) => ({ role, content })),
          pseudonyms: [...pseudonyms],
          removed: [...removed],
          characters: messages.reduce((sum, { content }) => sum + content.length, 0),
          isWhole: kind !== null,
        };
      } catch (error) {
        if (error instanceof ModelFailure) throw new AppError('unavailable', error.message);
        throw error;
      } finally {
        redactor.forget(runId);
      }
    },
  };
}
export type PreviewService = ReturnType<typeof createPreviewService>;
