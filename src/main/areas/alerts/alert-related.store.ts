/**
 * Alerts that share an entity. Hosts and users are few and have an index; addresses are many, and an
 * index by them would cost every import a third of its speed: they go through the search index.
 */
import { RELATED_COUNT_MAX } from '../../../shared/areas/alerts/alerts.contract.ts';
import { exhaustive } from '../../../shared/kernel/exhaustive.ts';
import type { Bound, ReadDb } from '../../db/database.ts';
import { alertsTable } from '../../db/tables/alerts.table.ts';
import type { AlertRow } from './alert-rows.ts';
import { addressMatch } from './alert-search.ts';

const RELATED_PER_ENTITY = 20;

export type Entity = 'host' | 'user' | 'address';

interface Others {
  readonly sql: string;
  readonly values: readonly Bound[];
}

function othersOf(entity: Entity, value: string): Others {
  switch (entity) {
    case 'host':
      return { sql: 'FROM alerts a WHERE a.source_host = ?', values: [value] };
    case 'user':
      return { sql: 'FROM alerts a WHERE a.source_user = ?', values: [value] };
    case 'address':
      return {
        sql: `FROM alerts_fts f CROSS JOIN alerts a ON a.seq = f.rowid
          WHERE alerts_fts MATCH ? AND a.source_ip = ?`,
        values: [addressMatch(value), value],
      };
    default:
      return exhaustive(entity);
  }
}

/** The newest alerts of the same entity, the given one aside; `total` stops at RELATED_COUNT_MAX. */
export function relatedAlerts(
  db: ReadDb,
  alert: AlertRow,
  entity: Entity,
  value: string,
): { total: number; rows: AlertRow[] } {
  if (!/[\p{L}\p{N}]/u.test(value)) return { total: 0, rows: [] };
  const { sql, values } = othersOf(entity, value);
  const others = `${sql} AND a.seq <> ? AND a.deleted_at IS NULL`;
  const order = entity === 'address' ? 'f.rowid DESC' : 'a.created_at DESC, a.seq DESC';
  const rows = db.rows(
    alertsTable,
    `SELECT a.* ${others} ORDER BY ${order} LIMIT ?`,
    ...values,
    alert.seq,
    RELATED_PER_ENTITY,
  );
  const total =
    db.get<{ n: number }>(
      `SELECT count(*) AS n FROM (SELECT 1 ${others} LIMIT ?)`,
      ...values,
      alert.seq,
      RELATED_COUNT_MAX,
    )?.n ?? 0;
  return { total, rows: rows.sort((a, b) => b.createdAt - a.createdAt || b.seq - a.seq) };
}
