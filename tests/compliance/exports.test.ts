import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readFrameworkFile } from '../../src/main/areas/compliance/framework-import.read.ts';
import { readWorkbook } from '../../src/main/platform/documents/workbook.ts';
import { EXPORT_FORMATS } from '../../src/shared/areas/compliance/compliance-exports.contract.ts';
import { contract } from '../../src/shared/contract/index.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';
import { createOscalValidators, problemsOf, walkReferences } from './oscal-schemas.ts';

let app: TestApp;
let sp: string;
const EVIL = '=HYPERLINK("http://x.test")';
beforeAll(async () => {
  app = await openTestApp({ as: 'Compliance Officer' });
  const adopted = await app.client.call(contract.frameworks.adopt, {
    params: { id: 'nist-800-53-r5' },
    body: { baseline: 'LOW' },
  });
  sp = adopted.id;
  const controls = await app.client.call(contract.controls.list, {
    query: { framework: sp, sort: 'place' },
  });
  const [first, second, third] = controls;
  const change = (id: string | undefined, body: object) =>
    app.request('PATCH', `/api/compliance/controls/${id}`, { body });
  await change(first?.id, { status: 'COMPLIANT', reason: 'Seen' });
  await change(second?.id, { status: 'NON_COMPLIANT', reason: 'Seen' });
  await change(third?.id, { isApplicable: false, applicabilityReason: EVIL });
});
afterAll(() => app.close());

async function exported(format: string, query = `?framework=${sp}`): Promise<Uint8Array> {
  const response = await app.request('GET', `/api/compliance/exports/${format}${query}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w.-]+"$/);
  return new Uint8Array(await response.arrayBuffer());
}

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

describe('exports', () => {
  test.each([
    ['oscal-component-definition', 'component-definition'],
    ['oscal-assessment-results', 'assessment-results'],
    ['oscal-poam', 'poam'],
  ] as const)(
    '[CE1] %s of a workspace passes its schema, references resolved',
    async (format, model) => {
      const document: unknown = JSON.parse(textOf(await exported(format)));
      expect(problemsOf(createOscalValidators()[model], document)).toEqual([]);
      const { uuids, references } = walkReferences(document);
      expect(references.filter((one) => !uuids.includes(one))).toEqual([]);
    },
  );

  test('[CE4] the Statement of Applicability holds every control; nothing in it is a formula', async () => {
    const bytes = await exported('soa-xlsx');
    const sheets = await readWorkbook(bytes);
    expect(sheets.map(({ name }) => name)).toEqual([
      'Statement of Applicability',
      'Framework',
      'Requirements',
    ]);
    const rows = sheets[0]?.rows ?? [];
    expect(rows).toHaveLength(150);
    expect(rows[3]?.slice(2, 5)).toEqual(['no', EVIL, '']);
  });

  test.each([
    ['soa-xlsx', 'soa.xlsx'],
    ['controls-csv', 'controls.csv'],
  ])('[CE5] %s is read in again with its answers', async (format, fileName) => {
    const draft = await readFrameworkFile(once(await exported(format)), {
      ...{ fileName, supplied: [], packs: () => [] },
    });
    const [framework] = draft.frameworks;
    const all = framework?.requirements ?? [];
    const requirements = all.filter(({ kind }) => kind === 'requirement');
    const answers = new Map(framework?.answers);
    expect(requirements).toHaveLength(149);
    expect(all.filter(({ kind }) => kind === 'group').length).toBeGreaterThan(10);
    expect(requirements[0]).toMatchObject({ id: 'AC-1', parent: 'AC' });
    expect(answers.get('AC-1')).toMatchObject({ status: 'COMPLIANT' });
    expect(answers.get('AC-2')).toMatchObject({ status: 'NON_COMPLIANT' });
    expect(answers.get(requirements[2]?.id ?? '')).toMatchObject({ isApplicable: false });
  });

  test('[CE5] a cell that a spreadsheet would run gets a quote in front', async () => {
    const text = textOf(await exported('controls-csv'));
    expect(text).toContain(`"'=HYPERLINK(""http://x.test"")"`);
    expect(text.split('\r\n')[0]).toMatch(/^Id,Parent,Kind,Title,Text,/);
  });

  test('[CE4] as PDF it is a document with pages', async () => {
    const bytes = await exported('soa-pdf');
    expect(textOf(bytes.slice(0, 5))).toBe('%PDF-');
    const raw = Buffer.from(bytes).toString('latin1');
    expect(raw.match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(3);
    expect(raw).not.toMatch(/\/JavaScript|\/URI\b/);
  });

  test('[CE3] [CE7] refusals say why', async () => {
    const status = async (path: string, token?: string) =>
      (await app.request('GET', `/api/compliance/exports/${path}`, token ? { token } : {})).status;
    expect(await status('soa-xlsx')).toBe(400);
    expect(await status('soa-docx')).toBe(400);
    expect(await status('soa-xlsx?framework=nothing')).toBe(404);
    const auditor = await app.tokenFor('Auditor');
    expect(await status(`controls-csv?framework=${sp}`, auditor)).toBe(200);
    const none = await app.request('GET', `/api/compliance/exports/oscal-poam`, { token: null });
    expect(none.status).toBe(401);
    const empty = await app.client.call(contract.frameworks.adopt, {
      params: { id: 'uk-cyber-essentials' },
      body: {},
    });
    for (const format of ['oscal-poam', 'oscal-assessment-results'])
      expect(await status(`${format}?framework=${empty.id}`)).toBe(409);
    expect(EXPORT_FORMATS).toHaveLength(6);
  });
});
