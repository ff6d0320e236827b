/** Entities too common to link, and what people say of them; the strictness of linking. */
import type { CommonEntity } from '../../../shared/areas/incidents/incidents.contract.ts';
import type {
  EntityKind,
  EntityListRule,
} from '../../../shared/areas/incidents/incidents.rules.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { RowChange } from '../../db/action-log.ts';
import type { ReadDb } from '../../db/database.ts';
import type { RowOf } from '../../db/statements.ts';
import { incidentEntitiesTable, incidentSettingsTable } from '../../db/tables/incidents.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import { personName } from './incident-detail.store.ts';
import { COMMON_SHARE, scaleOf } from './linking.kernel.ts';
import { countGroups, type NamedEntityRow, readEntityList, ruleOf } from './linking.store.ts';

const LISTED = 200;

/** What people listed first, then the most common. */
export function listCommonEntities(db: ReadDb): CommonEntity[] {
  const total = countGroups(db);
  const share = (groups: number): number => (total === 0 ? 0 : Math.min(1, groups / total));
  const rows = db.rows(
    incidentEntitiesTable,
    `SELECT * FROM incident_entities WHERE rule IS NOT NULL AND deleted_at IS NULL
     ORDER BY updated_at DESC, id`,
  );
  const listed = rows.map((row): CommonEntity => {
    const groups = findEntityGroups(db, row.kind, row.value);
    return {
      kind: row.kind as EntityKind,
      value: row.value,
      groups,
      share: share(groups),
      basis: row.rule ?? 'NEVER',
      reason: row.reason,
      by: personName(db, row.decidedBy),
      at: toIso(row.updatedAt),
    };
  });
  const list = readEntityList(db);
  const common = commonByShare(db, scaleOf(total)).flatMap((row): CommonEntity[] => {
    const rule = ruleOf(list, row);
    if (rule === 'ALWAYS' || rule === 'NEVER') return [];
    const what = { kind: row.kind as EntityKind, value: row.value, groups: row.groups };
    const basis = rule === 'BUILT_IN' ? 'BUILT_IN' : 'SHARE';
    return [{ ...what, share: share(row.groups), basis, reason: null, by: null, at: null }];
  });
  return [...listed, ...common];
}

const findEntityGroups = (db: ReadDb, kind: string, value: string): number =>
  db.get<{ groups: number }>(
    'SELECT groups FROM entities WHERE kind = ? AND value = ?',
    kind,
    value,
  )?.groups ?? 0;

/** `isTooCommon` as a range: the least power of two from which an entity is. */
function commonByShare(db: ReadDb, scale: number): NamedEntityRow[] {
  return db.all<NamedEntityRow>(
    `SELECT id, kind, value, groups FROM entities INDEXED BY entities_common
     WHERE groups >= 256 AND groups >= ? ORDER BY groups DESC LIMIT ?`,
    scale / COMMON_SHARE,
    LISTED,
  );
}

type EntityRow = RowOf<typeof incidentEntitiesTable>;

export interface EntityDecision {
  readonly kind: EntityKind;
  /** As entities are compared. */
  readonly value: string;
  readonly rule: EntityListRule | null;
  readonly reason: string;
  readonly actor: string;
}

/** Rows are never removed, so that undo is a change. */
export function saveEntityRule(tx: WriteTx, decision: EntityDecision): RowChange {
  const { kind, value, rule, reason, actor } = decision;
  const id = `${kind}:${value}`;
  const after = { rule, reason, decidedBy: actor, updatedAt: tx.now };
  const [row] = tx.rows(incidentEntitiesTable, 'SELECT * FROM incident_entities WHERE id = ?', id);
  if (!row) tx.insert(incidentEntitiesTable, { id, kind, value, ...after });
  else {
    tx.revive(incidentEntitiesTable, id);
    tx.update(incidentEntitiesTable, id, after);
  }
  const was = (row?.deletedAt === null ? row : undefined) as EntityRow | undefined;
  const before = {
    rule: was?.rule ?? null,
    reason: was?.reason ?? null,
    decidedBy: was?.decidedBy ?? null,
    updatedAt: was?.updatedAt ?? 0,
  };
  return { table: 'incident_entities', id, before, after };
}

export type SettingsRow = RowOf<typeof incidentSettingsTable>;

export const findSettings = (db: ReadDb): SettingsRow | undefined =>
  db.rows(
    incidentSettingsTable,
    "SELECT * FROM incident_settings WHERE id = 'workspace' AND deleted_at IS NULL",
  )[0];

export function saveStrictness(
  tx: WriteTx,
  { strictness, usual, actor }: { strictness: number; usual: number; actor: string },
): RowChange {
  const row = findSettings(tx);
  const after = { strictness, updatedBy: actor, updatedAt: tx.now };
  if (row) tx.update(incidentSettingsTable, 'workspace', after);
  else tx.insert(incidentSettingsTable, { id: 'workspace', ...after });
  const before = {
    strictness: row?.strictness ?? usual,
    updatedBy: row?.updatedBy ?? null,
    updatedAt: row?.updatedAt ?? 0,
  };
  return { table: 'incident_settings', id: 'workspace', before, after };
}
