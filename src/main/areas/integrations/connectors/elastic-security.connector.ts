/**
 * Elasticsearch and OpenSearch: detections by `_search` over a point in time. It reads with the rights
 * of the key it was given and writes nothing there. Defences: names of indexes are encoded into the
 * path, a filter is a value of the query and never a part of its structure, an answer of which shards
 * are missing is not used.
 */
import { isObject } from '../../../platform/records/json-record.ts';
import { type Connector, type ConnectorContext, ConnectorFailure } from '../connector.types.ts';
import { fetchPage } from './elastic-security/fetch-page.ts';
import { keyOfHit, mapHit } from './elastic-security/map.ts';
import {
  type ElasticSettings,
  fields,
  headersOf,
  indicesOf,
  isOpenSearch,
  presetOf,
  settingsSchema,
} from './elastic-security/settings.ts';
import { needing } from './kit/needing.ts';
import { originOf } from './kit/settings.ts';

export const elasticSecurity: Connector<ElasticSettings> = {
  id: 'elastic-security',
  name: 'Elastic Security and OpenSearch',
  vendor: 'Elastic',
  type: 'SIEM',
  summary:
    'Alerts of Elastic Security, OpenSearch, Security Onion and Wazuh, by their search interface.',
  schema: settingsSchema,
  fields,
  origins: ({ address }) => [originOf(address)],
  async probe(context) {
    const headers = headersOf(context);
    const count = await needing(rightOf(context), () => countAlerts(context, headers));
    const version = await versionOf(context, headers);
    const product = presetOf(context.settings).label;
    return {
      text: `${product}: ${count.toLocaleString('en-US')} documents in the indexes.`,
      version,
    };
  },
  fetch: (context, cursor) => needing(rightOf(context), () => fetchPage(context, cursor)),
  delivers: 'alerts',
  key: keyOfHit,
  map: mapHit,
};

function rightOf({ settings }: ConnectorContext<ElasticSettings>): string {
  const indices = decodeURIComponent(indicesOf(settings));
  return isOpenSearch(settings)
    ? `The role needs read, search and indices:data/read/point_in_time/* on ${indices}.`
    : `The role or API key needs the index privilege read on ${indices}.`;
}

async function countAlerts(
  context: ConnectorContext<ElasticSettings>,
  headers: Record<string, string>,
): Promise<number> {
  const { settings, http } = context;
  const { body } = await http.json({
    url: `${settings.address}/${indicesOf(settings)}/_count?ignore_unavailable=true`,
    headers,
    why: 'how many alerts there are',
  });
  const { count, _shards } = isObject(body) ? body : {};
  if (typeof count !== 'number') {
    throw new ConnectorFailure('answer', 'The answer holds no count. Check the address.');
  }
  if (isObject(_shards) && _shards.total === 0) {
    throw new ConnectorFailure(
      'settings',
      `No index matches ${decodeURIComponent(indicesOf(settings))}, or the account sees none of them. Check pattern and rights.`,
    );
  }
  return count;
}

/** Nothing hangs on it: the address may be closed for this account. */
async function versionOf(
  { settings, http }: ConnectorContext<ElasticSettings>,
  headers: Record<string, string>,
): Promise<string | null> {
  const asked = {
    url: `${settings.address}/`,
    headers,
    why: 'the version',
    expects: [401, 403, 404],
  };
  const body = await http.json(asked).then(
    (reply) => reply.body,
    (error: unknown) => {
      if (error instanceof ConnectorFailure) return null;
      throw error;
    },
  );
  const version = isObject(body) && isObject(body.version) ? body.version : {};
  const { number, distribution } = version;
  if (typeof number !== 'string') return null;
  return distribution === 'opensearch' ? `OpenSearch ${number}` : `Elasticsearch ${number}`;
}
