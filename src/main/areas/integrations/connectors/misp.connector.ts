/**
 * MISP: attributes by its search interface (restSearch). It reads with the rights of the key's user and
 * changes nothing there.
 */
import type { Connector } from '../connector.types.ts';
import { DAY_MS, originOf } from './kit/settings.ts';
import { fetchAttributes, searchAttributes } from './misp/fetch-attributes.ts';
import { mapAttribute } from './misp/map-attribute.ts';
import { fields, type MispSettings, settingsSchema } from './misp/settings.ts';
import { listIn, objectIn, textIn, unexpected } from './shared/answers.ts';

export const misp: Connector<MispSettings> = {
  id: 'misp',
  name: 'MISP',
  vendor: 'MISP Project',
  type: 'THREAT_INTEL',
  summary: 'Indicators out of attributes, with tags, TLP and hits of warninglists, by restSearch.',
  schema: settingsSchema,
  fields,
  origins: ({ address }) => [originOf(address)],
  async probe(context) {
    const headers = { authorization: context.secret('authKey') };
    const now = context.now();
    const asked = { from: now - DAY_MS, to: now, page: 0, limit: 1 };
    const { body } = await searchAttributes(context, asked);
    if (listIn(body, 'response', 'Attribute') === null) throw unexpected('MISP', 'attributes');
    const version = await context.http.json({
      url: `${context.settings.address}/servers/getVersion`,
      headers,
      why: 'the version',
      expects: [403, 404],
    });
    const me = await context.http.json({
      url: `${context.settings.address}/users/view/me`,
      headers,
      why: 'who is signed in',
      expects: [403, 404],
    });
    const name = textIn(objectIn(me.body, 'User'), 'email');
    return {
      text: `${name === null ? 'Signed in' : `Signed in as ${name}`}; attributes can be read.`,
      version: textIn(version.body, 'version'),
    };
  },
  fetch: fetchAttributes,
  delivers: 'indicators',
  map: mapAttribute,
};
