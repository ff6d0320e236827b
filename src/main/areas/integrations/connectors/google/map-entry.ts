import { isObject, type JsonObject } from '../../../../platform/records/json-record.ts';
import { firstLabel, label } from '../../../../platform/records/text.ts';
import type { ParseOutcome } from '../../../alerts/import/imported-alert.ts';
import type { ImportTally } from '../../../alerts/import/tally.ts';
import { makeAlert } from '../kit/make-alert.ts';
import { objectIn } from '../shared/answers.ts';
import { METHOD_RULES, type MethodRule } from './methods.table.ts';
import type { GoogleSettings } from './settings.ts';

/** A LogEntry with an AuditLog as its payload (Cloud Logging v2, "AuditLog"). */
export function mapEntry(
  record: unknown,
  tally: ImportTally,
  _text: string,
  { events }: GoogleSettings,
): ParseOutcome {
  if (!isObject(record)) return { type: 'rejected', reason: 'not a JSON object' };
  const payload = objectIn(record, 'protoPayload');
  const method = label(payload?.methodName);
  if (payload === null || method === null)
    return { type: 'rejected', reason: 'no audit log in protoPayload' };
  const isDenied = label(record.logName)?.includes('%2Fpolicy') === true;
  const rule = isDenied ? DENIED : ruleOf(record, payload, method, events);
  if (typeof rule === 'string') return { type: 'skipped', reason: rule };
  const user = userOf(payload);
  const service = label(payload.serviceName) ?? 'google';
  return makeAlert(
    {
      title: user === null ? rule.title : `${rule.title} by ${user}`,
      description: describe(payload, service, method),
      severity: rule.severity,
      source: 'Google Cloud audit logs',
      host: label(payload.resourceName),
      user,
      sourceIp: callerOf(objectIn(payload, 'requestMetadata')?.callerIp),
      detector: `gcp:${service}:${method}`,
      category: rule.category,
      techniques: rule.techniques,
      time: record.timestamp ?? record.receiveTimestamp,
    },
    tally,
  );
}

/** Unique within a log and a time, as Cloud Logging itself tells repeats. */
export function keyOfEntry(record: unknown): string | null {
  if (!isObject(record)) return null;
  const id = label(record.insertId);
  return id === null ? null : `${label(record.logName)} ${label(record.timestamp)} ${id}`;
}

const DENIED: MethodRule = {
  title: 'Call denied by a policy',
  severity: 'MEDIUM',
  category: 'Denied by policy',
  techniques: [],
};
const PUBLIC: MethodRule = {
  title: 'Access opened to everyone',
  severity: 'HIGH',
  category: 'Data',
  techniques: ['T1530'],
};

/** The rule, or why there is none. */
function ruleOf(
  record: JsonObject,
  payload: JsonObject,
  method: string,
  events: GoogleSettings['events'],
): MethodRule | string {
  const code = objectIn(payload, 'status')?.code;
  if (typeof code === 'number' && code !== 0) return 'calls that failed or were refused';
  // Long work is told twice; its beginning says all, and its end names no caller.
  const operation = objectIn(record, 'operation');
  if (operation?.last === true && operation.first !== true) return 'ends of calls told before';
  const listed = listedRule(method);
  if (listed === null)
    return events === 'all'
      ? { title: `${lastOf(method, 1)}`, severity: 'LOW', category: 'Changes', techniques: [] }
      : 'administrative calls that no rule names';
  return isPolicyChange(listed) && opensToAll(payload) ? PUBLIC : listed;
}

function listedRule(method: string): MethodRule | null {
  return METHOD_RULES.get(lastOf(method, 2)) ?? METHOD_RULES.get(lastOf(method, 1)) ?? null;
}

function lastOf(method: string, count: number): string {
  let at = method.length;
  for (let part = 0; part < count && at > 0; part++) at = method.lastIndexOf('.', at - 1);
  return at <= 0 ? method : method.slice(at + 1);
}

const isPolicyChange = (rule: MethodRule): boolean => rule.title.startsWith('Access policy');

/** `serviceData.policyDelta` names what was added. */
function opensToAll(payload: JsonObject): boolean {
  const delta =
    objectIn(payload, 'serviceData', 'policyDelta') ?? objectIn(payload, 'metadata', 'policyDelta');
  const changes = delta?.bindingDeltas;
  if (!Array.isArray(changes)) return false;
  return changes
    .slice(0, 500)
    .some(
      (change) =>
        isObject(change) &&
        change.action === 'ADD' &&
        (change.member === 'allUsers' || change.member === 'allAuthenticatedUsers'),
    );
}

function userOf(payload: JsonObject): string | null {
  const info = objectIn(payload, 'authenticationInfo');
  return firstLabel(info?.principalEmail, info?.principalSubject);
}

/** Calls from within Google have a word where others have an address. */
function callerOf(value: unknown): string | null {
  const caller = label(value);
  return caller !== null && /^[\da-fA-F.:]{3,45}$/.test(caller) ? caller : null;
}

function describe(payload: JsonObject, service: string, method: string): string {
  const agent = label(objectIn(payload, 'requestMetadata')?.callerSuppliedUserAgent);
  const message = label(objectIn(payload, 'status')?.message);
  const resource = label(payload.resourceName);
  return [
    `${service} ${method}${resource === null ? '' : ` on ${resource}`}`,
    message,
    agent === null ? null : `by ${agent}`,
  ]
    .filter((part) => part !== null)
    .join('; ');
}
