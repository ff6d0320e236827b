/** JSON and tables of text as evidence: docs/spec/log-readers.md. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { csvReader } from '../../src/main/areas/forensics/readers/csv.reader.ts';
import { jsonReader } from '../../src/main/areas/forensics/readers/json.reader.ts';
import { SHARED_DATA } from '../helpers/import-file.ts';
import { createRandom } from '../helpers/random.ts';
import { readEvidence } from '../helpers/read-evidence.ts';

const plain = (value: unknown) => JSON.parse(JSON.stringify(value));

test('[LR3] a record a line: names with dots, lists, digits and times of all sizes are kept', async () => {
  const lines = [
    '{"@timestamp":"2026-01-02T03:04:05.678901234Z","host":{"name":"a"},"ids":[1,2],"big":12345678901234567890,"none":null,"__proto__":{"x":1}}',
    '{"ts":1767323045.678901,"message":"seconds"}',
    '{"time":1767323045678,"message":"ms"}',
    '{"timestamp":1767323045678901,"message":"us"}',
    '{"timestamp":"1767323045678901234","message":"ns"}',
    '{"list":[{"a":1},{"a":2,"b":[]}],"time":"2026-01-02 03:04:05"}',
  ];
  const { events, facts } = await readEvidence(jsonReader, lines.join('\n'));
  const [first] = events;
  expect(plain(first?.fields)).toEqual({
    '@timestamp': '2026-01-02T03:04:05.678901234Z',
    'host.name': 'a',
    ids: ['1', '2'],
    big: '12345678901234567890',
    none: '',
    '__proto__.x': '1',
  });
  expect([first?.timeMs, first?.timeNanos, first?.host]).toEqual([1767323045678, 901234, 'a']);
  expect(events.map(({ timeMs }) => timeMs)).toEqual([
    ...Array(5).fill(1767323045678),
    1767323045000,
  ]);
  expect(events.map(({ timeNanos }) => timeNanos)).toEqual([901234, 901000, 0, 901000, 901234, 0]);
  expect(plain(events[5]?.fields)).toMatchObject({ 'list.a': ['1', '2'], 'list.b': [] });
  expect(facts.timeNotes).toEqual({ 'no zone is stated: read as UTC': 1 });
  expect(events.map(({ record }) => record)).toEqual(['1', '2', '3', '4', '5', '6']);
  expect(events[2]?.offset).toBe(`${lines[0]}\n${lines[1]}\n`.length);
});

const RECORDS = [
  {
    eventName: 'ConsoleLogin',
    eventSource: 'signin.amazonaws.com',
    eventTime: '2026-01-02T03:04:05Z',
    text: 'ä "}]{[" \\ 你好',
  },
  {
    eventName: 'B',
    eventSource: 'iam',
    eventTime: '2026-01-02T03:04:06Z',
    deep: { list: [[{ a: '[' }]] },
  },
];
const SHAPES: Readonly<Record<string, string>> = {
  lines: RECORDS.map((one) => JSON.stringify(one)).join('\n'),
  list: JSON.stringify(RECORDS),
  'list over lines': JSON.stringify(RECORDS, null, 2),
  objects: RECORDS.map((one) => JSON.stringify(one, null, 2)).join('\n'),
  Records: JSON.stringify({ meta: { x: { y: 1 } }, Records: RECORDS }),
  'hits.hits': JSON.stringify(
    {
      took: 1,
      hits: {
        total: { value: 2 },
        hits: RECORDS.map((_source) => ({ _index: 'i', _id: '1', _source })),
      },
    },
    null,
    1,
  ),
};

test.each(Object.entries(SHAPES))(
  '[LR4] JSON as %s gives the same events, whatever the pieces and the encoding',
  async (_, text) => {
    const given = async (bytes: Uint8Array, chunk: number) => {
      const { events, problems } = await readEvidence(jsonReader, bytes, { chunk, name: 'a.json' });
      expect(problems).toEqual([]);
      return events.map(({ fields, timeMs, kind, summary }) =>
        plain({ fields, timeMs, kind, summary }),
      );
    };
    const whole = await given(Buffer.from(text), 65_536);
    expect(whole).toHaveLength(2);
    expect(whole[0].fields.text).toBe(RECORDS[0]?.text);
    expect(whole[0]).toMatchObject({ kind: 'logon', timeMs: 1767323045000 });
    const wide = Buffer.from(`\ufeff${text}`, 'utf16le');
    for (const chunk of [1, 3, 50]) {
      expect(await given(Buffer.from(text), chunk)).toEqual(whole);
      expect(await given(wide, chunk)).toEqual(whole);
      expect(await given(Buffer.from(wide).swap16(), chunk)).toEqual(whole);
    }
  },
);

test('[LR4] places in a list are those of the bytes, also behind letters of several bytes', async () => {
  const text = JSON.stringify(RECORDS);
  const bytes = Buffer.from(text);
  const { events } = await readEvidence(jsonReader, bytes, { chunk: 7 });
  for (const [at, { offset }] of events.entries()) {
    const rest = bytes.subarray(offset ?? 0).toString();
    expect(rest.startsWith(JSON.stringify(RECORDS[at]))).toBe(true);
  }
});

test('[LR5] one bad line costs itself and is said; a list that is cut off gives what is whole', async () => {
  const lines = await readEvidence(
    jsonReader,
    '{"a":1,"time":1767323045}\n{"a":\n{"a":3}\nnot json\n{"a":4}',
  );
  expect(lines.events.map(({ fields }) => fields.a)).toEqual(['1', '3', '4']);
  expect(lines.problems.filter(({ isLoss }) => isLoss).map(({ where }) => where)).toEqual([
    'line 2, offset 26',
    'line 4, offset 40',
  ]);
  const cut = await readEvidence(jsonReader, '[{"a":1},{"a":2},{"b": tru},{"a":[3', { chunk: 2 });
  expect(cut.events.map(({ fields }) => fields.a)).toEqual(['1', '2']);
  expect(cut.problems.filter(({ isLoss }) => isLoss).map(({ what }) => what)).toEqual([
    'a record is not sound JSON',
    'the last record is cut off',
  ]);
});

test('[LR5] depth, names, values and length of a record are bounded and said', async () => {
  const deep = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
  const wide = JSON.stringify(
    Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`n${at}`, at])),
  );
  const long = `{"a":"${'x'.repeat(9_000_000)}"}`;
  const { events, problems } = await readEvidence(
    jsonReader,
    `{"a":1}\n${deep}\n${wide}\n${long}\n{"a":2}`,
  );
  expect(events).toHaveLength(4);
  expect(Object.keys(events[2]?.fields ?? {})).toHaveLength(2_048);
  const losses = problems.filter(({ isLoss }) => isLoss);
  expect(losses.map(({ what }) => what)).toEqual([
    'a record has more names, values or depth than are read',
    'a record has more names, values or depth than are read',
    'a line is longer than 8 MiB and is left out',
  ]);
  const list = await readEvidence(
    jsonReader,
    `[{"a":1},{"a":"${'x'.repeat(9_000_000)}"},{"a":2},{"a":3}]`,
  );
  expect(list.problems.some(({ what }) => what.startsWith('a record is longer'))).toBe(true);
  expect(list.events.at(-1)?.fields.a).toBe('3');
});

test('[LR6] tables: delimiter, header, quotes over lines, ragged rows', async () => {
  const text =
    'time;name;text\r\n2026-01-02T03:04:05Z;a;"x;""y""\r\nz"\r\n2026-01-02T03:04:06Z;b\r\n2026-01-02T03:04:07Z;c;d;e\r\n';
  for (const chunk of [1, 5, 65_536]) {
    const { events, problems, facts } = await readEvidence(csvReader, text, { chunk });
    expect(events.map(({ fields }) => plain(fields))).toEqual([
      { time: '2026-01-02T03:04:05Z', name: 'a', text: 'x;"y"\nz' },
      { time: '2026-01-02T03:04:06Z', name: 'b' },
      { time: '2026-01-02T03:04:07Z', name: 'c', text: 'd', 'beyond the columns': 'e' },
    ]);
    expect(facts).toMatchObject({ delimiter: ';', header: true, rows: 3 });
    expect(events.map(({ record }) => record)).toEqual(['2', '4', '5']);
    expect(problems.map(({ what, where }) => [what, where])).toEqual([
      ['a row has fewer cells than columns', 'line 4, offset 53'],
      ['a row has more cells than columns', 'line 5, offset 77'],
    ]);
  }
});

test('[LR6] a table without a header, and a quote that is never closed', async () => {
  const bare = await readEvidence(csvReader, '1767323045,10.0.0.1,443\n1767323046,10.0.0.2,80\n');
  expect(bare.facts.header).toBe(false);
  expect(plain(bare.events[0]?.fields)).toEqual({
    'column 1': '1767323045',
    'column 2': '10.0.0.1',
    'column 3': '443',
  });
  const open = await readEvidence(csvReader, 'a,b\n1,"2\n3,4\n5,6\n');
  expect(open.events.map(({ fields }) => fields.a)).toEqual(['1', '3', '5']);
  expect(open.problems[0]?.what).toContain('a quote is not closed');
});

test('[LR6] sound tables are what csv-parse reads', async () => {
  const random = createRandom(20_261_122);
  const letters = ['a', 'ü', ',', '"', '\n', ' ', ';', '1', "'", '\t'];
  const cell = () => Array.from({ length: random.below(6) }, () => random.pick(letters)).join('');
  for (let run = 0; run < 200; run++) {
    const rows = Array.from({ length: 1 + random.below(5) }, () => [cell(), cell(), cell()]);
    const quoted = rows.map((row) =>
      row
        .map((one) =>
          random.chance(50) || /[",\n]/.test(one) ? `"${one.replaceAll('"', '""')}"` : one,
        )
        .join(','),
    );
    const text = `col a,col b,col c\n${quoted.join('\n')}\n`;
    const expected = parse(text, { columns: true, skip_empty_lines: true }) as unknown[];
    const { events } = await readEvidence(csvReader, text, { chunk: 1 + random.below(20) });
    expect(
      events.map(({ fields }) => plain(fields)),
      `run ${run} of seed ${random.seed}`,
    ).toEqual(expected);
  }
});

const INCIDENTS = join(SHARED_DATA, 'incidents');
// Skipped where ../shared/data is missing.
test.skipIf(!existsSync(INCIDENTS))('[LR3] real alerts: Sentinel and Wazuh', async () => {
  const sentinel = await readEvidence(
    jsonReader,
    readFileSync(join(INCIDENTS, 'sentinel-alerts.ndjson')),
  );
  expect(sentinel.events).toHaveLength(94);
  expect(
    sentinel.events.every(
      ({ timeMs, kind, host }) => timeMs !== null && kind === 'detection' && host !== '',
    ),
  ).toBe(true);
  const wazuh = await readEvidence(
    jsonReader,
    readFileSync(join(SHARED_DATA, 'alerts', 'wazuh-alerts.json')),
  );
  expect([wazuh.events.length, wazuh.problems.length]).toEqual([497, 0]);
  expect(wazuh.events[0]).toMatchObject({
    timeMs: 1583330105224,
    timeNanos: 939000,
    provider: 'Wazuh',
    code: '20100',
  });
  const table = await readEvidence(
    csvReader,
    readFileSync(join(INCIDENTS, 'incident-of-alert.csv')),
  );
  expect(table.events).toHaveLength(94);
});
