import { join } from 'node:path';
import { createCrosswalkGraph } from '../areas/compliance/crosswalk-graph.ts';
import { createCrosswalkLibrary } from '../areas/compliance/crosswalk-library.ts';
import { gapRoutes } from '../areas/compliance/gaps.routes.ts';
import { createGapService } from '../areas/compliance/gaps.service.ts';
import { socProofRoutes } from '../areas/compliance/soc-proof.routes.ts';
import { createSocProofService, startSocProof } from '../areas/compliance/soc-proof.service.ts';
import { createThreatTable } from '../areas/compliance/threat-table.ts';
import type { CoreDeps, WiredArea } from './core-deps.ts';

/** Gap analysis, and what the queue's record says for controls and against them. */
export function wireGaps(core: CoreDeps): WiredArea {
  const resources = join(core.appRoot, 'resources');
  const table = createThreatTable(core.attack);
  const graph = createCrosswalkGraph(createCrosswalkLibrary(join(resources, 'crosswalks')));
  const proof = createSocProofService({ ...core, graph, table });
  return {
    routes: [...gapRoutes(createGapService({ ...core, resources })), ...socProofRoutes(proof)],
    start: () => startSocProof(proof, core.log),
  };
}
