/**
 * Alerts that share an entity. Found through the search index: an index by address costs every
 * import more than this costs the rare look-up.
 */
import { RELATED_COUNT_MAX } from '../../../shared/areas/alerts/alerts.contract.ts';
import type { ReadDb } from '../../db/database.ts';
import { alertsTable } from '../../db/tables/alerts.table.ts';
import type { AlertRow } from './alert-rows.ts';

const RELATED_PER_ENTITY = 20;

const ENTITY_COLUMNS = { host: 'source_host', user: 'source_user', address: 'source_ip' } as const;
export type Entity = keyof typeof ENTITY_COLUMNS;

/** The newest alerts of the same entity, the given one aside; `total` stops at RELATED_COUNT_MAX. */
export function relatedAlerts(
  db: ReadDb,
  alert: AlertRow,
  entity: Entity,
  value: string,
): { total: number; rows: AlertRow[] } {
  if (!/[\p{L}\p{N}]/u.test(value)) return { total: 0, rows: [] };
  const column = ENTITY_COLUMNS[entity];
  const match = `${column} : "${value.replaceAll('"', ' ').replaceAll('\0', ' ')}"`;
  const others = `FROM alerts_fts f CROSS JOIN alerts a ON a.seq = f.rowid
    WHERE alerts_fts MATCH ? AND a.${column} = ? AND a.seq <> ? AND a.deleted_at IS NULL
    ORDER BY f.rowid DESC LIMIT ?`;
  const rows = db.rows(
    alertsTable,
    `SELECT a.* ${others}`,
    match,
    value,
    alert.seq,
    RELATED_PER_ENTITY,
  );
  const total =
    rows.length < RELATED_PER_ENTITY
      ? rows.length
      : db.all(`SELECT 1 ${others}`, match, value, alert.seq, RELATED_COUNT_MAX).length;
  return { total, rows: rows.sort((a, b) => b.createdAt - a.createdAt || b.seq - a.seq) };
}
