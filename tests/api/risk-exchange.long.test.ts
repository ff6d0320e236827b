import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readWorkbook, writeWorkbook } from '../../src/main/platform/documents/workbook.ts';
import {
  type ImportRow,
  type RiskImport,
  type RiskImportPreview,
  riskImportPreviewSchema,
  riskImportSchema,
} from '../../src/shared/areas/risk/risk-exchange.contract.ts';
import type { RiskQuantities } from '../../src/shared/areas/risk/risk-quant.contract.ts';
import { failureOf } from '../helpers/bodies.ts';
import { answerOf } from '../helpers/framework-calls.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

let app: TestApp;
let auditor: string;
beforeAll(async () => {
  app = await openTestApp({ as: 'Compliance Officer', workspace: 'demo' });
  auditor = await app.tokenFor('Auditor');
});
afterAll(() => app.close());

interface Listed {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly owner: string | null;
  readonly likelihood: number;
}
const listAll = async () => answerOf<Listed[]>(await app.request('GET', '/api/risks?limit=1000'));
const named = async (title: string) => (await listAll()).find((risk) => risk.title === title);

const send = (name: string, rawBody: string | Uint8Array, token?: string) =>
  app.request('POST', `/api/risk-imports/preview?name=${encodeURIComponent(name)}`, {
    rawBody,
    ...(token === undefined ? {} : { token }),
  });
const preview = async (name: string, content: string | Uint8Array) =>
  riskImportPreviewSchema
    .strict()
    .parse(await answerOf<RiskImportPreview>(await send(name, content)));

async function importFile(name: string, content: string | Uint8Array) {
  const { token } = await preview(name, content);
  return importToken(token);
}

async function importToken(token: string): Promise<{ receipt: RiskImport; rows: ImportRow[] }> {
  const begun = await app.request('POST', '/api/risk-imports', { body: { token } });
  const { id } = await answerOf<RiskImport>(begun, 201);
  const path = `/api/risk-imports/${id}`;
  const read = async () =>
    riskImportSchema.strict().parse(await answerOf<RiskImport>(await app.request('GET', path)));
  await expect.poll(read, { timeout: 60_000 }).not.toMatchObject({ state: 'RUNNING' });
  const rows = await answerOf<ImportRow[]>(await app.request('GET', `${path}/rows?limit=1000`));
  return { receipt: await read(), rows };
}

const exported = async (format: string) => {
  const response = await app.request('GET', `/api/risk-exports/${format}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toMatch(
    new RegExp(`^attachment; filename="risk-register-.*\\.${format}"$`),
  );
  return new Uint8Array(await response.arrayBuffer());
};
const asText = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe('[RK60] export', () => {
  test('CSV: every risk with its owner by name, and nothing that a spreadsheet would run', async () => {
    const body = { title: "=cmd|' /C calc'!A0", category: 'TECHNICAL', description: '+1\n-2, "x"' };
    await answerOf(await app.request('POST', '/api/risks', { body }), 201);
    const csv = asText(await exported('csv'));
    expect(csv.split('\r\n')[0]).toMatch(
      /^Id,Title,Description,Category,Likelihood,Impact,Status,Owner,/,
    );
    expect(csv).toContain(`'=cmd|' /C calc'!A0`);
    expect(csv).toContain(`"'+1\n-2, ""x"""`);
    expect(csv).not.toMatch(/(?:^|,|\n)"?[=+@]/m);
    const { length } = await listAll();
    const [sheet] = await readWorkbook(await exported('xlsx'));
    expect(sheet?.rows).toHaveLength(length + 1);
    const owner = sheet?.rows[0]?.indexOf('Owner') ?? -1;
    expect(sheet?.rows.some((row) => /^\p{Lu}\p{L}+ \p{Lu}/u.test(row[owner] ?? ''))).toBe(true);
  });

  test('PDF, and no other format', async () => {
    expect(asText((await exported('pdf')).subarray(0, 5))).toBe('%PDF-');
    const { status, body } = await failureOf(await app.request('GET', '/api/risk-exports/docx'));
    expect([status, body.message]).toEqual([400, 'Format must be one of xlsx, pdf, csv']);
    const read = await app.request('GET', '/api/risk-exports/csv', { token: auditor });
    expect(read.status).toBe(200);
  });

  test.each(['csv', 'xlsx'])('[RK61] %s comes back without changing anything', async (format) => {
    const [first] = await listAll();
    await app.request('PATCH', `/api/risk-quantities/${first?.id}`, {
      body: {
        ...{ lossLow: 0.1 + 0.2, lossHigh: 1234.56, frequencyLow: 0.05, frequencyHigh: 1 / 3 },
        assumptions: 'Two lines\nof text',
      },
    });
    const bytes = await exported(format);
    const seen = await preview(`register.${format}`, bytes);
    expect(seen.rows.filter(({ outcome }) => outcome !== 'unchanged')).toEqual([]);
    const { receipt } = await importToken(seen.token);
    const { length } = await listAll();
    expect(receipt).toMatchObject({
      ...{ state: 'DONE', total: length, unchanged: length },
      ...{ created: 0, updated: 0, skipped: 0 },
    });
    // A workbook carries the moment it was made at.
    const contents = async (file: Uint8Array) =>
      format === 'csv' ? asText(file) : await readWorkbook(file);
    expect(await contents(await exported(format))).toEqual(await contents(bytes));
  });
});

