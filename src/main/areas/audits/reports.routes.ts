import { Readable } from 'node:stream';
import { auditReportsContract } from '../../../shared/areas/audits/audit-reports.contract.ts';
import { page, type Route, route } from '../../http/route.ts';
import type { KeptFile, ReportsService } from './reports.service.ts';

const MEDIA_TYPES: readonly (readonly [ending: string, type: string])[] = [
  ['.pdf', 'application/pdf'],
  ['.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['.json', 'application/json'],
  ['.zip', 'application/zip'],
];

/** File names are of `safeName`: they need no quoting. */
function fileAnswer({ name, size, bytes }: KeptFile): Response {
  const type = MEDIA_TYPES.find(([ending]) => name.endsWith(ending))?.[1];
  const stream = Readable.toWeb(Readable.from(bytes, { objectMode: false }));
  return new Response(stream as ReadableStream<Uint8Array>, {
    headers: {
      'Content-Type': type ?? 'application/octet-stream',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Content-Length': String(size),
    },
  });
}

export function reportRoutes(reports: ReportsService): Route[] {
  const { listReports, makeReport, reportFile, listPackages, makePackage, packageFile } =
    auditReportsContract;
  return [
    route(listReports, ({ params }) => {
      const rows = reports.listReports(params.id);
      return page(rows, rows.length, null);
    }),
    route(makeReport, ({ params, body, session }) =>
      reports.makeReport(params.id, body, session.user.id),
    ),
    route(reportFile, ({ params }) => fileAnswer(reports.reportFile(params.id, params.reportId))),
    route(listPackages, ({ params }) => {
      const rows = reports.listPackages(params.id);
      return page(rows, rows.length, null);
    }),
    route(makePackage, ({ params, session }) => reports.makePackage(params.id, session.user.id)),
    route(packageFile, ({ params }) =>
      fileAnswer(reports.packageFile(params.id, params.packageId)),
    ),
    route(auditReportsContract.signingKey, () => reports.signingKey()),
  ];
}
