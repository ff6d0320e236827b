/** What another part of the page asks the desk to begin with, handed over with the navigation. */
export const DESK_INTENTS = ['create', 'import', 'import-history'] as const;
export type DeskIntent = (typeof DESK_INTENTS)[number];

export function withDeskIntent(desk: DeskIntent): { readonly desk: DeskIntent } {
  return { desk };
}

/** The state of a location is whatever was left there, also by another version of the page. */
export function deskIntentOf(state: unknown): DeskIntent | null {
  if (typeof state !== 'object' || state === null || !('desk' in state)) return null;
  return DESK_INTENTS.find((intent) => intent === state.desk) ?? null;
}
