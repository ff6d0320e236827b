/**
 * A long transaction of a merge in which a person's change need not wait: it looks up at every statement,
 * and is given up where somebody waits. Nothing of it is lost: the same rows are taken over again, in
 * short transactions.
 */
import type { WriteTx } from '../../../db/write-door.ts';

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
    mergeRows: (table, rows) => tx.mergeRows(table, { ...rows, giveWay }),
  };
}
