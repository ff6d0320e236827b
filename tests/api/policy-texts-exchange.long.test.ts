/** Policies as files: out, in, there and back, and from hostile hands. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPolicyFile } from '../../src/main/areas/policies/policy-import.read.ts';
import type { PolicyDetail } from '../../src/shared/areas/policies/policies.contract.ts';
import type {
  PolicyFilePreview,
  PolicyImportReceipt,
} from '../../src/shared/areas/policies/policy-exchange.contract.ts';
import { AppError } from '../../src/shared/contract/errors.ts';
import { readParts, readPdf, wordText } from '../helpers/document-text.ts';
import { documentParts, makeDocument, paragraph, relationship } from '../helpers/make-document.ts';
import { zipOf } from '../helpers/make-workbook.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

let app: TestApp;
beforeAll(async () => {
  const workerEntry = new URL('../helpers/policy-jobs.worker.ts', import.meta.url);
  app = await openTestApp({ as: 'Compliance Officer', deps: { workerEntry } });
});
afterAll(() => app.close());

const TEXT = `# Backup Policy

Keep **three copies** of _everything_, see [the plan](https://plan.example/a).

## Rules

1. Encrypt before sending.
2. Test every month:
   - restore a file
   - restore a system
3. Keep a copy away.

- One

> Quoted words.

### Objectives

| Class | Point | Time |
| --- | --- | --- |
| Essential | 1 hour | 4 hours |
| Ordinary | 7 days | 5 days |

\`\`\`
restore --all
second line
\`\`\`
`;

async function create(title: string, content: string): Promise<PolicyDetail> {
  const body = { title, content, category: 'IT', description: 'What comes back.' };
  const made = await app.request('POST', '/api/policies', { body });
  expect(made.status).toBe(201);
  return made.json();
}

async function exported(id: string, format: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await app.request('GET', `/api/policies/${id}/export/${format}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w.-]+"$/);
  return new Uint8Array(await response.arrayBuffer());
}

function send(name: string, rawBody: Uint8Array | string, token?: string): Promise<Response> {
  const path = `/api/policy-imports/preview?name=${encodeURIComponent(name)}`;
  return app.request('POST', path, { rawBody, ...(token ? { token } : {}) });
}

/** Through the whole product: a worker and a stage of its own. */
async function preview(name: string, bytes: Uint8Array | string): Promise<PolicyFilePreview> {
  const response = await send(name, bytes);
  const body = await response.json();
  expect([response.status, body.message]).toEqual([200, undefined]);
  return body;
}

async function* once(bytes: Uint8Array | string) {
  yield typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
}

/** What the stage does, in this thread. */
const read = (name: string, bytes: Uint8Array | string) => readPolicyFile(once(bytes), name);
async function refusal(name: string, bytes: Uint8Array | string): Promise<string> {
  const error = await read(name, bytes).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw error ?? new Error(`${name} was taken`);
  expect(['bad-input', 'too-large']).toContain(error.code);
  return error.message;
}

const shape = (markdown: string) => ({
  headings: markdown.match(/^#{1,6} .*$/gm),
  items: markdown.match(/^ *(?:-|\d+\.) .*$/gm)?.map((line) => line.trim()),
  rows: markdown
    .match(/^\|.*\|$/gm)
    ?.filter((line) => !/^[|\s:-]+$/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim())),
});

