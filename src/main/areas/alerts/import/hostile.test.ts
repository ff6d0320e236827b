import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { cpuClock } from '../../../../../tests/helpers/cpu-time.ts';
import { importBytes } from '../../../../../tests/helpers/import-file.ts';
import type { ImportMapping } from '../../../../shared/areas/alerts/imports.contract.ts';

const GOOD = '{"event_type":"alert","alert":{"signature":"good","severity":1}}';
const BY_NAME: ImportMapping = {
  fields: { title: 'name', detector: 'id', description: 'about' },
  severities: {},
  defaultSeverity: 'LOW',
  defaultSource: 'x',
};

/** A record between two good ones: it must be stored verbatim and block neither. */
async function importBetween(record: Buffer | string) {
  const bytes = Buffer.concat([
    Buffer.from(`${GOOD}\n`),
    Buffer.from(record),
    Buffer.from(`\n${GOOD.replace('good', 'also good')}\n`),
  ]);
  const imported = await importBytes(bytes, { chunkBytes: 65_536 });
  const titles = imported.alerts.map((alert) => alert.title);
  expect(titles).toContain('good');
  expect(titles).toContain('also good');
  const hostile = imported.alerts.find((alert) => !alert.title.endsWith('good'));
  return { ...imported, hostile };
}

const eve = (signature: string, rest = '') =>
  `{"event_type":"alert","alert":{"signature":${JSON.stringify(signature)},"severity":1}${rest}}`;

