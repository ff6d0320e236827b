/**
 * Splunk: rows of a search by its export endpoint, and single events sent to the HTTP Event Collector.
 * It searches with the rights of its token. Defences: the window is put after the administrator's own
 * search as numbers; rows of an unfinished or partial answer are not used; sending needs a token of its own.
 */
import { isObject } from '../../../platform/records/json-record.ts';
import { type Connector, type ConnectorContext, ConnectorFailure } from '../connector.types.ts';
import { needing } from './kit/needing.ts';
import { originOf } from './kit/settings.ts';
import { fetchPage, savedSearch } from './splunk/fetch-page.ts';
import { keyOfRow, mapRow } from './splunk/map.ts';
import { pushEvent } from './splunk/push-event.ts';
import { fields, headersOf, type SplunkSettings, settingsSchema } from './splunk/settings.ts';

const RIGHT =
  'The account of the token needs the capability search, and a role that sees the indexes.';

export const splunk: Connector<SplunkSettings> = {
  id: 'splunk',
  name: 'Splunk',
  vendor: 'Splunk',
  type: 'SIEM',
  summary:
    'Notable events or rows of a search, by the export endpoint; sends to the event collector.',
  schema: settingsSchema,
  fields,
  origins: ({ address, collector }) =>
    collector === '' ? [originOf(address)] : [originOf(address), originOf(collector)],
  probe: (context) => needing(RIGHT, () => probe(context)),
  fetch: (context, cursor) => needing(RIGHT, () => fetchPage(context, cursor)),
  push: pushEvent,
  delivers: 'alerts',
  key: keyOfRow,
  map: mapRow,
};

async function probe(context: ConnectorContext<SplunkSettings>) {
  const { username, capabilities } = await contentOf(
    context,
    '/services/authentication/current-context',
    'who the token stands for',
  );
  const may = Array.isArray(capabilities) ? capabilities : [];
  if (!may.includes('search')) {
    throw new ConnectorFailure('permission', `${RIGHT} This account may not search.`);
  }
  const { version } = await contentOf(context, '/services/server/info', 'the version');
  if (context.settings.what === 'saved') await savedSearch(context);
  const name = typeof username === 'string' ? username.slice(0, 100) : 'the account of the token';
  const text = `Signed in as ${name}, which may search.`;
  return { text, version: typeof version === 'string' ? `Splunk ${version}` : null };
}

async function contentOf(context: ConnectorContext<SplunkSettings>, path: string, why: string) {
  const { body } = await context.http.json({
    url: `${context.settings.address}${path}?output_mode=json`,
    headers: headersOf(context),
    why,
  });
  const [entry] = isObject(body) && Array.isArray(body.entry) ? body.entry : [];
  const content: unknown = isObject(entry) ? entry.content : null;
  if (isObject(content)) return content;
  throw new ConnectorFailure(
    'answer',
    'This is no answer of Splunk’s management port. Check the address and its port.',
  );
}
