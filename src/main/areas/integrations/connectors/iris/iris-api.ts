import type { ConnectorContext, JsonReply } from '../../connector.types.ts';
import { needing } from '../kit/needing.ts';
import { listIn, numberIn, objectIn, unexpected } from '../shared/answers.ts';
import { headersOf, type IrisSettings } from './settings.ts';

type Context = ConnectorContext<IrisSettings>;

export const READ = 'The permission alerts_read, and access to the customer';

export function get(
  context: Context,
  path: string,
  asked: { readonly why: string; readonly right: string; readonly expects?: readonly number[] },
): Promise<JsonReply> {
  const { why, right, expects } = asked;
  const headers = headersOf(context);
  const url = `${context.settings.address}${path}`;
  return needing(right, () =>
    context.http.json({ url, headers, why, ...(expects === undefined ? {} : { expects }) }),
  );
}

/** IRIS keeps times without a zone, in UTC. */
const naive = (ms: number): string => new Date(ms).toISOString().slice(0, 19);

export interface AlertsPage {
  readonly records: readonly Uint8Array[];
  readonly total: number | null;
}

/** /alerts/filter: alerts made within a stretch of time, both ends inclusive, by page number. */
export async function alertsPage(
  context: Context,
  asked: {
    readonly from: number;
    readonly to: number;
    readonly page: number;
    readonly limit: number;
  },
): Promise<AlertsPage> {
  const query = new URLSearchParams({
    creation_start_date: naive(asked.from),
    // The seconds are whole: one more, so that the last one is inside.
    creation_end_date: naive(asked.to + 1_000),
    page: String(asked.page + 1),
    per_page: String(asked.limit),
    sort: 'asc',
  });
  const why = 'alerts since the last synchronisation';
  const reply = await get(context, `/alerts/filter?${query}`, { why, right: READ });
  if (listIn(reply.body, 'data', 'alerts') === null) throw unexpected('DFIR-IRIS', 'alerts');
  return {
    records: reply.records('data', 'alerts'),
    total: numberIn(objectIn(reply.body, 'data'), 'total'),
  };
}

/** All cases that the account may see: the interface has no pages. */
export async function allCases(
  context: Context,
): Promise<readonly { readonly id: number; readonly bytes: Uint8Array }[]> {
  const reply = await get(context, '/manage/cases/list', {
    why: 'cases since the last synchronisation',
    right: 'The permission to see cases (standard_user)',
  });
  const cases = listIn(reply.body, 'data');
  if (cases === null) throw unexpected('DFIR-IRIS', 'cases');
  const bytes = reply.records('data');
  return cases
    .flatMap((one, at) => {
      const id = numberIn(one, 'case_id');
      const written = bytes[at];
      return id === null || written === undefined ? [] : { id, bytes: written };
    })
    .sort((a, b) => a.id - b.id);
}
