/** What a rule of understanding is. It is met where each line of `needs` has one of its concepts. */
import type { IntentName } from './intent.types.ts';
import type { Concept } from './vocabulary.ts';

/** `slot:` names something of the question that must be there; `here:` something the asker has open. */
export type Need =
  | Concept
  | `slot:${'entity' | 'technique' | 'control' | 'framework' | 'alert' | 'severity' | 'status' | 'time' | 'source' | 'assignee' | 'search' | 'escalated'}`
  | `here:${'alert' | 'incident' | 'group' | 'investigation' | 'entity' | 'control'}`
  | `says:${string}`;

export interface IntentRule {
  readonly intent: IntentName;
  readonly needs: readonly (readonly Need[])[];
  /** Each raises it a little. */
  readonly likes?: readonly Need[];
  readonly not?: readonly Need[];
  readonly weight: number;
}

export const rule = (
  intent: IntentName,
  weight: number,
  needs: readonly string[],
  more: { likes?: string; not?: string } = {},
): IntentRule => {
  const list = (text: string) => text.split(' | ').map((need) => need.trim() as Need);
  return {
    intent,
    weight,
    needs: needs.map(list),
    ...(more.likes === undefined ? {} : { likes: list(more.likes) }),
    ...(more.not === undefined ? {} : { not: list(more.not) }),
  };
};
