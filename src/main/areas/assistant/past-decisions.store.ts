/**
 * Decisions as they would have stood, for a past that is made (the demo workspace): the engine then
 * learns from its people's verdicts as it does from anybody's.
 */
import { alertsTable } from '../../db/tables/alerts.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import type { TacticsOf } from './attack-tactics.ts';
import { reasonBits } from './engine-points.store.ts';
import { decisionNumber, toScored } from './engine-rows.ts';
import { createPastReplay, inOrder, type PastPlace } from './past-replay.ts';

export function decidePast(tx: WriteTx, tacticsOf: TacticsOf): void {
  const past = createPastReplay(tacticsOf);
  const closed =
    "closed_by IS NOT NULL AND verdict IN ('TRUE_POSITIVE', 'BENIGN_TRUE_POSITIVE', 'FALSE_POSITIVE')";
  const places = tx.all<PastPlace>(
    `SELECT seq, created_at, CASE WHEN ${closed} THEN resolved_at END AS resolved_at
     FROM alerts WHERE deleted_at IS NULL AND suppressed_by IS NULL`,
  );
  const rows = new Map(
    tx.rows(alertsTable, 'SELECT * FROM alerts').map((row) => [row.seq, toScored(row)]),
  );
  for (const { type, seq } of inOrder(places)) {
    const one = rows.get(seq);
    if (!one) continue;
    if (type === 'closed') {
      past.closed(tx, one);
      continue;
    }
    const { decision, suspicion, reasons } = past.came(tx, one);
    if (one.row.resolvedAt === null) continue;
    tx.run(
      `INSERT OR IGNORE INTO engine_decisions
         (alert_seq, suspicion, decision, pattern_id, created_at, scored_at, is_open, reasons)
       VALUES (?, ?, ?, NULL, ?, ?, 0, ?)`,
      ...[seq, suspicion, decisionNumber(decision), one.row.createdAt, one.row.createdAt],
      reasonBits(reasons.map(({ code }) => code)),
    );
  }
}
