/** What exchange needs of the alerts area, handed over in the wiring. */
import type { Alert, AlertFilter } from '../../../shared/areas/alerts/alerts.contract.ts';
import type { ReadDb } from '../../db/database.ts';
import type { RowOf } from '../../db/statements.ts';
import type { alertsTable } from '../../db/tables/alerts.table.ts';
import type { WriteTx } from '../../db/write-door.ts';

export type AlertRow = RowOf<typeof alertsTable>;

export interface RawRecord {
  readonly format: string;
  readonly bytes: Uint8Array;
}

export interface AlertRecord {
  readonly row: AlertRow;
  readonly raw: RawRecord | null;
}

export interface AlertPort {
  /** The next rows of a filter, newest first; `after` is what `next` was. */
  page(
    db: ReadDb,
    filter: AlertFilter,
    after: unknown,
    options: { readonly limit: number; readonly withRaw: boolean },
  ): { readonly records: readonly AlertRecord[]; readonly next: unknown };
  /** By `seq`, in this order; those that are gone are left out. */
  bySeq(db: ReadDb, seqs: readonly number[], withRaw: boolean): AlertRecord[];
  toAlert(row: AlertRow): Alert;
  /** Lines as the alerts area exports them; `head` begins the file. */
  lines(format: 'ndjson' | 'csv'): {
    readonly head: string;
    readonly line: (record: AlertRecord) => string;
  };
  /** Rows as they are, with their records. @returns how many were new. */
  insert(tx: WriteTx, records: readonly AlertRecord[]): number;
}
