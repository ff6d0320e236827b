import { isObject, type JsonObject } from '../../../../platform/records/json-record.ts';
import { firstLabel, label } from '../../../../platform/records/text.ts';
import type { ParseOutcome } from '../../../alerts/import/imported-alert.ts';
import type { ImportTally } from '../../../alerts/import/tally.ts';
import { makeAlert } from '../kit/make-alert.ts';
import { ruleOf } from './conditions.ts';
import type { TrailRule } from './events.table.ts';
import type { CloudTrailSettings } from './settings.ts';
import { whyUnreadable } from './trail-file.ts';

/** One element of `Records` ("CloudTrail record contents"). */
export function mapEvent(
  record: unknown,
  tally: ImportTally,
  _text: string,
  { events }: CloudTrailSettings,
): ParseOutcome {
  if (!isObject(record)) return { type: 'rejected', reason: 'not a JSON object' };
  const unread = whyUnreadable(record);
  if (unread !== null) return { type: 'rejected', reason: unread };
  const name = label(record.eventName);
  const service = serviceOf(record.eventSource);
  if (name === null || service === null)
    return { type: 'rejected', reason: 'no eventName or no eventSource' };
  const refusal = label(record.errorCode);
  const isSignIn = name === 'ConsoleLogin';
  // A call that was refused changed nothing: it is told as a refusal, not as what it tried.
  const listed = refusal === null || isSignIn ? ruleOf(record, service, name) : null;
  const rule = listed ?? widened(record, service, name, refusal, events);
  if (rule === null) return { type: 'skipped', reason: reasonOf(record, refusal) };
  const user = userOf(record);
  return makeAlert(
    {
      title: user === null ? rule.title : `${rule.title} by ${user}`,
      description: describe(record, service, name, refusal),
      severity: rule.severity,
      source: 'AWS CloudTrail',
      host: targetOf(record),
      user,
      sourceIp: callerOf(record.sourceIPAddress),
      detector: `cloudtrail:${service}:${name}`,
      category: rule.category,
      techniques: rule.techniques,
      time: record.eventTime,
    },
    tally,
  );
}

export function keyOfEvent(record: unknown): string | null {
  return isObject(record) ? label(record.eventID) : null;
}

/** 'iam' of 'iam.amazonaws.com'. */
function serviceOf(value: unknown): string | null {
  const source = label(value);
  const dot = source?.indexOf('.') ?? -1;
  return source === null ? null : dot > 0 ? source.slice(0, dot) : source;
}

const REFUSALS = /AccessDenied|Unauthorized|Forbidden/;

function widened(
  record: JsonObject,
  service: string,
  name: string,
  refusal: string | null,
  events: CloudTrailSettings['events'],
): TrailRule | null {
  if (events === 'listed') return null;
  if (refusal !== null && REFUSALS.test(refusal))
    return {
      title: `Call refused: ${service} ${name}`,
      severity: 'LOW',
      category: 'Refused calls',
      techniques: [],
    };
  const isChange = record.readOnly === false || record.readOnly === 'false';
  const isCall = record.eventCategory === undefined || record.eventCategory === 'Management';
  return events === 'changes' && isChange && isCall && refusal === null
    ? { title: `${service} ${name}`, severity: 'LOW', category: 'Changes', techniques: [] }
    : null;
}

function reasonOf(record: JsonObject, refusal: string | null): string {
  if (refusal !== null) return 'calls that AWS refused or that failed';
  if (record.readOnly === true || record.readOnly === 'true') return 'calls that only read';
  if (record.eventName === 'ConsoleLogin') return 'console sign-ins as usual';
  return 'calls that no rule names';
}

/** The name a person knows: of a role's session the session, with the role where there is one. */
function userOf(record: JsonObject): string | null {
  const { userIdentity } = record;
  if (!isObject(userIdentity)) return null;
  if (userIdentity.type === 'Root') return 'root';
  const named = label(userIdentity.userName);
  if (named !== null) return named;
  const principal = label(userIdentity.principalId);
  const session = principal?.slice(principal.indexOf(':') + 1) ?? null;
  return firstLabel(session, userIdentity.invokedBy, userIdentity.accountId);
}

/** Services of AWS stand with their name where others have an address. */
function callerOf(value: unknown): string | null {
  const caller = label(value);
  return caller !== null && /^[\da-fA-F.:]{3,45}$/.test(caller) ? caller : null;
}

const TARGETS = [
  'bucketName',
  'instanceId',
  'userName',
  'roleName',
  'groupName',
  'groupId',
  'name',
  'trailName',
  'functionName',
  'keyId',
  'snapshotId',
  'secretId',
];

/** What the call was about, as the request names it. */
function targetOf(record: JsonObject): string | null {
  const { requestParameters } = record;
  if (!isObject(requestParameters)) return null;
  for (const name of TARGETS) {
    const found = label(requestParameters[name]);
    if (found !== null) return found;
  }
  return null;
}

function describe(
  record: JsonObject,
  service: string,
  name: string,
  refusal: string | null,
): string {
  const target = targetOf(record);
  const parts = [
    `${service} ${name}${target === null ? '' : ` on ${target}`}`,
    placeOf(record),
    refusal === null ? null : `refused with ${refusal}: ${label(record.errorMessage) ?? ''}`,
    label(record.userAgent) === null ? null : `by ${label(record.userAgent)}`,
  ];
  return parts.filter((part) => part !== null).join('; ');
}

function placeOf(record: JsonObject): string | null {
  const account = label(record.recipientAccountId);
  const region = label(record.awsRegion);
  if (account === null && region === null) return null;
  return [account && `account ${account}`, region && `region ${region}`].filter(Boolean).join(', ');
}
