import { wireAudits } from './audits.ts';
import { wireCalendar } from './calendar.ts';
import { wireCompliance } from './compliance.ts';
import type { CoreDeps, WiredArea } from './core-deps.ts';
import { type WiredEvidence, wireEvidence } from './evidence.ts';
import { wireHistory } from './history.ts';
import { wirePolicies } from './policies.ts';
import { wireRisk } from './risk.ts';
import { wireVendors } from './vendors.ts';

/** Governance, risk and compliance: what one of them needs of another is handed over here. */
export function wireGovernance(core: CoreDeps): WiredArea & { readonly evidence: WiredEvidence } {
  const evidence = wireEvidence(core);
  const compliance = wireCompliance(core);
  const areas = [
    evidence,
    compliance,
    wireAudits(core, { evidence, compliance }),
    wireRisk(core, { compliance }),
    wirePolicies(core, { evidence }),
    wireVendors(core, { evidence }),
    wireCalendar(core),
    wireHistory(core),
  ];
  return {
    evidence,
    routes: areas.flatMap(({ routes }) => routes),
    start() {
      const stops = areas.map((area) => area.start());
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
