/** What a command asks the tab to begin with, handed over with the navigation. */
export const ANALYZE_GAPS = { gaps: 'analyze' } as const;
export const GAPS_TAB = '/compliance?tab=gaps';

/** The state of a location is whatever was left there, also by another version of the page. */
export function asksToAnalyze(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'gaps' in state && state.gaps === 'analyze';
}
