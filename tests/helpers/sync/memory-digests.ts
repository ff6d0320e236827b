import { bucketOf, digestOf } from '../../../src/main/areas/sync/merge.kernel.ts';
import type { Digest, WireRow } from '../../../src/main/areas/sync/wire.ts';

const MODULUS = 1n << 60n;

export function digestsOf(table: string, rows: Iterable<WireRow>): Digest[] {
  const buckets = new Map<number, { rows: number; sum: bigint }>();
  for (const row of rows) {
    // Tombstones are purged, sooner here than there.
    if (row.c.deleted_at != null) continue;
    const bucket = bucketOf(row.id);
    const known = buckets.get(bucket) ?? { rows: 0, sum: 0n };
    buckets.set(bucket, { rows: known.rows + 1, sum: (known.sum + digestOf(row)) % MODULUS });
  }
  return [...buckets]
    .sort(([a], [b]) => a - b)
    .map(([bucket, { rows, sum }]) => ({ table, bucket, rows, sum: sum.toString() }));
}
