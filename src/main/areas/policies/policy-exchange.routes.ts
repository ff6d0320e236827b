/**
 * Policies as files. What is in them comes from people: a PDF holds no script and no link that acts, a
 * DOCX no macro and no field, and the answer is always an attachment, never shown by the browser.
 */
import {
  policyExchangeCalls as calls,
  POLICY_EXPORT_LABELS,
  type PolicyExportFormat,
} from '../../../shared/areas/policies/policy-exchange.contract.ts';
import type { Database } from '../../db/database.ts';
import { page, type Route, route } from '../../http/route.ts';
import type { JobRunner } from '../../jobs/job-runner.ts';
import type { PolicyExportInput } from './policy-export.jobs.ts';
import { readPolicyContent } from './policy-export.store.ts';
import type { PolicyImport } from './policy-import.service.ts';

const TYPES: Record<PolicyExportFormat, string> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  md: 'text/markdown; charset=utf-8',
};

/** The name goes into a header: plain characters only. */
const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60) || 'policy';

export interface PolicyExchangeDeps {
  readonly db: Database;
  readonly runner: JobRunner;
  readonly imports: PolicyImport;
}

export function policyExchangeRoutes({ db, runner, imports }: PolicyExchangeDeps): Route[] {
  return [
    route(calls.exportPolicy, async ({ params, query, session }) => {
      const { id, format } = params;
      const { version } = db.read('policies.exportOf', (reader) =>
        readPolicyContent(reader, id, query.version),
      );
      const input: PolicyExportInput = { policyId: id, versionId: version.id, format };
      const { finished } = runner.start({
        ...{ kind: 'policy-export', unit: 'steps', total: 2, input },
        title: `Export as ${POLICY_EXPORT_LABELS[format]}: ${version.title}`,
        startedBy: session.user.id,
      });
      const bytes = (await finished) as Uint8Array;
      const name = `${plain(version.title)}-${version.version}.${format}`;
      return new Response(new Uint8Array(bytes), {
        headers: {
          'Content-Type': TYPES[format],
          'Content-Disposition': `attachment; filename="${name}"`,
        },
      });
    }),
    route(calls.previewImport, ({ query, request, session }) =>
      imports.preview(query, request, session.user.id),
    ),
    route(calls.importPolicy, ({ body, session }) => imports.import(body, session.user.id)),
    route(calls.imports, ({ query }) => {
      const { rows, total, nextCursor } = imports.receipts(query);
      return page(rows, total, nextCursor);
    }),
  ];
}
