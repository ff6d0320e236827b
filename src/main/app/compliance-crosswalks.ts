import { join } from 'node:path';
import { createCrosswalkGraph } from '../areas/compliance/crosswalk-graph.ts';
import { createCrosswalkLibrary } from '../areas/compliance/crosswalk-library.ts';
import { crosswalkRoutes } from '../areas/compliance/crosswalks.routes.ts';
import { createCrosswalkService } from '../areas/compliance/crosswalks.service.ts';
import { createEqualControls } from '../areas/compliance/equal-controls.store.ts';
import { exportRoutes } from '../areas/compliance/export-compliance.routes.ts';
import { createPackLibrary } from '../areas/compliance/packs.ts';
import type { CoreDeps, WiredArea } from './core-deps.ts';

export interface WiredCrosswalks extends WiredArea {
  /** Of some controls those that a crosswalk calls equal to another of them. */
  readonly equalControls: (controlIds: readonly string[]) => ReadonlySet<string>;
}

/** Links between controls of different frameworks, and exports. */
export function wireCrosswalks(core: CoreDeps): WiredCrosswalks {
  const { db, newId, runner, clock, version } = core;
  const resources = join(core.appRoot, 'resources');
  const packFolder = join(resources, 'frameworks');
  const library = createCrosswalkLibrary(join(resources, 'crosswalks'));
  const graph = createCrosswalkGraph(library);
  const crosswalks = createCrosswalkService({
    ...{ db, newId, library },
    graph,
    findPack: createPackLibrary(packFolder).find,
  });
  return {
    routes: [
      ...crosswalkRoutes(crosswalks),
      ...exportRoutes({ db, runner, clock, version, packFolder }),
    ],
    equalControls: createEqualControls(db, graph),
    start: () => () => undefined,
  };
}
