import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readWorkbook, writeWorkbook } from '../../src/main/platform/documents/workbook.ts';
import type {
  AssessmentSummary,
  QuestionnaireReceipt,
  VendorAssessmentDetail,
} from '../../src/shared/areas/vendors/vendor-assessments.contract.ts';
import { send } from '../helpers/audit-calls.ts';
import { failureOf } from '../helpers/bodies.ts';
import { workbookParts, zipOf } from '../helpers/make-workbook.ts';
import {
  openTestApp,
  PASSWORD,
  REPOSITORY,
  type TestApp,
  tokenOf,
} from '../helpers/open-test-app.ts';
import {
  makeAssessment,
  makeVendor,
  readBack,
  sendWorkbook,
  stepOf,
} from '../helpers/vendor-assessment-calls.ts';

let app: TestApp;
let admin: string;
let analyst: string;
let auditor: string;
beforeAll(async () => {
  app = await openTestApp({ as: 'Compliance Officer' });
  admin = app.adminToken ?? '';
  analyst = await app.tokenFor('SOC Analyst');
  auditor = await app.tokenFor('Auditor');
});
afterAll(() => app.close());

const detailOf = (id: string) =>
  send<VendorAssessmentDetail>(app, 'GET', `/api/vendor-assessments/${id}`);
const answer = (id: string, answers: object[], token?: string) =>
  app.request('PUT', `/api/vendor-assessments/${id}/answers`, {
    body: { answers },
    ...(token === undefined ? {} : { token }),
  });
const allOf = ({ form }: VendorAssessmentDetail, value: string) =>
  form.sections
    .flatMap(({ questions }) => questions)
    .map(({ id }) => ({ questionId: id, answer: value }));

async function reviewed(vendorId: string, value = 'YES'): Promise<VendorAssessmentDetail> {
  const made = await makeAssessment(app, vendorId);
  await answer(made.id, allOf(made, value));
  const step = stepOf(app);
  expect((await step(made.id, 'submit')).status).toBe(200);
  expect((await step(made.id, 'review', {}, admin)).status).toBe(200);
  return detailOf(made.id);
}

