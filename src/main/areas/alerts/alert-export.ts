import type { Alert, AlertFilter } from '../../../shared/areas/alerts/alerts.contract.ts';
import type { ImportFormat } from '../../../shared/areas/alerts/imports.contract.ts';
import { csvCell } from '../../platform/csv-cell.ts';
import type { Position } from './alert-filter.store.ts';
import { type AlertRow, rowToAlert } from './alert-rows.ts';
import { encodeRaw } from './alerts.service.ts';
import type { AlertStore } from './alerts.store.ts';
import { createFingerprint, type Fingerprint } from './import/fingerprint.ts';
import type { KeptRecord } from './raw-blocks.ts';
import type { SuspicionPlace } from './suspicion-list.store.ts';

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
  'verdict',
  'reasonCode',
  'closingNote',
  'closingEvidence',
  'closedBy',
  'timeBasis',
  'receivedAt',
  'updatedAt',
  'resolvedAt',
  'firstActionAt',
] as const satisfies readonly (keyof Alert)[];

function csvLine(cells: readonly unknown[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

export interface ExportRecord {
  readonly row: AlertRow;
  readonly raw: KeptRecord | null;
}

/** Lines that our own importer reads back without loss: raw record and what it is known by included. */
function createNdjsonLines(): (record: ExportRecord) => string {
  const fingerprints = new Map<ImportFormat, Fingerprint>();
  const fingerprintOf = (format: ImportFormat, bytes: Uint8Array): string => {
    const known = fingerprints.get(format) ?? createFingerprint(format);
    fingerprints.set(format, known);
    return known(bytes).toString('hex');
  };
  return ({ row, raw }) => {
    const record = raw ? { format: raw.format, ...encodeRaw(raw.bytes, raw.bytes) } : null;
    const fingerprint = raw ? fingerprintOf(raw.format, raw.bytes) : null;
    const line = { watchfloor: 1, alert: rowToAlert(row), raw: record, fingerprint };
    return `${JSON.stringify(line)}\n`;
  };
}

function recordToCsv({ row }: ExportRecord): string {
  const alert = rowToAlert(row);
  return csvLine(CSV_COLUMNS.map((column) => alert[column]));
}

/** How lines of an export are written, and what begins the file. */
export function exportLines(format: 'ndjson' | 'csv'): {
  readonly head: string;
  readonly line: (record: ExportRecord) => string;
} {
  return format === 'csv'
    ? { head: csvLine(CSV_COLUMNS), line: recordToCsv }
    : { head: '', line: createNdjsonLines() };
}

interface ExportPage {
  readonly records: readonly ExportRecord[];
  readonly isLast: boolean;
}

/** Reads page after page of a filter in the order of its list. */
function pagesOf(store: AlertStore, filter: AlertFilter, withRaw: boolean): () => ExportPage {
  if (filter.sort === 'suspicion') return pagesBySuspicion(store, filter, withRaw);
  let position: Position | null = null;
  return () => {
    const { records, next } = store.exportPage(filter, position, { limit: PAGE_ROWS, withRaw });
    position = next;
    return { records, isLast: next === null };
  };
}

/**
 * The most suspicious first, each once. While the engine ranks alerts anew their places move; those that so came
 * behind the place already reached are found by a look along the whole set at the end.
 */
function pagesBySuspicion(
  store: AlertStore,
  filter: AlertFilter,
  withRaw: boolean,
): () => ExportPage {
  const written = new Set<number>();
  let ranked: SuspicionPlace | 'start' | null = 'start';
  let position: Position | null = null;
  const take = (seqs: readonly number[]): readonly ExportRecord[] => {
    const fresh = seqs.filter((seq) => !written.has(seq));
    for (const seq of fresh) written.add(seq);
    return store.exportRows(fresh, withRaw);
  };
  return () => {
    if (ranked !== null) {
      const after: SuspicionPlace | null = ranked === 'start' ? null : ranked;
      const { places, next } = store.placesBySuspicion(filter, { after, limit: PAGE_ROWS });
      ranked = next;
      return { records: take(places.map(({ seq }) => seq)), isLast: false };
    }
    const { places, next } = store.placesPage(filter, { after: position, limit: PAGE_ROWS });
    position = next;
    return { records: take(places.map(({ seq }) => seq)), isLast: next === null };
  };
}

/** What is filtered as bytes, page by page as fast as they are taken. */
export function exportAlerts(
  store: AlertStore,
  filter: AlertFilter,
  format: 'ndjson' | 'csv',
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const { head, line: toText } = exportLines(format);
  const nextPage = pagesOf(store, filter, format === 'ndjson');
  return new ReadableStream<Uint8Array>({
    start(controller) {
      if (head !== '') controller.enqueue(encoder.encode(head));
    },
    // A page may be empty while more is looked for; a stream that is given nothing is not asked again.
    async pull(controller) {
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve));
        const { records, isLast } = nextPage();
        if (records.length > 0) controller.enqueue(encoder.encode(records.map(toText).join('')));
        if (isLast) controller.close();
        if (isLast || records.length > 0) return;
      }
    },
  });
}
