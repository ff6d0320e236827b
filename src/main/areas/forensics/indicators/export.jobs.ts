/** Indicators as a file. What people and strangers wrote leaves as text, never as a formula. */
import { createHash } from 'node:crypto';
import { setImmediate as giveWay } from 'node:timers/promises';
import { z } from 'zod';
import { defang } from '../../../../shared/areas/forensics/indicators/defang.ts';
import { INDICATOR_EXPORTS } from '../../../../shared/areas/forensics/indicators/indicator-work.contract.ts';
import { indicatorFilterSchema } from '../../../../shared/areas/forensics/indicators/indicators.contract.ts';
import { toBundle } from '../../../../shared/areas/forensics/indicators/stix/bundle.ts';
import { toIso } from '../../../../shared/kernel/time.ts';
import type { JobContext } from '../../../jobs/job.ts';
import { csvCell } from '../../../platform/csv-cell.ts';
import type { IndicatorRow } from '../investigations.store.ts';
import {
  countIndicatorRows,
  listIndicatorRows,
  placeOfRow,
  rowsById,
} from './indicator-list.store.ts';
import { isoOrNull } from './indicator-view.ts';
import { relationsAmong } from './indicators.store.ts';

const inputSchema = z.object({
  format: z.enum(INDICATOR_EXPORTS),
  filter: indicatorFilterSchema,
  ids: z.array(z.string()).nullable(),
});

const BATCH = 2_000;

/** @returns the file's bytes. */
export async function exportIndicatorsJob(
  rawInput: unknown,
  context: JobContext,
): Promise<Uint8Array> {
  const { format, filter, ids } = inputSchema.parse(rawInput);
  const rows = ids
    ? context.db.read('indicators.export', (reader) => rowsById(reader, ids))
    : await allRows(context, filter);
  return new TextEncoder().encode(fileOf(format, rows, context));
}

async function allRows(
  { db, clock, signal, report }: JobContext,
  filter: z.infer<typeof indicatorFilterSchema>,
) {
  const now = clock.now();
  const total = db.read('indicators.exportCount', (reader) =>
    countIndicatorRows(reader, filter, now),
  );
  const rows: IndicatorRow[] = [];
  for (let after: ReturnType<typeof placeOfRow> | null = null; ; ) {
    signal.throwIfAborted();
    const request = { filter, order: 'newest', after, limit: BATCH, now } as const;
    const batch = db.read('indicators.export', (reader) => listIndicatorRows(reader, request));
    rows.push(...batch);
    report({ done: rows.length, total, message: null });
    const last = batch.at(-1);
    if (!last || batch.length < BATCH) return rows;
    after = placeOfRow(last, 'newest');
    await giveWay();
  }
}

function fileOf(
  format: (typeof INDICATOR_EXPORTS)[number],
  rows: readonly IndicatorRow[],
  { db }: JobContext,
): string {
  if (format === 'csv') return csvOf(rows);
  if (format === 'stix') {
    const ids = new Set(rows.map(({ id }) => id));
    const relations = db.read('indicators.exportRelations', (reader) =>
      relationsAmong(reader, ids),
    );
    return `${JSON.stringify(toBundle(rows, relations, uuidOf), null, 2)}\n`;
  }
  const written = rows.map(({ type, value }) => (format === 'list' ? value : defang(type, value)));
  return [...new Set(written)].map((value) => `${value.replace(/[\r\n]+/g, ' ')}\n`).join('');
}

/** RFC 9562, 5.5, with SHA-256 in place of SHA-1: the version's bits say 5. */
function uuidOf(name: string): string {
  const hex = createHash('sha256').update(`watchfloor ${name}`).digest('hex');
  const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) & 3];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const COLUMNS: readonly (readonly [string, (row: IndicatorRow) => string | number | null])[] = [
  ['Type', (row) => row.type],
  ['Value', (row) => row.value],
  ['Severity', (row) => row.severity],
  ['Confidence', (row) => row.confidence],
  ['TLP', (row) => row.tlp],
  ['State', (row) => (row.isActive ? 'Active' : 'Not active')],
  ['First seen', (row) => isoOrNull(row.firstSeen)],
  ['Last seen', (row) => isoOrNull(row.lastSeen)],
  ['Expires', (row) => isoOrNull(row.expiresAt)],
  ['Source', (row) => row.source],
  ['Tags', (row) => row.tags.join(';')],
  ['Description', (row) => row.description],
  ['Added', (row) => toIso(row.createdAt)],
];

function csvOf(rows: readonly IndicatorRow[]): string {
  const line = (cells: readonly unknown[]) => `${cells.map(csvCell).join(',')}\r\n`;
  return [
    line(COLUMNS.map(([head]) => head)),
    ...rows.map((row) => line(COLUMNS.map(([, of]) => of(row)))),
  ].join('');
}
