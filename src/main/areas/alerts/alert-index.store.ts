/** What hangs on an alert besides its row: search index and kept counts. */
import { HOUR_MS } from '../../../shared/kernel/time.ts';
import type { InsertedRange, WriteTx } from '../../db/write-door.ts';
import type { CountedAlert } from './alert-batch.ts';

/** Puts a range of new alerts into the search index, in one statement: their text is not bound again. */
export function indexAlertTexts(tx: WriteTx, range: InsertedRange): void {
  tx.run(
    `INSERT INTO alerts_fts (rowid, title, description, source, source_host, source_user, entity_terms)
     SELECT seq, title, description, source, source_host, source_user, entity_terms
     FROM alerts WHERE seq BETWEEN ? AND ?`,
    range.first,
    range.last,
  );
}

/** Differences to the kept counts of one transaction; a batch of 500 touches a handful of them. */
export class CountChanges {
  readonly #changes = new Map<string, { alert: CountedAlert; hour: number; n: number }>();

  add(alert: CountedAlert, n: 1 | -1): void {
    const hour = Math.floor(alert.createdAt / HOUR_MS);
    const key = `${hour}|${alert.status}|${alert.severity}|${alert.source}`;
    const change = this.#changes.get(key);
    if (change) change.n += n;
    else this.#changes.set(key, { alert, hour, n });
  }

  apply(tx: WriteTx): void {
    for (const { alert, hour, n } of this.#changes.values()) {
      if (n === 0) continue;
      tx.run(
        `INSERT INTO alert_counts (hour, source, status, severity, n) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (hour, source, status, severity) DO UPDATE SET n = n + excluded.n`,
        hour,
        alert.source,
        alert.status,
        alert.severity,
        n,
      );
      tx.run(
        `INSERT INTO alert_totals (source, status, severity, n) VALUES (?, ?, ?, ?)
         ON CONFLICT (source, status, severity) DO UPDATE SET n = n + excluded.n`,
        alert.source,
        alert.status,
        alert.severity,
        n,
      );
    }
    this.#changes.clear();
  }
}
