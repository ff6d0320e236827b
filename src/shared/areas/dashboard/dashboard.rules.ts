import { HOUR_MS, MINUTE_MS } from '../../kernel/time.ts';

export function meanOrNull(sum: number, count: number): number | null {
  return count === 0 ? null : sum / count;
}

/** 1 − time spent ÷ (alerts handled × baseline), as a percentage; never below 0. */
export function timeSavedPercent(
  handlingMs: number,
  alertsHandled: number,
  manualMinutesPerAlert: number,
): number | null {
  if (alertsHandled === 0) return null;
  const byHandMs = alertsHandled * manualMinutesPerAlert * MINUTE_MS;
  return Math.max(0, Math.round(100 * (1 - handlingMs / byHandMs)));
}

/** Level of a risk score: 20 and above critical, 15 high, 8 medium. */
export function riskLevel(score: number): 'CRITICAL' | 'HIGH' | 'MEDIUM' | 'LOW' {
  if (score >= 20) return 'CRITICAL';
  if (score >= 15) return 'HIGH';
  if (score >= 8) return 'MEDIUM';
  return 'LOW';
}

/** The stretch of the volume chart: 7 days, the running hour included. */
export const VOLUME_HOURS = 168;
/** Techniques are counted for so many UTC days, today included. */
export const TECHNIQUE_DAYS = 30;
/** An alert is due soon in the last quarter of its time. */
const DUE_SOON_SHARE = 0.75;

/** Alerts created at or before these moments are due soon, or have breached their service level. */
export function slaLimits(hours: number, now: number): { dueSoon: number; breached: number } {
  const time = hours * HOUR_MS;
  return { dueSoon: now - Math.floor(time * DUE_SOON_SHARE), breached: now - time };
}
