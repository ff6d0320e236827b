/** What a rule of suppression says: its scope, its state, and how both are put in words. */
import { SEVERITIES, SEVERITY_LABELS, type Severity } from '../../kernel/severity.ts';
import { DAY_MS } from '../../kernel/time.ts';
import { parseNetwork } from '../vendors/addresses.rules.ts';

/**
 * Conditions that must all hold; an empty list is no condition. Of a list one value is enough, except for
 * `titleWords`, which must all occur. `maxSeverity` is the highest severity that is hidden.
 * `hosts` and `users` are compared without regard to case, `*` stands for any characters.
 * `addresses` are addresses or networks (CIDR) of the alert's own addresses, never of its text.
 */
export interface SuppressionScope {
  readonly sources: readonly string[];
  readonly detectors: readonly string[];
  readonly maxSeverity: Severity;
  readonly hosts: readonly string[];
  readonly users: readonly string[];
  readonly addresses: readonly string[];
  readonly techniques: readonly string[];
  readonly titleWords: readonly string[];
}

export type ScopeList = Exclude<keyof SuppressionScope, 'maxSeverity'>;

/** In the order in which a scope is read. */
export const SCOPE_LABELS: Readonly<Record<ScopeList, string>> = {
  sources: 'Source',
  detectors: 'Detector',
  hosts: 'Host',
  users: 'User',
  addresses: 'Address',
  techniques: 'Technique',
  titleWords: 'Title words',
};
export const SCOPE_LISTS = Object.keys(SCOPE_LABELS) as ScopeList[];

/** Without a word to the contrary nothing critical is hidden. */
export const EMPTY_SCOPE: SuppressionScope = {
  sources: [],
  detectors: [],
  maxSeverity: 'HIGH',
  hosts: [],
  users: [],
  addresses: [],
  techniques: [],
  titleWords: [],
};

export const SUPPRESSION_DEFAULT_DAYS = 30;
export const SUPPRESSION_MAX_DAYS = 365;
export const SUPPRESSION_PREVIEW_DAYS = 30;
/** A rule says from so many days ahead that it expires. */
export const SUPPRESSION_EXPIRING_DAYS = 7;
/** A clock that stands further than this before a rule's beginning is not one to hide alerts by. */
const CLOCK_TOLERANCE_MS = DAY_MS;

/** From the most severe one down, as `SEVERITIES` is. */
export const isWithinCeiling = (severity: Severity, ceiling: Severity): boolean =>
  SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(ceiling);

/** Words as they are compared: letters and digits, without case and accents. */
export function titleWordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** Why a scope is refused; the field, and the words. Null where it may stand. */
export function scopeProblem(
  scope: SuppressionScope,
): { readonly path: string; readonly message: string } | null {
  if (SCOPE_LISTS.every((list) => scope[list].length === 0))
    return {
      path: 'scope',
      message: 'Give at least one condition besides the severity: a rule must not hide everything',
    };
  for (const list of ['hosts', 'users'] as const) {
    const bare = scope[list].find((value) => !/[\p{L}\p{N}]/u.test(value));
    if (bare !== undefined)
      return {
        path: `scope.${list}`,
        message: `${SCOPE_LABELS[list]} '${bare}' would match everything`,
      };
  }
  const address = scope.addresses.find((value) => parseNetwork(value) === null);
  if (address !== undefined)
    return {
      path: 'scope.addresses',
      message: `'${address}' is no address or network, or wider than /8 (IPv6: /16)`,
    };
  const word = scope.titleWords.find((value) => titleWordsOf(value).length === 0);
  if (word !== undefined)
    return { path: 'scope.titleWords', message: `'${word}' holds no letter or digit` };
  return null;
}

export const SUPPRESSION_STATES = ['ACTIVE', 'EXPIRING', 'EXPIRED', 'ENDED'] as const;
export type SuppressionState = (typeof SUPPRESSION_STATES)[number];

export const SUPPRESSION_STATE_LABELS: Readonly<Record<SuppressionState, string>> = {
  ACTIVE: 'Active',
  EXPIRING: 'Expiring',
  EXPIRED: 'Expired',
  ENDED: 'Ended',
};

/** Moments in ms since the epoch. */
export interface RuleSpan {
  readonly inForceSince: number;
  readonly expiresAt: number;
  readonly endedAt: number | null;
  readonly endKind: 'ENDED' | 'EXPIRED' | null;
}

/**
 * Whether a rule hides what arrives at a moment: up to the moment of its expiry, that one excluded. By a
 * clock that was set back before the rule's beginning nothing is hidden.
 */
export function isInForce(rule: RuleSpan, now: number): boolean {
  return (
    rule.endedAt === null && now < rule.expiresAt && now >= rule.inForceSince - CLOCK_TOLERANCE_MS
  );
}

export function ruleState(rule: RuleSpan, now: number): SuppressionState {
  if (rule.endKind === 'ENDED') return 'ENDED';
  if (rule.endKind === 'EXPIRED' || rule.endedAt !== null || now >= rule.expiresAt)
    return 'EXPIRED';
  return rule.expiresAt - now <= SUPPRESSION_EXPIRING_DAYS * DAY_MS ? 'EXPIRING' : 'ACTIVE';
}

/** 'Source is Suricata, host is web-01 or web-02, severity up to High'. */
export function scopeInWords(scope: SuppressionScope): string {
  const parts = SCOPE_LISTS.flatMap((list) => {
    const values = scope[list];
    if (values.length === 0) return [];
    if (list === 'titleWords') return [`title has ${values.join(' and ')}`];
    return [`${SCOPE_LABELS[list].toLowerCase()} is ${values.join(' or ')}`];
  });
  parts.push(
    scope.maxSeverity === 'CRITICAL'
      ? 'any severity'
      : scope.maxSeverity === 'LOW'
        ? 'severity Low'
        : `severity up to ${SEVERITY_LABELS[scope.maxSeverity]}`,
  );
  const text = parts.join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
