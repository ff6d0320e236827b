/**
 * CrowdStrike Falcon: alerts of all its products. It reads with the scopes of an API client and writes
 * nothing. Defences: the token lives for one page and goes to the chosen cloud only; an answer that
 * lists errors is not used in parts.
 */
import type { Connector, ConnectorContext } from '../connector.types.ts';
import { fetchPage } from './crowdstrike/fetch-page.ts';
import { keyOfAlert, mapAlert } from './crowdstrike/map.ts';
import {
  type CrowdstrikeSettings,
  fields,
  settingsSchema,
  signIn,
} from './crowdstrike/settings.ts';
import { needing } from './kit/needing.ts';
import { originOf } from './kit/settings.ts';

const RIGHT = 'The API client needs the scope Alerts: Read.';

export const crowdstrike: Connector<CrowdstrikeSettings> = {
  id: 'crowdstrike',
  name: 'CrowdStrike Falcon',
  vendor: 'CrowdStrike',
  type: 'EDR',
  summary: 'Alerts of endpoint, identity and cloud products, by the Falcon interface.',
  schema: settingsSchema,
  fields,
  origins: ({ region }) => [originOf(region)],
  probe: (context) => needing(RIGHT, () => probe(context)),
  fetch: (context, cursor) => needing(RIGHT, () => fetchPage(context, cursor)),
  delivers: 'alerts',
  key: keyOfAlert,
  map: mapAlert,
};

async function probe(context: ConnectorContext<CrowdstrikeSettings>) {
  await context.http.json({
    url: `${context.settings.region}/alerts/queries/alerts/v2?limit=1`,
    headers: await signIn(context),
    why: 'whether alerts may be read',
  });
  const { host } = new URL(context.settings.region);
  return { text: `Signed in to ${host}; its alerts can be read.`, version: 'v2' };
}
