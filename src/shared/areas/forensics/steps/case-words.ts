/** How the steps name records, and put things into an order that is always the same. */
import { SEVERITIES, type Severity } from '../../../kernel/severity.ts';
import type { EvidenceRef } from '../../assistant/explanation.ts';
import type { CaseAlert } from '../case.types.ts';

export const alertRef = ({ id }: Pick<CaseAlert, 'id'>, field?: string): EvidenceRef =>
  field === undefined ? { kind: 'alert', id } : { kind: 'alert', id, field };
export const entityRef = (kind: string, value: string): EvidenceRef => ({
  kind: 'entity',
  id: `${kind}:${value}`,
});

/** Records that one claim names; more would not be read. */
export const REFS_MAX = 8;
export const refsOf = (alerts: readonly Pick<CaseAlert, 'id'>[]): EvidenceRef[] =>
  alerts.slice(0, REFS_MAX).map((alert) => alertRef(alert));

const RANK = new Map(SEVERITIES.map((severity, index) => [severity, index]));
/** 0 is the most severe. */
export const severityRank = (severity: Severity): number => RANK.get(severity) ?? SEVERITIES.length;
export const worst = (severities: Iterable<Severity>): Severity =>
  [...severities].sort((a, b) => severityRank(a) - severityRank(b))[0] ?? 'LOW';

/** Oldest first; alerts of one moment by their id. */
export const byTime = (a: CaseAlert, b: CaseAlert): number =>
  a.at - b.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

export const plural = (n: number, one: string, many = `${one}s`): string =>
  n === 1 ? `1 ${one}` : `${n.toLocaleString('en')} ${many}`;

/** Code units, so that no locale changes an answer. */
export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
