import { join } from 'node:path';
import { createCrosswalkGraph } from '../areas/compliance/crosswalk-graph.ts';
import { createCrosswalkLibrary } from '../areas/compliance/crosswalk-library.ts';
import { crosswalkRoutes } from '../areas/compliance/crosswalks.routes.ts';
import { createCrosswalkService } from '../areas/compliance/crosswalks.service.ts';
import { createPackLibrary } from '../areas/compliance/packs.ts';
import type { CoreDeps, WiredArea } from './core-deps.ts';

/** Links between controls of different frameworks. */
export function wireCrosswalks(core: CoreDeps): WiredArea {
  const resources = join(core.appRoot, 'resources');
  const library = createCrosswalkLibrary(join(resources, 'crosswalks'));
  const packs = createPackLibrary(join(resources, 'frameworks'));
  const crosswalks = createCrosswalkService({
    ...{ db: core.db, newId: core.newId, library },
    graph: createCrosswalkGraph(library),
    findPack: packs.find,
  });
  return { routes: crosswalkRoutes(crosswalks), start: () => () => undefined };
}
