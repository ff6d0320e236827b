/** Which confirmed alerts and investigations are cases of a risk's scenario. */
import type { RiskCase } from '../../../shared/areas/risk/incident.contract.ts';
import { casesOf } from '../../../shared/areas/risk/incident-rate.rules.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { ConfirmedAlert, EndedInvestigation } from './incidents.store.ts';

export interface Scenario {
  readonly techniques: readonly string[];
  readonly keywords: readonly string[];
}

interface Member {
  readonly key: string;
  readonly type: 'alert' | 'investigation';
  readonly id: string;
  readonly title: string;
  readonly raisedAt: number;
  readonly confirmedAt: number;
  readonly matched: readonly string[];
}

const SHOWN_MEMBERS = 50;
const TECHNIQUE = /\bT\d{4}(?:\.\d{3})?\b/g;

/** T1566 is found by T1566 and in T1566.001; T1566.001 only by itself. */
function matchedTechniques(wanted: readonly string[], found: readonly string[]): string[] {
  return wanted.filter((one) => found.some((id) => id === one || id.startsWith(`${one}.`)));
}

function matches(
  { techniques, keywords }: Scenario,
  found: readonly string[],
  text: string,
): string[] {
  const lower = text.toLowerCase();
  return [
    ...matchedTechniques(techniques, found),
    ...keywords.filter((word) => lower.includes(word.toLowerCase())),
  ];
}

/** Of one scenario, the newest first. */
export function findCases(
  scenario: Scenario,
  alerts: readonly ConfirmedAlert[],
  investigations: readonly EndedInvestigation[],
): RiskCase[] {
  const members: Member[] = [];
  for (const { description, techniques, seq: _, ...alert } of alerts) {
    const matched = matches(scenario, techniques, `${alert.title}\n${description}`);
    if (matched.length > 0)
      members.push({ ...alert, key: `alert:${alert.id}`, type: 'alert', matched });
  }
  for (const { text, ...investigation } of investigations) {
    const matched = matches(scenario, text.match(TECHNIQUE) ?? [], text);
    if (matched.length > 0)
      members.push({
        ...investigation,
        ...{ key: `investigation:${investigation.id}`, type: 'investigation', matched },
      });
  }
  return casesOf(members)
    .flatMap((group) => toCase(group) ?? [])
    .reverse();
}

function toCase(group: readonly Member[]): RiskCase | null {
  const [first] = group;
  if (!first) return null;
  const investigations = group.filter(({ type }) => type === 'investigation');
  const alerts = group.filter(({ type }) => type === 'alert');
  const ids = (members: readonly Member[]) => members.map(({ id }) => id).slice(0, SHOWN_MEMBERS);
  return {
    key: first.key,
    kind: 'DETECTED',
    // An investigation is named by a person; an alert by its detector.
    title: (investigations[0] ?? first).title,
    raisedAt: toIso(first.raisedAt),
    confirmedAt: toIso(Math.max(...group.map(({ confirmedAt }) => confirmedAt))),
    alertIds: ids(alerts),
    alertCount: alerts.length,
    investigationIds: ids(investigations),
    matched: [...new Set(group.flatMap(({ matched }) => matched))],
    note: null,
    entryId: null,
  };
}

/** Every key that a case may have been known by. */
export function keysOf({ key, alertIds, investigationIds }: RiskCase): string[] {
  return [
    key,
    ...alertIds.map((id) => `alert:${id}`),
    ...investigationIds.map((id) => `investigation:${id}`),
  ];
}
