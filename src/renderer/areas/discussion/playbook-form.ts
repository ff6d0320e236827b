import type {
  NewPlaybookInput,
  Playbook,
} from '../../../shared/areas/discussion/playbooks.contract.ts';

/** A checklist as it is typed: one step a line, techniques and words separated by commas. */
export interface PlaybookDraft {
  readonly name: string;
  readonly summary: string;
  readonly techniques: string;
  readonly words: string;
  readonly steps: string;
}

export function playbookToDraft(playbook: Playbook | null): PlaybookDraft {
  return {
    name: playbook?.name ?? '',
    summary: playbook?.summary ?? '',
    techniques: playbook?.matches.techniques.join(', ') ?? '',
    words: playbook?.matches.words.map((word) => word.trim()).join(', ') ?? '',
    steps: playbook?.steps.map(({ text }) => text).join('\n') ?? '',
  };
}

const separated = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/**
 * A step keeps its id, and with it what was ticked, where its text is the same, or where it stands in
 * the same place of as many steps.
 */
export function draftToPlaybook(draft: PlaybookDraft, known: Playbook['steps']): NewPlaybookInput {
  const lines = draft.steps
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const left = new Map(known.map(({ id, text }) => [text, id]));
  const steps = lines.map((text) => {
    const id = left.get(text);
    left.delete(text);
    return { text, id };
  });
  const unused = new Set(left.values());
  const isSameLength = lines.length === known.length;
  return {
    name: draft.name,
    summary: draft.summary,
    matches: { techniques: separated(draft.techniques), words: separated(draft.words) },
    steps: steps.map(({ text, id }, n) => {
      const there = isSameLength ? known[n]?.id : undefined;
      const kept = id ?? (there !== undefined && unused.has(there) ? there : undefined);
      return kept === undefined ? { text } : { id: kept, text };
    }),
  };
}
