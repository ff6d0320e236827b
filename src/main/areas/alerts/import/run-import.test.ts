import { describe, expect, test } from 'vitest';
import { suricataRecords } from '../../../../../tests/bench/make-suricata.ts';
import {
  createMemorySink,
  IMPORT_NOW,
  importBytes,
  inChunks,
  readFixture,
} from '../../../../../tests/helpers/import-file.ts';
import type { RejectedRecord } from '../../../../shared/areas/alerts/imports.contract.ts';
import type { PreparedAlert } from './imported-alert.ts';
import { type ImportProgress, runImport } from './run-import.ts';

const EVE = `${[...suricataRecords(2_600, 3)].join('\n')}\n`;

describe('an import', () => {
  test('of the same file again adds nothing', async () => {
    const sink = createMemorySink();
    const first = await importBytes(EVE, { sink });
    expect(first.summary).toMatchObject({ read: 2_600, added: 2_600, merged: 0 });
    const again = await importBytes(EVE, { sink, chunkBytes: 777 });
    expect(again.summary).toMatchObject({ read: 2_600, added: 0, merged: 2_600 });
  });

  test('takes the same record for the same, whichever way its lines end and whatever it is read as', async () => {
    const sink = createMemorySink();
    await importBytes(EVE, { sink });
    const windows = await importBytes(EVE.replaceAll('\n', ' \r\n'), { sink });
    expect(windows.summary.added).toBe(0);
    const mapping = {
      fields: { title: 'alert.signature' },
      severities: {},
      defaultSeverity: 'LOW' as const,
      defaultSource: 'x',
    };
    const generic = await importBytes(EVE, { sink, format: 'json', mapping });
    expect(generic.summary).toMatchObject({ format: 'json', added: 0, merged: 2_600 });
  });

  test('keeps every raw record as it was written', async () => {
    const { alerts } = await importBytes(EVE, { chunkBytes: 1_001 });
    expect(alerts.map((alert) => alert.rawBytes?.toString())).toEqual(EVE.trimEnd().split('\n'));
  });

  test('writes batches of at most 250, and smaller ones of large records', async () => {
    const sizes: number[] = [];
    const sink = {
      write(batch: readonly PreparedAlert[]) {
        sizes.push(batch.length);
        return { added: batch.length, merged: 0 };
      },
    };
    await importBytes(EVE, { sink });
    expect(sizes).toEqual([...Array<number>(10).fill(250), 100]);
    sizes.length = 0;
    const large = JSON.stringify({
      event_type: 'alert',
      alert: { signature: 's' },
      payload: 'x'.repeat(3_000_000),
    });
    await importBytes(`${large}\n`.repeat(7), { sink });
    expect(sizes).toEqual([2, 2, 2, 1]);
  });

  async function runWith(abortAfter: number) {
    const abort = new AbortController();
    const written: number[] = [];
    const progress: ImportProgress[] = [];
    const summary = await runImport(
      { source: inChunks(Buffer.from(EVE), 50_000), fileName: 'f', now: IMPORT_NOW },
      {
        sink: {
          write(batch) {
            written.push(batch.length);
            if (written.length === abortAfter) abort.abort();
            return { added: batch.length, merged: 0 };
          },
        },
        signal: abort.signal,
        report: (at) => progress.push(at),
        rejected() {},
      },
    );
    return { summary, written, progress };
  }

  test('stops between batches when it is cancelled, and counts what it wrote', async () => {
    const { summary, written } = await runWith(2);
    expect(written).toEqual([250, 250]);
    expect(summary).toMatchObject({ cancelled: true, read: 500, added: 500 });
  });

  test('gives way to other work between batches', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    await importBytes(`${'not JSON\n'.repeat(400_000)}`, { format: 'wazuh' });
    clearInterval(timer);
    expect(turns).toBeGreaterThan(20);
  });

  test('reports its progress, the last time with all of it', async () => {
    const { summary, progress } = await runWith(0);
    expect(progress.at(-1)).toMatchObject({ read: 2_600, bytesRead: Buffer.byteLength(EVE) });
    expect(summary.bytesRead).toBe(Buffer.byteLength(EVE));
    for (const at of progress) {
      expect(at.read).toBe(at.added + at.merged + at.skipped + at.rejected);
    }
  });

  test('fails with the error of its sink or its source', async () => {
    const full = {
      write: () => {
        throw new Error('disk full');
      },
    };
    await expect(importBytes(EVE, { sink: full })).rejects.toThrow('disk full');
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(EVE);
      throw new Error('unplugged');
    }
    const ports = {
      sink: createMemorySink(),
      signal: new AbortController().signal,
      report() {},
      rejected(_record: RejectedRecord) {},
    };
    await expect(
      runImport({ source: failing(), fileName: 'f', now: IMPORT_NOW }, ports),
    ).rejects.toThrow('unplugged');
  });

  test('of a generic file needs a mapping that fits it', async () => {
    const table = 'a,b\nx,y\n';
    await expect(importBytes(table)).rejects.toThrow('Choose the field that holds the title');
    await expect(importBytes('[{"a":1}]')).rejects.toThrow('Choose the field');
    const mapping = {
      fields: { title: 'c' },
      severities: {},
      defaultSeverity: 'LOW' as const,
      defaultSource: 'x',
    };
    await expect(importBytes(table, { mapping })).rejects.toThrow('The file has no column named c');
  });

  test('refuses a zone and a file that it does not know', async () => {
    await expect(importBytes(EVE, { timeZone: 'Nowhere' })).rejects.toThrow('Unknown time zone');
    await expect(importBytes('hello\n')).rejects.toThrow('No format was recognised');
  });

  test('counts times that it had to place itself', async () => {
    const record = (timestamp: string | undefined, n: number) =>
      JSON.stringify({ event_type: 'alert', timestamp, n, alert: { signature: 's', severity: 1 } });
    const times = [
      '2026-01-01T00:00:00',
      undefined,
      '2999-01-01T00:00:00Z',
      '1970-01-01T00:00:00Z',
    ];
    const { summary, alerts } = await importBytes(times.map(record).join('\n'));
    expect(summary.notes).toEqual([
      '1 time names no zone: read as UTC.',
      '1 alert has no time: the time of import stands.',
      '1 time lies over a day in the future: kept as written.',
      '1 time lies before the year 2000: kept as written.',
    ]);
    expect(alerts.map((alert) => alert.timeBasis)).toEqual([
      'assumed-utc',
      'received',
      'recorded',
      'recorded',
    ]);
    expect(summary.unknownFields).toEqual([{ field: 'n', count: 4 }]);
  });

  test('lists at most 200 fields that it does not understand, and says that there are more', async () => {
    const records = Array.from({ length: 300 }, (_, n) =>
      JSON.stringify({
        event_type: 'alert',
        [`field-${n}`]: 1,
        alert: { signature: 's', severity: 1 },
      }),
    );
    const { summary } = await importBytes(records.join('\n'));
    expect(summary.unknownFields).toHaveLength(200);
    expect(summary.notes.at(-1)).toContain('More than 200 field names');
  });

  test('of our own export brings back every alert with its first fingerprint', async () => {
    const sink = createMemorySink();
    const original = Buffer.from('{"event_type":"alert","note":"as it was written"}');
    await importBytes(Buffer.concat([original, Buffer.from('\n')]), {
      sink,
      format: 'json',
      mapping: {
        fields: { title: 'note' },
        severities: {},
        defaultSeverity: 'LOW',
        defaultSource: 'x',
      },
    });
    const { summary } = await importBytes(readFixture('watchfloor.ndjson'), { sink });
    expect(summary).toMatchObject({ format: 'watchfloor', added: 2, merged: 1, rejected: 5 });
  });
});
