import {
  isolationContract,
  type LedgerEntry,
} from '../../../shared/areas/isolation/isolation.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { roleMay } from '../../../shared/contract/permissions.ts';
import { fromCursor, toCursor } from '../../http/list-cursor.ts';
import { page, type Route, route } from '../../http/route.ts';
import type { SessionUser } from '../../http/session.ts';
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
  /** Whether this account has a place in a shared workspace from this workstation. */
  readonly isAtHome: (account: string) => boolean;
  /** Who isolated last by this switch; null where something else was changed since. */
  readonly isolatedBy: () => string | null;
}

const gone = () => new Response(null, { status: 204 });

export function isolationRoutes(deps: IsolationRoutesDeps): Route[] {
  const { isolation, ledger, held, heldBack } = deps;
  const seenBy = (user: SessionUser) => ({
    ...isolation.get(),
    maySwitch: maySwitch(deps, user),
  });
  return [
    route(isolationContract.get, ({ session }) => seenBy(session.user)),
    route(isolationContract.change, ({ body, session: { user } }) => {
      const { isIsolated, allowsLocalModel } = body;
      const isAsked = allowsLocalModel === undefined || roleMay(user.role, 'workspace.manage');
      if (!isAsked || !maySwitch(deps, user)) throw new AppError('forbidden', 'Forbidden');
      isolation.change(user.id, {
        ...(isIsolated === undefined ? {} : { isIsolated }),
        ...(allowsLocalModel === undefined ? {} : { allowsLocalModel }),
      });
      return seenBy(user);
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

/** Administrators; and who works here in a shared workspace, but to connect only what they isolated. */
function maySwitch({ isolation, isAtHome, isolatedBy }: IsolationRoutesDeps, user: SessionUser) {
  if (roleMay(user.role, 'workspace.manage')) return true;
  if (!roleMay(user.role, 'workstation.manage') || !isAtHome(user.id)) return false;
  return !isolation.get().isIsolated || isolatedBy() === user.id;
}

const COLUMNS = [
  ...(['at', 'purpose', 'subject', 'why', 'origin', 'outcome', 'status'] as const),
  ...(['bytesSent', 'bytesReceived', 'durationMs'] as const),
];

function ledgerCsv(entries: readonly LedgerEntry[]): string {
  const lines = entries.map((entry) => COLUMNS.map((name) => csvCell(entry[name])).join(','));
  return `${[COLUMNS.join(','), ...lines].join('\r\n')}\r\n`;
}