describe('from draft to completed', () => {
  test('[VE60] completing gives the vendor its score and days, with the tier as the rhythm', async () => {
    const vendorId = await makeVendor(app, { riskTier: 'CRITICAL' });
    const { id } = await reviewed(vendorId, 'PARTLY');
    const done = await stepOf(app)(id, 'complete');
    expect(await done.json()).toMatchObject({
      state: 'COMPLETED',
      score: '12.5',
      completedOn: '2026-11-20',
      expiresOn: '2027-05-20',
      isValid: true,
      isSelfApproved: false,
      standing: { score: '12.5', formulaVersion: 1, unanswered: 0 },
    });
    expect(await send(app, 'GET', `/api/vendors/${vendorId}`)).toMatchObject({
      riskScore: '12.5',
      lastAssessment: '2026-11-20',
      nextAssessment: '2027-05-20',
    });
  });

  test('[VE60] it may hold shorter than the tier has it, and not longer', async () => {
    const { id } = await reviewed(await makeVendor(app, { riskTier: 'LOW' }));
    const step = stepOf(app);
    for (const expiresOn of ['2026-11-20', '2028-11-21', '2020-01-01'])
      expect((await failureOf(await step(id, 'complete', { expiresOn }))).status).toBe(400);
    const done = await step(id, 'complete', { expiresOn: '2027-01-31' });
    expect(await done.json()).toMatchObject({ expiresOn: '2027-01-31' });
  });

  test('[VE61] a step out of turn is refused with what is allowed', async () => {
    const made = await makeAssessment(app, await makeVendor(app));
    const step = stepOf(app);
    const early = await failureOf(await step(made.id, 'complete'));
    expect(early).toMatchObject({ status: 409, body: { allowed: ['send', 'submit', 'cancel'] } });
    expect((await failureOf(await step(made.id, 'submit'))).status).toBe(409);
    await answer(made.id, [{ questionId: 'gov-1', answer: 'YES' }]);
    expect((await step(made.id, 'submit')).status).toBe(200);
    const late = await failureOf(await answer(made.id, [{ questionId: 'gov-1', answer: 'NO' }]));
    expect(late).toMatchObject({ status: 409, body: { allowed: ['review', 'return', 'cancel'] } });
    expect((await step(made.id, 'return', { reason: 'Sections are missing' })).status).toBe(200);
    expect(await detailOf(made.id)).toMatchObject({ state: 'SENT', answeredOn: null });
    expect((await failureOf(await step(made.id, 'cancel', {}))).status).toBe(400);
    expect((await step(made.id, 'cancel', { reason: 'Wrong form' })).status).toBe(200);
    expect((await failureOf(await step(made.id, 'send'))).body.allowed).toEqual([]);
  });

  test('[VE61] one assessment of a vendor at a time, none of a terminated one', async () => {
    const vendorId = await makeVendor(app);
    await makeAssessment(app, vendorId);
    const again = await app.request('POST', '/api/vendor-assessments', { body: { vendorId } });
    expect((await failureOf(again)).status).toBe(409);
    const gone = await makeVendor(app, { name: 'Gone' });
    await send(app, 'PATCH', `/api/vendors/${gone}`, {
      body: { status: 'TERMINATED', reason: 'Contract ended' },
    });
    const refused = await app.request('POST', '/api/vendor-assessments', {
      body: { vendorId: gone },
    });
    expect((await failureOf(refused)).status).toBe(409);
    const none = await app.request('POST', '/api/vendor-assessments', { body: { vendorId: 'x' } });
    expect(none.status).toBe(404);
  });

  test('[VE62] who recorded answers by hand does not review them', async () => {
    const made = await makeAssessment(app, await makeVendor(app));
    await answer(made.id, [{ questionId: 'gov-1', answer: 'YES' }]);
    const step = stepOf(app);
    await step(made.id, 'submit');
    expect((await failureOf(await step(made.id, 'review'))).status).toBe(409);
    const corrections = [{ questionId: 'gov-1', answer: 'NO', reason: 'The role is vacant' }];
    const done = await step(made.id, 'review', { corrections }, admin);
    const detail = (await done.json()) as VendorAssessmentDetail;
    expect(detail.answers[0]).toMatchObject({
      answer: 'YES',
      correctedAnswer: 'NO',
      correctionReason: 'The role is vacant',
    });
    expect(detail.standing).toMatchObject({ score: '25.0' });
    const without = { corrections: [{ questionId: 'gov-1', answer: 'NO', reason: ' ' }] };
    expect((await failureOf(await step(made.id, 'review', without, admin))).status).toBe(400);
  });

  test('[VE63] what others answered meanwhile is told, and not overwritten', async () => {
    const made = await makeAssessment(app, await makeVendor(app));
    await answer(made.id, [{ questionId: 'gov-1', answer: 'YES' }]);
    const seen = (await detailOf(made.id)).answers[0];
    await answer(made.id, [{ questionId: 'gov-1', answer: 'NO' }], admin);
    const mine = { questionId: 'gov-1', answer: 'PARTLY', baseRevision: seen?.revision };
    const refused = await failureOf(await answer(made.id, [mine]));
    expect(refused.status).toBe(409);
    expect(refused.body.conflict?.fields[0]).toMatchObject({ field: 'answer', value: 'NO' });
    expect((await detailOf(made.id)).answers[0]).toMatchObject({ answer: 'NO' });
  });

  test('[VE61] the auditor and the analyst read, and change nothing', async () => {
    const vendorId = await makeVendor(app);
    const { id } = await makeAssessment(app, vendorId);
    for (const token of [analyst, auditor]) {
      const read = await app.request('GET', `/api/vendor-assessments/${id}`, { token });
      expect(read.status).toBe(200);
      const calls = [
        app.request('POST', '/api/vendor-assessments', { token, body: { vendorId } }),
        app.request('POST', `/api/vendors/${vendorId}/tierings`, { token, body: { answers: {} } }),
        stepOf(app)(id, 'send', {}, token),
        answer(id, [{ questionId: 'gov-1', answer: 'YES' }], token),
        sendWorkbook(app, id, new Uint8Array([1]), token),
      ];
      for (const call of calls) expect((await call).status).toBe(403);
    }
  });
});

