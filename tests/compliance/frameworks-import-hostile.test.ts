import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { cpuClock } from '../helpers/cpu-time.ts';
import { asJson, CATALOG, profileOf, readFile } from '../helpers/framework-files.ts';
import { makeWorkbook } from '../helpers/make-workbook.ts';

const refusal = (
  content: string | Uint8Array | AsyncIterable<Uint8Array>,
  name = 'file.bin',
  more = {},
) =>
  readFile(name, content, more).then(
    (draft) => `read as ${draft.format}`,
    (error: { name: string; code: string; message: string }) => {
      if (error.name !== 'AppError') throw error;
      return `${error.code}: ${error.message}`;
    },
  );

const bomb = `urn: x\na: &a [x, x, x]\nb: &b [*a, *a, *a]\nc: &c [*b, *b, *b]\nobjects: {framework: *c}\n`;

test.each([
  ['aliases', bomb, 'uses aliases'],
  [
    'a tag',
    'urn: x\nobjects: !!python/object/apply:os.system ["true"]\n',
    'tag of its own, which is not followed, on line 2',
  ],
  ['a tag of its own', 'urn: x\nobjects:\n  framework: !evil\n    name: y\n', 'tag of its own'],
  ['a broken line', 'urn: x\nobjects:\n  - a\n b: [\n', 'on line'],
  ['a key twice', 'urn: x\nurn: y\n', 'on line 2'],
  ['nesting', `urn: x\nobjects: ${'['.repeat(100_000)}`, 'nested too deeply|not valid'],
])('[FW9] YAML with %s is refused with its place', async (_what, text, message) => {
  expect(await refusal(text, 'x.yaml')).toMatch(new RegExp(`^bad-input: .*(?:${message})`));
});

test('[FW9] JSON that is nested without end, broken, or something else is refused with its place', async () => {
  const deep = `{"catalog":\n${'{"groups":['.repeat(100_000)}`;
  expect(await refusal(deep)).toMatch(/nested more than 100 deep, on line 2/);
  expect(await refusal('{"catalog":\n{"a":1,}}')).toMatch(/broken on line 2/);
  expect(await refusal('[1,2,3]')).toContain('holds no object');
  expect(await refusal('{"bundle":{}}')).toContain('holds "bundle"');
  expect(await refusal('{"catalog":null}')).toContain('is empty');
  expect(await refusal('{"catalog":{"groups":[1,"x",null],"controls":{"id":1}}}')).toContain(
    'has no controls',
  );
  expect(await refusal('{"mapping-collection":{}}')).toContain('metadata');
});

test('[FW9] parameters that name each other, and parents that form a circle, end', async () => {
  const param = (id: string, other: string) => ({
    id,
    select: { choice: [`{{ insert: param, ${other} }}`] },
  });
  const control = {
    ...{ id: 'a-1', title: 'One', params: [param('x', 'y'), param('y', 'x')] },
    parts: [{ name: 'statement', prose: '{{ insert: param, x }}' }],
  };
  const draft = await readFile('c.json', asJson({ catalog: { controls: [control] } }));
  expect(draft.frameworks[0]?.requirements[0]?.text).toBe(
    '[Selection: [Selection: [Assignment: x]]]',
  );
  const circle = await readFile('t.csv', 'id,title,parent\nA,One,B\nB,Two,A\nC,Three,C\n');
  expect(circle.leftOut.map(({ reason }) => reason)).toEqual([
    'Its parents form a circle; it stands at the top',
  ]);
});

test('[FW9] a profile cannot be made to choose with an expression of its own', async () => {
  const pattern = '(a+)+$'.repeat(50);
  const profile = profileOf([
    {
      href: 'c.json',
      'include-controls': [{ matching: [{ pattern }, { pattern: '*'.repeat(200) }] }],
    },
  ]);
  const supplied = [{ fileName: 'c.json', document: CATALOG }];
  const spent = cpuClock();
  const draft = await readFile('p.json', asJson(profile), { supplied });
  expect(spent()).toBeLessThan(1_000);
  expect(draft.frameworks[0]?.requirements.length).toBeGreaterThan(0);
});

