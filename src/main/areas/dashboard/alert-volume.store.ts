import type { AlertVolume } from '../../../shared/areas/dashboard/dashboard.contract.ts';
import { VOLUME_HOURS } from '../../../shared/areas/dashboard/dashboard.rules.ts';
import type { Severity } from '../../../shared/kernel/severity.ts';
import { HOUR_MS, toIso } from '../../../shared/kernel/time.ts';
import type { Database } from '../../db/database.ts';

/** From the kept counts of the hours: what it costs depends on their sources, not on their alerts. */
export function createAlertVolumeStore(db: Database) {
  return {
    volume(now: number): AlertVolume {
      const end = Math.floor(now / HOUR_MS) + 1;
      const first = end - VOLUME_HOURS;
      const rows = db.read('dashboard.volume', (reader) =>
        reader.all<{ hour: number; severity: Severity; n: number }>(
          // As the desk shows them: without what a rule keeps out of the queue.
          `SELECT hour, severity, sum(n) AS n FROM (
             SELECT hour, severity, n FROM alert_counts WHERE hour >= ? AND hour < ?
             UNION ALL
             SELECT hour, severity, -n FROM suppressed_counts WHERE hour >= ? AND hour < ?
           ) GROUP BY hour, severity`,
          ...[first, end, first, end],
        ),
      );
      const none = () => new Array<number>(VOLUME_HOURS).fill(0);
      const counts = { CRITICAL: none(), HIGH: none(), MEDIUM: none(), LOW: none() };
      for (const { hour, severity, n } of rows) counts[severity][hour - first] = n;
      return { from: toIso(first * HOUR_MS), counts };
    },
  };
}
export type AlertVolumeStore = ReturnType<typeof createAlertVolumeStore>;