describe('[RK62] import', () => {
  const HEAD =
    'Risk,Type,Probability,Consequence,Risk owner,Loss P5,Loss P95,Frequency P5,Frequency P95';

  test('records new risks under the names that others use, with ranges', async () => {
    const csv = [
      'Register of 2025',
      '',
      HEAD,
      'Quay crane stops,operational,Likely,5,admin@example.test,"10,000","2,000,000",0.1,1',
      'Customs data leaks,COMPLIANCE,2,Major,Nobody Known,,,,',
    ].join('\n');
    const { columns, rows } = await preview('old.csv', csv);
    expect(columns.map(({ field }) => field)).toContain('Likelihood');
    expect(rows.map(({ outcome }) => outcome)).toEqual(['created', 'created']);
    expect(await named('Quay crane stops')).toBeUndefined();
    const { receipt, rows: done } = await importFile('old.csv', csv);
    expect(receipt).toMatchObject({
      state: 'DONE',
      created: 2,
      startedBy: 'Sam Compliance Officer',
    });
    expect(done[1]?.reason).toBe("There is no account 'Nobody Known': the owner is left alone.");
    const crane = await named('Quay crane stops');
    expect(crane).toMatchObject({ likelihood: 4, status: 'IDENTIFIED' });
    expect(crane?.owner).not.toBeNull();
    const path = `/api/risk-quantities/${crane?.id}`;
    const { inputs } = await answerOf<RiskQuantities>(await app.request('GET', path));
    expect(inputs).toMatchObject({ lossLow: 10_000, lossHigh: 2_000_000, frequencyHigh: 1 });
  });

  test('changes by title, says what differs, and leaves empty cells and statuses alone', async () => {
    const crane = await named('Quay crane stops');
    const csv =
      'Title,Likelihood,Impact,Status,Description\nquay  crane STOPS,2,,ACCEPTED,"Wind, and age"\n';
    const { receipt, rows } = await importFile('change.csv', csv);
    expect(receipt).toMatchObject({ updated: 1, created: 0 });
    expect(rows[0]).toMatchObject({
      ...{ line: 2, outcome: 'updated', riskId: crane?.id },
      reason: 'The status stays IDENTIFIED: it changes by its own action, with a reason.',
      changes: [
        { field: 'Title', before: 'Quay crane stops', after: 'quay  crane STOPS' },
        { field: 'Description', before: null, after: 'Wind, and age' },
        { field: 'Likelihood', before: '4', after: '2' },
      ],
    });
    expect(await named('quay  crane STOPS')).toMatchObject({
      ...{ id: crane?.id, likelihood: 2, impact: 5, riskScore: '10.0', status: 'IDENTIFIED' },
    });
  });

  test('a bad row is skipped whole, with the reason; the others are taken over', async () => {
    const before = (await listAll()).length;
    const csv = [
      'Title,Category,Likelihood,Impact,Target date,Loss P5,Loss P95,Frequency P5,Frequency P95,Status',
      ',TECHNICAL,1,1,,,,,,',
      'No category,,1,1,,,,,,',
      'Bad day,TECHNICAL,1,1,2026-02-30,,,,,',
      'Bad likelihood,TECHNICAL,6,1,,,,,,',
      'Bad range,TECHNICAL,1,1,,500,100,1,2,',
      'Half a range,TECHNICAL,1,1,,500,1000,,,',
      'Bad number,TECHNICAL,1,1,,many,1000,1,2,',
      'Bad status,TECHNICAL,1,1,,,,,,LOST',
      'Good,TECHNICAL,1,1,2028-02-29,,,,,ACCEPTED',
      'good,TECHNICAL,2,2,,,,,,',
    ].join('\r\n');
    const { receipt, rows } = await importFile('bad.csv', csv);
    expect(receipt).toMatchObject({ total: 10, created: 1, skipped: 9 });
    expect(rows.map(({ reason }) => reason)).toEqual([
      'Title is required',
      'Category is required',
      'Target date must be a date like 2026-11-20',
      'Likelihood must be a whole number from 1 to 5',
      'The 95th percentile of loss cannot be below the 5th',
      'Events per year, 5th percentile is required where a range is stated',
      '5th percentile of loss must be between 0.01 and 1,000,000,000,000',
      'Status must be one of IDENTIFIED, ASSESSED, MITIGATED, ACCEPTED, TRANSFERRED',
      'Recorded as ASSESSED: ACCEPTED needs a reason, which is given with its action.',
      'This risk stands in line 10 already.',
    ]);
    expect((await listAll()).length).toBe(before + 1);
    expect(await named('Good')).toMatchObject({ status: 'ASSESSED', targetDate: '2028-02-29' });
    const skipped = await app.request(
      'GET',
      `/api/risk-imports/${receipt.id}/rows?outcome=skipped&limit=4`,
    );
    expect(skipped.headers.get('x-total-count')).toBe('9');
    const cursor = skipped.headers.get('x-next-cursor');
    const next = await app.request(
      'GET',
      `/api/risk-imports/${receipt.id}/rows?outcome=skipped&limit=4&cursor=${cursor}`,
    );
    expect((await answerOf<ImportRow[]>(next)).map(({ line }) => line)).toEqual([6, 7, 8, 9]);
  });

  test('two risks of one title: the row is skipped', async () => {
    const body = { title: 'Twin', category: 'TECHNICAL' };
    for (const _ of [1, 2]) await app.request('POST', '/api/risks', { body });
    const { rows } = await importFile('twin.csv', 'Title,Impact\nTwin,5\n');
    expect(rows[0]?.reason).toBe('2 risks are called this: give the id of the one that is meant.');
  });

  test('the template is read, and names every column', async () => {
    const response = await app.request('GET', '/api/risk-import-template');
    const [risks, instructions] = await readWorkbook(new Uint8Array(await response.arrayBuffer()));
    const head = risks?.rows[0] ?? [];
    expect(instructions?.rows.map(([name]) => name)).toEqual(expect.arrayContaining(head));
    const bytes = await writeWorkbook([
      {
        name: 'Risks',
        columns: head.map((header) => ({ header })),
        rows: [
          head.map(
            (header) =>
              ({ Title: 'From the template', Category: 'STRATEGIC', Likelihood: 3 })[header] ??
              null,
          ),
        ],
      },
    ]);
    const { receipt } = await importFile('template.xlsx', bytes);
    expect(receipt).toMatchObject({ format: 'xlsx', created: 1 });
  });

  test('receipts are kept, newest first, and readable by whoever only reads', async () => {
    const list = await app.request('GET', '/api/risk-imports', { token: auditor });
    const receipts = await answerOf<RiskImport[]>(list);
    expect(receipts[0]?.fileName).toBe('template.xlsx');
    expect(list.headers.get('x-total-count')).toBe(String(receipts.length));
    expect((await app.request('GET', '/api/risk-imports/none')).status).toBe(404);
    expect((await app.request('GET', '/api/risk-imports/none/rows')).status).toBe(404);
  });

  test('whoever only reads imports nothing, and a file belongs to its reader', async () => {
    expect((await send('a.csv', 'Title,Impact\nA,1\n', auditor)).status).toBe(403);
    const { token } = await preview('a.csv', 'Title,Category\nA,TECHNICAL\n');
    const other = await app.tokenFor('Compliance Officer');
    const begin = (who?: string) =>
      app.request('POST', '/api/risk-imports', {
        body: { token },
        ...(who === undefined ? {} : { token: who }),
      });
    expect((await begin(other)).status).toBe(404);
    expect((await begin()).status).toBe(201);
    expect((await begin()).status).toBe(404);
  });
});

