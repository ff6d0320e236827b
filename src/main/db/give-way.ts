/**
 * A long transaction in which a person's change need not wait: it looks up at every statement and every row, and
 * is given up where somebody waits. Nothing of it is lost: whoever began it writes the same rows again, mostly in
 * shorter transactions.
 */
import type { WriteTx } from './write-door.ts';

/** Ends the transaction; whoever began it takes its rows over again. */
export class GaveWay extends Error {}

export function givingWay(tx: WriteTx, isSomebodyWaiting: () => boolean): WriteTx {
  const giveWay = () => {
    if (isSomebodyWaiting()) throw new GaveWay();
  };
  return {
    ...tx,
    all: (sql, ...values) => {
      giveWay();
      return tx.all(sql, ...values);
    },
    run: (sql, ...values) => {
      giveWay();
      return tx.run(sql, ...values);
    },
    insertRange: (table, rows, onInserted) =>
      tx.insertRange(table, rows, (index, seq) => {
        giveWay();
        onInserted(index, seq);
      }),
    mergeRows: (table, rows) => tx.mergeRows(table, { ...rows, giveWay }),
  };
}
