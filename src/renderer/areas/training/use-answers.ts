import { useEffect, useState } from 'react';
import type { Exercise } from '../../../shared/areas/training/training.contract.ts';

export interface Answers {
  readonly values: Record<string, string>;
  set(key: string, value: string): void;
}

const STORED = 'watchfloor.training.answers.';

function readDraft(attempt: string): Record<string, string> {
  try {
    const parsed: unknown = JSON.parse(sessionStorage.getItem(STORED + attempt) ?? '{}');
    if (typeof parsed !== 'object' || parsed === null) return {};
    return Object.fromEntries(
      Object.entries(parsed).filter(
        (pair): pair is [string, string] => typeof pair[1] === 'string',
      ),
    );
  } catch {
    return {};
  }
}

/** What is typed outlives a walk to the desk and back; a new attempt begins empty. */
export function useAnswers(exercise: Exercise): Answers {
  const attempt = exercise.attempt;
  const id = attempt?.id ?? '';
  const [typed, setTyped] = useState<{ id: string; values: Record<string, string> }>(() => ({
    id,
    values: readDraft(id),
  }));
  const drafts = typed.id === id ? typed.values : readDraft(id);
  useEffect(() => {
    if (typed.id !== '') sessionStorage.setItem(STORED + typed.id, JSON.stringify(typed.values));
  }, [typed]);
  return {
    values: { ...attempt?.answers, ...drafts },
    set: (key, value) => setTyped({ id, values: { ...drafts, [key]: value } }),
  };
}
