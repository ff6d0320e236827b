import type { CoreDeps, WiredArea } from './core-deps.ts';

export interface WiredEvidence extends WiredArea {}
export function wireEvidence(_core: CoreDeps): WiredEvidence {
  return { routes: [], start: () => () => undefined };
}
