/** How a job keeps the nodes of a process tree, and how they go again, piece by piece. */
import type { WriteTx } from '../../../db/write-door.ts';

/** @returns whether there may be more. */
export function forgetNodes(tx: WriteTx, id: string, most: number): boolean {
  const last = tx.get<{ node: number }>(
    'SELECT node FROM process_nodes WHERE investigation_id = ? ORDER BY node LIMIT 1 OFFSET ?',
    id,
    most,
  );
  tx.run(
    'DELETE FROM process_nodes WHERE investigation_id = ? AND node < ?',
    id,
    last?.node ?? Number.MAX_SAFE_INTEGER,
  );
  return last !== undefined;
}

export interface KeptNode {
  readonly node: number;
  readonly parent: number | null;
  readonly below: number;
  readonly children: number;
  readonly depth: number;
  readonly startedMs: number | null;
  /** JSON. */
  readonly facts: string;
  readonly words: string;
}

export function keepNodes(tx: WriteTx, id: string, nodes: readonly KeptNode[]): void {
  for (const one of nodes)
    tx.run(
      `INSERT INTO process_nodes
         (investigation_id, node, parent, below, children, depth, started_ms, facts, words)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[id, one.node, one.parent, one.below, one.children, one.depth, one.startedMs],
      one.facts,
      one.words,
    );
}
