import { describe, expect, test } from 'vitest';
import { renderDocx } from '../../src/main/platform/documents/docx.ts';
import { withFixedMoment } from '../../src/main/platform/documents/fixed-zip.ts';
import { renderPdf } from '../../src/main/platform/documents/pdf.ts';
import type { ReportBlock, ReportDocument } from '../../src/main/platform/documents/report.ts';
import { visibleText } from '../../src/main/platform/documents/visible-text.ts';
import { readParts, readPdf, wordText } from '../helpers/document-text.ts';

function document(
  blocks: readonly ReportBlock[],
  more: Partial<ReportDocument> = {},
): ReportDocument {
  return {
    title: 'Audit report',
    subtitle: 'Identity platform',
    classification: 'Confidential',
    generatedAt: Date.UTC(2026, 10, 20, 9, 30),
    author: 'Ada Admin',
    facts: [
      { label: 'Period', value: '2026-01-01 to 2026-06-30' },
      { label: 'Auditor', value: null },
    ],
    sections: [{ title: 'Scope', blocks }],
    ...more,
  };
}

const paragraph = (text: string): ReportBlock => ({ type: 'paragraph', text });
const joined = (pages: readonly string[]) => pages.join('\n').replaceAll(/\s+/g, ' ');

const HOSTILE =
  'see\u202eexe.txt \u0000\u0007\u001b[31m <b>&amp;</b> ]]> https://evil.example/ javascript:alert(1) {{x}} \ud800 \u200b\u200b zero';
const SCRIPTS = 'Grüße Łódź Ελληνικά Кириллица Việt ₴ € — “quoted” 中文 ไทย עברית 😀';

describe('text of others', () => {
  const can = (code: number) => code < 0x250;

  test('[RP1] is shown as it is where it can be, and as its code points where not', () => {
    expect(visibleText('plain\ttext\r\nnext', can)).toBe('plain text\nnext');
    expect(visibleText('a\u202eb\u0000c', can)).toBe('a[U+202E]b[U+0000]c');
    expect(visibleText('中文', can)).toBe('[U+4E2D][U+6587]');
    expect(visibleText('😀', can)).toBe('[U+1F600]');
    expect(visibleText('\u200b'.repeat(7), can)).toBe('[U+200B ×7]');
    expect(visibleText('\ud800', can)).toBe('[U+D800]');
    expect(visibleText('e\u0301', can)).toBe('é');
    expect(visibleText(`a${'\u0301'.repeat(40)}`, () => true)).toMatch(
      /^á\u0301{4}\[U\+0301 ×35\]$/,
    );
  });

  test('[RP1] in a PDF nothing is dropped and nothing becomes active', async () => {
    const { pages, active } = await readPdf(
      await renderPdf(
        document([paragraph(HOSTILE), paragraph(SCRIPTS)], { title: `T ${HOSTILE}` }),
      ),
    );
    const text = joined(pages);
    for (const part of [
      '[U+202E]exe.txt',
      '[U+0000][U+0007][U+001B][31m',
      '<b>&amp;</b>',
      '[U+D800]',
      '[U+200B ×2]',
    ])
      expect(text).toContain(part);
    for (const part of [
      'Grüße Łódź Ελληνικά Кириллица Việt',
      '[U+4E2D][U+6587]',
      '[U+0E44]',
      '[U+05E2]',
      '[U+1F600]',
    ])
      expect(text).toContain(part);
    expect(active).toBe(0);
  });

  test('[RP5] in a DOCX nothing is dropped, the XML is well formed, nothing becomes active', async () => {
    const parts = await readParts(
      await renderDocx(
        document([paragraph(HOSTILE), paragraph(SCRIPTS), { type: 'list', items: [HOSTILE] }], {
          title: HOSTILE,
        }),
      ),
    );
    const xml = parts.get('word/document.xml') ?? '';
    const text = wordText(xml);
    for (const part of [
      'see[U+202E]exe.txt',
      '[U+0000][U+0007][U+001B][31m',
      '<b>&amp;</b> ]]>',
      '中文',
      '😀',
      'עברית',
    ])
      expect(text).toContain(part);
    for (const [name, part] of parts)
      if (/\.(?:xml|rels)$/.test(name)) expect(wellFormed(part), name).toBe(null);
    expect([...parts.keys()].filter((name) => /vba|embeddings|activeX/i.test(name))).toEqual([]);
    expect(parts.get('word/_rels/document.xml.rels')).not.toMatch(/TargetMode="External"/);
    expect(xml).not.toMatch(/w:hyperlink|w:fldSimple|INCLUDE|HYPERLINK/);
  });
});

/** Why a text is no well-formed XML, as far as elements and bare characters go; null where it is. */
function wellFormed(xml: string): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(xml))
    return 'a control character';
  if (!xml.isWellFormed()) return 'a lone surrogate';
  const open: string[] = [];
  const rest = xml.replaceAll(
    /<(\/?)([\w:.-]+)((?:"[^"<]*"|'[^'<]*'|[^"'<>])*?)(\/?)>/g,
    (_, end, name, __, empty) => {
      if (end) {
        if (open.pop() !== name) open.push(`not ${name}`);
      } else if (!empty) open.push(name);
      return '';
    },
  );
  if (open.length > 0) return `open: ${open.join(' ')}`;
  const bare = /[<]|&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)/i.exec(
    rest.replace(/<\?xml[^>]*\?>/, ''),
  );
  return bare ? `bare ${bare[0]}` : null;
}

