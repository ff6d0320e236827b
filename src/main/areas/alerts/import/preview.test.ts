import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { IMPORT_NOW, readFixture } from '../../../../../tests/helpers/import-file.ts';
import { importPreviewSchema } from '../../../../shared/areas/alerts/imports.contract.ts';
import { type PreviewOptions, previewImport } from './preview.ts';

async function preview(bytes: Uint8Array | string, options: Partial<PreviewOptions> = {}) {
  const head = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
  const found = await previewImport(head, {
    isWhole: true,
    fileName: 'f',
    now: IMPORT_NOW,
    ...options,
  });
  return importPreviewSchema.parse(found);
}

describe('a look at the head of a file', () => {
  test('shows the first records as they would become alerts, and what is wrong with others', async () => {
    const found = await preview(readFixture('suricata-eve.json'));
    expect(found).toMatchObject({
      format: 'suricata-eve',
      mapping: null,
      fields: [],
      compressed: false,
    });
    expect(found.timesWithoutZone).toBe(true);
    expect(found.rows[0]).toMatchObject({ line: 1, alert: { severity: 'HIGH' }, problem: null });
    expect(found.rows.map((row) => row.line)).toEqual([1, 3, 4, 6, 7, 8, 9, 10, 11]);
    expect(found.rows[3]).toEqual({ line: 6, alert: null, problem: 'not a JSON object' });
  });

  test('ignores the record that the head cuts off, also in a packed file', async () => {
    const text = readFixture('wazuh.json').subarray(0, 2_000);
    const open = await preview(text, { isWhole: false });
    expect(open.rows.every((row) => row.problem === null)).toBe(true);
    expect(open.rows).toHaveLength(3);
    const packed = gzipSync(readFixture('wazuh.json'));
    const half = await preview(packed.subarray(0, packed.length / 2), { isWhole: false });
    expect(half).toMatchObject({ format: 'wazuh', compressed: true });
  });

  test('proposes a mapping for JSON by names and values', async () => {
    const record = (n: number) => ({
      TimeGenerated: '2024-07-04 22:35:00.593840+00:00',
      StartTime: '2024-06-26 15:49:16.784267+00:00',
      DisplayName: `Alert ${n}`,
      AlertSeverity: n % 2 === 0 ? 'Informational' : 'High',
      CompromisedEntity: 'host-1',
      Description: 'd',
      ProductName: 'Defender',
      nested: { source: { ip: '192.0.2.1' }, user: 'x' },
      Source: '192.0.2.2',
      Techniques: '["T1059"]',
    });
    const lines = [1, 2, 3].map((n) => JSON.stringify(record(n))).join('\n');
    const found = await preview(lines);
    expect(found.format).toBe('json');
    expect(found.mapping).toEqual({
      fields: {
        time: 'StartTime',
        title: 'DisplayName',
        severity: 'AlertSeverity',
        sourceHost: 'CompromisedEntity',
        source: 'ProductName',
        sourceIp: 'nested.source.ip',
        sourceUser: 'nested.user',
        techniques: 'Techniques',
        description: 'Description',
      },
      severities: { high: 'HIGH', informational: 'LOW' },
      defaultSeverity: 'MEDIUM',
      defaultSource: 'Import',
    });
    expect(found.rows[0]?.alert?.createdAt).toBe('2024-06-26T15:49:16.784Z');
    expect(found.fields[0]).toEqual({ field: 'TimeGenerated', sample: record(1).TimeGenerated });
  });

  test('proposes a mapping for CSV and takes another one', async () => {
    const text = 'time,name,ip,host,label\n1642213952,Wazuh: update,192.0.2.1,mail,-\n';
    const found = await preview(text);
    expect(found.mapping?.fields).toEqual({
      time: 'time',
      title: 'name',
      sourceIp: 'ip',
      sourceHost: 'host',
    });
    expect(found.rows).toEqual([
      {
        line: 2,
        problem: null,
        alert: {
          title: 'Wazuh: update',
          severity: 'MEDIUM',
          createdAt: '2022-01-15T02:32:32.000Z',
          source: 'Import',
          sourceHost: 'mail',
          sourceUser: null,
          sourceIp: '192.0.2.1',
        },
      },
    ]);
    const mapping = {
      fields: { title: 'label' },
      severities: {},
      defaultSeverity: 'LOW' as const,
      defaultSource: 'Mine',
    };
    const other = await preview(text, { mapping });
    expect(other.mapping).toEqual(mapping);
    expect(other.rows[0]?.alert).toMatchObject({ title: '-', severity: 'LOW', source: 'Mine' });
  });

  test('has no mapping where nothing can be a title', async () => {
    expect(await preview('{"a":1}\n{"a":2}\n')).toMatchObject({
      format: 'json',
      mapping: null,
      rows: [],
    });
  });

  test('follows the format and the zone that a person chose', async () => {
    const fast = await preview(readFixture('suricata-fast.log'), { timeZone: 'Europe/Vienna' });
    expect(fast.rows[0]?.alert?.createdAt).toBe('2025-09-22T16:30:36.271Z');
    const wrong = await preview(readFixture('suricata-fast.log'), { format: 'wazuh' });
    expect(wrong).toMatchObject({ format: 'wazuh', reason: 'chosen by you' });
    expect(wrong.rows[0]?.problem).toBe('not a JSON object');
  });

  test('of a file of another kind says what it is', async () => {
    const png = await preview(Buffer.from('89504e470d0a1a0a', 'hex'));
    expect(png).toMatchObject({ format: null, reason: expect.stringContaining('PNG'), rows: [] });
    expect(await preview('')).toMatchObject({ format: null, reason: 'The file is empty.' });
  });
});
