import { wireAudits } from './audits.ts';
import { wireCompliance } from './compliance.ts';
import type { CoreDeps, WiredArea } from './core-deps.ts';
import { wireEvidence } from './evidence.ts';

/** Compliance, evidence and audits: what one of them needs of another is handed over here. */
export function wireGovernance(core: CoreDeps): WiredArea {
  const evidence = wireEvidence(core);
  const compliance = wireCompliance(core);
  const areas = [evidence, compliance, wireAudits(core, { evidence, compliance })];
  return {
    routes: areas.flatMap(({ routes }) => routes),
    start() {
      const stops = areas.map((area) => area.start());
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