describe('hostile content', () => {
  test.each([
    ['markup', '<img src=x onerror=alert(1)><script>alert(1)</script>'],
    ['bidirectional control', 'invoice\u202egpj.exe\u2066\u2069'],
    ['terminal escapes', '\u001b[2Jgone\u0007'],
    ['a formula', '=cmd|calc!A1'],
    ['emoji and rare planes', '👩‍👩‍👧 𝔄 \u{10ffff}'],
    ['a template', "{{7*7}} <%= 7*7 %> '); DROP TABLE alerts;--"],
  ])('%s is kept as the text it is', async (_name, title) => {
    const record = eve(title);
    const { hostile } = await importBetween(record);
    expect(hostile?.title).toBe(title);
    expect(hostile?.rawBytes?.toString()).toBe(record);
  });

  test('a title of 1 MB is cut between code points; the raw record has all of it', async () => {
    const title = `x${'😀'.repeat(262_144)}`;
    const record = eve(title);
    const { hostile } = await importBetween(record);
    expect(hostile?.title).toBe(`x${'😀'.repeat(127)}`);
    expect(hostile?.title.length).toBe(255);
    expect(hostile?.rawBytes?.length).toBe(Buffer.byteLength(record));
  });

  test('NUL and lone surrogates become U+FFFD in columns and stay in the raw record', async () => {
    const record =
      '{"event_type":"alert","alert":{"signature":"a\\u0000b\\ud800c\\udfffd","severity":1}}';
    const { hostile } = await importBetween(record);
    expect(hostile?.title).toBe('a\ufffdb\ufffdc\ufffdd');
    expect(hostile?.rawBytes?.toString()).toBe(record);
  });

  test('bytes that are not UTF-8 become U+FFFD in columns and stay in the raw record', async () => {
    const record = Buffer.from(eve('caf\xe9 \xff\xfe'), 'latin1');
    const { hostile } = await importBetween(record);
    expect(hostile?.title).toBe('caf\ufffd \ufffd\ufffd');
    expect(hostile?.rawBytes).toEqual(record);
  });

  test('a raw NUL within a record rejects that record only', async () => {
    const { hostile, rejected } = await importBetween('{"event_type":"alert"\0,"alert":{}}');
    expect(hostile).toBeUndefined();
    expect(rejected).toHaveLength(1);
    expect(rejected[0]).toMatchObject({ line: 2 });
    expect(rejected[0]?.excerpt).not.toContain('\0');
  });

  test.each([10_000, 400_000])(
    '%i levels of nesting are stored like any record',
    async (levels) => {
      const record = eve('deep', `,"payload":${'['.repeat(levels)}${']'.repeat(levels)}`);
      const { hostile, summary } = await importBetween(record);
      expect(hostile?.title).toBe('deep');
      expect(hostile?.rawBytes?.toString()).toBe(record);
      expect(summary.added).toBe(3);
    },
  );

  test('three million levels are rejected in good time', async () => {
    const spent = cpuClock();
    const levels = 3_000_000;
    const { rejected } = await importBetween(
      eve('deep', `,"payload":${'['.repeat(levels)}${']'.repeat(levels)}`),
    );
    expect(rejected).toMatchObject([{ line: 2, reason: 'nested too deep' }]);
    expect(spent()).toBeLessThan(5_000);
  });

  test('a deep value that is mapped to a text does not stop the file', async () => {
    const levels = 20_000;
    const deep = `{"name":"deep","about":${'['.repeat(levels)}1${']'.repeat(levels)}}`;
    const { alerts } = await importBytes(`${deep}\n{"name":"next"}\n`, { mapping: BY_NAME });
    expect(alerts.map((alert) => alert.title)).toEqual(['deep', 'next']);
  });

  test('numbers beyond 2^53 keep their digits, in columns and in the raw record', async () => {
    const record =
      '{"name":"n","id":123456789012345678901234567890,"about":{"x":9007199254740993}}';
    const { alerts } = await importBytes(`${record}\n`, { mapping: BY_NAME });
    expect(alerts[0]).toMatchObject({
      detector: '123456789012345678901234567890',
      description: '{"x":"9007199254740993"}',
    });
    expect(alerts[0]?.rawBytes?.toString()).toBe(record);
  });

  test('names of the language itself are no fields', async () => {
    const mapping: ImportMapping = {
      ...BY_NAME,
      fields: { title: 'name', sourceHost: 'constructor', sourceUser: '__proto__.polluted' },
    };
    const record = '{"name":"n","__proto__":{"polluted":"yes"},"a":1}';
    const { alerts, summary } = await importBytes(`${record}\n`, { mapping });
    expect(alerts[0]).toMatchObject({ sourceHost: null, sourceUser: 'yes' });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(summary.unknownFields).toEqual([{ field: 'a', count: 1 }]);
  });

  test('a line of 17 MiB is rejected under its number', async () => {
    const { rejected } = await importBetween(eve('x'.repeat(17 * 1024 * 1024)));
    expect(rejected).toMatchObject([{ line: 2, reason: 'longer than 16 MiB' }]);
    expect(rejected[0]?.excerpt.length).toBeLessThanOrEqual(200);
  });

  test('a first line of 1 MB does not hide the format', async () => {
    const { summary } = await importBytes(`${eve('y'.repeat(1_000_000))}\n${GOOD}\n`);
    expect(summary).toMatchObject({ format: 'suricata-eve', added: 2 });
  });

  test('a packed file that is cut off gives its records and a note', async () => {
    const lines = Array.from({ length: 5_000 }, (_, n) => eve(`signature ${Math.sin(n)}`));
    const packed = gzipSync(lines.join('\n'));
    const { summary, rejected } = await importBytes(packed.subarray(0, packed.length - 2_000));
    expect(summary.added).toBeGreaterThan(4_000);
    expect(rejected.length).toBeLessThanOrEqual(1);
    expect(summary.notes[0]).toContain('cut off');
  });

  test('a hundred thousand columns, cells full of quotes and newlines', async () => {
    const names = Array.from({ length: 100_000 }, (_, n) => `c${n}`);
    const row = names.map((_, n) => (n % 1_000 === 0 ? '"a\n""b"""' : 'v'));
    const text = `name,${names.join(',')}\nfirst,${row.join(',')}\nsecond,${row.join(',')}\n`;
    const mapping: ImportMapping = { ...BY_NAME, fields: { title: 'name', description: 'c0' } };
    const { alerts, summary } = await importBytes(text, { mapping });
    expect(alerts.map((alert) => alert.title)).toEqual(['first', 'second']);
    expect(alerts[0]?.description).toBe('a\n"b"');
    expect(summary.unknownFields).toHaveLength(200);
  });
});
