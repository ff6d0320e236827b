import type { WriteTx } from '../write-door.ts';
import type { GroupRow } from './group-rows.store.ts';

type Counted = Pick<GroupRow, 'source' | 'severity' | 'nActive'>;

/** Differences to the kept numbers of groups. */
export class TotalChanges {
  readonly #changes = new Map<string, { group: Counted; n: number }>();

  add(group: Counted, n: 1 | -1): void {
    const key = `${group.nActive > 0}|${group.severity}|${group.source}`;
    const change = this.#changes.get(key);
    if (change) change.n += n;
    else this.#changes.set(key, { group: { ...group }, n });
  }

  apply(tx: WriteTx): void {
    for (const { group, n } of this.#changes.values()) {
      if (n === 0) continue;
      tx.run(
        `INSERT INTO group_totals (source, severity, is_active, n) VALUES (?, ?, ?, ?)
         ON CONFLICT (source, severity, is_active) DO UPDATE SET n = n + excluded.n`,
        group.source,
        group.severity,
        group.nActive > 0 ? 1 : 0,
        n,
      );
    }
  }
}
