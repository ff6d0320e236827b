/** Indicators, sweeps, imports, exports and lists of what is known to be good. */
import { indicatorWorkContract } from '../../../../shared/areas/forensics/indicators/indicator-work.contract.ts';
import {
  indicatorsContract,
  indicatorsList,
} from '../../../../shared/areas/forensics/indicators/indicators.contract.ts';
import { AppError } from '../../../../shared/contract/errors.ts';
import { page, type Route, route } from '../../../http/route.ts';
import type { JobRunner } from '../../../jobs/job-runner.ts';
import type { ExtractionService } from './extraction.service.ts';
import { type createIndicatorImport, type IndicatorFileDeps, openFile } from './import.service.ts';
import type { IndicatorService } from './indicators.service.ts';
import type { SweepService } from './sweep.service.ts';
import type { WarninglistService } from './warninglists.service.ts';

export interface IndicatorRouteDeps {
  readonly indicators: IndicatorService;
  readonly extraction: ExtractionService;
  readonly sweeps: SweepService;
  readonly imports: ReturnType<typeof createIndicatorImport>;
  readonly warninglists: WarninglistService;
  readonly files: IndicatorFileDeps;
}

const none = () => new Response(null, { status: 204 });

function registerRoutes({ indicators, extraction, files }: IndicatorRouteDeps): Route[] {
  const calls = indicatorsContract;
  return [
    route(indicatorsList, ({ query: { limit, cursor, order, ...filter } }) => {
      const { rows, total, nextCursor } = indicators.list(filter, { limit, cursor, order });
      return page(rows, total, nextCursor);
    }),
    route(calls.get, ({ params }) => indicators.get(params.id)),
    route(calls.add, ({ body, session }) => indicators.add(body.indicators, session.user.id)),
    route(calls.change, ({ params, body, session }) =>
      indicators.change(params.id, body, session.user.id),
    ),
    route(calls.bulk, ({ body, session }) => indicators.bulk(body, session.user.id)),
    route(calls.remove, ({ body, session }) =>
      indicators.remove(body.ids, body.reason, session.user.id),
    ),
    route(calls.undo, ({ body, session }) => indicators.undo(body.undo, session.user.id)),
    route(calls.relate, ({ params, body, session }) =>
      indicators.relate(params.id, body, session.user.id),
    ),
    route(calls.unrelate, ({ params, session }) => {
      indicators.unrelate(params.id, session.user.id);
      return none();
    }),
    route(calls.extract, ({ body }) => extraction.of(body)),
    route(calls.extractFile, async ({ query, request, session }) => {
      const { fileName, bytes, hearOut } = openFile(files, query, request);
      try {
        return await extraction.ofFile(fileName, bytes, session.user.id);
      } finally {
        await hearOut();
      }
    }),
  ];
}

const EXPORTS = {
  list: ['text/plain; charset=utf-8', 'indicators.txt'],
  'list-defanged': ['text/plain; charset=utf-8', 'indicators-defanged.txt'],
  csv: ['text/csv; charset=utf-8', 'indicators.csv'],
  stix: ['application/stix+json; charset=utf-8', 'indicators.stix.json'],
} as const;

function exchangeRoutes(deps: IndicatorRouteDeps & { readonly runner: JobRunner }): Route[] {
  const { imports, runner } = deps;
  const calls = indicatorWorkContract;
  return [
    route(calls.previewImport, ({ query, request, session }) =>
      imports.preview(query, request, session.user.id),
    ),
    route(calls.import, ({ body, session }) => imports.begin(body, session.user.id)),
    route(calls.imports, ({ query: { limit } }) => {
      const rows = imports.list(limit);
      return page(rows, null, null);
    }),
    route(calls.importOf, ({ params }) => imports.get(params.id)),
    route(calls.export, async ({ params: { format }, query: { ids, ...filter }, session }) => {
      const { finished } = runner.start({
        ...{
          kind: 'indicator-export',
          title: 'Export indicators',
          unit: 'indicators',
          total: null,
        },
        ...{ startedBy: session.user.id, input: { format, filter, ids: ids?.split(',') ?? null } },
      });
      const [type, name] = EXPORTS[format];
      return new Response(new Uint8Array((await finished) as Uint8Array), {
        headers: { 'Content-Type': type, 'Content-Disposition': `attachment; filename="${name}"` },
      });
    }),
  ];
}

function sweepRoutes({ sweeps, warninglists, files }: IndicatorRouteDeps): Route[] {
  const calls = indicatorWorkContract;
  return [
    route(calls.sweep, ({ body, session }) => sweeps.begin(body, session.user.id)),
    route(calls.sweeps, ({ query: { limit } }) => page(sweeps.list(limit), null, null)),
    route(calls.sweepOf, ({ params }) => sweeps.get(params.id)),
    route(calls.sweepHits, ({ params, query }) => {
      const { rows, total, nextCursor } = sweeps.hits(params.id, query);
      return page(rows, total, nextCursor);
    }),
    route(calls.warninglists, () => {
      const rows = warninglists.list();
      return page(rows, rows.length, null);
    }),
    route(calls.addWarninglist, async ({ query, request, session }) => {
      const { bytes, hearOut } = openFile(files, query, request);
      try {
        return await warninglists.add(bytes, session.user.id);
      } catch (error) {
        throw error instanceof AppError
          ? error
          : new AppError('bad-input', 'This list cannot be read');
      } finally {
        await hearOut();
      }
    }),
    route(calls.switchWarninglist, ({ params, body, session }) =>
      warninglists.turn(params.id, body.isOn, session.user.id),
    ),
    route(calls.removeWarninglist, ({ params, session }) => {
      warninglists.remove(params.id, session.user.id);
      return none();
    }),
  ];
}

export const indicatorRoutes = (
  deps: IndicatorRouteDeps & { readonly runner: JobRunner },
): Route[] => [...registerRoutes(deps), ...exchangeRoutes(deps), ...sweepRoutes(deps)];
