/**
 * Downloads and imports. What is in a download comes from people and from imports: workbooks and CSV
 * hold no formula, PDF no script, and the answer is always an attachment, never shown by the browser.
 */
import type { RiskExportFormat } from '../../../shared/areas/risk/risk-exchange.contract.ts';
import { RISK_EXPORT_LABELS } from '../../../shared/areas/risk/risk-exchange.contract.ts';
import { riskQuantContract } from '../../../shared/areas/risk/risk-quant.contract.ts';
import { page, type Route, route } from '../../http/route.ts';
import type { JobRunner } from '../../jobs/job-runner.ts';
import { type Clock, localDay } from '../../platform/clock.ts';
import { writeWorkbook } from '../../platform/documents/workbook.ts';
import { READ_COLUMNS, READ_FIELDS } from './risk-export.columns.ts';
import type { RiskExportInput } from './risk-export.jobs.ts';
import type { RiskImportService } from './risk-import.service.ts';

const calls = riskQuantContract;

const TYPES: Record<RiskExportFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8',
};

const attachment = (bytes: Uint8Array, format: RiskExportFormat, name: string) =>
  new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': TYPES[format],
      'Content-Disposition': `attachment; filename="${name}.${format}"`,
    },
  });

export interface ExchangeDeps {
  readonly runner: JobRunner;
  readonly clock: Clock;
  readonly imports: RiskImportService;
}

export function exchangeRoutes({ runner, clock, imports }: ExchangeDeps): Route[] {
  return [
    route(calls.exportRisks, async ({ params, session }) => {
      const { format } = params;
      const input: RiskExportInput = { format };
      const { finished } = runner.start({
        ...{ kind: 'risk-export', unit: 'risks', total: null, input },
        ...{ title: `Export: ${RISK_EXPORT_LABELS[format]}`, startedBy: session.user.id },
      });
      const bytes = (await finished) as Uint8Array;
      return attachment(bytes, format, `risk-register-${localDay(clock.now())}`);
    }),
    route(calls.importTemplate, async () =>
      attachment(await writeTemplate(), 'xlsx', 'risk-register-template'),
    ),
    route(calls.previewImport, ({ query, request, session }) =>
      imports.preview(query, request, session.user.id),
    ),
    route(calls.importRisks, ({ body, session }) => imports.begin(body.token, session.user.id)),
    route(calls.imports, ({ query }) => {
      const { rows, total, nextCursor } = imports.list(query);
      return page(rows, total, nextCursor);
    }),
    route(calls.importReceipt, ({ params }) => imports.get(params.id)),
    route(calls.importRows, ({ params, query }) => {
      const { rows, total, nextCursor } = imports.rows(params.id, query);
      return page(rows, total, nextCursor);
    }),
  ];
}

function writeTemplate(): Promise<Uint8Array> {
  const columns = READ_FIELDS.map((field) => READ_COLUMNS[field]);
  return writeWorkbook([
    {
      name: 'Risks',
      columns: columns.map(({ header, width }) => ({ header, width })),
      rows: [],
    },
    {
      name: 'Instructions',
      columns: [
        { header: 'Column', width: 38 },
        { header: 'What it holds', width: 90 },
      ],
      rows: [
        ['Sheet Risks', 'One risk a row. An empty cell leaves what is there.'],
        ...columns.map(({ header, note }) => [header, note]),
        ['Formulas', 'Are read as the value they had when the workbook was saved.'],
      ],
    },
  ]);
}
