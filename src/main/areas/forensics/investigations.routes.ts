/**
 * Investigations, also as reports. What is in them is attackers' text: files are always attachments,
 * never shown by the browser, and hold no script and no link that acts.
 */
import { investigationsContract } from '../../../shared/areas/forensics/investigations.contract.ts';
import { page, type Route, route } from '../../http/route.ts';
import type { InvestigationService } from './investigations.service.ts';

const TYPES = {
  md: 'text/markdown; charset=utf-8',
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const;

/** The name goes into a header: plain characters only. */
const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60) || 'investigation';

export function investigationRoutes(investigations: InvestigationService): Route[] {
  const calls = investigationsContract;
  return [
    route(calls.list, ({ query: { limit, cursor, ...filter } }) => {
      const { rows, total, nextCursor } = investigations.list(filter, { limit, cursor });
      return page(rows, total, nextCursor);
    }),
    route(calls.investigate, ({ body, session }) =>
      investigations.investigate(body, session.user.id),
    ),
    route(calls.get, ({ params }) => investigations.get(params.id)),
    route(calls.change, ({ params, body, session }) =>
      investigations.change(params.id, body, session.user.id),
    ),
    route(calls.run, ({ params, body, session }) =>
      investigations.run(params.id, body.isAnew, session.user.id),
    ),
    route(calls.cancel, ({ params, session }) => investigations.cancel(params.id, session.user.id)),
    route(calls.close, ({ params, body, session }) =>
      investigations.close(params.id, body, session.user.id),
    ),
    route(calls.remove, ({ params, session }) => {
      investigations.remove(params.id, session.user.id);
      return new Response(null, { status: 204 });
    }),
    route(calls.report, async ({ params, query: { format }, session }) => {
      const { title, bytes } = await investigations.report(params.id, format, session.user.id);
      return new Response(new Uint8Array(bytes), {
        headers: {
          'Content-Type': TYPES[format],
          'Content-Disposition': `attachment; filename="${plain(title)}.${format}"`,
        },
      });
    }),
  ];
}