describe('there and back', () => {
  test('[PO70] as Markdown the text is the same to the last byte, and so are its facts', async () => {
    const policy = await create('Backup Policy', TEXT);
    const file = await exported(policy.id, 'md');
    const found = await preview('backup.md', file);
    expect(found).toMatchObject({
      format: 'markdown',
      title: 'Backup Policy',
      description: 'What comes back.',
      category: 'IT',
      version: '1.0',
      content: TEXT,
      notes: [],
      sameTitle: 1,
      counts: { headings: 3, lists: 3, tables: 1, links: 1 },
    });
  });

  test('[PO70] as DOCX headings, lists, tables, bold, quotes and code come back; the cover stays away', async () => {
    const policy = await create('Backup Policy 2', TEXT);
    const found = await preview('backup.docx', await exported(policy.id, 'docx'));
    expect(found).toMatchObject({ format: 'docx', title: 'Backup Policy 2' });
    expect(found.notes.map(({ what }) => what)).toEqual(['Headers and footers']);
    expect(shape(found.content)).toEqual(shape(TEXT));
    expect(found.content).toContain('**three copies** of _everything_');
    expect(found.content).toContain('> Quoted words.');
    expect(found.content).toContain('restore --all\nsecond line');
    expect(found.content).not.toContain('SHA-256');
    expect(found.content).not.toContain('What comes back.');
  });

  test('[PO71] cover and text are in PDF and DOCX, with numbered pages and nothing that acts', async () => {
    const policy = await create('Backup "Policy" 3', TEXT);
    const sha256 = policy.workingText?.sha256 ?? '';
    const pdf = await readPdf(await exported(policy.id, 'pdf'));
    const text = pdf.pages.join('\n').replaceAll(/\s+/g, ' ');
    for (const part of [
      ...['Version', '1.0', 'Status', 'Draft', sha256.slice(0, 40), 'What comes back.'],
      ...[
        'three copies',
        'the plan (https://plan.example/a)',
        '2. Test every month',
        'restore --all',
      ],
      ...['Essential', '5 days', 'Page 1 of 2'],
    ])
      expect(text).toContain(part);
    expect(pdf.active).toBe(0);
    expect(pdf.right).toBeLessThan(pdf.width);

    const parts = await readParts(await exported(policy.id, 'docx'));
    const word = wordText(parts.get('word/document.xml') ?? '');
    for (const part of [sha256, 'Draft', 'the plan (https://plan.example/a)', 'Essential'])
      expect(word).toContain(part);
    expect(parts.get('word/_rels/document.xml.rels')).not.toMatch(/TargetMode="External"/);
    expect(parts.get('word/document.xml')).not.toMatch(/w:hyperlink|w:fldSimple/);
  });

  test('[PO71] what cannot be parsed is exported as it is written', async () => {
    const policy = await create('Deep', `${'>'.repeat(2_000)} deep`);
    for (const format of ['pdf', 'docx'])
      expect((await exported(policy.id, format)).length).toBeGreaterThan(1_000);
    expect((await app.request('GET', `/api/policies/${policy.id}/export/exe`)).status).toBe(400);
    expect((await app.request('GET', '/api/policies/none/export/pdf')).status).toBe(404);
    const auditor = await app.tokenFor('Auditor');
    const path = `/api/policies/${policy.id}/export/md`;
    expect((await app.request('GET', path, { token: auditor })).status).toBe(200);
  });
});

