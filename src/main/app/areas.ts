/** The parts of the product, each with what it needs of another. */
import type { Route } from '../http/route.ts';
import { wireAnalyst } from './analyst.ts';
import type { CoreDeps, WiredArea } from './core-deps.ts';
import { wireDetectionRules } from './detection-rules.ts';
import { wireEnrichment } from './enrichment.ts';
import { wireExchange } from './exchange.ts';
import { wireGovernance } from './governance.ts';
import { wireIntegrations } from './integrations.ts';
import { wireQueue } from './queue.ts';
import { wireTimeline } from './timeline.ts';

export function wireAreas(core: CoreDeps, allRoutes: () => readonly Route[]): readonly WiredArea[] {
  const governance = wireGovernance(core);
  const timeline = wireTimeline(core);
  const rules = wireDetectionRules(core, timeline.promotions);
  const { evidence } = governance;
  const analyst = wireAnalyst(core, { evidence, shipRules: rules.ship, allRoutes });
  const integrations = wireIntegrations(core, allRoutes);
  const enrichment = wireEnrichment(core);
  return [
    governance,
    wireQueue(core),
    analyst,
    rules,
    timeline,
    integrations,
    wireExchange(core),
    enrichment,
  ];
}
