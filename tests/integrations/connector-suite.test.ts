import { z } from 'zod';
import type { Connector } from '../../src/main/areas/integrations/connector.types.ts';
import { describeConnector } from '../helpers/connector-suite.ts';

/** The least connector there can be: it shows that the suite can be held, and how it is used. */
const settingsSchema = z.object({ address: z.url() });
type Settings = z.infer<typeof settingsSchema>;

const plain: Connector<Settings> = {
  id: 'plain',
  name: 'Plain',
  vendor: 'Example',
  type: 'SIEM',
  delivers: 'alerts',
  summary: 'Records by their number.',
  schema: settingsSchema,
  fields: [
    { name: 'address', label: 'Address', hint: 'Of the server.', kind: 'url', isRequired: true },
    { name: 'token', label: 'Token', hint: 'Of the account.', kind: 'secret', isRequired: true },
  ],
  origins: ({ address }) => [new URL(address).origin],
  async probe(context) {
    await context.http.json({
      url: `${context.settings.address}/records?limit=1`,
      headers: { authorization: `Bearer ${context.secret('token')}` },
      why: 'whether the account may read',
    });
    return { text: 'The records can be read.', version: null };
  },
  async fetch(context, cursor) {
    const after = cursor === null ? 0 : Number(JSON.parse(cursor));
    const url = `${context.settings.address}/records?after=${after}&limit=${context.batchSize}`;
    const reply = await context.http.json({
      url,
      headers: { authorization: `Bearer ${context.secret('token')}` },
      why: 'records since the last sync',
    });
    const records = reply.records('items');
    return {
      records,
      cursor: JSON.stringify(after + records.length),
      hasMore: records.length === context.batchSize,
    };
  },
  map(record, tally) {
    const { title, at } = Object(record) as { title?: unknown; at?: unknown };
    const time = tally.place(typeof at === 'string' ? at : null);
    if (typeof title !== 'string' || title.trim() === '' || time === null)
      return { type: 'rejected', reason: 'no title' };
    return {
      type: 'alert',
      alert: {
        title: title.replaceAll('\0', '').slice(0, 200).toWellFormed() || 'Record',
        description: '',
        severity: 'LOW',
        source: 'Plain',
        sourceHost: null,
        sourceUser: null,
        sourceIp: null,
        destIp: null,
        detector: null,
        category: null,
        techniques: [],
        ...time,
        own: null,
      },
    };
  },
};

describeConnector({
  connector: plain,
  settings: (origin) => ({ address: origin }),
  secrets: { token: 'not-to-be-seen-1' },
  serve(server, records) {
    server.on('GET', '/records', ({ headers, query }) => {
      if (headers.authorization !== 'Bearer not-to-be-seen-1') return { status: 401, json: {} };
      const after = Number(query.get('after') ?? 0);
      return { json: { items: records.slice(after, after + Number(query.get('limit'))) } };
    });
  },
  records: (count, from = 0) =>
    Array.from({ length: count }, (_, at) => ({
      title: `Record ${from + at}`,
      at: new Date(Date.UTC(2026, 10, 20, 0, from + at)).toISOString(),
    })),
});
