/** Measures the queue's record, giving way between two steps of it. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { QueueFigure, QueueRecord } from '../../../shared/areas/compliance/gaps.contract.ts';
import {
  isBroken,
  isSilent,
  QUEUE_LIMITS,
  RECORD_MS,
} from '../../../shared/areas/compliance/soc-proof.rules.ts';
import type { Sla } from '../../../shared/areas/settings/workspace-settings.contract.ts';
import { SEVERITIES } from '../../../shared/kernel/severity.ts';
import { DAY_MS, HOUR_MS, toIso } from '../../../shared/kernel/time.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import { readWorkspaceSettings } from '../../db/settings-reader.ts';
import {
  type ConfirmedAlert,
  countClosings,
  countCreated,
  countInTime,
  readConfirmed,
  readSourceHours,
  type Span,
} from './queue-record.store.ts';

/** A confirmed alert, and by how much its first look came after its time limit (0: in time). */
export interface ConfirmedTechnique {
  readonly alert: ConfirmedAlert;
  readonly lateMs: number;
}

export interface Measured {
  readonly record: QueueRecord;
  /** By technique: the alert resolved last, and the one resolved last among those looked at too late. */
  readonly newest: ReadonlyMap<string, ConfirmedTechnique>;
  readonly newestLate: ReadonlyMap<string, ConfirmedTechnique>;
}

interface Heard {
  readonly days: Set<number>;
  lastHour: number;
  longestPause: number;
}

/** Adds up what one step has. */
class Sums {
  readonly sources = new Map<string, Heard>();
  readonly newest = new Map<string, ConfirmedTechnique>();
  readonly newestLate = new Map<string, ConfirmedTechnique>();
  alerts = 0;
  due = 0;
  inTime = 0;
  automatic = 0;
  overturned = 0;

  addSpan(db: ReadDb, span: Span, sla: Sla, now: number): void {
    for (const { source, hour, n } of readSourceHours(db, span)) {
      this.alerts += n;
      this.#hear(source, hour);
    }
    for (const severity of SEVERITIES) {
      const limitMs = sla[severity] * HOUR_MS;
      // Only those whose time has run out can be judged.
      const to = Math.min(span.to, Math.floor((now - limitMs) / HOUR_MS) * HOUR_MS);
      if (to <= span.from) continue;
      this.due += countCreated(db, severity, { from: span.from, to });
      this.inTime += countInTime(db, severity, { from: span.from, to }, limitMs);
    }
    const { automatic, overturned } = countClosings(db, span);
    this.automatic += automatic;
    this.overturned += overturned;
    for (const alert of readConfirmed(db, span)) this.#confirm(alert, sla);
  }

  #hear(source: string, hour: number): void {
    const heard = this.sources.get(source);
    const day = Math.floor((hour * HOUR_MS) / DAY_MS);
    if (!heard) {
      this.sources.set(source, { days: new Set([day]), lastHour: hour, longestPause: 0 });
      return;
    }
    heard.days.add(day);
    heard.longestPause = Math.max(heard.longestPause, hour - heard.lastHour);
    heard.lastHour = hour;
  }

  #confirm(alert: ConfirmedAlert, sla: Sla): void {
    const limitMs = sla[alert.severity] * HOUR_MS;
    const lateMs = Math.max(0, alert.firstActionAt - alert.createdAt - limitMs);
    for (const technique of alert.techniques) {
      this.newest.set(technique, { alert, lateMs });
      if (lateMs > 0) this.newestLate.set(technique, { alert, lateMs });
    }
  }
}

const percent = (part: number, whole: number) =>
  whole === 0 ? null : Math.floor((1000 * part) / whole) / 10;
const shown = (n: number) => n.toLocaleString('en');

function figuresOf(sums: Sums, silent: number): QueueFigure[] {
  const figure = (
    measure: QueueFigure['measure'],
    value: number | null,
    sample: number,
    text: string,
  ): QueueFigure => ({
    ...{ measure, value, sample, text, limit: QUEUE_LIMITS[measure] },
    isBroken: isBroken(measure, value, sample),
  });
  const regular = sums.sources.size;
  return [
    figure(
      'TRIAGE',
      percent(sums.inTime, sums.due),
      sums.due,
      `${shown(sums.inTime)} of ${shown(sums.due)} alerts were looked at within their time limit; at least ${QUEUE_LIMITS.TRIAGE}% must be`,
    ),
    figure(
      'SILENT_SOURCE',
      regular === 0 ? null : silent,
      regular,
      `${shown(silent)} of ${shown(regular)} sources have fallen silent; none may`,
    ),
    figure(
      'OVERTURNED',
      percent(sums.overturned, sums.automatic),
      sums.automatic,
      `${shown(sums.overturned)} of ${shown(sums.automatic)} automatic closings were taken back; at most ${QUEUE_LIMITS.OVERTURNED}% may be`,
    ),
  ];
}

/** Whole hours, which divide the period. */
const STEP_MS = 6 * HOUR_MS;

export async function measureQueue(db: Database, now: number): Promise<Measured> {
  const { sla } = db.read('compliance.queueSettings', readWorkspaceSettings);
  const end = Math.floor(now / HOUR_MS) * HOUR_MS + HOUR_MS;
  const from = end - RECORD_MS;
  const sums = new Sums();
  for (let at = from; at < end; at += STEP_MS) {
    const span = { from: at, to: at + STEP_MS };
    db.read('compliance.queueStep', (reader) => sums.addSpan(reader, span, sla, now));
    await nextTurn();
  }
  const silentSources = [...sums.sources]
    .filter(([, { days, longestPause, lastHour }]) =>
      isSilent({
        days: days.size,
        longestPauseMs: longestPause * HOUR_MS,
        lastAt: (lastHour + 1) * HOUR_MS,
        now,
      }),
    )
    .map(([source, { lastHour }]) => ({ source, lastAt: toIso(lastHour * HOUR_MS) }))
    .sort((a, b) => (a.source < b.source ? -1 : 1));
  const record: QueueRecord = {
    from: toIso(from),
    to: toIso(now),
    alerts: sums.alerts,
    figures: figuresOf(sums, silentSources.length),
    silentSources,
  };
  return { record, newest: sums.newest, newestLate: sums.newestLate };
}
