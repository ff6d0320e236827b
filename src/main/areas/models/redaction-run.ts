/**
 * What one run has learnt, and texts of it that were looked through before: each call sends the whole
 * conversation anew, and only its end is new. What was redacted under what is known now is not redacted
 * again; anything that is learnt since (a name, a secret, a setting) makes all of it anew.
 */
import { createRunPseudonyms, type RunPseudonyms } from './pseudonyms.ts';
import type { KnownTerm } from './redaction.types.ts';
import { findInText, type Look, type ReadText } from './redaction-find.ts';
import { indexTerms } from './redaction-terms.ts';

const MOST_RUNS = 200;
/** So many keep their texts; of others a text is read anew. */
const MOST_READING = 8;
/** Letters of texts that a run keeps as they were read. */
const MOST_LETTERS = 400_000;

/** A text without what must not leave, and what was removed of it. */
export interface CleanText {
  readonly text: string;
  readonly removed: readonly string[];
}

export interface RedactionRun {
  readonly names: RunPseudonyms;
  /** By folded value. */
  readonly terms: Map<string, KnownTerm>;
  readonly asked: Set<string>;
  /** Found in this run: removed wherever they stand. */
  readonly secrets: Set<string>;
  readonly reads: Map<string, ReadText>;
  readonly clean: Map<string, CleanText>;
  /** What `clean` was made under. */
  look: (Look & { readonly terms: number }) | null;
}

function newRun(): RedactionRun {
  return {
    names: createRunPseudonyms(),
    terms: new Map(),
    asked: new Set(),
    secrets: new Set(),
    reads: new Map(),
    clean: new Map(),
    look: null,
  };
}

function forgetTexts(runs: readonly RedactionRun[]): void {
  for (const run of runs) {
    run.reads.clear();
    run.clean.clear();
  }
}

export function createRuns() {
  const runs = new Map<string, RedactionRun>();
  return {
    find: (runId: string): RedactionRun | undefined => runs.get(runId),
    of(runId: string): RedactionRun {
      const known = runs.get(runId);
      if (known !== undefined) return known;
      const run = newRun();
      runs.set(runId, run);
      const oldest = runs.keys().next().value;
      if (runs.size > MOST_RUNS && oldest !== undefined) runs.delete(oldest);
      forgetTexts([...runs.values()].slice(0, -MOST_READING));
      return run;
    },
    forget: (runId: string): void => void runs.delete(runId),
  };
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((one, place) => one === b[place]);

/** What is looked for now. The same object as long as nothing was learnt. */
export function lookOf(
  run: RedactionRun,
  secrets: readonly string[],
  hidesExternal: boolean,
): Look {
  const known = [...secrets, ...run.secrets];
  const { look } = run;
  const isStill =
    look !== null &&
    look.terms === run.terms.size &&
    look.hidesExternal === hidesExternal &&
    isSame(look.secrets, known);
  if (isStill) return look;
  const index = indexTerms(findInText.kept(run.terms.values(), hidesExternal));
  run.clean.clear();
  run.look = { index, hidesExternal, secrets: known, terms: run.terms.size };
  return run.look;
}

/** Each text as it reads, and those of them that this run had not read. */
export function readTexts(
  run: RedactionRun,
  texts: readonly string[],
  hidesExternal: boolean,
): { read: readonly ReadText[]; fresh: ReadonlyMap<string, ReadText> } {
  const key = (text: string) => `${hidesExternal ? 1 : 0}${text}`;
  const fresh = new Map<string, ReadText>();
  const read = texts.map((text) => {
    const known = run.reads.get(key(text));
    if (known !== undefined) return known;
    const made = findInText.read(text, hidesExternal);
    run.reads.set(key(text), made);
    fresh.set(text, made);
    return made;
  });
  let letters = 0;
  for (const text of run.reads.keys()) letters += text.length;
  for (const text of run.reads.keys()) {
    if (letters <= MOST_LETTERS) break;
    run.reads.delete(text);
    run.clean.clear();
    letters -= text.length;
  }
  return { read, fresh };
}
