/** What another part of the page asks the controls to begin with, handed over with the navigation. */
export type ControlIntent = 'create';

export const withControlIntent = (controls: ControlIntent) => ({ controls });

/** The state of a location is whatever was left there, also by another version of the page. */
export function controlIntentOf(state: unknown): ControlIntent | null {
  if (typeof state !== 'object' || state === null || !('controls' in state)) return null;
  return state.controls === 'create' ? 'create' : null;
}
