import { isObject, type JsonObject } from '../../../../platform/records/json-record.ts';
import { firstLabel, label } from '../../../../platform/records/text.ts';

/** More pieces of evidence are not looked at; the record keeps them. */
const MOST_EVIDENCE = 200;

interface Entities {
  host: string | null;
  user: string | null;
  sourceIp: string | null;
  destIp: string | null;
}

/** "alertEvidence resource type": who and where, from the first piece of each kind that says so. */
export function entitiesOf(alerts: readonly unknown[]): Entities {
  const found: Entities = { host: null, user: null, sourceIp: null, destIp: null };
  let deviceIp: string | null = null;
  for (const alert of alerts) {
    const evidence = isObject(alert) && Array.isArray(alert.evidence) ? alert.evidence : [];
    for (const one of evidence.slice(0, MOST_EVIDENCE)) {
      if (!isObject(one)) continue;
      found.host ??= hostOf(one);
      found.user ??= userOf(one);
      deviceIp ??= label(one.lastIpAddress);
      addAddress(found, one);
    }
  }
  found.sourceIp ??= deviceIp;
  return found;
}

function hostOf(one: JsonObject): string | null {
  if (!isOf(one, 'deviceEvidence') && !('deviceDnsName' in one)) return null;
  return firstLabel(one.deviceDnsName, one.hostName);
}

function userOf(one: JsonObject): string | null {
  const account = isObject(one.userAccount) ? one.userAccount : null;
  if (account !== null) {
    return firstLabel(account.userPrincipalName, account.accountName, account.displayName);
  }
  return isOf(one, 'mailboxEvidence') ? label(one.primaryAddress) : null;
}

function addAddress(found: Entities, one: JsonObject): void {
  if (!isOf(one, 'ipEvidence') && !('ipAddress' in one)) return;
  const roles: readonly unknown[] = Array.isArray(one.roles) ? one.roles : [];
  const address = label(one.ipAddress);
  if (roles.includes('destination') || roles.includes('commandAndControl'))
    found.destIp ??= address;
  else found.sourceIp ??= address;
}

function isOf(one: JsonObject, kind: string): boolean {
  const type = one['@odata.type'];
  return typeof type === 'string' && type.endsWith(`.${kind}`);
}