describe('a PDF', () => {
  test('[RP2] breaks words of 10,000 characters, wherever they stand', async () => {
    const word = 'W'.repeat(10_000);
    const blocks: ReportBlock[] = [
      paragraph(word),
      { type: 'list', items: [word] },
      { type: 'note', text: word },
      {
        type: 'table',
        columns: [
          { header: word.slice(0, 100), share: 1 },
          { header: 'B', share: 5 },
        ],
        rows: [[word, 'b']],
        empty: 'None',
      },
    ];
    const { pages, right, width } = await readPdf(
      await renderPdf(
        document(blocks, {
          title: word.slice(0, 300),
          subtitle: word,
          facts: [{ label: word.slice(0, 200), value: word }],
        }),
      ),
    );
    expect(right).toBeLessThan(width - 40);
    const count = pages.join('').match(/W/g)?.length ?? 0;
    expect(count).toBeGreaterThan(60_000);
  }, 60_000);

  test('[RP3] holds a table of 2,000 rows, its head on every page', async () => {
    const rows = Array.from({ length: 2_000 }, (_, n) => [
      `C-${n + 1}`,
      `Title of control ${n + 1}`,
      null,
    ]);
    const columns = [
      { header: 'Ref column', share: 1 },
      { header: 'Title', share: 4 },
      { header: 'Owner', share: 1 },
    ];
    const started = performance.now();
    const bytes = await renderPdf(document([{ type: 'table', columns, rows, empty: 'None' }]));
    expect(performance.now() - started).toBeLessThan(25_000);
    const { pages, info } = await readPdf(bytes);
    const text = pages.join('\n');
    for (const n of [1, 2, 999, 1_999, 2_000]) expect(text).toMatch(new RegExp(`C-${n}\\b`));
    expect(text.match(/Title of control \d+/g)).toHaveLength(2_000);
    expect(pages.length).toBeGreaterThan(30);
    for (const [index, page] of pages.entries()) {
      expect(page).toContain('Ref column');
      expect(page).toContain('Audit report');
      expect(page).toContain('Confidential');
      expect(page).toContain('Generated 2026-11-20 09:30 UTC');
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
    }
    expect(info).toMatchObject({ Title: 'Audit report', Author: 'Ada Admin' });
  }, 60_000);

  test('a row higher than a page goes on over the next', async () => {
    const long = Array.from({ length: 300 }, (_, n) => `line ${n}`).join('\n');
    const { pages } = await readPdf(
      await renderPdf(
        document([
          {
            type: 'table',
            columns: [{ header: 'Head', share: 1 }],
            rows: [['before'], [long], ['after']],
            empty: '',
          },
        ]),
      ),
    );
    const text = pages.join('\n');
    for (let n = 0; n < 300; n++) expect(text).toMatch(new RegExp(`line ${n}\\b`));
    expect(text).toContain('after');
    for (const page of pages) expect(page).toContain('Head');
  });

  test('says what there is to say where there is nothing', async () => {
    const empty = document([
      {
        type: 'table',
        columns: [{ header: 'A', share: 1 }],
        rows: [],
        empty: 'There is no finding.',
      },
    ]);
    const { pages } = await readPdf(
      await renderPdf({ ...empty, classification: null, subtitle: null, author: null }),
    );
    expect(joined(pages)).toContain('There is no finding.');
    expect(joined(pages)).toContain('—');
  });

  test('lies on its side where it is asked to', async () => {
    const { width } = await readPdf(await renderPdf(document([], { orientation: 'landscape' })));
    expect(Math.round(width)).toBe(842);
  });
});

describe('the same document', () => {
  const blocks: ReportBlock[] = [
    paragraph('Text'),
    { type: 'table', columns: [{ header: 'A', share: 1 }], rows: [['1'], ['2']], empty: '' },
  ];

  test.each([
    ['PDF', renderPdf],
    ['DOCX', renderDocx],
  ] as const)('[RP4] is the same %s', async (_, render) => {
    const first = await render(document(blocks));
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const second = await render(document(blocks));
    expect(Buffer.from(second).equals(Buffer.from(first))).toBe(true);
    const other = await render(document([paragraph('Test')]));
    expect(Buffer.from(other).equals(Buffer.from(first))).toBe(false);
  });

  test('[RP4] an Office file carries the moment it is given, and keeps its parts', async () => {
    const bytes = await renderDocx(document(blocks));
    const moved = await withFixedMoment(bytes, Date.UTC(2020, 0, 2));
    const [before, after] = [await readParts(bytes), await readParts(moved)];
    expect([...after.keys()]).toEqual([...before.keys()]);
    expect(after.get('docProps/core.xml')).toContain('2020-01-02T00:00:00Z');
    expect(before.get('docProps/core.xml')).toContain('2026-11-20T09:30:00Z');
    expect(after.get('word/document.xml')).toBe(before.get('word/document.xml'));
  });
});

test('[RP5] a DOCX repeats the head of a table and counts its pages', async () => {
  const rows = Array.from({ length: 200 }, (_, n) => [`C-${n}`]);
  const parts = await readParts(
    await renderDocx(
      document([{ type: 'table', columns: [{ header: 'Ref', share: 1 }], rows, empty: '' }]),
    ),
  );
  expect(parts.get('word/document.xml')).toContain('<w:tblHeader/>');
  const footer = [...parts].find(([name]) => /footer\d+\.xml$/.test(name))?.[1] ?? '';
  expect(footer).toMatch(/PAGE[\s\S]*NUMPAGES/);
  expect(wordText(footer)).toContain('Generated 2026-11-20 09:30 UTC');
});
