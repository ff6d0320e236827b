import type { AlertStatus } from '../../../shared/areas/alerts/alerts.contract.ts';
import type { Severity } from '../../../shared/kernel/severity.ts';
import { type PackedRows, packedColumn, packRows } from '../../db/packed-rows.ts';
import { alertsTable } from '../../db/tables/alerts.table.ts';
import type { NewAlertRow } from './alert-rows.ts';
import { entityTerms } from './alert-search.ts';
import { type KeptRecord, packRawBlocks, type RawBlock } from './raw-blocks.ts';

/** A new alert with the record it came from. */
export interface AlertWithRaw {
  readonly row: NewAlertRow;
  readonly raw: KeptRecord | null;
}

/**
 * New alerts as they go from the thread that reads a file to the one that writes: packed rows, and
 * their raw records in compressed blocks that move without being copied.
 */
export interface AlertBatch {
  readonly rows: PackedRows;
  readonly rawBlocks: readonly RawBlock[];
}

export function packAlerts(alerts: readonly AlertWithRaw[]): AlertBatch {
  return {
    rows: packRows(
      alertsTable,
      alerts.map(({ row }) => row),
      { entityTerms: alerts.map(({ row }) => entityTerms(row)) },
    ),
    rawBlocks: packRawBlocks(alerts.map(({ raw }) => raw)),
  };
}

/** What the kept counts need of an alert of a batch. */
export interface CountedAlert {
  readonly createdAt: number;
  readonly source: string;
  readonly status: AlertStatus;
  readonly severity: Severity;
}

export function createCountedReader(batch: AlertBatch): (index: number) => CountedAlert {
  const column = (property: keyof CountedAlert) => packedColumn(batch.rows, property) ?? [];
  const [createdAt, source] = [column('createdAt') as number[], column('source') as string[]];
  const status = column('status') as AlertStatus[];
  const severity = column('severity') as Severity[];
  return (index) => ({
    createdAt: createdAt[index] as number,
    source: source[index] as string,
    status: status[index] as AlertStatus,
    severity: severity[index] as Severity,
  });
}
