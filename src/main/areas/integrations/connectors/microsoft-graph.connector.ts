/**
 * Microsoft Graph security: alerts and incidents of Defender, Sentinel and Entra ID Protection. It reads
 * with application permissions that an administrator of the tenant consented to, and writes nothing.
 * Defences: the token lives for one page; it goes to the two origins of the settings only; a next page
 * elsewhere is refused.
 */
import type { Connector, ConnectorContext } from '../connector.types.ts';
import { needing } from './kit/needing.ts';
import { originOf } from './kit/settings.ts';
import { cursorOf } from './microsoft-graph/cursor.ts';
import { fetchPage } from './microsoft-graph/fetch-page.ts';
import { keyOfRecord, mapRecord } from './microsoft-graph/map.ts';
import {
  fields,
  type GraphSettings,
  pathOf,
  rightOf,
  settingsSchema,
  signIn,
  streamsOf,
} from './microsoft-graph/settings.ts';

export const microsoftGraph: Connector<GraphSettings> = {
  id: 'microsoft-graph',
  name: 'Microsoft Defender, Sentinel and Entra',
  vendor: 'Microsoft',
  type: 'EDR',
  summary:
    'Alerts and incidents of the whole tenant, by the security interface of Microsoft Graph.',
  schema: settingsSchema,
  fields,
  origins: ({ graph, login }) => [...new Set([originOf(graph), originOf(login)])],
  probe,
  fetch(context, cursor) {
    const { stream } = cursorOf(context.settings, cursor, context.now());
    return needing(rightOf(stream), () => fetchPage(context, cursor));
  },
  delivers: 'alerts',
  key: keyOfRecord,
  map: mapRecord,
};

async function probe(context: ConnectorContext<GraphSettings>) {
  const headers = await signIn(context);
  const streams = streamsOf(context.settings);
  for (const stream of streams) {
    const url = `${context.settings.graph}${pathOf(stream)}?$top=1`;
    await needing(rightOf(stream), () =>
      context.http.json({ url, headers, why: `whether ${stream} may be read` }),
    );
  }
  const what = streams.join(' and ');
  return { text: `Signed in to the tenant; its ${what} can be read.`, version: 'v1.0' };
}
