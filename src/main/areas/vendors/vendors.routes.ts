import { vendorsContract } from '../../../shared/areas/vendors/vendors.contract.ts';
import { page, type Route, route } from '../../http/route.ts';
import type { Subprocessors } from './subprocessors.service.ts';
import type { VendorDocuments } from './vendor-documents.service.ts';
import type { VendorService } from './vendors.service.ts';

export interface VendorRouteDeps {
  readonly vendors: VendorService;
  readonly documents: VendorDocuments;
  readonly subprocessors: Subprocessors;
}

export function vendorRoutes({ vendors, documents, subprocessors }: VendorRouteDeps): Route[] {
  const calls = vendorsContract;
  return [
    route(calls.list, ({ query }) => {
      const { rows, total, nextCursor } = vendors.list(query);
      return page(rows, total, nextCursor);
    }),
    route(calls.create, ({ body, session }) => vendors.create(body, session.user.id)),
    route(calls.figures, () => vendors.figures()),
    route(calls.get, ({ params }) => vendors.get(params.id)),
    route(calls.update, ({ params, body, session }) =>
      vendors.update(params.id, body, session.user.id),
    ),
    route(calls.documents, ({ params }) => documents.list(params.id)),
    route(calls.addDocument, ({ params, body, session }) =>
      documents.add(params.id, body, session.user.id),
    ),
    route(calls.updateDocument, ({ params, body, session }) =>
      documents.update(params.id, params.documentId, body, session.user.id),
    ),
    route(calls.removeDocument, ({ params, session }) =>
      documents.remove(params.id, params.documentId, session.user.id),
    ),
    route(calls.subprocessors, ({ params }) => subprocessors.list(params.id)),
    route(calls.addSubprocessor, ({ params, body, session }) =>
      subprocessors.add(params.id, body, session.user.id),
    ),
    route(calls.updateSubprocessor, ({ params, body, session }) =>
      subprocessors.update(params.id, params.subprocessorId, body, session.user.id),
    ),
    route(calls.removeSubprocessor, ({ params, session }) =>
      subprocessors.remove(params.id, params.subprocessorId, session.user.id),
    ),
    route(calls.concentration, () => subprocessors.concentration()),
  ];
}
