import type { WriteTx } from '../write-door.ts';

/** Ids above all there are, so that rows of one transaction lie side by side. */
export class IdSource {
  #last: number;

  constructor(tx: WriteTx, table: 'alert_groups' | 'entities') {
    this.#last = tx.get<{ id: number | null }>(`SELECT max(id) AS id FROM ${table}`)?.id ?? 0;
  }

  next(): number {
    this.#last++;
    return this.#last;
  }
}
