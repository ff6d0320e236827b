import type { CoreDeps, WiredArea } from './core-deps.ts';
import type { WiredEvidence } from './evidence.ts';

export function wireAudits(_core: CoreDeps, _evidence: WiredEvidence): WiredArea {
  return { routes: [], start: () => () => undefined };
}
