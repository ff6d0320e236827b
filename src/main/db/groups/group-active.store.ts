import type { Severity } from '../../../shared/kernel/severity.ts';
import type { WriteTx } from '../write-door.ts';
import { TotalChanges } from './group-totals.store.ts';

interface Touched {
  id: number;
  source: string;
  severity: Severity;
  n_active: number;
  n: number;
}

/** Alerts that became open or in progress (1), or are so no more (-1): counted once a group. */
export function changeActive(tx: WriteTx, seqs: readonly number[], sign: 1 | -1): void {
  if (seqs.length === 0) return;
  const groups = tx.all<Touched>(
    `SELECT g.id, g.source, g.severity, g.n_active, m.n FROM (
       SELECT group_id, count(*) AS n FROM group_members
       WHERE alert_seq IN (SELECT value FROM json_each(?)) GROUP BY group_id
     ) m JOIN alert_groups g ON g.id = m.group_id`,
    JSON.stringify(seqs),
  );
  const totals = new TotalChanges();
  for (const { id, source, severity, n_active: nActive, n } of groups) {
    tx.run('UPDATE alert_groups SET n_active = n_active + ? WHERE id = ?', sign * n, id);
    totals.add({ source, severity, nActive }, -1);
    totals.add({ source, severity, nActive: nActive + sign * n }, 1);
  }
  totals.apply(tx);
  if (groups.length > 0) tx.announce('alert_groups');
}
