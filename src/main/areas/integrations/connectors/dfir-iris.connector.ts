/**
 * DFIR-IRIS: alerts and cases; an alert or incident can be sent there on a person's word. It acts with
 * the rights of the API key. Defences: what is sent carries our own id, so that a repeat adds nothing;
 * nothing that IRIS holds is changed or removed.
 */
import type { Connector } from '../connector.types.ts';
import { fetchRecords } from './iris/fetch-records.ts';
import { alertsPage, allCases, get, READ } from './iris/iris-api.ts';
import { keyOfRecord, mapRecord } from './iris/map-record.ts';
import { pushAlert } from './iris/push-alert.ts';
import { fields, type IrisSettings, settingsSchema } from './iris/settings.ts';
import { originOf } from './kit/settings.ts';
import { objectIn, textIn } from './shared/answers.ts';

export const dfirIris: Connector<IrisSettings> = {
  id: 'dfir-iris',
  name: 'DFIR-IRIS',
  vendor: 'DFIR-IRIS',
  type: 'SIEM',
  summary: 'Alerts and cases of DFIR-IRIS; alerts and incidents can be sent there.',
  schema: settingsSchema,
  fields,
  origins: ({ address }) => [originOf(address)],
  async probe(context) {
    const all = { from: 0, to: context.now(), page: 0, limit: 1 };
    const { total } = await alertsPage(context, all);
    const cases = context.settings.includeCases ? (await allCases(context)).length : null;
    const versions = await get(context, '/api/versions', {
      why: 'the version',
      right: READ,
      expects: [404],
    });
    const rest = cases === null ? '' : ` and ${cases.toLocaleString('en-US')} cases`;
    return {
      text: `${total === null ? 'Alerts' : `${total.toLocaleString('en-US')} alerts`}${rest} can be read.`,
      version: textIn(objectIn(versions.body, 'data'), 'iris_current'),
    };
  },
  fetch: fetchRecords,
  push: pushAlert,
  delivers: 'alerts',
  key: keyOfRecord,
  map: mapRecord,
};
