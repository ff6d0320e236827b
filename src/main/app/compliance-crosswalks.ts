import { join } from 'node:path';
import { createCrosswalkGraph } from '../areas/compliance/crosswalk-graph.ts';
import { createCrosswalkLibrary } from '../areas/compliance/crosswalk-library.ts';
import { crosswalkRoutes } from '../areas/compliance/crosswalks.routes.ts';
import { createCrosswalkService } from '../areas/compliance/crosswalks.service.ts';
import { exportRoutes } from '../areas/compliance/export-compliance.routes.ts';
import { createPackLibrary } from '../areas/compliance/packs.ts';
import type { CoreDeps, WiredArea } from './core-deps.ts';

/** Links between controls of different frameworks, and exports. */
export function wireCrosswalks(core: CoreDeps): WiredArea {
  const { db, newId, runner, clock, version } = core;
  const resources = join(core.appRoot, 'resources');
  const packFolder = join(resources, 'frameworks');
  const library = createCrosswalkLibrary(join(resources, 'crosswalks'));
  const crosswalks = createCrosswalkService({
    ...{ db, newId, library },
    graph: createCrosswalkGraph(library),
    findPack: createPackLibrary(packFolder).find,
  });
  return {
    routes: [
      ...crosswalkRoutes(crosswalks),
      ...exportRoutes({ db, runner, clock, version, packFolder }),
    ],
    start: () => () => undefined,
  };
}
