/** The nodes of process trees as they are read: page by page, by a word, and the way up from one. */
import { z } from 'zod';
import {
  type ProcessRow,
  processFactsSchema,
} from '../../../../shared/areas/forensics/timeline/processes.contract.ts';
import type { Bound, ReadDb } from '../../../db/database.ts';

interface NodeRow {
  readonly node: number;
  readonly parent: number | null;
  readonly below: number;
  readonly children: number;
  readonly depth: number;
  readonly facts: string;
}

const COLUMNS = 'node, parent, below, children, depth, facts';
const toRow = ({ facts, ...place }: NodeRow): ProcessRow => ({
  ...processFactsSchema.parse(JSON.parse(facts)),
  ...place,
});

export interface NodesAsked {
  /** Null: those at the top. */
  readonly parent: number | null;
  readonly q: string;
  /** Nodes behind this one. */
  readonly after: number;
  readonly limit: number;
}

const likeText = (text: string): string =>
  `%${text.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

export function readNodes(
  db: ReadDb,
  id: string,
  { parent, q, after, limit }: NodesAsked,
): { rows: ProcessRow[]; total: number } {
  const [where, value]: [string, Bound] =
    q === '' ? ['parent IS ?', parent] : ["words LIKE ? ESCAPE '\\'", likeText(q)];
  const found = db.all<NodeRow>(
    `SELECT ${COLUMNS} FROM process_nodes
     WHERE investigation_id = ? AND ${where} AND node > ? ORDER BY node LIMIT ?`,
    ...[id, value, after, limit],
  );
  const total = db.get<{ n: number }>(
    `SELECT count(*) AS n FROM process_nodes WHERE investigation_id = ? AND ${where}`,
    id,
    value,
  );
  return { rows: found.map(toRow), total: total?.n ?? 0 };
}

const nameSchema = z.object({ image: z.string().nullable(), pid: z.number().nullable() });

/** Programs above a node, the nearest last; at most so many. */
export function pathTo(db: ReadDb, id: string, from: number | null, most: number): string[] {
  const path: string[] = [];
  for (let next = from; next !== null && path.length < most; ) {
    const row: { parent: number | null; facts: string } | undefined = db.get(
      'SELECT parent, facts FROM process_nodes WHERE investigation_id = ? AND node = ?',
      id,
      next,
    );
    if (!row) break;
    const { image, pid } = nameSchema.parse(JSON.parse(row.facts));
    path.unshift(image?.split(/[\\/]/).at(-1) ?? `process ${pid ?? 'unknown'}`);
    next = row.parent;
  }
  return path;
}
