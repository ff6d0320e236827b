/** Objects of others, kept by their own identifiers. */
import type { IntelObject } from '../../../shared/areas/exchange/intel.types.ts';
import type { ReadDb } from '../../db/database.ts';
import { intelObjectsTable } from '../../db/tables/exchange.table.ts';
import type { WriteTx } from '../../db/write-door.ts';

export type IntelOutcome = 'added' | 'updated' | 'unchanged' | 'older';

function standingOf(db: ReadDb, one: IntelObject): { outcome: IntelOutcome; isDeleted: boolean } {
  const row = db.rows(intelObjectsTable, 'SELECT * FROM intel_objects WHERE id = ?', one.id)[0];
  if (!row) return { outcome: 'added', isDeleted: false };
  const isDeleted = row.deletedAt !== null;
  if (isDeleted) return { outcome: 'added', isDeleted };
  if (JSON.stringify(row.object) === JSON.stringify(one.object))
    return { outcome: 'unchanged', isDeleted };
  const isOlder = (one.modifiedAt ?? 0) < (row.modifiedAt ?? 0);
  return { outcome: isOlder ? 'older' : 'updated', isDeleted };
}

/** What putting it would come to. */
export const intelOutcome = (db: ReadDb, one: IntelObject): IntelOutcome =>
  standingOf(db, one).outcome;

/** A later version takes the place of an earlier one; an earlier one changes nothing. */
export function putIntelObject(tx: WriteTx, one: IntelObject, source: string): IntelOutcome {
  const { outcome, isDeleted } = standingOf(tx, one);
  const { id, kind, name, object, modifiedAt, isRevoked } = one;
  const fields = { kind, name, object: { ...object }, modifiedAt, isRevoked, source };
  if (outcome === 'added' && !isDeleted)
    tx.insert(intelObjectsTable, { id, ...fields, createdAt: tx.now, updatedAt: tx.now });
  else if (outcome === 'added' || outcome === 'updated') {
    if (isDeleted) tx.revive(intelObjectsTable, id);
    tx.update(intelObjectsTable, id, { ...fields, updatedAt: tx.now });
  }
  return outcome;
}
