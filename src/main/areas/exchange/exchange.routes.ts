import { Readable } from 'node:stream';
import { exchangeContract } from '../../../shared/areas/exchange/exchange.contract.ts';
import { roleMay } from '../../../shared/contract/permissions.ts';
import { page, type Route, route } from '../../http/route.ts';
import type { Exchange } from './exchange.service.ts';
import type { ListedPlace } from './receipts-list.store.ts';

const cursorOf = ({ startedAt, id }: ListedPlace): string => `${startedAt}.${id}`;

function placeOf(cursor: string | undefined): ListedPlace | null {
  const [, startedAt, id] = /^(\d{1,16})\.(.{1,100})$/.exec(cursor ?? '') ?? [];
  return startedAt !== undefined && id !== undefined ? { startedAt: Number(startedAt), id } : null;
}

export function exchangeRoutes(exchange: Exchange): Route[] {
  const calls = exchangeContract;
  return [
    route(calls.receipts, ({ query: { limit, cursor } }) => {
      const { rows, total, next } = exchange.list({ limit, after: placeOf(cursor) });
      return page(rows, total, next && cursorOf(next));
    }),
    route(calls.receipt, ({ params }) => exchange.get(params.id)),
    route(calls.export, ({ body, session }) => exchange.export(body, session.user.id)),
    route(calls.file, ({ params }) => {
      const { name, size, bytes } = exchange.file(params.id);
      const stream = Readable.toWeb(Readable.from(bytes, { objectMode: false }));
      return new Response(stream as ReadableStream<Uint8Array>, {
        headers: {
          'Content-Type': 'application/octet-stream',
          'Content-Disposition': `attachment; filename="${name}"`,
          'Content-Length': String(size),
        },
      });
    }),
    route(calls.receive, ({ query, request, session }) =>
      exchange.receive(query, request, session.user.id),
    ),
    route(calls.take, ({ params, body, session }) =>
      exchange.take(
        params.id,
        {
          password: body.password,
          mayTakePackages: roleMay(session.user.role, 'workspace.manage'),
        },
        session.user.id,
      ),
    ),
  ];
}
