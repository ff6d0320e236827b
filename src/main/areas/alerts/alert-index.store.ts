/** What hangs on an alert besides its row: search index and kept counts. */
import { HOUR_MS } from '../../../shared/kernel/time.ts';
import { widenSpans } from '../../db/alert-spans.ts';
import type { Bound } from '../../db/database.ts';
import type { InsertedRange, WriteTx } from '../../db/write-door.ts';
import type { CountedAlert } from './alert-batch.ts';

/**
 * Puts a range of new alerts into the search index, in one statement: their text is not bound again.
 * @param times Their times in the order of the rows, where they are at hand.
 */
export function indexAlertTexts(
  tx: WriteTx,
  range: InsertedRange,
  times?: readonly number[],
): void {
  tx.run(
    `INSERT INTO alerts_fts (rowid, title, description, source, source_host, source_user, entity_terms)
     SELECT seq, title, description, source, source_host, source_user, entity_terms
     FROM alerts WHERE seq BETWEEN ? AND ?`,
    range.first,
    range.last,
  );
  widenSpans(tx, range, times);
}

/**
 * Differences to the kept counts of one transaction; a batch of 500 touches a handful of them. What rules
 * of suppression hide is counted among all, and once more by itself.
 */
export class CountChanges {
  readonly #changes = new Map<string, { alert: CountedAlert; hour: number; n: number }>();

  add(alert: CountedAlert, n: 1 | -1): void {
    const hour = Math.floor(alert.createdAt / HOUR_MS);
    const key = `${hour}|${alert.status}|${alert.severity}|${alert.suppressedBy ?? ''}|${alert.source}`;
    const change = this.#changes.get(key);
    if (change) change.n += n;
    else this.#changes.set(key, { alert, hour, n });
  }

  apply(tx: WriteTx): void {
    for (const { alert, hour, n } of this.#changes.values()) {
      if (n === 0) continue;
      const { source, status, severity, suppressedBy } = alert;
      addTo(tx, 'alert_counts', { hour, source, status, severity }, n);
      addTo(tx, 'alert_totals', { source, status, severity }, n);
      if (suppressedBy === null) continue;
      addTo(tx, 'suppressed_counts', { hour, source, status, severity }, n);
      addTo(tx, 'suppressed_totals', { rule_id: suppressedBy, source, status, severity }, n);
      tx.announce('suppression_rules', suppressedBy);
    }
    this.#changes.clear();
  }
}

function addTo(tx: WriteTx, table: string, key: Readonly<Record<string, Bound>>, n: number): void {
  const columns = Object.keys(key).join(', ');
  tx.run(
    `INSERT INTO ${table} (${columns}, n) VALUES (${'?, '.repeat(Object.keys(key).length)}?)
     ON CONFLICT (${columns}) DO UPDATE SET n = n + excluded.n`,
    ...Object.values(key),
    n,
  );
}
