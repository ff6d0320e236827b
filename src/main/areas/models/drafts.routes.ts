import { draftsContract } from '../../../shared/areas/models/drafts.contract.ts';
import { redactionContract } from '../../../shared/areas/models/redaction.contract.ts';
import { type Route, route } from '../../http/route.ts';
import type { DraftService } from './drafts.service.ts';
import type { PreviewService } from './preview.service.ts';

export function draftRoutes(drafts: DraftService, previews: PreviewService): Route[] {
  return [
    route(draftsContract.create, ({ body, session }) => drafts.create(body, session.user)),
    route(redactionContract.last, ({ params, session }) => previews.last(params, session.user)),
    route(redactionContract.agree, ({ body, session }) => {
      previews.agree(body, session.user);
      return new Response(null, { status: 204 });
    }),
    route(redactionContract.preview, ({ body, session }) => previews.preview(body, session.user)),
  ];
}
