import {
  isolationContract,
  type LedgerEntry,
} from '../../../shared/areas/isolation/isolation.contract.ts';
import { fromCursor, toCursor } from '../../http/list-cursor.ts';
import { page, type Route, route } from '../../http/route.ts';
import { csvCell } from '../../platform/csv-cell.ts';
import type { HeldBackService } from './held-back.ts';
import type { HeldItemStore } from './held-items.store.ts';
import type { IsolationService } from './isolation.service.ts';
import type { LedgerStore } from './ledger.store.ts';

export interface IsolationRoutesDeps {
  readonly isolation: IsolationService;
  readonly ledger: LedgerStore;
  readonly held: HeldItemStore;
  readonly heldBack: HeldBackService;
}

const gone = () => new Response(null, { status: 204 });

export function isolationRoutes({
  isolation,
  ledger,
  held,
  heldBack,
}: IsolationRoutesDeps): Route[] {
  return [
    route(isolationContract.get, () => isolation.get()),
    route(isolationContract.change, ({ body, session }) => {
      const { isIsolated, allowsLocalModel } = body;
      return isolation.change(session.user.id, {
        ...(isIsolated === undefined ? {} : { isIsolated }),
        ...(allowsLocalModel === undefined ? {} : { allowsLocalModel }),
      });
    }),
    route(isolationContract.ledger, ({ query }) => {
      const before = query.cursor ? fromCursor(query.cursor, ['number'])[0] : null;
      const { rows, total } = ledger.list(query, before);
      const last = rows.length === query.limit ? rows.at(-1) : undefined;
      return page(rows, total, last ? toCursor([Number(last.id)]) : null);
    }),
    route(isolationContract.destinations, () => ledger.destinations()),
    route(
      isolationContract.exportLedger,
      ({ query }) =>
        new Response(ledgerCsv(ledger.all(query)), {
          headers: {
            'Content-Type': 'text/csv; charset=utf-8',
            'Content-Disposition': 'attachment; filename="connections.csv"',
          },
        }),
    ),
    route(isolationContract.held, () => held.list()),
    route(isolationContract.release, async ({ params, session }) => {
      await heldBack.release(params.id, session.user.id);
      return gone();
    }),
    route(isolationContract.drop, ({ params, session }) => {
      heldBack.drop(params.id, session.user.id);
      return gone();
    }),
  ];
}

const COLUMNS = [
  ...(['at', 'purpose', 'subject', 'why', 'origin', 'outcome', 'status'] as const),
  ...(['bytesSent', 'bytesReceived', 'durationMs'] as const),
];

function ledgerCsv(entries: readonly LedgerEntry[]): string {
  const lines = entries.map((entry) => COLUMNS.map((name) => csvCell(entry[name])).join(','));
  return `${[COLUMNS.join(','), ...lines].join('\r\n')}\r\n`;
}
