import { join } from 'node:path';
import { readUploadBody } from '../areas/alerts/upload-body.ts';
import { createFrameworkImport } from '../areas/compliance/framework-import.service.ts';
import { createUpgradeService } from '../areas/compliance/framework-upgrade.ts';
import { frameworkRoutes } from '../areas/compliance/frameworks.routes.ts';
import { createFrameworkService } from '../areas/compliance/frameworks.service.ts';
import { createPackLibrary } from '../areas/compliance/packs.ts';
import type { CoreDeps, WiredArea } from './core-deps.ts';

/** Frameworks: packs, upgrades, import. */
export function wireFrameworks(core: CoreDeps): WiredArea {
  const packFolder = join(core.appRoot, 'resources', 'frameworks');
  const packs = createPackLibrary(packFolder);
  const imports = createFrameworkImport({ ...core, packs, packFolder, readUpload: readUploadBody });
  const frameworks = createFrameworkService({ ...core, packs });
  const upgrades = createUpgradeService({ ...core, packs, draftOf: imports.draftOf });
  return {
    routes: frameworkRoutes({ frameworks, upgrades, imports }),
    start: () => () => undefined,
  };
}
