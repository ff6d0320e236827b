import { gapsContract } from '../../../shared/areas/compliance/gaps.contract.ts';
import { type Route, route } from '../../http/route.ts';
import type { GapService } from './gaps.service.ts';

const json = (bytes: Uint8Array<ArrayBuffer>) =>
  new Response(bytes, { headers: { 'content-type': 'application/json' } });

/** An analysis is kept as the JSON that is answered, so that a long one is not parsed for it. */
export function gapRoutes(gaps: GapService): Route[] {
  return [
    route(gapsContract.analyze, async ({ body, session }) =>
      json(Buffer.concat([await gaps.analyze(body, session.user.id)])),
    ),
    route(gapsContract.last, async () => {
      const last = await gaps.last();
      if (!last) return { analysis: null, since: null };
      const since = `,"since":${JSON.stringify(last.since)}}`;
      return json(Buffer.concat([Buffer.from('{"analysis":'), last.analysis, Buffer.from(since)]));
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
