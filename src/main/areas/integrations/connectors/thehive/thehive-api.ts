import type { ConnectorContext, JsonReply } from '../../connector.types.ts';
import { needing } from '../kit/needing.ts';
import { unexpected } from '../shared/answers.ts';
import { headersOf, type TheHiveSettings } from './settings.ts';

type Context = ConnectorContext<TheHiveSettings>;
export type Kind = 'alert' | 'case';

const LISTS: Readonly<Record<Kind, string>> = { alert: 'listAlert', case: 'listCase' };
const READ = 'A profile that may read alerts and cases (read-only)';

type Step = Readonly<Record<string, unknown>>;

/** The query interface (POST /api/v1/query): steps one after another. */
export function ask(context: Context, why: string, query: readonly Step[]): Promise<JsonReply> {
  const { address } = context.settings;
  const headers = headersOf(context);
  return needing(READ, () =>
    context.http.json({
      method: 'POST',
      url: `${address}/api/v1/query`,
      headers,
      body: { query },
      why,
    }),
  );
}

export interface Asked {
  readonly kind: Kind;
  /** ms since 1970, both inclusive: when it was made there. */
  readonly from: number;
  readonly to: number;
}

const begin = ({ kind, from, to }: Asked): readonly Step[] => [
  { _name: LISTS[kind] },
  {
    _name: 'filter',
    _and: [
      { _gte: { _field: '_createdAt', _value: from } },
      { _lte: { _field: '_createdAt', _value: to } },
    ],
  },
];

/** Of the window, the oldest first; `from` and `to` of the range are places in the list. */
export async function listed(
  context: Context,
  asked: Asked,
  range: { readonly from: number; readonly to: number },
): Promise<readonly Uint8Array[]> {
  const reply = await ask(context, `${asked.kind}s since the last synchronisation`, [
    ...begin(asked),
    { _name: 'sort', _fields: [{ _createdAt: 'asc' }, { _id: 'asc' }] },
    { _name: 'page', ...range },
  ]);
  if (!Array.isArray(reply.body)) throw unexpected('TheHive', `a list of ${asked.kind}s`);
  return reply.records();
}

export async function counted(context: Context, asked: Asked): Promise<number> {
  const { body } = await ask(context, `how many ${asked.kind}s there are`, [
    ...begin(asked),
    { _name: 'count' },
  ]);
  if (typeof body !== 'number') throw unexpected('TheHive', 'a count');
  return body;
}
