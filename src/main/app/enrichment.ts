import { readUploadBody } from '../areas/alerts/upload-body.ts';
import { enrichmentRoutes } from '../areas/enrichment/enrichment.routes.ts';
import { createEnrichmentService } from '../areas/enrichment/enrichment.service.ts';
import type { CoreDeps, WiredArea } from './core-deps.ts';

/** What imported files tell of addresses and vulnerabilities. */
export function wireEnrichment(core: CoreDeps): WiredArea {
  const enrichment = createEnrichmentService({ ...core, readUpload: readUploadBody });
  return { routes: enrichmentRoutes(enrichment), start: () => enrichment.close };
}
