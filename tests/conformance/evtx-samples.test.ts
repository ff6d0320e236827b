import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { eventToJson } from '../../src/shared/areas/forensics/evtx/event-json.ts';
import { readEvtxHeader } from '../../src/shared/areas/forensics/evtx/evtx-headers.ts';
import { sourceOf } from '../helpers/make-evtx.ts';
import { differences, objectsIn } from './evtx-oracles.ts';
import { EVTX_SAMPLES, linesOf, readLog, readSample, SIGMA_PAIRS } from './evtx-reading.ts';

const skip = !existsSync(EVTX_SAMPLES) || !existsSync(SIGMA_PAIRS);
if (skip) console.log('Skipped against real event logs: ../shared/data is missing.');

/**
 * Fields in which the expected JSON was changed by hand: evtxexport shows what we read. The rule of that
 * pair is about another field.
 */
const EDITED = [
  'ad691d92-15f2-4181-9aa4-723c74f9ddc3 /Event/EventData/ParentCommandLine "C:\\\\Windows\\\\Explorer.EXE" "C:\\\\Windows\\\\Explorer.exe"',
];

// Skipped where ../shared/data is missing.
test.skipIf(skip)('[EVT2] 202 logs give the JSON that stands beside them, field by field', () => {
  const logs = globSync('**/*.evtx', { cwd: SIGMA_PAIRS });
  expect(logs).toHaveLength(202);
  const found: string[] = [];
  let fields = 0;
  for (const log of logs) {
    const { records, damage } = readLog(readFileSync(join(SIGMA_PAIRS, log)));
    const text = readFileSync(join(SIGMA_PAIRS, log.replace(/evtx$/, 'json')), 'utf8');
    const expected = objectsIn(text);
    expect(damage, log).toEqual([]);
    expect(records.length, log).toBe(expected.length);
    for (const [index, { event }] of records.entries()) {
      const result = differences(eventToJson(event), expected[index] ?? null);
      fields += result.fields;
      found.push(...result.found.map((line) => `${basename(log, '.evtx')} ${line}`));
    }
  }
  expect(fields).toBeGreaterThan(8_000);
  expect(found).toEqual(EDITED);
});

const COUNTS: Record<string, number> = {
  'sample-with-irregular-bool-values.evtx': 3_028,
  '2-vss_0-Microsoft-Windows-RemoteDesktopServices-RdpCoreTS%4Operational.evtx': 1_910,
  'system.evtx': 1_881,
  '2-vss_7-System.evtx': 1_160,
  'sample-with-zero-data-size-event.evtx': 335,
  'Application_no_crc32.evtx': 17,
};

// Skipped where ../shared/data is missing.
describe.skipIf(skip)('hard cases', () => {
  test.each(Object.entries(COUNTS))('[EVT3] %s has %i records', (name, count) => {
    const { records } = readSample(name);
    expect(records.filter(({ place }) => place === 'used')).toHaveLength(count);
  });

  test('[EVT7] a record of size 0 costs nothing but itself', () => {
    const { records, damage } = readSample('sample-with-zero-data-size-event.evtx');
    expect(damage).toEqual([
      expect.objectContaining({ reason: 'chunk-records-checksum', isLoss: false }),
      expect.objectContaining({ reason: 'record-size', isLoss: true, recordId: 3, size: 232 }),
    ]);
    expect(records.map(({ recordId }) => recordId)).toEqual(
      Array.from({ length: 450 }, (_, index) => index + 1).filter((id) => id !== 3),
    );
    expect(records.filter(({ place }) => place === 'refound')).toHaveLength(114);
  });

  test('[EVT6] a chunk of two generations gives no text of the wrong template', () => {
    const name = '2-vss_0-Microsoft-Windows-RemoteDesktopServices-RdpCoreTS%4Operational.evtx';
    const { records, damage } = readSample(name);
    expect(damage.filter(({ reason }) => reason === 'template')).toHaveLength(24);
    for (const { event } of records) {
      const lines = linesOf(event);
      expect(lines.some((line) => line.startsWith('Event/System/Provider@Name=Microsoft'))).toBe(
        true,
      );
    }
  });

  test('[EVT8] without sums none is missed; with them a changed byte is told', () => {
    expect(readSample('Application_no_crc32.evtx').damage).toEqual([]);
    const { records, damage } = readSample('security_bad_string_cache.evtx');
    expect(damage.map(({ reason, isLoss }) => [reason, isLoss])).toEqual([
      ['chunk-header-checksum', false],
      ['record-signature', false],
    ]);
    expect(records).toHaveLength(2_261);
  });

  test('[EVT1] the header counts one chunk where there are nine, and what follows them is no loss', () => {
    const bytes = readFileSync(join(EVTX_SAMPLES, 'sysmon.evtx'));
    expect(readEvtxHeader(sourceOf(bytes))).toMatchObject({
      version: '3.1',
      chunks: 1,
      isDirty: true,
    });
    const { records, damage } = readLog(bytes);
    expect(records).toHaveLength(358);
    expect(damage.filter(({ isLoss }) => isLoss)).toEqual([]);
  });

  test('[EVT9] carving finds records in blocks that are no chunk', () => {
    const found = readSample('sample_with_a_bad_chunk_magic.evtx', { carve: true }).records;
    expect(found.filter(({ place }) => place === 'used')).toHaveLength(270);
    expect(found.filter(({ place }) => place === 'carved').length).toBeGreaterThan(0);
  });
});