describe('tiering', () => {
  const HEAVY = {
    data: 'sensitive',
    volume: 'many',
    access: 'none',
    production: 'none',
    criticality: 'none',
    connectivity: 'none',
    regulated: 'none',
    substitutability: 'days',
    onward: 'none',
    sites: 'none',
  };

  test('[VE50] the answers make the tier, which the vendor gets, with its reasons', async () => {
    const vendorId = await makeVendor(app, { riskTier: 'LOW' });
    const path = `/api/vendors/${vendorId}/tierings`;
    expect(await send(app, 'POST', path, { body: { answers: HEAVY } })).toMatchObject({
      tier: 'HIGH',
      inherentTier: 'HIGH',
      version: 1,
      reasons: expect.arrayContaining([
        expect.objectContaining({ text: 'Sensitive data of many people: at least High' }),
      ]),
    });
    expect(await send(app, 'GET', `/api/vendors/${vendorId}`)).toMatchObject({ riskTier: 'HIGH' });
  });

  test('[VE51] another tier needs a reason, a missing answer is named', async () => {
    const vendorId = await makeVendor(app);
    const path = `/api/vendors/${vendorId}/tierings`;
    const post = (body: object) => app.request('POST', path, { body });
    const { data: _, ...missing } = HEAVY;
    expect(await failureOf(await post({ answers: missing }))).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'answers.data' }] },
    });
    expect(
      await failureOf(await post({ answers: HEAVY, tier: 'LOW', overrideReason: ' ' })),
    ).toMatchObject({ status: 400, body: { issues: [{ path: 'overrideReason' }] } });
    const made = await post({ answers: HEAVY, tier: 'LOW', overrideReason: 'Test data only' });
    expect(await made.json()).toMatchObject({ tier: 'LOW', inherentTier: 'HIGH' });
    expect(await send(app, 'GET', path)).toHaveLength(1);
  });
});

