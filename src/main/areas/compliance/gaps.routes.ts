import { gapsContract } from '../../../shared/areas/compliance/gaps.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { fromCursor, toCursor } from '../../http/list-cursor.ts';
import { page, type Route, route } from '../../http/route.ts';
import type { GapService } from './gaps.service.ts';
import { jsonAnswer } from './json-answer.ts';

/** An analysis is kept as the JSON that is answered, so that a long one is not parsed for it. */
export function gapRoutes(gaps: GapService): Route[] {
  return [
    route(gapsContract.analyze, async ({ body, session }) =>
      jsonAnswer(await gaps.analyze(body, session.user.id)),
    ),
    route(gapsContract.last, async () => {
      const last = await gaps.last();
      if (!last) return { analysis: null, since: null };
      return jsonAnswer('{"analysis":', last.analysis, `,"since":${JSON.stringify(last.since)}}`);
    }),
    route(gapsContract.gapsOf, async ({ params, query: { limit, cursor } }) => {
      const [from] = cursor === undefined ? [0] : fromCursor(cursor, ['number']);
      if (!Number.isSafeInteger(from) || from < 0)
        throw new AppError('bad-input', 'The cursor is not one that this server gave out');
      const found = await gaps.gapsOf(params.id, { from, limit });
      return page(found.gaps, found.total, found.next === null ? null : toCursor([found.next]));
    }),
    route(gapsContract.export, async () => {
      const csv = Buffer.concat([await gaps.csv()]);
      const disposition = 'attachment; filename="gap-analysis.csv"';
      return new Response(csv, {
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': disposition,
        },
      });
    }),
  ];
}
