import type { ModelTask } from '../../shared/areas/models/tasks.ts';
import { draftRoutes } from '../areas/models/drafts.routes.ts';
import { createDraftService } from '../areas/models/drafts.service.ts';
import { createPreviewService } from '../areas/models/preview.service.ts';
import { createRedactor } from '../areas/models/redaction.ts';
import { createTermSource } from '../areas/models/terms.store.ts';
import type { CoreDeps, WiredArea } from './core-deps.ts';
import type { WiredModels } from './models.ts';

/** Drafts that a model writes, and the preview of what would leave. */
export function wireModelUses(
  { db, newId }: CoreDeps,
  { gateway, secrets, previews: seen }: Pick<WiredModels, 'gateway' | 'secrets' | 'previews'>,
  onAgreed: (task: ModelTask) => void,
): WiredArea {
  const redactor = createRedactor({ terms: createTermSource(db), secrets });
  const drafts = createDraftService({ db, gateway, newId });
  const previews = createPreviewService({ ...{ db, redactor, newId, onAgreed }, ...seen });
  return { routes: draftRoutes(drafts, previews), start: () => () => {} };
}
