import { MINUTE_MS } from '../../kernel/time.ts';

/** What one alert costs an analyst without help: the baseline of 'Analyst Time Saved'. */
export const MANUAL_MS_PER_ALERT = 10 * MINUTE_MS;
/** What preparing an audit takes by hand: the baseline beside 'Audit Prep Time'. */
export const MANUAL_AUDIT_PREP_DAYS = 2.5;

/** `null` where there is nothing to take a share of. */
export function percentOrNull(
  part: number,
  whole: number,
): { rounded: number; floored: number; oneDigit: number } | null {
  if (whole === 0) return null;
  const percent = (100 * part) / whole;
  return {
    rounded: Math.round(percent),
    floored: Math.floor(percent),
    oneDigit: Math.round(percent * 10) / 10,
  };
}

export function meanOrNull(sum: number, count: number): number | null {
  return count === 0 ? null : sum / count;
}

/** Compliant controls as a share of the assessed ones, rounded; null where none is assessed. */
export function frameworkScore(compliant: number, assessed: number): number | null {
  return percentOrNull(compliant, assessed)?.rounded ?? null;
}

/** 1 − time spent ÷ (alerts handled × baseline), as a percentage; never below 0. */
export function timeSavedPercent(handlingMs: number, alertsHandled: number): number | null {
  if (alertsHandled === 0) return null;
  return Math.max(0, Math.round(100 * (1 - handlingMs / (alertsHandled * MANUAL_MS_PER_ALERT))));
}

/** Level of a risk score: 20 and above critical, 15 high, 8 medium. */
export function riskLevel(score: number): 'CRITICAL' | 'HIGH' | 'MEDIUM' | 'LOW' {
  if (score >= 20) return 'CRITICAL';
  if (score >= 15) return 'HIGH';
  if (score >= 8) return 'MEDIUM';
  return 'LOW';
}
