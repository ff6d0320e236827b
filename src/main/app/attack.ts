import { join } from 'node:path';
import { readUploadBody } from '../areas/alerts/upload-body.ts';
import { attackRoutes } from '../areas/assistant/attack.routes.ts';
import { createAttackService } from '../areas/assistant/attack.service.ts';
import { createCrosswalkGraph } from '../areas/compliance/crosswalk-graph.ts';
import { createCrosswalkLibrary } from '../areas/compliance/crosswalk-library.ts';
import { controlsAgainst } from '../areas/compliance/technique-suggestions.ts';
import { createThreatTable } from '../areas/compliance/threat-table.ts';
import type { CoreDeps, WiredArea } from './core-deps.ts';

/** ATT&CK by file, and what counters a technique here. */
export function wireAttack(core: CoreDeps): WiredArea {
  const graph = createCrosswalkGraph(
    createCrosswalkLibrary(join(core.appRoot, 'resources', 'crosswalks')),
  );
  const table = createThreatTable(core.attack);
  const service = createAttackService({
    ...core,
    readUpload: readUploadBody,
    controlsAgainst: (db, technique) => controlsAgainst(db, { graph, table }, technique),
  });
  return { routes: attackRoutes(service), start: () => () => undefined };
}