describe('workbooks', () => {
  async function exported(id: string): Promise<Uint8Array> {
    const response = await app.request('GET', `/api/vendor-assessments/${id}/workbook`);
    expect(response.status).toBe(200);
    return new Uint8Array(await response.arrayBuffer());
  }
  /** The sheets of an export, changed and written anew. */
  async function changed(
    bytes: Uint8Array,
    change: (name: string, rows: string[][]) => string[][],
  ) {
    const sheets = await readWorkbook(bytes);
    return writeWorkbook(
      sheets.map(({ name, rows }) => {
        const [head = [], ...body] = change(name, rows);
        return { name, columns: head.map((header) => ({ header })), rows: body };
      }),
    );
  }

  test('[VE70] out and back: every answer is taken once, then unchanged', async () => {
    const made = await makeAssessment(app, await makeVendor(app, { name: '=cmd|calc' }));
    const bytes = await changed(await exported(made.id), (name, rows) =>
      name === 'Questions'
        ? rows.map((row, index) =>
            index === 0 ? row : [...row.slice(0, 5), 'Partly', '=1+1 seen', 'Policy 4'],
          )
        : rows,
    );
    const first = await readBack(app, made.id, bytes);
    const count = made.questions;
    expect(first).toMatchObject({ taken: count, unchanged: 0, refused: 0 });
    expect((await detailOf(made.id)).answers).toHaveLength(count);
    expect((await detailOf(made.id)).answers[0]).toMatchObject({
      answer: 'PARTLY',
      comment: '=1+1 seen',
      evidenceRef: 'Policy 4',
      source: 'workbook',
    });
    const second = await readBack(app, made.id, await exported(made.id));
    expect(second).toMatchObject({ taken: 0, unchanged: count, refused: 0 });
    const receipts = await send<QuestionnaireReceipt[]>(
      app,
      'GET',
      `/api/vendor-assessments/${made.id}/receipts`,
    );
    expect(receipts.map(({ taken }) => taken)).toEqual([0, count]);
  });

  test('[VE71] rows in any order, other headers and more columns do no harm', async () => {
    const made = await makeAssessment(app, await makeVendor(app));
    const bytes = await changed(await exported(made.id), (name, rows) => {
      if (name !== 'Questions') return rows;
      const [, ...body] = rows;
      const answered = body.map((row) => ['note', ...row.slice(0, 5), 'yes', 'ok', '']);
      return [
        ['x', 'Kennung', 'Bereich', 'Frage', 'Hilfe', 'Pflicht', 'Antwort', 'Bemerkung', 'Beleg'],
        ...answered.reverse(),
      ];
    });
    expect(await readBack(app, made.id, bytes)).toMatchObject({
      taken: made.questions,
      refused: 0,
    });
    expect((await detailOf(made.id)).standing).toMatchObject({ score: '0.0' });
  });

  test('[VE72] what is wrong is refused by its row, and an empty cell takes nothing back', async () => {
    const made = await makeAssessment(app, await makeVendor(app));
    await answer(made.id, [{ questionId: 'gov-2', answer: 'YES', comment: 'By hand' }]);
    const bytes = await changed(await exported(made.id), (name, rows) => {
      if (name !== 'Questions') return rows;
      const [head = []] = rows;
      const row = (id: string, value: string, comment = '') => [
        ...[id, '', '', '', '', value],
        ...[comment, ''],
      ];
      return [
        head,
        row('gov-1', 'perhaps'),
        row('gov-2', ''),
        row('gov-3', 'N/A', 'We have none'),
        row('gov-3', 'Yes'),
        row('zzz-9', 'Yes'),
        row('gov-4', 'No', 'x'.repeat(2001)),
      ];
    });
    const receipt = await readBack(app, made.id, bytes);
    expect(receipt).toMatchObject({ taken: 1, refused: 4 });
    const whyOf = (row: number) => receipt.entries.find((entry) => entry.row === row)?.why;
    expect(whyOf(2)).toBe("'perhaps' is none of Yes, Partly, No, Not applicable");
    expect(whyOf(3)).toBeNull();
    expect(whyOf(5)).toBe('This question has an earlier row');
    expect(whyOf(6)).toBe('There is no question with this id');
    expect(whyOf(7)).toBe('The comment is over 2,000 characters');
    const answers = (await detailOf(made.id)).answers;
    expect(answers.find(({ questionId }) => questionId === 'gov-2')).toMatchObject({
      answer: 'YES',
      comment: 'By hand',
    });
    expect(receipt.entries.filter(({ row }) => row === 0)).toHaveLength(made.questions - 4);
  });

  test('[VE73] the workbook of another vendor, assessment or version is refused and nothing is written', async () => {
    const vendorId = await makeVendor(app, { name: 'Harbourline' });
    const one = await makeAssessment(app, vendorId);
    const other = await makeAssessment(app, await makeVendor(app, { name: 'Vaultkeep' }));
    const wrong = await failureOf(await sendWorkbook(app, one.id, await exported(other.id)));
    expect(wrong).toMatchObject({
      status: 400,
      body: { message: 'This workbook is that of another vendor: Vaultkeep.' },
    });
    const old = await changed(await exported(one.id), (name, rows) =>
      name === 'About' ? rows.map((row) => (row[0] === 'Version' ? ['Version', '9'] : row)) : rows,
    );
    const version = await failureOf(await sendWorkbook(app, one.id, old));
    expect(version.body.message).toContain("answers version 9 of 'security-baseline'");
    expect((await detailOf(one.id)).answers).toEqual([]);
    const receipts = await send<unknown[]>(
      app,
      'GET',
      `/api/vendor-assessments/${one.id}/receipts`,
    );
    expect(receipts).toEqual([]);
  });

  test('[VE74] hostile and foreign files are refused clearly', async () => {
    const { id } = await makeAssessment(app, await makeVendor(app));
    const parts = workbookParts(
      '<row r="1"><c r="A1" t="inlineStr"><is><t>gov-1</t></is></c></row>',
    );
    const bomb = await zipOf({
      ...parts,
      'xl/worksheets/sheet1.xml': 'A'.repeat(80 * 1024 * 1024),
    });
    const files = {
      noise: new Uint8Array(2000).fill(7),
      foreign: new Uint8Array(await zipOf(parts)),
      doctype: new Uint8Array(
        await zipOf({
          ...parts,
          'xl/worksheets/sheet1.xml': '<!DOCTYPE x [<!ENTITY a "b">]><worksheet/>',
        }),
      ),
      bomb: new Uint8Array(bomb),
    };
    for (const bytes of Object.values(files)) {
      const { status } = await failureOf(await sendWorkbook(app, id, bytes));
      expect([400, 413]).toContain(status);
    }
    const large = new Uint8Array(10 * 1024 * 1024 + 1);
    expect((await failureOf(await sendWorkbook(app, id, large))).status).toBe(413);
  });

  test('[VE75] answers that were submitted are not overwritten by a workbook', async () => {
    const made = await makeAssessment(app, await makeVendor(app));
    await answer(made.id, [{ questionId: 'gov-1', answer: 'YES' }]);
    const bytes = await exported(made.id);
    await stepOf(app)(made.id, 'submit');
    expect((await failureOf(await sendWorkbook(app, made.id, bytes))).status).toBe(409);
  });
});

