/** Clocks of one alert: how long until its first action and its closing are due. */
import { HOUR_MS } from '../../kernel/time.ts';
import type { WorkspaceSettings } from '../settings/workspace-settings.contract.ts';
import type { Alert } from './alerts.contract.ts';
import { isActive } from './alerts.rules.ts';

type Targets = Pick<WorkspaceSettings, 'sla' | 'closeSla'>;
type ClockedAlert = Pick<
  Alert,
  'severity' | 'status' | 'createdAt' | 'firstActionAt' | 'resolvedAt'
>;

/** Soon: the last quarter of the time, as the dashboard counts it. */
export type ClockState = 'met' | 'missed' | 'running' | 'soon' | 'overdue';

export interface SlaClock {
  readonly state: ClockState;
  readonly dueAt: number;
  /** Until it is due, or since; of one that stopped, how long it took. */
  readonly ms: number;
}

const SOON_SHARE = 0.25;

function clock(begun: number, hours: number, stopped: number | null, now: number): SlaClock {
  const dueAt = begun + hours * HOUR_MS;
  if (stopped !== null)
    return { state: stopped <= dueAt ? 'met' : 'missed', dueAt, ms: Math.max(0, stopped - begun) };
  const left = dueAt - now;
  if (left < 0) return { state: 'overdue', dueAt, ms: -left };
  return { state: left <= hours * HOUR_MS * SOON_SHARE ? 'soon' : 'running', dueAt, ms: left };
}

function timeOf(iso: string | null): number | null {
  const time = iso === null ? Number.NaN : Date.parse(iso);
  return Number.isNaN(time) ? null : time;
}

/**
 * The first action stops with it; what is no longer open counts as acted on, though when is not known
 * of alerts that came closed (null then).
 */
export function firstActionClock(
  alert: ClockedAlert,
  { sla }: Targets,
  now: number,
): SlaClock | null {
  const begun = timeOf(alert.createdAt);
  if (begun === null) return null;
  const acted = timeOf(alert.firstActionAt);
  if (acted === null && alert.status !== 'OPEN') return null;
  return clock(begun, sla[alert.severity], acted, now);
}

export function closingClock(
  alert: ClockedAlert,
  { closeSla }: Targets,
  now: number,
): SlaClock | null {
  const begun = timeOf(alert.createdAt);
  const closed = timeOf(alert.resolvedAt);
  if (begun === null || (closed === null && !isActive(alert.status))) return null;
  return clock(begun, closeSla[alert.severity], closed, now);
}

/** The clock that counts now: the first action, then the closing; null of what is closed. */
export function runningClock(
  alert: ClockedAlert,
  targets: Targets,
  now: number,
): { readonly what: 'act' | 'close'; readonly clock: SlaClock } | null {
  if (!isActive(alert.status)) return null;
  const first = firstActionClock(alert, targets, now);
  if (first && (first.state === 'running' || first.state === 'soon' || first.state === 'overdue'))
    return { what: 'act', clock: first };
  const closing = closingClock(alert, targets, now);
  return closing && { what: 'close', clock: closing };
}

/** In at most one unit, so that a list stays calm: `45 min`, `7 h`, `12 d`. */
export function roughDuration(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return '< 1 min';
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}
