/** The table of ATT&CK that was read in by file: one row of this workstation, or none. */
import { toCompactAttack } from '../../../shared/areas/assistant/attack-table.parse.ts';
import type { AttackData } from '../../../shared/areas/assistant/attack-table.types.ts';
import type { ReadDb } from '../../db/database.ts';
import type { WriteTx } from '../../db/write-door.ts';

export interface AppliedAttack {
  readonly checksum: string;
  readonly file_name: string;
  readonly applied_by: string | null;
  readonly applied_at: number;
}

export const readApplied = (db: ReadDb): AppliedAttack | undefined =>
  db.get('SELECT checksum, file_name, applied_by, applied_at FROM attack_table WHERE one = 1');

export function saveApplied(
  tx: WriteTx,
  applied: { checksum: string; fileName: string; actor: string; data: AttackData },
): void {
  const { checksum, fileName, actor, data } = applied;
  tx.run(
    `INSERT OR REPLACE INTO attack_table (one, checksum, file_name, applied_by, applied_at, data)
     VALUES (1, ?, ?, ?, ?, ?)`,
    ...[checksum, fileName, actor, tx.now, toCompactAttack(data)],
  );
  noteChange(tx);
}

/** False where the shipped one was in use already. */
export function removeApplied(tx: WriteTx): boolean {
  if (tx.run('DELETE FROM attack_table') === 0) return false;
  noteChange(tx);
  return true;
}

function noteChange(tx: WriteTx): void {
  tx.note('attack_table', 1);
  tx.announce('attack_table');
}
