/**
 * Tenable Vulnerability Management: findings by its export. It reads with the rights of its keys'
 * account; an export is the only thing it makes there. Defences: the id of an export goes into an
 * address only where it is one.
 */
import { isObject } from '../../../platform/records/json-record.ts';
import { type Connector, type ConnectorContext, ConnectorFailure } from '../connector.types.ts';
import { needing } from './kit/needing.ts';
import { originOf } from './kit/settings.ts';
import { fetchPage } from './tenable/fetch-page.ts';
import { keyOfFinding, mapFinding } from './tenable/map.ts';
import { fields, headersOf, settingsSchema, type TenableSettings } from './tenable/settings.ts';

const RIGHT =
  'The account of the keys needs a role that may export vulnerabilities (Basic with Can View on the assets, or Administrator).';

export const tenable: Connector<TenableSettings> = {
  id: 'tenable',
  name: 'Tenable Vulnerability Management',
  vendor: 'Tenable',
  type: 'VULNERABILITY',
  summary: 'Findings of plugins on assets, by the vulnerability export.',
  schema: settingsSchema,
  fields,
  origins: ({ address }) => [originOf(address)],
  probe: (context) => needing(RIGHT, () => probe(context)),
  fetch: (context, cursor) => needing(RIGHT, () => fetchPage(context, cursor)),
  delivers: 'alerts',
  key: keyOfFinding,
  map: mapFinding,
};

async function probe(context: ConnectorContext<TenableSettings>) {
  const { body } = await context.http.json({
    url: `${context.settings.address}/vulns/export/status`,
    headers: headersOf(context),
    why: 'whether findings may be exported',
  });
  if (!isObject(body) || !Array.isArray(body.exports)) {
    throw new ConnectorFailure('answer', 'This is no answer of Tenable. Check the address.');
  }
  return { text: 'The keys are valid; findings can be exported.', version: null };
}
