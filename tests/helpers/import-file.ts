import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  AlertSink,
  PreparedAlert,
} from '../../src/main/areas/alerts/import/imported-alert.ts';
import {
  type ImportInput,
  type ImportSummary,
  runImport,
} from '../../src/main/areas/alerts/import/run-import.ts';
import type { RejectedRecord } from '../../src/shared/areas/alerts/imports.contract.ts';

export const IMPORT_FIXTURES = join(import.meta.dirname, '..', 'fixtures', 'import');
/** Real data that lies beside the repository on machines that have it. */
export const SHARED_DATA = join(import.meta.dirname, '..', '..', '..', 'shared', 'data');
export const NO_SHARED_DATA = existsSync(SHARED_DATA)
  ? false
  : 'the real data of ../shared/data is not here';

export const IMPORT_NOW = Date.parse('2026-11-20T12:00:00.000Z');

export interface Imported {
  readonly summary: ImportSummary;
  /** What was new, in order; `rawBytes` is a copy of the raw record. */
  readonly alerts: readonly (PreparedAlert & { rawBytes: Buffer | null })[];
  readonly rejected: readonly RejectedRecord[];
}

/** A store that keeps fingerprints for as long as it lives, as the real one does. */
export function createMemorySink(alerts: (PreparedAlert & { rawBytes: Buffer | null })[] = []) {
  const known = new Set<string>();
  const sink: AlertSink = {
    write(batch) {
      let added = 0;
      for (const alert of batch) {
        const key = Buffer.from(alert.fingerprint).toString('hex');
        if (known.has(key)) continue;
        known.add(key);
        added++;
        alerts.push({ ...alert, rawBytes: alert.raw === null ? null : Buffer.from(alert.raw) });
      }
      return { added, merged: batch.length - added };
    },
  };
  return sink;
}

export type ImportOptions = Partial<Omit<ImportInput, 'source'>> & {
  readonly chunkBytes?: number;
  readonly sink?: AlertSink;
};

/** Imports bytes through the whole path, cut into chunks of any size. */
export async function importBytes(
  bytes: Uint8Array | string,
  options: ImportOptions = {},
): Promise<Imported> {
  const { chunkBytes = 64 * 1024, sink, ...input } = options;
  const buffer = typeof bytes === 'string' ? Buffer.from(bytes, 'utf8') : bytes;
  const alerts: (PreparedAlert & { rawBytes: Buffer | null })[] = [];
  const rejected: RejectedRecord[] = [];
  const summary = await runImport(
    { fileName: 'file', now: IMPORT_NOW, ...input, source: inChunks(buffer, chunkBytes) },
    {
      sink: sink ?? createMemorySink(alerts),
      signal: new AbortController().signal,
      report() {},
      rejected: (record) => rejected.push(record),
    },
  );
  return { summary, alerts, rejected };
}

export async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

export function readFixture(name: string): Buffer {
  return readFileSync(join(IMPORT_FIXTURES, name));
}
