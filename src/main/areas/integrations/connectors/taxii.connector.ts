/**
 * TAXII 2.1: indicators of STIX 2.1 out of the collections of a server. It reads with the rights of the
 * account and changes nothing there. Defences: an API root elsewhere than the address of the settings is
 * never sent the account's secret; ids are encoded before they become part of an address.
 */
import type { Connector } from '../connector.types.ts';
import { originOf } from './kit/settings.ts';
import { fetchObjects } from './taxii/fetch-objects.ts';
import { mapObject } from './taxii/map-object.ts';
import { fields, settingsSchema, type TaxiiSettings } from './taxii/settings.ts';
import { collectionsOf, objectsOf } from './taxii/taxii-api.ts';

export const taxii: Connector<TaxiiSettings> = {
  id: 'taxii',
  name: 'TAXII 2.1',
  vendor: 'OASIS',
  type: 'THREAT_INTEL',
  summary: 'Indicators of STIX 2.1 out of the collections of any TAXII 2.1 server.',
  schema: settingsSchema,
  fields,
  origins: ({ address }) => [originOf(address)],
  async probe(context) {
    const collections = await collectionsOf(context);
    const after = new Date(context.now()).toISOString();
    for (const one of collections) await objectsOf(context, one, { after, next: null, limit: 1 });
    const many = collections.length;
    return {
      text: `${many} collection${many === 1 ? '' : 's'} can be read.`,
      version: '2.1',
    };
  },
  fetch: fetchObjects,
  delivers: 'indicators',
  map: mapObject,
};