test('[VE64] figures count valid assessments of vendors that are still dealt with', async () => {
  const fresh = await openTestApp({ as: 'Administrator' });
  try {
    const one = await makeVendor(fresh, { riskTier: 'CRITICAL' });
    await makeVendor(fresh, { riskTier: 'CRITICAL' });
    const made = await makeAssessment(fresh, one);
    await fresh.request('PUT', `/api/vendor-assessments/${made.id}/answers`, {
      body: { answers: allOf(made, 'YES') },
    });
    const step = stepOf(fresh);
    await step(made.id, 'submit');
    const own = await step(made.id, 'review', {}, fresh.adminToken ?? '');
    expect(own.status).toBe(200);
    await step(made.id, 'complete', { expiresOn: '2026-11-22' });
    // Sessions end sooner than assessments: whoever looks signs in anew.
    const signIn = async () => {
      const body = { email: 'admin@example.test', password: PASSWORD };
      return tokenOf(await fresh.request('POST', '/api/login', { body, token: null })) ?? '';
    };
    const figures = async () =>
      send<AssessmentSummary>(fresh, 'GET', '/api/vendor-assessments/summary', {
        token: await signIn(),
      });
    expect(await figures()).toMatchObject({ expiring: 1, expired: 0, states: { COMPLETED: 1 } });
    expect((await figures()).coverage[0]).toEqual({ tier: 'CRITICAL', vendors: 2, assessed: 1 });
    fresh.clock.advance(43 * 3_600_000);
    expect((await figures()).coverage[0]?.assessed).toBe(1);
    fresh.clock.advance(24 * 3_600_000);
    expect(await figures()).toMatchObject({ expiring: 0, expired: 1 });
    expect((await figures()).coverage[0]?.assessed).toBe(0);
    const list = await send<{ isValid: boolean }[]>(
      fresh,
      'GET',
      '/api/vendor-assessments?validity=expired',
      { token: await signIn() },
    );
    expect(list).toMatchObject([{ isValid: false }]);
  } finally {
    await fresh.close();
  }
});

test('[VE52] questions are mapped to requirements that the packs have', () => {
  const read = (path: string) => JSON.parse(readFileSync(join(REPOSITORY, path), 'utf8'));
  const known = new Map<string, Set<string>>();
  for (const file of ['security-baseline-1', 'security-short-1']) {
    const form = read(`resources/questionnaires/${file}.json`);
    const questions = form.sections.flatMap(
      (section: { questions: object[] }) => section.questions,
    );
    expect(questions.length).toBeGreaterThanOrEqual(file.includes('short') ? 10 : 40);
    for (const { refs } of questions)
      for (const ref of refs) {
        if (!known.has(ref.framework)) {
          const pack = read(`resources/frameworks/${ref.framework}.json`);
          known.set(ref.framework, new Set(pack.requirements.map((one: { id: string }) => one.id)));
        }
        expect(known.get(ref.framework)).toContain(ref.id);
      }
  }
});
