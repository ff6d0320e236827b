/**
 * Statements over many rows at once: of a batch, a call and a binding each would cost more than the rows. Those
 * that write say OR FAIL: a failure ends the transaction anyway, and SQLite need not copy each page that the
 * statement touches to undo it alone ("Temporary Files Used By SQLite", on statement journals).
 */
import type { Bound } from '../database.ts';

/** Few sizes, so that few statements are prepared. */
const SIZES = [128, 16, 1] as const;

/** One statement in each of the sizes: its text is made once, not at every call. */
export interface ManyRows {
  readonly columns: number;
  readonly bySize: readonly { readonly size: number; readonly sql: string }[];
}

/** @param sqlOf is given the `VALUES` list. */
export function manyRows(columns: number, sqlOf: (list: string) => string): ManyRows {
  const row = `(${new Array(columns).fill('?').join(', ')})`;
  const bySize = SIZES.map((size) => ({ size, sql: sqlOf(new Array(size).fill(row).join(', ')) }));
  return { columns, bySize };
}

/**
 * Runs the statement over all items, in pieces.
 * @param bind Puts the values of one item, as many as the statement has columns: no list of them is made a row.
 * @param run Must not keep the values: the next piece lies in the same list.
 */
export function inPieces<T>(
  { columns, bySize }: ManyRows,
  items: readonly T[],
  bind: (item: T, put: (value: Bound) => void, place: number) => void,
  run: (sql: string, values: readonly Bound[]) => void,
): void {
  let from = 0;
  for (const { size, sql } of bySize) {
    if (items.length - from < size) continue;
    const values = new Array<Bound>(size * columns).fill(null);
    let at = 0;
    const put = (value: Bound) => {
      values[at++] = value;
    };
    for (; items.length - from >= size; from += size) {
      at = 0;
      for (let place = from; place < from + size; place++) bind(items[place] as T, put, place);
      run(sql, values);
    }
  }
}
