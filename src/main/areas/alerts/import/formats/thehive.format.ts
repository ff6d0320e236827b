import type { Severity } from '../../../../../shared/kernel/severity.ts';
import { isObject, type JsonObject } from '../../../../platform/records/json-record.ts';
import { firstLabel, label } from '../../../../platform/records/text.ts';
import type { ParseOutcome } from '../imported-alert.ts';
import type { ImportTally } from '../tally.ts';
import type { JsonFormat } from './format.ts';
import { lines, outcomeOf, taggedTechniques, textOf } from './told-alert.ts';

/**
 * Alerts and cases of TheHive 3 to 5 as its API writes them (TheHive documentation, "Alert" and "Case"):
 * severity 1 low to 4 critical, dates in ms since 1970, observables beside (`artifacts` before version 4).
 */
export const thehive: JsonFormat = {
  id: 'thehive',
  marks: 'the fields of an alert or a case of TheHive',
  recognises(record) {
    if (typeof record.title !== 'string' || typeof record.severity !== 'number') return false;
    const isAlert = typeof record.sourceRef === 'string' && 'source' in record;
    const isCase = ('caseId' in record || 'number' in record) && 'startDate' in record;
    return isAlert || isCase;
  },
  parse: parseHive,
};

const KNOWN = new Set(
  `_id _type _createdAt _createdBy _updatedAt _updatedBy id createdAt createdBy updatedAt updatedBy
  type source sourceRef externalLink title description severity severityLabel date tags tlp tlpLabel
  pap papLabel follow customFields caseTemplate observables artifacts observableCount status stage
  assignee owner summary caseId case number startDate endDate newDate inProgressDate closedDate flag
  impactStatus resolutionStatus tasks procedures similarCases extraData lastSyncDate metrics user
  customFieldValues imported importedAt importDate timeToDetect timeToTriage timeToQualify
  timeToAcknowledge timeToResolve handlingDuration userPermissions permissions organisation access
  alertDate alertNewDate alertInProgressDate alertImportedDate attachments`.split(/\s+/),
);
const SEVERITY_IDS: readonly (Severity | null)[] = [null, 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'];
/** Observables looked at, and shown. */
const MOST_OBSERVABLES = 200;
const MOST_SHOWN = 40;

function parseHive(record: JsonObject, tally: ImportTally): ParseOutcome {
  for (const name in record) if (!KNOWN.has(name)) tally.unknown(name);
  const isCase = !('sourceRef' in record);
  const observables = observablesOf(record.observables ?? record.artifacts);
  const first = (...kinds: readonly string[]) =>
    observables.find(({ kind }) => kinds.includes(kind))?.value ?? null;
  const number = label(record.number) ?? label(record.caseId);
  const type = label(record.type);
  const isShort = observables.length <= MOST_SHOWN;
  return outcomeOf(
    {
      title: textOf(record.title),
      description: lines(
        textOf(record.description),
        isCase && number !== null ? `TheHive case ${number}` : null,
        observables.length === 0 ? null : 'Observables:',
        ...observables.slice(0, MOST_SHOWN).map(({ kind, value }) => `${kind}: ${value}`),
        isShort ? null : `and ${observables.length - MOST_SHOWN} more`,
      ),
      severity: SEVERITY_IDS[Number(record.severity)] ?? null,
      source: isCase ? 'TheHive' : (label(record.source) ?? 'TheHive'),
      host: first('hostname', 'fqdn'),
      user: first('user-account', 'user', 'username', 'mail'),
      sourceIp: first('ip'),
      detector: isCase || type === null ? null : `thehive:${type}`,
      category: isCase ? 'Case' : type,
      techniques: taggedTechniques(record.tags, procedures(record.procedures)),
      time: record.date ?? record.startDate ?? record._createdAt ?? record.createdAt,
    },
    tally,
  );
}

function observablesOf(value: unknown): { readonly kind: string; readonly value: string }[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, MOST_OBSERVABLES).flatMap((one) => {
    if (!isObject(one)) return [];
    const [kind, data] = [label(one.dataType), firstLabel(one.data, one.message)];
    return kind === null || data === null ? [] : [{ kind, value: data }];
  });
}

function procedures(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, 50).flatMap((one) => (isObject(one) ? [textOf(one.patternId)] : []));
}
