import type { Severity } from '../../../../../shared/kernel/severity.ts';
import { isObject, type JsonObject } from '../../../../platform/records/json-record.ts';
import { firstLabel, label } from '../../../../platform/records/text.ts';
import type { ParseOutcome } from '../../../alerts/import/imported-alert.ts';
import type { ImportTally } from '../../../alerts/import/tally.ts';
import { makeAlert } from '../kit/make-alert.ts';
import { isMet, kindOf } from './event-kinds.ts';
import type { OktaSettings } from './settings.ts';

/** "LogEvent object" of the system log. */
export function mapEvent(
  event: unknown,
  tally: ImportTally,
  what: OktaSettings['what'],
): ParseOutcome {
  if (!isObject(event)) return { type: 'rejected', reason: 'not a JSON object' };
  const outcome = isObject(event.outcome) ? event.outcome : {};
  const kind = kindOf(event.eventType);
  const isKnown = kind !== null && isMet(kind.when, outcome.result);
  const debug = debugOf(event);
  const isSuspect = debug.threatSuspected === 'true' || isHighRisk(debug);
  if (!isKnown && !isSuspect && !isWidened(event, what)) {
    return { type: 'skipped', reason: reasonOf(event.eventType, kind !== null) };
  }
  return makeAlert(
    {
      title: firstLabel(event.displayMessage, event.eventType),
      description: describe(event, outcome),
      severity: severityOf(event, isKnown ? kind.severity : 'LOW', isSuspect),
      source: 'Okta',
      host: hostOf(event),
      user: userOf(event),
      sourceIp: isObject(event.client) ? event.client.ipAddress : null,
      detector: label(event.eventType) === null ? null : `okta:${label(event.eventType)}`,
      category: kind?.category ?? label(event.eventType)?.split('.')[0],
      techniques: isKnown && kind.technique !== null ? [kind.technique] : [],
      time: event.published,
    },
    tally,
  );
}

function isWidened(event: JsonObject, what: OktaSettings['what']): boolean {
  if (what === 'all') return true;
  return what === 'warnings' && (event.severity === 'WARN' || event.severity === 'ERROR');
}

/** Few reasons, whatever types there are: the receipt lists them. */
function reasonOf(type: unknown, isOfKind: boolean): string {
  if (isOfKind) return 'events of this type with an outcome that is as it should be';
  const first =
    typeof type === 'string' ? (/^[a-z]{1,20}(?=\.)/.exec(type)?.[0] ?? 'other') : 'other';
  return `events of ${first}`;
}

/** The table's severity; one step higher where Okta itself suspects a threat. */
function severityOf(event: JsonObject, base: Severity, isSuspect: boolean): Severity {
  if (isSuspect) return base === 'LOW' || base === 'MEDIUM' ? 'HIGH' : 'CRITICAL';
  return base === 'LOW' && event.severity === 'ERROR' ? 'MEDIUM' : base;
}

function debugOf(event: JsonObject): JsonObject {
  const context = isObject(event.debugContext) ? event.debugContext : {};
  return isObject(context.debugData) ? context.debugData : {};
}

/** `risk` is a text such as '{reasons=…, level=HIGH}'. */
function isHighRisk(debug: JsonObject): boolean {
  return typeof debug.risk === 'string' && /\blevel=HIGH\b/.test(debug.risk.slice(0, 2_000));
}

function describe(event: JsonObject, outcome: JsonObject): string {
  const result = label(outcome.result);
  const reason = label(outcome.reason);
  const targets: readonly unknown[] = Array.isArray(event.target) ? event.target.slice(0, 10) : [];
  const names = targets.flatMap((one) => (isObject(one) ? (nameOf(one) ?? []) : []));
  const client = isObject(event.client) ? event.client : {};
  const place = isObject(client.geographicalContext) ? client.geographicalContext : {};
  const where = [label(place.city), label(place.country)]
    .filter((part) => part !== null)
    .join(', ');
  return [
    result === null ? '' : `Outcome: ${result}${reason === null ? '' : ` (${reason})`}.`,
    names.length === 0 ? '' : `Target: ${names.join('; ')}.`,
    where === '' ? '' : `From: ${where}.`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function nameOf(one: JsonObject): string | null {
  const name = firstLabel(one.alternateId, one.displayName, one.id);
  const type = label(one.type);
  return name === null || type === null ? name : `${type} ${name}`;
}

/** Who acted; where a machine did, the person it was done to. */
function userOf(event: JsonObject): string | null {
  const actor = isObject(event.actor) ? event.actor : {};
  if (actor.type === 'User') return firstLabel(actor.alternateId, actor.displayName, actor.id);
  const targets: readonly unknown[] = Array.isArray(event.target) ? event.target.slice(0, 10) : [];
  const person = targets.find((one) => isObject(one) && one.type === 'User');
  if (isObject(person)) return firstLabel(person.alternateId, person.displayName);
  return firstLabel(actor.alternateId, actor.displayName);
}

function hostOf(event: JsonObject): string | null {
  const device = isObject(event.device) ? event.device : {};
  return label(device.name);
}
