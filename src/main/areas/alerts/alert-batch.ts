import type { AlertStatus } from '../../../shared/areas/alerts/alerts.contract.ts';
import type { Severity } from '../../../shared/kernel/severity.ts';
import { type PackedRows, packedColumn, packRows } from '../../db/packed-rows.ts';
import { alertsTable } from '../../db/tables/alerts.table.ts';
import type { NewAlertRow } from './alert-rows.ts';
import { entityTerms } from './alert-search.ts';

/** A new alert with the record it came from. */
export interface AlertWithRaw {
  readonly row: NewAlertRow;
  readonly raw: { readonly format: string; readonly bytes: Uint8Array } | null;
}

/**
 * New alerts as they go from the thread that reads a file to the one that writes: packed rows, and
 * all raw records in one block that moves without being copied. `rawEnds[i]` is where record i
 * ends; an alert without one has no format.
 */
export interface AlertBatch {
  readonly rows: PackedRows;
  readonly rawFormats: readonly (string | null)[];
  readonly raw: Uint8Array<ArrayBuffer>;
  readonly rawEnds: Uint32Array;
}

export function packAlerts(alerts: readonly AlertWithRaw[]): AlertBatch {
  const rawEnds = new Uint32Array(alerts.length);
  let size = 0;
  alerts.forEach(({ raw }, index) => {
    size += raw?.bytes.byteLength ?? 0;
    rawEnds[index] = size;
  });
  const raw = new Uint8Array(size);
  alerts.forEach((alert, index) => {
    if (!alert.raw) return;
    raw.set(alert.raw.bytes, (rawEnds[index] ?? 0) - alert.raw.bytes.byteLength);
  });
  return {
    rows: packRows(
      alertsTable,
      alerts.map(({ row }) => row),
      { entityTerms: alerts.map(({ row }) => entityTerms(row)) },
    ),
    rawFormats: alerts.map((alert) => alert.raw?.format ?? null),
    raw,
    rawEnds,
  };
}

/** The raw record of an alert of a batch: a view into its block, or null. */
export function rawOf(
  batch: AlertBatch,
  index: number,
): { format: string; bytes: Uint8Array } | null {
  const format = batch.rawFormats[index] ?? null;
  if (format === null) return null;
  const start = index === 0 ? 0 : batch.rawEnds[index - 1];
  return { format, bytes: batch.raw.subarray(start, batch.rawEnds[index]) };
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
