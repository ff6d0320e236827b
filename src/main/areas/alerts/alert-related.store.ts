/**
 * Alerts that share an entity, found through the search index: indexes by host, user and address
 * would cost every import a third of its speed.
 */
import { RELATED_COUNT_MAX } from '../../../shared/areas/alerts/alerts.contract.ts';
import type { ReadDb } from '../../db/database.ts';
import { alertsTable } from '../../db/tables/alerts.table.ts';
import type { AlertRow } from './alert-rows.ts';
import { entityMatch } from './alert-search.ts';

const RELATED_PER_ENTITY = 20;

export type Entity = 'host' | 'user' | 'address';

const ENTITY_COLUMNS = {
  host: 'source_host',
  user: 'source_user',
  address: 'source_ip',
} as const satisfies Record<Entity, string>;

/** The newest alerts of the same entity, the given one aside; `total` stops at RELATED_COUNT_MAX. */
export function relatedAlerts(
  db: ReadDb,
  alert: AlertRow,
  entity: Entity,
  value: string,
): { total: number; rows: AlertRow[] } {
  const others = `FROM alerts_fts f CROSS JOIN alerts a ON a.seq = f.rowid
    WHERE alerts_fts MATCH ? AND a.${ENTITY_COLUMNS[entity]} = ? AND a.seq <> ? AND a.deleted_at IS NULL`;
  const values = [entityMatch(entity, value), value, alert.seq];
  const rows = db.rows(
    alertsTable,
    `SELECT a.* ${others} ORDER BY f.rowid DESC LIMIT ?`,
    ...values,
    RELATED_PER_ENTITY,
  );
  const total =
    db.get<{ n: number }>(
      `SELECT count(*) AS n FROM (SELECT 1 ${others} LIMIT ?)`,
      ...values,
      RELATED_COUNT_MAX,
    )?.n ?? 0;
  return { total, rows: rows.sort((a, b) => b.createdAt - a.createdAt || b.seq - a.seq) };
}
