import { evidenceContract } from '../../../shared/areas/evidence/evidence.contract.ts';
import type { Database } from '../../db/database.ts';
import { page, type Route, route } from '../../http/route.ts';
import type { CustodyService } from './custody.service.ts';
import type { EvidenceService } from './evidence.service.ts';
import type { EvidenceFiles } from './evidence-files.service.ts';
import { searchControls } from './evidence-people.store.ts';
import type { UploadService } from './uploads.service.ts';

export interface EvidenceRouteDeps {
  readonly db: Database;
  readonly evidence: EvidenceService;
  readonly files: EvidenceFiles;
  readonly custody: CustodyService;
  readonly uploads: UploadService;
}

export function evidenceRoutes(deps: EvidenceRouteDeps): Route[] {
  const { evidence, files, custody } = deps;
  return [
    route(evidenceContract.list, ({ query }) => {
      const { rows, total, nextCursor } = evidence.list(query);
      return page(rows, total, nextCursor);
    }),
    route(evidenceContract.create, ({ body, session }) => evidence.create(body, session.user)),
    route(evidenceContract.stats, () => evidence.stats()),
    route(evidenceContract.controls, ({ query }) =>
      deps.db.read('evidence.controls', (reader) => searchControls(reader, query.q)),
    ),
    ...uploadRoutes(deps.uploads),
    route(evidenceContract.get, ({ params, session }) => evidence.get(params.id, session.user)),
    route(evidenceContract.update, ({ params, body, session }) =>
      evidence.update(params.id, body, session.user),
    ),
    route(evidenceContract.remove, ({ params, body, session }) => {
      evidence.remove(params.id, body.reason, session.user);
      return { ok: true as const };
    }),
    route(evidenceContract.file, ({ params, session }) =>
      files.download(params.id, session.user.id),
    ),
    route(evidenceContract.preview, ({ params, session }) =>
      files.preview(params.id, session.user.id),
    ),
    route(evidenceContract.filePart, ({ params, query, session }) =>
      files.part(params.id, query, session.user.id),
    ),
    route(evidenceContract.linkControl, ({ params, session }) =>
      evidence.link(params.id, params.controlId, session.user),
    ),
    route(evidenceContract.unlinkControl, ({ params, session }) =>
      evidence.unlink(params.id, params.controlId, session.user),
    ),
    route(evidenceContract.review, ({ params, body, session }) =>
      evidence.review(params.id, body, session.user),
    ),
    route(evidenceContract.revise, ({ params, body, session }) =>
      evidence.revise(params.id, body, session.user),
    ),
    route(evidenceContract.custody, ({ params }) => custody.list(params.id)),
    route(evidenceContract.verifyCustody, ({ params, session }) =>
      custody.verify(params.id, session.user.id),
    ),
    route(evidenceContract.verification, ({ params }) => custody.last(params.id)),
  ];
}

function uploadRoutes(uploads: UploadService): Route[] {
  return [
    route(evidenceContract.uploads, ({ session }) => uploads.list(session.user.id)),
    route(evidenceContract.createUpload, ({ body, session }) =>
      uploads.create(body, session.user.id),
    ),
    route(evidenceContract.upload, ({ params, session }) =>
      uploads.get(params.id, session.user.id),
    ),
    route(evidenceContract.putPiece, ({ params, query, request, session }) =>
      uploads.put(params.id, query.offset, request.body, session.user.id),
    ),
    route(evidenceContract.finishUpload, ({ params, body, session }) =>
      uploads.finish(params.id, body.sha256?.toLowerCase() ?? null, session.user.id),
    ),
    route(evidenceContract.cancelUpload, async ({ params, session }) => {
      await uploads.cancel(params.id, session.user.id);
      return { ok: true as const };
    }),
  ];
}
