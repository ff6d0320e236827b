/** Assets: how critical an entity is (entity_marks, the entities area's) and what else there is to say of it. */
import type { Criticality, EntityKind } from '../../../shared/areas/entities/entities.contract.ts';
import type { ReadDb } from '../../db/database.ts';
import { assetsTable } from '../../db/tables/automation.table.ts';
import type { WriteTx } from '../../db/write-door.ts';

export interface AssetRow {
  readonly id: string;
  readonly kind: EntityKind;
  readonly value: string;
  readonly criticality: Criticality;
  readonly role: string | null;
  readonly owner: string | null;
  readonly note: string | null;
  readonly reason: string | null;
  readonly updated_at: number;
}

const COLUMNS = `id, kind, value, criticality, role, owner, note, reason, updated_at`;
const BOTH = `
  SELECT k.id, k.entity_kind AS kind, k.entity_value AS value, k.criticality, s.role, s.owner,
    coalesce(s.note, k.reason) AS note, k.reason, max(k.updated_at, coalesce(s.updated_at, 0)) AS updated_at
  FROM entity_marks k LEFT JOIN assets s ON s.id = k.id AND s.deleted_at IS NULL
  WHERE k.deleted_at IS NULL AND (k.criticality <> 'NORMAL' OR s.id IS NOT NULL)
  UNION ALL
  SELECT s.id, s.entity_kind, s.entity_value, 'NORMAL', s.role, s.owner, s.note, NULL, s.updated_at
  FROM assets s WHERE s.deleted_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM entity_marks k WHERE k.id = s.id AND k.deleted_at IS NULL)`;

export function listAssets(db: ReadDb, limit: number): AssetRow[] {
  return db.all(
    `SELECT ${COLUMNS} FROM (${BOTH}) ORDER BY criticality, kind, value LIMIT ?`,
    limit,
  );
}

export function findAsset(db: ReadDb, id: string): AssetRow | undefined {
  return db.get(`SELECT ${COLUMNS} FROM (${BOTH}) WHERE id = ?`, id);
}

export interface AssetEntry {
  readonly id: string;
  readonly kind: EntityKind;
  readonly value: string;
  readonly role: string | null;
  readonly owner: string | null;
  readonly note: string | null;
}

/** Undefined: unchanged from how it was. */
export function saveAssetRow(tx: WriteTx, { id, kind, value, ...said }: AssetEntry): void {
  const row = { entityKind: kind, entityValue: value, ...said, updatedAt: tx.now };
  tx.revive(assetsTable, id);
  if (!tx.update(assetsTable, id, row)) tx.insert(assetsTable, { id, ...row, createdAt: tx.now });
}

export function removeAssetRow(tx: WriteTx, id: string): void {
  tx.remove(assetsTable, id);
}
