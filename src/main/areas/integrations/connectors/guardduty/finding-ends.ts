import { firstAt } from '../../../../platform/records/field-paths.ts';
import { isObject, type JsonObject } from '../../../../platform/records/json-record.ts';
import { label } from '../../../../platform/records/text.ts';

export interface Ends {
  readonly sourceIp: string | null;
  readonly destIp: string | null;
}

/** The kinds of action that know only who called from afar. */
const CALLS = [
  'awsApiCallAction',
  'kubernetesApiCallAction',
  'rdsLoginAttemptAction',
  'portProbeAction.portProbeDetails',
];
const REMOTE = CALLS.flatMap((call) => [
  `service.action.${call}.remoteIpDetails.ipAddressV4`,
  `service.action.${call}.remoteIpDetails.ipAddressV6`,
]);
const OWN = [
  'resource.instanceDetails.networkInterfaces.privateIpAddress',
  'resource.instanceDetails.networkInterfaces.publicIp',
];

/** Who spoke to whom: the resource itself spoke where the connection went out. */
export function endsOf(record: JsonObject): Ends {
  const own = label(firstAt(record, OWN));
  const connection = firstAt(record, ['service.action.networkConnectionAction']);
  if (!isObject(connection))
    return { sourceIp: label(firstAt(record, REMOTE)) ?? own, destIp: null };
  const remote = label(
    firstAt(connection, ['remoteIpDetails.ipAddressV4', 'remoteIpDetails.ipAddressV6']),
  );
  const local =
    label(firstAt(connection, ['localIpDetails.ipAddressV4', 'localIpDetails.ipAddressV6'])) ?? own;
  return connection.connectionDirection === 'OUTBOUND'
    ? { sourceIp: local, destIp: remote }
    : { sourceIp: remote, destIp: local };
}
