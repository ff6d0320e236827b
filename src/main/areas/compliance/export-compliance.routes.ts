/**
 * Downloads. What is in them comes from people and from imports: JSON is data, workbooks and CSV hold
 * no formula, PDF no script, and the answer is always an attachment, never shown by the browser.
 */
import {
  complianceExportsContract,
  EXPORT_LABELS,
  type ExportFormat,
} from '../../../shared/areas/compliance/compliance-exports.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { Database } from '../../db/database.ts';
import { type Route, route } from '../../http/route.ts';
import type { JobRunner } from '../../jobs/job-runner.ts';
import type { Clock } from '../../platform/clock.ts';
import { findNamedFramework } from './crosswalks.store.ts';
import type { ExportInput } from './export-compliance.jobs.ts';

export interface ExportDeps {
  readonly db: Database;
  readonly runner: JobRunner;
  readonly clock: Clock;
  readonly version: string;
  readonly packFolder: string;
}

const FILES: Record<ExportFormat, { type: string; extension: string; stem: string }> = {
  'soa-xlsx': {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extension: 'xlsx',
    stem: 'statement-of-applicability',
  },
  'soa-pdf': { type: 'application/pdf', extension: 'pdf', stem: 'statement-of-applicability' },
  'controls-csv': { type: 'text/csv; charset=utf-8', extension: 'csv', stem: 'controls' },
  'oscal-component-definition': {
    type: 'application/json',
    extension: 'json',
    stem: 'oscal-component-definition',
  },
  'oscal-assessment-results': {
    type: 'application/json',
    extension: 'json',
    stem: 'oscal-assessment-results',
  },
  'oscal-poam': { type: 'application/json', extension: 'json', stem: 'oscal-poam' },
};

/** The name goes into a header: plain characters only. */
const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);

export function exportRoutes({ db, runner, clock, version, packFolder }: ExportDeps): Route[] {
  return [
    route(complianceExportsContract.download, async ({ params, query, session }) => {
      const { format } = params;
      const { framework: id } = query;
      if (id === undefined && !format.startsWith('oscal-'))
        throw new AppError('bad-input', 'Choose a framework', {
          issues: [{ path: 'framework', message: 'Choose a framework' }],
        });
      const framework =
        id === undefined
          ? undefined
          : db.read('compliance.exportOf', (reader) => findNamedFramework(reader, id));
      if (id !== undefined && !framework)
        throw new AppError('not-found', 'There is no such framework');
      const input: ExportInput = { format, framework: id ?? null, version, packFolder };
      const { finished } = runner.start({
        ...{ kind: 'compliance-export', unit: 'frameworks', total: null, input },
        title: `Export: ${EXPORT_LABELS[format]}`,
        startedBy: session.user.id,
      });
      const bytes = (await finished) as Uint8Array;
      const { type, extension, stem } = FILES[format];
      const day = new Date(clock.now()).toISOString().slice(0, 10);
      const name = [stem, framework ? plain(framework.name) : '', day].filter(Boolean).join('-');
      return new Response(new Uint8Array(bytes), {
        headers: {
          'Content-Type': type,
          'Content-Disposition': `attachment; filename="${name}.${extension}"`,
        },
      });
    }),
  ];
}
