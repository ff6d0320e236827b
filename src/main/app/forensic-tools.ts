import { readUploadBody } from '../areas/alerts/upload-body.ts';
import { hashSetRoutes } from '../areas/forensics/hash-sets/hash-sets.routes.ts';
import { createHashSetService } from '../areas/forensics/hash-sets/hash-sets.service.ts';
import { toolRoutes } from '../areas/forensics/tools/tools.routes.ts';
import { createToolsService } from '../areas/forensics/tools/tools.service.ts';
import { tidyWorkFolders } from '../areas/forensics/tools/work-folder.ts';
import type { CoreDeps, WiredArea } from './core-deps.ts';

/** The forensic tools: self-tests, programs of the machine, sets of hashes. */
export function wireForensicTools(core: CoreDeps): WiredArea {
  const { dataDir, runner, clock, hub } = core;
  // What a crash left unencrypted goes before anything else may run.
  tidyWorkFolders(dataDir);
  const service = createToolsService({ dataDir, runner, clock, emit: hub.emit });
  const hashSets = createHashSetService({ ...core, readUpload: readUploadBody });
  return {
    routes: [...toolRoutes(service), ...hashSetRoutes(hashSets)],
    start: () => () => {},
  };
}
