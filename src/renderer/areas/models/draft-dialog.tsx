import { useQuery } from '@tanstack/react-query';
import { diffWordsWithSpace } from 'diff';
import { useId, useMemo, useState } from 'react';
import {
  DRAFT_TASKS,
  type Draft,
  type DraftKind,
} from '../../../shared/areas/models/drafts.contract.ts';
import type { PreviewRecord } from '../../../shared/areas/models/redaction.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, useDialogClose } from '../../ui/dialog.tsx';
import { describeError } from '../../ui/error-text.ts';
import { Field, Textarea } from '../../ui/field.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { LastPreviewView } from './last-preview.tsx';
import { modelHelpQuery, useDraft } from './redaction.queries.ts';
import { RedactionPreview } from './redaction-preview.tsx';

const RECORDS: Readonly<Record<DraftKind, PreviewRecord>> = {
  gap: 'control',
  policy: 'policy',
  risk: 'risk',
};
const INSTRUCTION_MAX = 1000;
const DIFF_MS = 300;

export interface DraftDialogProps {
  readonly kind: DraftKind;
  /** Null: not saved yet. */
  readonly recordId: string | null;
  /** The text as it stands. */
  readonly current: string;
  /** What the form calls a record that is not saved yet. */
  readonly title?: string;
  /** What is done with an accepted text; it is saved by whoever gets it. */
  readonly onAccept: (text: string) => void;
  readonly onClose: () => void;
}

/** A draft beside the text as it stands. Nothing is saved here: it is accepted, or closed. */
export function DraftDialog(props: DraftDialogProps) {
  const { kind, recordId, current, title = '', onAccept, onClose } = props;
  const [instruction, setInstruction] = useState('');
  const [isPreview, setIsPreview] = useState(false);
  const draft = useDraft();
  const help = useQuery(modelHelpQuery(useClient()));
  const task = DRAFT_TASKS[kind];
  // Nothing was sent: it must be looked at first.
  const isHeld = draft.isError && (help.data?.unseen.includes(task) ?? false);
  const formId = useId();
  const write = () => draft.mutate({ kind, recordId, current, title, instruction });
  return (
    <Dialog
      open
      onClose={onClose}
      title="Draft with the model"
      description="A proposal: it is checked against the facts, and nothing is saved until you do."
      size="xl"
      isDirty={draft.isSuccess}
      footer={
        <>
          <CloseButton />
          <Button type="submit" form={formId} disabled={draft.isPending || isHeld}>
            {draft.isPending ? 'Writing...' : draft.isSuccess ? 'Write anew' : 'Write a draft'}
          </Button>
          {draft.isSuccess && (
            <Button variant="primary" onClick={() => onAccept(draft.data.text)}>
              Accept
            </Button>
          )}
        </>
      }
    >
      <form
        id={formId}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          write();
        }}
      >
        <Field label="What to write" hint="For example a section, a tone, a length. May be empty.">
          {(control) => (
            <Textarea
              {...control}
              rows={2}
              maxLength={INSTRUCTION_MAX}
              value={instruction}
              onChange={(event) => setInstruction(event.target.value)}
            />
          )}
        </Field>
        <div className={isHeld ? 'hidden' : undefined}>
          <Button size="sm" aria-expanded={isPreview} onClick={() => setIsPreview(!isPreview)}>
            {isPreview ? 'Hide what leaves' : 'Show what leaves'}
          </Button>
        </div>
        {isPreview && !isHeld && (
          <RedactionPreview
            request={
              recordId === null
                ? {
                    task,
                    text: [title, current, instruction].join('\n').trim() || 'Nothing',
                  }
                : {
                    task,
                    record: { kind: RECORDS[kind], id: recordId },
                    text: instruction,
                  }
            }
          />
        )}
        {isHeld && <LastPreviewView task={task} onAgreed={write} />}
        {draft.isError && !isHeld && (
          <p role="alert" className="text-bad">
            {describeError(draft.error).why}
          </p>
        )}
        {draft.isSuccess && <Written draft={draft.data} current={current} />}
      </form>
    </Dialog>
  );
}

function CloseButton() {
  const close = useDialogClose();
  return <Button onClick={close}>Cancel</Button>;
}

function Written({ draft, current }: { draft: Draft; current: string }) {
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div className="min-w-0">
        <h3 className="mb-1 text-xs font-semibold text-fg-muted">
          Draft, against the text as it stands
        </h3>
        <ScrollRegion
          label="Draft"
          className="max-h-80 rounded-md border border-line bg-sunken px-3 py-2 text-sm leading-relaxed"
        >
          <WordDiff from={current} to={draft.text} />
        </ScrollRegion>
      </div>
      {draft.dropped.length > 0 && (
        <section aria-label="Left out">
          <h3 className="mb-1 text-xs font-semibold text-warn">
            Left out: {draft.dropped.length} of {draft.claims} sentences
          </h3>
          <ul className="flex list-disc flex-col gap-1 pl-5 text-sm text-fg-muted">
            {draft.dropped.map(({ text, why }) => (
              <li key={text}>
                <Untrusted text={text} /> <span className="text-xs">({why})</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** Words struck out and words underlined; told apart by more than colour. */
function WordDiff({ from, to }: { from: string; to: string }) {
  const parts = useMemo(() => {
    const changes = diffWordsWithSpace(from, to, { timeout: DIFF_MS }) ?? [
      { value: from, removed: true, added: false },
      { value: to, removed: false, added: true },
    ];
    let place = 0;
    return changes.map(({ value, added, removed }) => {
      place += value.length;
      return { key: `${place}${added ? '+' : removed ? '-' : '='}`, value, added, removed };
    });
  }, [from, to]);
  return (
    <p className="break-words whitespace-pre-wrap">
      {parts.map(({ key, value, added, removed }) =>
        added ? (
          <ins key={key} className="bg-ok-soft text-ok decoration-1">
            <Untrusted text={value} newlines="keep" max={60_000} />
          </ins>
        ) : removed ? (
          <del key={key} className="text-bad">
            <Untrusted text={value} newlines="keep" max={60_000} />
          </del>
        ) : (
          <Untrusted key={key} text={value} newlines="keep" max={60_000} />
        ),
      )}
    </p>
  );
}
