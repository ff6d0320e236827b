/**
 * Audit logs of Google Cloud (admin activity, policy denied) by entries.list of Cloud Logging v2. It
 * reads with the rights of a service account and changes nothing there. Defences: the account's key signs
 * a short-lived token and is itself sent nowhere; the filter is made of times and names of ours only.
 */
import type { Connector } from '../connector.types.ts';
import { fetchEntries, filterOf, listEntries } from './google/fetch-entries.ts';
import { keyOfEntry, mapEntry } from './google/map-entry.ts';
import { ADDRESS, fields, type GoogleSettings, settingsSchema } from './google/settings.ts';
import { signIn } from './google/sign-in.ts';
import { DAY_MS, originOf } from './kit/settings.ts';

export const googleCloudAudit: Connector<GoogleSettings> = {
  id: 'google-cloud-audit',
  name: 'Google Cloud audit logs',
  vendor: 'Google Cloud',
  type: 'CLOUD',
  summary:
    'Administrative calls that matter for security and what policies denied, by Cloud Logging.',
  schema: settingsSchema,
  fields,
  origins: ({ address }) => [originOf(address || ADDRESS)],
  async probe(context) {
    const { email } = await signIn(context);
    const now = context.now();
    await listEntries(context, { filter: filterOf(now - DAY_MS, now), token: null, size: 1 });
    const many = context.settings.resources.length;
    return {
      text: `Signed in as ${email}; the audit logs of ${many} resource${many === 1 ? '' : 's'} can be read.`,
      version: null,
    };
  },
  fetch: fetchEntries,
  delivers: 'alerts',
  key: keyOfEntry,
  map: mapEntry,
};