test.each([
  ['no file', '', 'empty'],
  ['XML', '<?xml version="1.0"?><catalog/>', 'XML is not read'],
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 1, 2]), 'neither text nor a workbook'],
  ['UTF-16', Buffer.from('id,title\nA,One\n', 'utf16le'), 'neither text nor a workbook'],
  ['Latin-1', Buffer.from('id,title\nA,Zug\xe4nge\n', 'latin1'), 'not UTF-8'],
  ['prose', 'Dear auditor\nplease find enclosed\n', 'is no table'],
  ['a quote that never closes', `id,title\nA,"${'x'.repeat(200_000)}`, 'longer than 128 KB|quote'],
  ['an old workbook', Buffer.from('d0cf11e0a1b11ae10000', 'hex'), 'old .xls'],
  ['half a workbook', Buffer.from('PK\u0003\u0004nothing'), 'not an .xlsx'],
])('[FW9] %s is refused in words', async (_what, content, message) => {
  expect(await refusal(content)).toMatch(new RegExp(message));
});

test('[FW9] a workbook with formulas, links and entities is read as values or refused', async () => {
  const cell = (at: string, text: string) =>
    `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const rows = `<row r="1">${cell('A1', 'Id')}${cell('B1', 'Title')}</row><row r="2">${cell('A2', 'A')}<c r="B2" t="str"><f>WEBSERVICE("http://192.0.2.1")</f><v>Seen</v></c></row>`;
  const draft = await readFile('w.xlsx', await makeWorkbook(rows));
  expect(draft.frameworks[0]?.requirements).toEqual([
    { id: 'A', title: 'Seen', kind: 'requirement' },
  ]);
  const entity = await makeWorkbook(rows, {
    'xl/styles.xml': '<!DOCTYPE a [<!ENTITY x "y">]><a/>',
  });
  expect(await refusal(entity, 'w.xlsx')).toMatch(/^bad-input: .*document type/);
});

/** Rows without end, as fast as they are taken; `taken` says how many bytes were. */
function endless(line: string) {
  const state = { taken: 0, isClosed: false };
  const chunk = Buffer.from(line.repeat(Math.ceil(65_536 / line.length)));
  async function* rows() {
    try {
      yield Buffer.from('id,title\n');
      while (state.taken < 1024 ** 3) {
        state.taken += chunk.length;
        yield chunk;
      }
    } finally {
      state.isClosed = true;
    }
  }
  return { rows: rows(), state };
}

test('[FW9] a table of 1 GB is refused after its first rows, and the rest is not asked for', async () => {
  const before = process.memoryUsage().rss;
  const { rows, state } = endless(`A,${'x'.repeat(2_000)}\n`);
  expect(await refusal(rows, 'big.csv')).toMatch(/^too-large: .*more than 20,000 rows/);
  expect(state.taken).toBeLessThan(60 * 1024 * 1024);
  expect(state.isClosed).toBe(true);
  const grown = Math.round((process.memoryUsage().rss - before) / 1024 / 1024);
  console.log(
    `a CSV without end: ${Math.round(state.taken / 1024 / 1024)} MB read, ${grown} MB of memory`,
  );
  expect(grown).toBeLessThan(300);
  const wide = endless('x');
  expect(await refusal(wide.rows, 'wide.csv')).toMatch(/^too-large/);
  expect(wide.state.taken).toBeLessThan(8 * 1024 * 1024);
});

test('[FW9] JSON, YAML and workbooks without end are refused at their limits', async () => {
  for (const [head, name, limit] of [
    ['{"catalog":{"x":"', 'x.json', 48],
    ['urn: x\nname: ', 'x.yaml', 8],
    ['PK\u0003\u0004', 'x.xlsx', 32],
  ] as const) {
    async function* source() {
      yield Buffer.from(head);
      for (let n = 0; n < 2_000; n++) yield Buffer.alloc(65_536, 'x');
    }
    expect(await refusal(source(), name)).toBe(
      `too-large: This file is larger than ${limit} MB, which no framework of this format is. Split it.`,
    );
  }
});

test('[FW9] more requirements than there is room for are refused, not cut', async () => {
  const controls = Array.from({ length: 20_001 }, (_, n) => ({ id: `a-${n}`, title: 'T' }));
  expect(await refusal(asJson({ catalog: { controls } }))).toMatch(
    /^too-large: .*20,001 requirements/,
  );
});
