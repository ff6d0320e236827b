import { createContext, type ReactNode, useContext, useState } from 'react';
import {
  HANDOVER_TEXTS,
  type HandoverTextName,
} from '../../../shared/areas/handover/handover.contract.ts';
import { textTitle } from '../../../shared/areas/handover/handover.rules.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { useUnsaved } from '../../ui/unsaved-forms.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';

/** A text that is open: what its writer saw, and what is in the editor. */
export interface TextDraft {
  readonly base: string;
  readonly text: string;
}

type Drafts = ReadonlyMap<string, TextDraft>;

interface DraftStore {
  readonly drafts: Drafts;
  readonly put: (key: string, draft: TextDraft | null) => void;
}

const DraftContext = createContext<DraftStore | null>(null);

const keyOf = (handoverId: string, name: HandoverTextName) => `${handoverId} ${name}`;
const isChanged = ({ base, text }: TextDraft) => base !== text;

/** Keeps open texts while another handover is looked at: only saving or discarding ends one. */
export function HandoverDrafts({ children }: { children: ReactNode }) {
  const [drafts, setDrafts] = useState<Drafts>(new Map());
  const put = (key: string, draft: TextDraft | null) =>
    setDrafts((now) => {
      const next = new Map(now);
      if (draft === null) next.delete(key);
      else next.set(key, draft);
      return next;
    });
  useUnsaved([...drafts.values()].some(isChanged));
  return <DraftContext value={{ drafts, put }}>{children}</DraftContext>;
}

function useStore(): DraftStore {
  const store = useContext(DraftContext);
  if (!store) throw new Error('Texts of a handover are edited within HandoverDrafts');
  return store;
}

/** The open text of one place, and how to change (or, by null, end) it. */
export function useTextDraft(handoverId: string, name: HandoverTextName) {
  const { drafts, put } = useStore();
  const key = keyOf(handoverId, name);
  return [drafts.get(key) ?? null, (draft: TextDraft | null) => put(key, draft)] as const;
}

/** Places of a handover whose open text is not saved. */
export function useUnsavedTexts(handoverId: string): HandoverTextName[] {
  const { drafts } = useStore();
  return HANDOVER_TEXTS.filter((name) => {
    const draft = drafts.get(keyOf(handoverId, name));
    return draft !== undefined && isChanged(draft);
  });
}

/** Text that can be saved no more: it is shown until its writer lets it go. */
export function LostTexts({ handoverId, why }: { handoverId: string; why: string }) {
  const { drafts, put } = useStore();
  const names = useUnsavedTexts(handoverId);
  if (names.length === 0) return null;
  return (
    <section role="alert" className="flex flex-col gap-2 rounded-md bg-warn-soft px-3 py-2">
      <p className="text-warn">{why} Your text was not saved:</p>
      {names.map((name) => {
        const key = keyOf(handoverId, name);
        const text = drafts.get(key)?.text ?? '';
        return (
          <div key={name} className="flex flex-col items-start gap-1">
            <span className="text-xs text-fg-muted">{textTitle(name)}</span>
            <Untrusted text={text} newlines="keep" />
            <span className="flex gap-2">
              <CopyButton text={text} label={`Copy: ${textTitle(name)}`} />
              <Button size="sm" variant="ghost" onClick={() => put(key, null)}>
                Discard
              </Button>
            </span>
          </div>
        );
      })}
    </section>
  );
}
