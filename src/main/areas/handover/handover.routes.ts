/**
 * Handovers, also as files. Titles in them are attackers' text: a PDF holds no script and no link that
 * acts, Markdown has them as code, and the answer is always an attachment, never shown by the browser.
 */
import { handoverContract } from '../../../shared/areas/handover/handover.contract.ts';
import { page, type Route, route } from '../../http/route.ts';
import type { HandoverService } from './handover.service.ts';

const TYPES = { pdf: 'application/pdf', md: 'text/markdown; charset=utf-8' } as const;

/** The name goes into a header: plain characters only. */
const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60) || 'handover';

export function handoverRoutes(handovers: HandoverService): Route[] {
  const calls = handoverContract;
  return [
    route(calls.list, ({ query }) => {
      const { rows, total, nextCursor } = handovers.list(query);
      return page(rows, total, nextCursor);
    }),
    route(calls.create, ({ body, session }) => handovers.create(body, session.user.id)),
    route(calls.get, ({ params }) => handovers.get(params.id)),
    route(calls.change, ({ params, body, session }) =>
      handovers.change(params.id, body, session.user.id),
    ),
    route(calls.refresh, ({ params, body, session }) =>
      handovers.refresh(params.id, body.since, session.user.id),
    ),
    route(calls.handOver, ({ params, body, session }) =>
      handovers.handOver(params.id, body.to, session.user.id),
    ),
    route(calls.acknowledge, ({ params, body, session }) =>
      handovers.acknowledge(params.id, body.note, session.user.id),
    ),
    route(calls.remove, ({ params, session }) => {
      handovers.remove(params.id, session.user.id);
      return new Response(null, { status: 204 });
    }),
    route(calls.exportOne, async ({ params, query: { format }, session }) => {
      const { title, bytes } = await handovers.exportOne(params.id, format, session.user.id);
      return new Response(new Uint8Array(bytes), {
        headers: {
          'Content-Type': TYPES[format],
          'Content-Disposition': `attachment; filename="${plain(title)}.${format}"`,
        },
      });
    }),
  ];
}
