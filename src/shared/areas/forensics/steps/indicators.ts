/** Indicators of the case: from fields, texts and records of its alerts, each once, with where it stands. */
import type { Severity } from '../../../kernel/severity.ts';
import { toIso } from '../../../kernel/time.ts';
import type { EvidenceRef } from '../../assistant/explanation.ts';
import type { Ioc } from '../analysis.ts';
import type { CaseAlert, CaseFacts, KnownIndicator } from '../case.types.ts';
import { normalIp } from '../indicators/addresses.ts';
import { extractIndicators, type IndicatorType } from '../indicators/extract.ts';
import { isKnownGood } from '../indicators/known-good.ts';
import { textsOfRecord } from '../indicators/texts.ts';
import { byText, byTime, plural, REFS_MAX, severityRank } from './case-words.ts';

const INDICATORS_MAX = 300;

interface Gathered {
  readonly type: IndicatorType;
  readonly value: string;
  severity: Severity;
  first: number;
  last: number;
  readonly alerts: Set<string>;
  readonly evidence: EvidenceRef[];
}

/** What only the workspace can say of an indicator. */
export interface IndicatorCheck {
  readonly known: readonly KnownIndicator[];
  /** Alerts of the whole workspace that name it; by `type value`, where that is kept count of. */
  readonly alertsByValue: Readonly<Record<string, number>>;
}

export const indicatorKey = ({ type, value }: { type: string; value: string }) =>
  `${type} ${value}`;

/** Of the alerts in question, and of related ones; worst first, then oldest. */
export function gatherIndicators(
  facts: Pick<CaseFacts, 'subject' | 'related' | 'records' | 'ownDomains'>,
): { readonly iocs: readonly Ioc[]; readonly leftOut: number } {
  const found = new Map<string, Gathered>();
  const records = new Map(facts.records.map((record) => [record.alertId, record]));
  const hosts = new Set(
    [...facts.subject.alerts, ...facts.related.alerts].flatMap(({ sourceHost }) =>
      sourceHost ? [sourceHost.toLowerCase()] : [],
    ),
  );
  const add = (alert: CaseAlert, type: IndicatorType, value: string, field: string) => {
    if (isKnownGood({ type, value }, facts.ownDomains)) return;
    if (type === 'domain' && hosts.has(value)) return;
    const key = indicatorKey({ type, value });
    const own = found.get(key) ?? begin(type, value, alert);
    found.set(key, own);
    own.alerts.add(alert.id);
    own.first = Math.min(own.first, alert.at);
    own.last = Math.max(own.last, alert.at);
    if (severityRank(alert.severity) < severityRank(own.severity)) own.severity = alert.severity;
    const isNamed = own.evidence.some((ref) => ref.id === alert.id && ref.field === field);
    if (!isNamed && own.evidence.length < REFS_MAX)
      own.evidence.push({ kind: 'alert', id: alert.id, field });
  };
  // What only related alerts name may belong to something else: it stands for no more than a hint.
  for (const alert of facts.subject.alerts.toSorted(byTime)) {
    addAlert(alert, add);
    const record = records.get(alert.id);
    for (const { field, text } of record ? textsOfRecord(record.text) : [])
      for (const { type, value } of extractIndicators(text)) add(alert, type, value, field);
  }
  for (const alert of facts.related.alerts.toSorted(byTime))
    addAlert({ ...alert, severity: 'LOW' }, add);
  const all = [...found.values()].sort(
    (a, b) =>
      severityRank(a.severity) - severityRank(b.severity) ||
      a.first - b.first ||
      byText(indicatorKey(a), indicatorKey(b)),
  );
  const iocs = all.slice(0, INDICATORS_MAX).map((one) => ({
    type: one.type,
    value: one.value,
    severity: one.severity,
    firstSeen: toIso(one.first),
    lastSeen: toIso(one.last),
    n: one.alerts.size,
    checked: [],
    evidence: one.evidence,
  }));
  return { iocs, leftOut: all.length - iocs.length };
}

const begin = (type: IndicatorType, value: string, { severity, at }: CaseAlert): Gathered => ({
  ...{ type, value, severity, first: at, last: at },
  ...{ alerts: new Set<string>(), evidence: [] },
});

function addAlert(
  alert: CaseAlert,
  add: (alert: CaseAlert, type: IndicatorType, value: string, field: string) => void,
): void {
  for (const field of ['sourceIp', 'destIp'] as const) {
    const ip = alert[field] === null ? null : normalIp(alert[field].trim());
    if (ip !== null) add(alert, 'ip', ip, field);
  }
  for (const field of ['title', 'description'] as const)
    for (const { type, value } of extractIndicators(alert[field])) add(alert, type, value, field);
}

/** What other investigations and the alerts of the workspace say of each; a known one weighs more. */
export function checkIndicators(
  iocs: readonly Ioc[],
  { known, alertsByValue }: IndicatorCheck,
): Ioc[] {
  const byKey = Map.groupBy(known, indicatorKey);
  return iocs.map((ioc) => {
    const others = byKey.get(indicatorKey(ioc)) ?? [];
    const n = alertsByValue[indicatorKey(ioc)];
    const confirmed = others.filter(isConfirmed);
    const severity = [ioc.severity, ...confirmed.map((other) => other.severity)].sort(
      (a, b) => severityRank(a) - severityRank(b),
    )[0];
    return {
      ...ioc,
      severity: severity ?? ioc.severity,
      checked: [
        ...(others.length === 0
          ? ['No other investigation knows it']
          : [`Known from ${plural(others.length, 'other investigation')}`]),
        ...(confirmed.length > 0 ? ['Was part of what a person called malicious'] : []),
        ...(n === undefined
          ? []
          : [`${plural(n, 'alert')} of this workspace ${n === 1 ? 'names' : 'name'} it`]),
      ],
      evidence: [
        ...ioc.evidence,
        ...others.flatMap(({ investigationId }) =>
          investigationId === null ? [] : [{ kind: 'investigation' as const, id: investigationId }],
        ),
      ].slice(0, REFS_MAX + 4),
    };
  });
}

/** Active, of weight, and of a case that a person closed as malicious. */
export const isConfirmed = ({ isActive, severity, verdict }: KnownIndicator): boolean =>
  isActive && verdict === 'malicious' && severityRank(severity) <= 1;
