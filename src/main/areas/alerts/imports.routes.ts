import { importsContract } from '../../../shared/areas/alerts/imports.contract.ts';
import { page, type Route, route } from '../../http/route.ts';
import type { ImportService } from './imports.service.ts';

export function importRoutes(imports: ImportService): Route[] {
  return [
    route(importsContract.preview, ({ query, request }) => imports.preview(query, request)),
    route(importsContract.create, async ({ query, request, session }) => {
      const { status, receipt } = await imports.start(query, request, session.user.id);
      return Response.json(receipt, { status });
    }),
    route(importsContract.list, () => {
      const list = imports.list();
      return page(list, list.length, null);
    }),
    route(importsContract.get, ({ params }) => imports.get(params.id)),
    route(importsContract.rejected, ({ params }) => {
      const csv = imports.rejectedCsv(params.id);
      return new Response(csv, {
        headers: {
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': 'attachment; filename="rejected-records.csv"',
        },
      });
    }),
  ];
}
