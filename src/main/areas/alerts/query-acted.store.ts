/**
 * How many alerts a query has that asks whether somebody acted: asked once as if nobody had and once as if
 * somebody had, the rest is kept counts, and the few open ones on which somebody acted, by their own index.
 */
import { EVERYTHING, type QueryNode } from '../../../shared/areas/views/query-language.ts';
import type { Bound, ReadDb } from '../../db/database.ts';
import { cellsOf, isOpenEnd, type QueryCells } from './query-cells.ts';

/** The cells of a query for alerts that wait, and for those on which somebody acted. */
export interface ActedCells {
  readonly waiting: QueryCells;
  readonly acted: QueryCells;
}

const NEVER: QueryNode = { type: 'or', nodes: [] };

/** Null where the query does not ask, or asks for more than kept counts can say. */
export function actedCells(
  query: QueryNode,
  sources: readonly string[],
  hidden: readonly boolean[],
): ActedCells | null {
  if (!asksWhoActed(query)) return null;
  const isOpen = ({ cell }: QueryCells['cells'][number]) => cell.status === 'OPEN';
  const ifWaiting = cellsOf(asIf(query, 'no'), sources, hidden);
  const waiting = { ...ifWaiting, cells: ifWaiting.cells.filter(isOpen) };
  const acted = cellsOf(asIf(query, 'yes'), sources, hidden);
  return waiting.isExact && acted.isExact ? { waiting, acted } : null;
}

function asksWhoActed(node: QueryNode): boolean {
  if (node.type === 'term') return node.field === 'acted';
  if (node.type === 'word') return false;
  return (node.type === 'not' ? [node.node] : node.nodes).some(asksWhoActed);
}

function asIf(node: QueryNode, answer: 'yes' | 'no'): QueryNode {
  switch (node.type) {
    case 'word':
      return node;
    case 'term':
      if (node.field !== 'acted') return node;
      return node.values.some(({ pieces }) => pieces[0] === answer) ? EVERYTHING : NEVER;
    case 'not':
      return { type: 'not', node: asIf(node.node, answer) };
    default:
      return { type: node.type, nodes: node.nodes.map((one) => asIf(one, answer)) };
  }
}

/** @param kept Counts cells by the kept counts, acted on or not. */
export function actedTotal(
  db: ReadDb,
  { waiting, acted }: ActedCells,
  kept: (cells: QueryCells) => number,
): number {
  const closed = acted.cells.filter(({ cell }) => cell.status !== 'OPEN');
  const open = acted.cells.filter(({ cell }) => cell.status === 'OPEN');
  return (
    kept({ cells: closed, isExact: true }) +
    kept(waiting) -
    openActed(db, waiting.cells) +
    openActed(db, open)
  );
}

function openActed(db: ReadDb, cells: QueryCells['cells']): number {
  let total = 0;
  for (const { cell, sources, possible } of cells)
    for (const { from, to } of possible) {
      const values: Bound[] = [cell.severity];
      let sql = `SELECT count(*) AS n FROM alerts a INDEXED BY alerts_open_acted
        WHERE a.status = 'OPEN' AND a.first_action_at IS NOT NULL AND a.deleted_at IS NULL
          AND a.severity = ? AND a.suppressed_by IS ${cell.isHidden ? 'NOT ' : ''}NULL`;
      const and = (condition: string, value: Bound) => {
        sql += ` AND ${condition}`;
        values.push(value);
      };
      if (!isOpenEnd(from)) and('a.created_at >= ?', from);
      if (!isOpenEnd(to)) and('a.created_at <= ?', to);
      if (sources) and('a.source IN (SELECT value FROM json_each(?))', JSON.stringify(sources));
      total += db.get<{ n: number }>(sql, ...values)?.n ?? 0;
    }
  return total;
}
