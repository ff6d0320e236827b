/** Need-to-know: who may see an investigation of few. Pure; the server decides by the same rules. */
import { z } from 'zod';

/** Named people of one investigation at most. */
export const NAMED_MAX = 100;

const restrictedToSchema = z.array(z.string().min(1).max(100)).min(1).max(NAMED_MAX);

/**
 * The column `restricted_to`: null is everybody whose role may. What is no list that can be read is open
 * to nobody: a damaged restriction never opens a case.
 */
export function namedIn(restrictedTo: unknown): readonly string[] | null {
  if (restrictedTo === null || restrictedTo === undefined) return null;
  const read = restrictedToSchema.safeParse(restrictedTo);
  return read.success ? read.data : [];
}

export type Restricting =
  /** The names as they are kept: each once, in one order; null lifts the restriction. */
  | { readonly type: 'set'; readonly names: readonly string[] | null }
  | { readonly type: 'refused'; readonly why: string };

/** Somebody who is in it changes who is: oneself stays. */
export function restrictBy(account: string, wanted: readonly string[] | null): Restricting {
  if (wanted === null) return { type: 'set', names: null };
  const names = [...new Set(wanted)].sort();
  if (!names.includes(account))
    return { type: 'refused', why: 'You stay named: who restricts an investigation is in it.' };
  if (names.length > NAMED_MAX)
    return { type: 'refused', why: `At most ${NAMED_MAX} people can be named.` };
  return { type: 'set', names };
}

/** An administrator who is not in it may add one person, and take nobody away. */
export function nameFurther(current: unknown, person: string): Restricting {
  const named = namedIn(current);
  if (named === null) return { type: 'refused', why: 'This investigation is not restricted.' };
  if (named.includes(person)) return { type: 'refused', why: 'This person is named already.' };
  return { type: 'set', names: [...named, person].sort() };
}
