/**
 * TheHive 5: alerts and cases by its query interface; an alert or incident can be sent there on a
 * person's word. It acts with the rights of the API key. Defences: what is sent carries our own id, so
 * that a repeat adds nothing; nothing that TheHive holds is changed or removed.
 */
import { type Connector, ConnectorFailure } from '../connector.types.ts';
import { originOf } from './kit/settings.ts';
import { objectIn, textIn } from './shared/answers.ts';
import { fetchRecords } from './thehive/fetch-records.ts';
import { keyOfRecord, mapRecord } from './thehive/map-record.ts';
import { pushAlert } from './thehive/push-alert.ts';
import { fields, headersOf, settingsSchema, type TheHiveSettings } from './thehive/settings.ts';
import { counted } from './thehive/thehive-api.ts';

export const theHive: Connector<TheHiveSettings> = {
  id: 'thehive',
  name: 'TheHive',
  vendor: 'StrangeBee',
  type: 'SIEM',
  summary: 'Alerts and cases of TheHive 5; alerts and incidents can be sent there.',
  schema: settingsSchema,
  fields,
  origins: ({ address }) => [originOf(address)],
  async probe(context) {
    const { address, includeCases } = context.settings;
    const headers = headersOf(context);
    const me = await context.http.json({
      url: `${address}/api/v1/user/current`,
      headers,
      why: 'who is signed in',
    });
    const login = textIn(me.body, 'login');
    if (login === null)
      throw new ConnectorFailure(
        'answer',
        'TheHive answered without the account. Check the address: version 5 is needed.',
      );
    const all = { from: 0, to: context.now() };
    const alerts = await counted(context, { kind: 'alert', ...all });
    const cases = includeCases ? await counted(context, { kind: 'case', ...all }) : null;
    const status = await context.http.json({
      url: `${address}/api/v1/status`,
      headers,
      why: 'the version',
      expects: [401, 403, 404],
    });
    const rest = cases === null ? '' : ` and ${cases.toLocaleString('en-US')} cases`;
    return {
      text: `Signed in as ${login}; ${alerts.toLocaleString('en-US')} alerts${rest} can be read.`,
      version: textIn(objectIn(status.body, 'versions'), 'TheHive'),
    };
  },
  fetch: fetchRecords,
  push: pushAlert,
  delivers: 'alerts',
  key: keyOfRecord,
  map: mapRecord,
};