describe('import', () => {
  test('[PO72] what was looked at becomes a draft, once, with a receipt that can be read again', async () => {
    const found = await preview('plan.md', '# Plan\n\n<b>bold</b> ![x](https://x.example/a.png)\n');
    expect(found.notes.map(({ what, count }) => [what, count])).toEqual([
      ['HTML', 2],
      ['Pictures', 1],
    ]);
    const body = { token: found.token, title: 'The plan', category: 'OPERATIONS', version: '2.0' };
    const other = await app.tokenFor('Compliance Officer');
    const stolen = await app.request('POST', '/api/policy-imports', { body, token: other });
    expect(stolen.status).toBe(404);
    const made = await app.request('POST', '/api/policy-imports', { body });
    expect(made.status).toBe(201);
    const receipt = (await made.json()) as PolicyImportReceipt;
    expect(receipt).toMatchObject({
      ...{ policyTitle: 'The plan', fileName: 'plan.md', format: 'markdown' },
      notes: found.notes,
    });
    const policy = await app.request('GET', `/api/policies/${receipt.policyId}`);
    expect(await policy.json()).toMatchObject({
      ...{ title: 'The plan', status: 'DRAFT', version: '2.0', category: 'OPERATIONS' },
      content: found.content,
    });
    expect((await app.request('POST', '/api/policy-imports', { body })).status).toBe(404);
    const list = await app.request('GET', '/api/policy-imports?limit=1');
    expect(await list.json()).toEqual([receipt]);
    const history = await app.request('GET', `/api/policy-imports?limit=0`);
    expect(history.status).toBe(400);
  });

  test('[PO72] who only reads imports nothing; what is wrong is said', async () => {
    const analyst = await app.tokenFor('SOC Analyst');
    expect((await send('a.md', 'text', analyst)).status).toBe(403);
    const { token } = await preview('a.md', 'text');
    const body = { token, title: ' ' };
    const empty = await app.request('POST', '/api/policy-imports', { body });
    expect((await empty.json()).message).toBe('Title is required');
    const gone = await app.request('POST', '/api/policy-imports?', {
      body: { token: 'x', title: 'T' },
    });
    expect(gone.status).toBe(404);
    expect(await refusal('a.md', ' \n ')).toMatch(/no text/);
    expect(await refusal('a.md', new Uint8Array([0xff, 0xfe, 0x41]))).toMatch(/not text in UTF-8/);
    expect(await refusal('a.md', 'a\0b')).toMatch(/not text in UTF-8/);
    const named = await send('a.docx', 'no archive');
    expect(named.status).toBe(400);
    expect((await named.json()).message).toMatch(/not a \.docx document/);
    expect(await refusal('a.docx', 'no archive')).toMatch(/not a \.docx document/);
    expect(await refusal('a.doc', Buffer.from('d0cf11e0a1b11ae1', 'hex'))).toMatch(
      /old \.doc format/,
    );
  });

  test('[PO73] front matter is read as plain values, without aliases and tags', async () => {
    const front =
      '---\ntitle: "Own title"\nversion: 1.0\ncategory: security\nseverity: high\n---\n\nText\n';
    const found = await read('x.md', front);
    expect(found).toMatchObject({ title: 'Own title', version: '1.0', category: 'SECURITY' });
    expect(found.content).toBe('Text\n');
    expect(found.notes.map(({ what }) => what)).toEqual(['Front matter: severity']);
    const bomb = `---\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b]\n---\nText`;
    expect(await refusal('x.md', bomb)).toMatch(/aliases/);
    expect(await refusal('x.md', '---\ntitle: !!js/function "x"\n---\nText')).toMatch(/tags/);
    expect(await refusal('x.md', '---\ntitle: [\n---\nText')).toMatch(/not valid YAML/);
    expect(await refusal('x.md', `---\ntitle: ${'['.repeat(9_000)}\n---\nText`)).toMatch(
      /front matter/i,
    );
    expect(await refusal('x.md', `---\ntitle: x\n${'a'.repeat(40_000)}`)).toMatch(/no end/);
    // A line of dashes alone is a line, not front matter.
    expect((await read('x.md', '---\n\nText\n')).content).toContain('Text');
  });

  test('[PO74] hostile Markdown is dropped or becomes text', async () => {
    const hostile = [
      '# Title',
      '[click](javascript:alert(1)) [data](data:text/html,x) [ref][r] [ok](https://ok.example)',
      '<script>alert(1)</script>',
      '<!-- hidden -->',
      '![p](file:///etc/passwd) <img src=x onerror=alert(1)>',
      '[r]: vbscript:x',
      'Visit <https://auto.example> now.',
    ].join('\n\n');
    const { content, notes } = await read('evil.md', hostile);
    expect(content).not.toMatch(/javascript:|data:|vbscript:|<script|<img|<!--|file:|!\[/);
    expect(content).toContain('[ok](https://ok.example)');
    expect(content).toContain('click data');
    expect(notes.map(({ what }) => what).sort()).toEqual([
      'Comments',
      'HTML',
      'Links to other than web and mail addresses',
      'Pictures',
    ]);
    expect(await refusal('deep.md', '>'.repeat(5_000))).toMatch(/within each other/);
    const list = Array.from({ length: 300 }, (_, n) => `${'  '.repeat(n)}- x`).join('\n');
    expect(await refusal('deep.md', list)).toMatch(/within each other/);
    expect(await refusal('marks.md', '[a]('.repeat(20_000))).toMatch(/more marks/);
    expect(await refusal('long.md', 'a '.repeat(120_000))).toMatch(/200,000 characters/);
    expect(await refusal('large.md', 'a '.repeat(600_000))).toMatch(/1 MB/);
  });
});

describe('hostile Word documents', () => {
  test('[PO75] links of other kinds, pictures, macros, embedded files and fields are left out and named', async () => {
    const link = (id: string, text: string) =>
      `<w:p><w:hyperlink r:id="${id}"><w:r><w:t>${text}</w:t></w:r></w:hyperlink></w:p>`;
    const picture = (attribute: string) =>
      `<w:p><w:r><w:drawing><wp:inline><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip ${attribute}/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
    const field = `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>DDEAUTO c:\\\\x "calc"</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>result</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`;
    const body = [
      paragraph('&lt;script&gt;alert(1)&lt;/script&gt; [not](javascript:a) # no heading'),
      link('rJs', 'script'),
      link('rOk', 'fine'),
      link('rFile', 'share'),
      picture('r:embed="rImg"'),
      picture('r:link="rPasswd"'),
      field,
    ].join('');
    const bytes = await makeDocument(
      body,
      {
        'word/vbaProject.bin': 'macro',
        'word/embeddings/oleObject1.bin': 'ole',
        'word/media/image1.png': 'png',
        'word/comments.xml': '<w:comments xmlns:w="w"/>',
        'word/afchunk.html': '<html/>',
      },
      [
        relationship('rJs', 'hyperlink', 'javascript:alert(1)'),
        relationship('rOk', 'hyperlink', 'https://ok.example/'),
        relationship('rFile', 'hyperlink', 'file://host/share'),
        relationship('rImg', 'image', 'media/image1.png', false),
        relationship('rPasswd', 'image', 'file:///etc/passwd'),
        relationship('rTemplate', 'attachedTemplate', 'https://evil.example/t.dotm'),
      ].join(''),
    );
    const { content, notes } = await read('evil.docx', bytes);
    expect(content).toContain('[fine](https://ok.example/)');
    expect(content).not.toMatch(/\]\((?:javascript|file)|!\[|root:|^# no/m);
    // What was text in the file is text in Markdown.
    expect(content).toContain('\\[not]');
    expect(content).toContain('\\<script>');
    expect(notes.map(({ what }) => what).sort()).toEqual([
      'Attached files',
      'Comments',
      'Embedded files',
      'Fields that fetch or run something',
      'Links to other than web and mail addresses',
      'Macros and controls',
      'Pictures',
      'References to other files',
    ]);
  });

  test('[PO76] bombs are refused before they are built', async () => {
    const nested = `${'<w:tbl><w:tr><w:tc>'.repeat(200)}<w:p/>${'</w:tc></w:tr></w:tbl>'.repeat(200)}`;
    expect(await refusal('deep.docx', await makeDocument(nested))).toMatch(/nested more than/);
    const hidden = `<w:p><!-- ${'</x>'.repeat(500)} --></w:p>${nested}`;
    expect(await refusal('deep.docx', await makeDocument(hidden))).toMatch(/nested more than/);
    const many = '<w:p/>'.repeat(450_000);
    expect(await refusal('many.docx', await makeDocument(many))).toMatch(/elements/);
    const large = await makeDocument(paragraph('x'), { 'word/styles.xml': ' '.repeat(60_000_000) });
    expect(await refusal('large.docx', large)).toMatch(/inflates to more than 48 MB/);
    const entities = documentParts(paragraph('&a;'));
    entities['word/document.xml'] =
      `<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a "x">]>${String(entities['word/document.xml']).slice(21)}`;
    expect(await refusal('entities.docx', await zipOf(entities))).toMatch(
      /document type or entities/,
    );
    const external = documentParts(paragraph('x'));
    external['word/numbering.xml'] =
      '<?xml version="1.0"?><!DOCTYPE d SYSTEM "file:///etc/passwd"><w:numbering/>';
    expect(await refusal('external.docx', await zipOf(external))).toMatch(/document type/);
    const crowd = Object.fromEntries(
      Array.from({ length: 2_100 }, (_, n) => [`word/media/${n}.png`, 'x']),
    );
    expect(await refusal('crowd.docx', await makeDocument(paragraph('x'), crowd))).toMatch(/parts/);
    expect(await refusal('other.docx', await zipOf({ 'a.xml': '<a/>' }))).toMatch(/not a \.docx/);
    expect(await refusal('broken.docx', await makeDocument('<w:p>'))).toMatch(
      /could not be read|no text/,
    );
    const empty = await makeDocument('<w:p/>');
    expect(await refusal('empty.docx', empty)).toMatch(/no text/);
  });

  test('[PO75] tables with paragraphs, merged cells and lists in them become tables of one line a cell', async () => {
    const cell = (inner: string, more = '') => `<w:tc><w:tcPr>${more}</w:tcPr>${inner}</w:tc>`;
    const row = (...cells: string[]) => `<w:tr>${cells.join('')}</w:tr>`;
    const table = `<w:tbl>${row(cell(paragraph('A')), cell(paragraph('B')))}${row(
      cell(paragraph('one') + paragraph('two | three')),
      cell(`<w:tbl>${row(cell(paragraph('inner')))}</w:tbl>${paragraph('after')}`),
    )}</w:tbl>`;
    const { content, notes, counts } = await read('table.docx', await makeDocument(table));
    expect(counts.tables).toBe(1);
    expect(content).toMatch(/\| one two \\\| three \| inner after \|/);
    expect(notes.map(({ what }) => what)).toEqual(['Lists and tables within a cell']);
  });
});
