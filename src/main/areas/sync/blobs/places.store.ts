/** Where it is kept what does not travel: raw records of alerts, event stores of investigations. */
import type { ReadDb } from '../../../db/database.ts';

/** In a stamp: 16 digits, '-', the node (db/hlc.ts). */
const NODE = 'substr(row_version, 18)';

const MADE_BY = {
  alerts: `SELECT DISTINCT ${NODE} AS node FROM alerts WHERE id = ? AND deleted_at IS NULL`,
  forensic_investigations: `SELECT DISTINCT ${NODE} AS node FROM forensic_sessions
    WHERE investigation_id = ? AND sha256 IS NOT NULL AND deleted_at IS NULL ORDER BY 1`,
} as const;

/** Nodes that made the rows with which it lies. */
export const nodesOf = (db: ReadDb, resource: keyof typeof MADE_BY, id: string): string[] =>
  db.all<{ node: string }>(MADE_BY[resource], id).map(({ node }) => node);

export const ownNode = (db: ReadDb): string =>
  db.get<{ value: string }>("SELECT value FROM meta WHERE key = 'node_id'")?.value ?? '';
