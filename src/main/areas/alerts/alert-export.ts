import type { Alert, AlertFilter } from '../../../shared/areas/alerts/alerts.contract.ts';
import type { Position } from './alert-list.store.ts';
import { type AlertRow, rowToAlert } from './alert-rows.ts';
import { encodeRaw } from './alerts.service.ts';
import type { AlertStore } from './alerts.store.ts';
import { csvCell } from './csv-cell.ts';

/** Rows read at a time; between two pages a click may come through. */
const PAGE_ROWS = 250;

const CSV_COLUMNS = [
  'id',
  'createdAt',
  'title',
  'description',
  'severity',
  'status',
  'source',
  'sourceHost',
  'sourceUser',
  'sourceIp',
  'destIp',
  'detector',
  'category',
  'techniques',
  'assignedTo',
  'escalated',
  'falsePositive',
  'timeBasis',
  'receivedAt',
  'updatedAt',
  'resolvedAt',
] as const satisfies readonly (keyof Alert)[];

function csvLine(cells: readonly unknown[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

interface ExportRecord {
  readonly row: AlertRow;
  readonly raw: { format: string; raw: Buffer } | undefined;
}

/** A line that our own importer reads back without loss, the raw record included. */
function ndjsonLine({ row, raw }: ExportRecord): string {
  const record = raw ? { format: raw.format, ...encodeRaw(raw.raw, raw.raw) } : null;
  const fingerprint = row.fingerprint?.toString('hex') ?? null;
  return `${JSON.stringify({ watchfloor: 1, alert: rowToAlert(row), raw: record, fingerprint })}\n`;
}

function recordToCsv({ row }: ExportRecord): string {
  const alert = rowToAlert(row);
  return csvLine(CSV_COLUMNS.map((column) => alert[column]));
}

/** What is filtered as bytes, page by page as fast as they are taken. */
export function exportAlerts(
  store: AlertStore,
  filter: AlertFilter,
  format: 'ndjson' | 'csv',
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const toText = format === 'csv' ? recordToCsv : ndjsonLine;
  let position: Position | null = null;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      if (format === 'csv') controller.enqueue(encoder.encode(csvLine(CSV_COLUMNS)));
    },
    async pull(controller) {
      await new Promise((resolve) => setImmediate(resolve));
      const { records, next } = store.exportPage(filter, position, PAGE_ROWS);
      if (records.length > 0) controller.enqueue(encoder.encode(records.map(toText).join('')));
      position = next;
      if (!next) controller.close();
    },
  });
}
