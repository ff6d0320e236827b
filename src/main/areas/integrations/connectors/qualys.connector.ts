/**
 * Qualys VMDR: detections of hosts. It reads with the rights of an account and writes nothing. Defences:
 * XML is read as it arrives, without entities and bounded; of the next page's address only the number
 * of the host is taken.
 */
import type { Connector, ConnectorContext } from '../connector.types.ts';
import { needing } from './kit/needing.ts';
import { originOf } from './kit/settings.ts';
import { ask } from './qualys/ask.ts';
import { fetchPage } from './qualys/fetch-page.ts';
import { keyOfDetection, mapDetection } from './qualys/map.ts';
import { fields, type QualysSettings, settingsSchema } from './qualys/settings.ts';

const RIGHT = 'The account needs API access and sight of the hosts (Reader role or above).';

export const qualys: Connector<QualysSettings> = {
  id: 'qualys',
  name: 'Qualys VMDR',
  vendor: 'Qualys',
  type: 'VULNERABILITY',
  summary: 'Detections on hosts with their titles, by the host list detection interface.',
  schema: settingsSchema,
  fields,
  origins: ({ address }) => [originOf(address)],
  probe: (context) => needing(RIGHT, () => probe(context)),
  fetch: (context, cursor) => needing(RIGHT, () => fetchPage(context, cursor)),
  delivers: 'alerts',
  key: keyOfDetection,
  map: mapDetection,
};

async function probe(context: ConnectorContext<QualysSettings>) {
  const form = { action: 'list', truncation_limit: '1', output_format: 'XML' };
  const path = 'asset/host/vm/detection/';
  await ask(
    context,
    { path, form, why: 'whether detections may be read' },
    {
      groups: new Set(),
      found() {},
    },
  );
  const { host } = new URL(context.settings.address);
  return {
    text: `Signed in to ${host}; detections can be read.`,
    version: context.settings.version,
  };
}
