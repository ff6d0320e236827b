/** When the engine may close an alert by itself. Pure: every condition is here, and each is asked every time. */
import type { AlertStatus } from '../alerts/alerts.contract.ts';
import type { PatternState } from './engine.contract.ts';
import type { Decision } from './explanation.ts';

/**
 * Audits without error before a pattern may be switched on: with none wrong of 149, at most 2 % are
 * wrong at 95 % confidence (1 − 0.05^(1/149), Clopper and Pearson).
 */
export const AUDITS_NEEDED = 149;
/** Of what was closed, so many in a hundred are drawn for a person to look at, for ever. */
const RANDOM_AUDIT_PERCENT = 5;
/** So many confirmed errors since it was switched on end all of it. */
export const ERRORS_TO_TRIP_POLICY = 2;
export const DEFAULT_DAILY_CAP = 50;

/** FNV-1a over the id: the same alert is drawn, or not, on every workstation and at every time. */
export function isDrawnForAudit(alertId: string): boolean {
  let hash = 0x811c9dc5;
  for (const character of `random audit\n${alertId}`) {
    hash ^= character.codePointAt(0) ?? 0;
    hash = Math.imul(hash, 0x01000193) >>> 0;
  }
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b) >>> 0;
  hash ^= hash >>> 13;
  return (hash >>> 0) % 100 < RANDOM_AUDIT_PERCENT;
}

export interface ClosingCase {
  readonly decision: Decision;
  readonly policy: 'SHADOW' | 'ON' | 'TRIPPED';
  readonly pattern: PatternState;
  /** Audits that agreed, and those that did not, since they count. */
  readonly audits: { readonly agreed: number; readonly errors: number };
  readonly closedToday: number;
  readonly dailyCap: number;
  /** A verdict that contradicts the pattern waits for a second look. */
  readonly hasOpenSecondLook: boolean;
  /** Closed by the engine before, and open again. */
  readonly wasClosedBefore: boolean;
  readonly alert: {
    readonly status: AlertStatus;
    readonly isHidden: boolean;
    readonly isEscalated: boolean;
    readonly isAssigned: boolean;
    /** Somebody has acted on it. */
    readonly isTouched: boolean;
  };
}

const CONDITIONS: readonly (readonly [code: string, holds: (one: ClosingCase) => boolean])[] = [
  ['decision', ({ decision }) => decision === 'auto-close'],
  ['policy-on', ({ policy }) => policy === 'ON'],
  ['pattern-on', ({ pattern }) => pattern === 'ON'],
  ['earned', ({ audits }) => audits.agreed >= AUDITS_NEEDED && audits.errors === 0],
  ['below-cap', ({ closedToday, dailyCap }) => closedToday < dailyCap],
  ['no-second-look', ({ hasOpenSecondLook }) => !hasOpenSecondLook],
  ['not-closed-before', ({ wasClosedBefore }) => !wasClosedBefore],
  ['open', ({ alert }) => alert.status === 'OPEN' && !alert.isHidden],
  ['untouched', ({ alert }) => !alert.isTouched && !alert.isEscalated && !alert.isAssigned],
];

/** The conditions that are missing, by code; none: it may be closed. */
export function missingToClose(one: ClosingCase): string[] {
  return CONDITIONS.filter(([, holds]) => !holds(one)).map(([code]) => code);
}

/** Why a pattern may not be switched on; null where it may. */
export function blockedFromOn(audits: {
  readonly agreed: number;
  readonly errors: number;
}): string | null {
  if (audits.errors > 0)
    return `${audits.errors} of its audits found an error: set it back to shadow first, and its audits begin anew.`;
  const left = AUDITS_NEEDED - audits.agreed;
  if (left <= 0) return null;
  return `${left} more ${left === 1 ? 'audit' : 'audits'} without error needed (${audits.agreed} of ${AUDITS_NEEDED}).`;
}
