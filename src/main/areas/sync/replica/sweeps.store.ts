import type { WriteTx } from '../../../db/write-door.ts';

/** Has rows of these buckets gone through from the first on. */
export function saveSweep(tx: WriteTx, table: string, buckets: readonly number[]): void {
  const known = tx.get<{ buckets: string }>(
    'SELECT buckets FROM sync_sweeps WHERE table_name = ?',
    table,
  );
  const all = new Set([...((JSON.parse(known?.buckets ?? '[]') as number[]) ?? []), ...buckets]);
  if (all.size === 0) return;
  tx.run(
    `INSERT INTO sync_sweeps (table_name, buckets) VALUES (?, ?)
     ON CONFLICT (table_name) DO UPDATE SET buckets = excluded.buckets, after_id = ''`,
    ...[table, JSON.stringify([...all].sort((a, b) => a - b))],
  );
}
