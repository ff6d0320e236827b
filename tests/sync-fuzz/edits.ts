/** What people did, kept beside the replicas: which edit of a field was made knowing which other one. */
import type { WireCell } from '../../src/main/areas/sync/wire.ts';

export interface Edit {
  readonly n: number;
  readonly who: number;
  readonly table: string;
  readonly id: string;
  readonly column: string;
  readonly value: WireCell;
  /** null: the program. */
  readonly actor: string | null;
  /** What the field held when it was made. */
  readonly parent: Edit | null;
  /** Of a timeline that a restored backup ended before the server had it. */
  isLost: boolean;
  isAccepted: boolean;
}

export interface MadeEdit {
  readonly who: number;
  readonly table: string;
  readonly id: string;
  readonly column: string;
  readonly value: WireCell;
  readonly actor: string | null;
  readonly stamp: string;
  readonly replaced: string | null;
}

export type Edits = ReturnType<typeof createEdits>;

/** @param isTwin tables whose rows change their ids; their transactions are of one row */
export function createEdits(isTwin: (table: string) => boolean) {
  const all: Edit[] = [];
  const byCell = new Map<string, Edit>();
  const cell = (stamp: string, table: string, id: string, column: string) =>
    `${stamp}|${table}|${isTwin(table) ? '' : id}|${column}`;
  const find = (stamp: string, table: string, id: string, column: string) =>
    byCell.get(cell(stamp, table, id, column));

  return {
    all,
    find,
    made({ stamp, replaced, ...edit }: MadeEdit): void {
      const { table, id, column } = edit;
      const parent = replaced === null ? null : (find(replaced, table, id, column) ?? null);
      const made: Edit = { ...edit, n: all.length, parent, isLost: false, isAccepted: false };
      all.push(made);
      byCell.set(cell(stamp, table, id, column), made);
    },
    /** The same edits under new stamps; the old ones may still be about. */
    renamed(who: number, stamps: ReadonlyMap<string, string>): void {
      for (const [key, edit] of [...byCell]) {
        const stamp = stamps.get(key.slice(0, key.indexOf('|')));
        if (stamp === undefined || edit.who !== who || edit.isLost) continue;
        byCell.set(cell(stamp, edit.table, edit.id, edit.column), edit);
      }
    },
    accepted(stamp: string, table: string, id: string, column: string): void {
      // What it stands on was made before it, and is done with.
      for (let edit = find(stamp, table, id, column) ?? null; edit; edit = edit.parent)
        edit.isAccepted = true;
    },
    /** The server has these transactions whole, though later ones may stand over what they wrote. */
    acknowledged(stamps: ReadonlySet<string>): void {
      for (const [key, edit] of byCell)
        if (stamps.has(key.slice(0, key.indexOf('|')))) edit.isAccepted = true;
    },
    /** A workstation was put back to when there were `count` edits. */
    rolledBack(who: number, count: number): void {
      for (const edit of all)
        if (edit.who === who && edit.n >= count && !edit.isAccepted) edit.isLost = true;
    },
  };
}

export function isAncestor(one: Edit, of: Edit): boolean {
  for (let at = of.parent; at !== null; at = at.parent) if (at === one) return true;
  return false;
}