describe('[RK63] hostile files are refused with a sentence', () => {
  test.each([
    ['empty.csv', '', 'This file is empty.'],
    [
      'page.csv',
      '<html><script>alert(1)</script></html>',
      'This file is no table. CSV and XLSX are read.',
    ],
    [
      'binary.csv',
      new Uint8Array([1, 0, 2, 3]),
      'This file is neither text nor a workbook. CSV and XLSX are read.',
    ],
    [
      'latin.csv',
      new Uint8Array([84, 105, 116, 108, 101, 44, 65, 10, 0xe9, 44, 49]),
      'This file is not UTF-8. Save it as "CSV UTF-8" and try again.',
    ],
    [
      'head.csv',
      'Name of something\nA\n',
      "No row of this file names columns of risks: 'Title' and at least one more. Save the template to see them.",
    ],
    ['rowless.csv', 'Title,Impact\n', 'There is no row under the head.'],
    [
      'quote.csv',
      'Title,Impact\n"A,1\n',
      'This CSV file cannot be read: a quote is not closed, near line 2.',
    ],
  ])('%s', async (name, content, message) => {
    const { status, body } = await failureOf(await send(name, content));
    expect({ status, message: body.message }).toEqual({ status: 400, message });
  });

  test('a broken archive, more rows than allowed, and a request without a file', async () => {
    const broken = await failureOf(await send('x.xlsx', new Uint8Array([0x50, 0x4b, 3, 4, 9, 9])));
    expect(broken.status).toBe(400);
    const rows = Array.from({ length: 10_001 }, (_, at) => `Risk ${at},1`).join('\n');
    const many = await failureOf(await send('many.csv', `Title,Impact\n${rows}\n`));
    expect([many.status, many.body.message]).toEqual([
      413,
      'There are more than 10,000 rows. Split the file.',
    ]);
    const none = await failureOf(await app.request('POST', '/api/risk-imports/preview'));
    expect(none.status).toBe(415);
  });

  test('markup and formulas are text', async () => {
    const title = '<img src=x onerror=alert(1)>';
    const csv = `Title,Category,Description\n"${title}",TECHNICAL,"'=HYPERLINK(""http://x"")"\n`;
    const { receipt } = await importFile('markup.csv', csv);
    expect(receipt.created).toBe(1);
    expect(await named(title)).toMatchObject({ description: '=HYPERLINK("http://x")' });
    expect(asText(await exported('csv'))).toContain(`"'=HYPERLINK(""http://x"")"`);
  });
});
