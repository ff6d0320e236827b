/**
 * Okta: the system log of an organisation. It reads with the rights of its token's account and writes
 * nothing. Defences: the next link is followed within the log of the settings' origin only.
 */
import { isObject } from '../../../platform/records/json-record.ts';
import { type Connector, type ConnectorContext, ConnectorFailure } from '../connector.types.ts';
import { needing } from './kit/needing.ts';
import { originOf } from './kit/settings.ts';
import { fetchPage } from './okta/fetch-page.ts';
import { mapEvent } from './okta/map.ts';
import { fields, type OktaSettings, settingsSchema, signIn } from './okta/settings.ts';

const RIGHT =
  'The token needs an account that may read the system log (Report Administrator, Read-Only Administrator), or the scope okta.logs.read.';

export const okta: Connector<OktaSettings> = {
  id: 'okta',
  name: 'Okta system log',
  vendor: 'Okta',
  type: 'IAM',
  summary: 'Events that matter to security, from the system log of the organisation.',
  schema: settingsSchema,
  fields,
  origins: ({ address }) => [originOf(address)],
  probe: (context) => needing(RIGHT, () => probe(context)),
  fetch: (context, cursor) => needing(RIGHT, () => fetchPage(context, cursor)),
  delivers: 'alerts',
  key: (event) => (isObject(event) && typeof event.uuid === 'string' ? event.uuid : null),
  map: (event, tally, _text, settings) => mapEvent(event, tally, settings?.what ?? 'security'),
};

async function probe(context: ConnectorContext<OktaSettings>) {
  const { body } = await context.http.json({
    url: `${context.settings.address}/api/v1/logs?limit=1`,
    headers: await signIn(context),
    why: 'whether the system log may be read',
  });
  if (!Array.isArray(body)) {
    throw new ConnectorFailure(
      'answer',
      'This is no answer of an Okta system log. Check the address.',
    );
  }
  const { host } = new URL(context.settings.address);
  return { text: `The system log of ${host} can be read.`, version: 'v1' };
}
