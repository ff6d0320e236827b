/**
 * Statements over many rows at once: of a batch, a call and a binding each would cost more than the rows. Those
 * that write say OR FAIL: a failure ends the transaction anyway, and SQLite need not copy each page that the
 * statement touches to undo it alone ("Temporary Files Used By SQLite", on statement journals).
 */
import type { Bound } from '../database.ts';

/** Few sizes, so that few statements are prepared. */
const SIZES = [128, 16, 1] as const;

/** One statement in each of the sizes: its text is made once, not at every call. */
export type ManyRows = readonly { readonly size: number; readonly sql: string }[];

/** @param sqlOf is given the `VALUES` list. */
export function manyRows(columns: number, sqlOf: (list: string) => string): ManyRows {
  const row = `(${new Array(columns).fill('?').join(', ')})`;
  return SIZES.map((size) => ({ size, sql: sqlOf(new Array(size).fill(row).join(', ')) }));
}

/** Runs the statement over all rows, in pieces. */
export function inPieces(
  statement: ManyRows,
  rows: readonly (readonly Bound[])[],
  run: (sql: string, values: readonly Bound[]) => void,
): void {
  let at = 0;
  for (const { size, sql } of statement) {
    for (; rows.length - at >= size; at += size) {
      const values: Bound[] = [];
      for (let row = at; row < at + size; row++) values.push(...(rows[row] ?? []));
      run(sql, values);
    }
  }
}
