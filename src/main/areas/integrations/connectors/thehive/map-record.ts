import type { Severity } from '../../../../../shared/kernel/severity.ts';
import { isObject, type JsonObject } from '../../../../platform/records/json-record.ts';
import { firstLabel, label, techniquesOf } from '../../../../platform/records/text.ts';
import type { ParseOutcome } from '../../../alerts/import/imported-alert.ts';
import type { ImportTally } from '../../../alerts/import/tally.ts';
import { makeAlert } from '../kit/make-alert.ts';
import { OUR_SOURCE } from '../shared/push.ts';

/** An alert or a case of TheHive 5, as its query interface gives it. */
export function mapRecord(record: unknown, tally: ImportTally): ParseOutcome {
  if (!isObject(record)) return { type: 'rejected', reason: 'not a JSON object' };
  const isCase = record._type === 'Case';
  if (!isCase && record.source === OUR_SOURCE)
    return { type: 'skipped', reason: 'alerts that were sent from here' };
  const source = label(record.source);
  const kind = label(record.type);
  const seen = observablesOf(record.observables);
  return makeAlert(
    {
      title: record.title,
      description: record.description,
      severity: severityOf(record),
      source: 'TheHive',
      host: seen('hostname', 'fqdn')[0] ?? null,
      user: seen('user', 'username', 'user-account')[0] ?? null,
      sourceIp: seen('ip')[0] ?? null,
      destIp: seen('ip')[1] ?? null,
      detector: isCase ? 'thehive:case' : `thehive:${source ?? ''}:${kind ?? ''}`,
      category: isCase ? 'Case' : kind,
      techniques: techniquesOf(upperTags(record.tags), record.description),
      time: firstLabel(isCase ? record.startDate : record.date, record._createdAt),
    },
    tally,
  );
}

/** Values of observables by their kind, in their order; an observable does not say which side it was on. */
function observablesOf(list: unknown): (...kinds: readonly string[]) => string[] {
  const all = (Array.isArray(list) ? list : []).slice(0, 100).filter(isObject);
  return (...kinds) =>
    all
      .filter(({ dataType }) => kinds.includes(String(dataType)))
      .flatMap(({ data }) => label(data) ?? []);
}

export function keyOfRecord(record: unknown): string | null {
  return isObject(record) ? label(record._id) : null;
}

/** 1 low, 2 medium, 3 high, 4 critical. */
const SEVERITIES: readonly (Severity | null)[] = [null, 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'];

function severityOf({ severity }: JsonObject): Severity | null {
  return typeof severity === 'number' ? (SEVERITIES[severity] ?? null) : null;
}

/** Sigma and others write 'attack.t1059.001'. */
function upperTags(tags: unknown): readonly string[] {
  return Array.isArray(tags)
    ? tags.slice(0, 100).flatMap((tag) => {
        const text = label(tag);
        return text === null ? [] : text.toUpperCase().replace(/^ATTACK\./, '');
      })
    : [];
}
