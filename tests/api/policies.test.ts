import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  policyDetailSchema,
  policySchema,
} from '../../src/shared/areas/policies/policies.contract.ts';
import { send } from '../helpers/audit-calls.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';
import { makeApprovedPolicy, makePolicy, stepPolicy } from '../helpers/policy-calls.ts';

let app: TestApp;
let analyst: string;
let auditor: string;
beforeAll(async () => {
  // The only account that may approve.
  app = await openTestApp({ as: 'Administrator' });
  analyst = await app.tokenFor('SOC Analyst');
  auditor = await app.tokenFor('Auditor');
});
afterAll(() => app.close());

const patch = (id: string, body: unknown, token?: string) =>
  app.request('PATCH', `/api/policies/${id}`, { body, ...(token ? { token } : {}) });
const answer = async (response: Response): Promise<Record<string, unknown>> => ({
  ...((await response.json()) as Record<string, unknown>),
  status: response.status,
});

describe('creating', () => {
  test('[PO1] defaults of the specification, empty dates as null', async () => {
    const response = await app.request('POST', '/api/policies', {
      body: {
        title: ' Access Control Policy ',
        description: '',
        category: 'SECURITY',
        effectiveDate: '',
        reviewDate: null,
        nextReviewDate: '2027-02-28T00:00:00.000Z',
      },
    });
    expect(response.status).toBe(201);
    const made = policyDetailSchema.strict().parse(await response.json());
    expect(made).toMatchObject({
      title: 'Access Control Policy',
      description: null,
      content: '',
      version: '1.0',
      status: 'DRAFT',
      category: 'SECURITY',
      owner: null,
      approver: null,
      effectiveDate: null,
      reviewDate: null,
      nextReviewDate: '2027-02-28',
      isOutdated: false,
      working: { version: '1.0', status: 'DRAFT' },
      current: null,
      allowed: ['UNDER_REVIEW', 'DEPRECATED'],
    });
  });

  test.each([
    [{ title: '' }, 'title', 'Title is required'],
    [{}, 'title', 'Title is required'],
    [{ title: 'x'.repeat(256) }, 'title', 'Title must be less than 255 characters'],
    [
      { title: 'A', category: 'LEGAL' },
      'category',
      'Category must be one of SECURITY, PRIVACY, HR, IT, OPERATIONS',
    ],
    [
      { title: 'A', status: 'DONE' },
      'status',
      'Status must be one of DRAFT, UNDER_REVIEW, APPROVED, DEPRECATED',
    ],
    [
      { title: 'A', status: 'APPROVED' },
      'status',
      'A new policy begins as DRAFT or UNDER_REVIEW: it is approved after its review',
    ],
    [{ title: 'A', version: 'final' }, 'version', 'Version must be like 1.0'],
    [
      { title: 'A', effectiveDate: '2026-02-30' },
      'effectiveDate',
      'Effective date must be a date like 2026-11-20',
    ],
    [
      { title: 'A', nextReviewDate: 'soon' },
      'nextReviewDate',
      'Next review date must be a date like 2026-11-20',
    ],
    [{ title: 'A', reviewDate: 5 }, 'reviewDate', 'Review date must be a date'],
    [{ title: 'A', owner: 'nobody' }, 'owner', 'There is no such account'],
    [
      { title: 'A', content: 'x'.repeat(200_001) },
      'content',
      'Content must be less than 200000 characters',
    ],
    [
      { title: 'A', reviewMonths: 0 },
      'reviewMonths',
      'Months between reviews must be a whole number from 1 to 120',
    ],
  ])('[PO1] %o is refused at %s', async (body, path, message) => {
    const refused = await answer(await app.request('POST', '/api/policies', { body }));
    expect(refused).toMatchObject({ status: 400, message, issues: [{ path, message }] });
  });

  test('a control that is not there makes no policy', async () => {
    const before = await send<{ total: number }>(app, 'GET', '/api/policies/stats');
    const body = { title: 'A', controlIds: ['none'] };
    expect((await app.request('POST', '/api/policies', { body })).status).toBe(404);
    expect(await send(app, 'GET', '/api/policies/stats')).toEqual(before);
  });

  test('[PO2] an analyst and an auditor read only, nobody reads unsigned', async () => {
    const { id } = await makePolicy(app);
    for (const token of [analyst, auditor]) {
      expect((await app.request('GET', `/api/policies/${id}`, { token })).status).toBe(200);
      const body = { title: 'A' };
      expect((await app.request('POST', '/api/policies', { token, body })).status).toBe(403);
      expect((await patch(id, { title: 'B' }, token)).status).toBe(403);
      expect((await patch(id, { status: 'UNDER_REVIEW' }, token)).status).toBe(403);
    }
    expect((await app.request('GET', '/api/policies', { token: null })).status).toBe(401);
  });

  test('unknown ids are 404', async () => {
    expect((await app.request('GET', '/api/policies/none')).status).toBe(404);
    expect((await patch('none', { title: 'A' })).status).toBe(404);
    expect((await patch('none', { status: 'UNDER_REVIEW' })).status).toBe(404);
  });

  test('nothing to change is refused', async () => {
    const { id } = await makePolicy(app);
    expect(await answer(await patch(id, { reason: 'why' }))).toMatchObject({
      status: 400,
      message: 'Nothing to change',
    });
  });
});

describe('steps', () => {
  test('[PO3] submit, request changes with a reason, submit, approve, deprecate with a reason', async () => {
    const { id } = await makePolicy(app);
    expect(await stepPolicy(app, id, { status: 'UNDER_REVIEW' })).toMatchObject({
      status: 'UNDER_REVIEW',
      working: { status: 'UNDER_REVIEW' },
      allowed: ['APPROVED', 'DRAFT', 'DEPRECATED'],
    });
    expect(await answer(await patch(id, { status: 'DRAFT' }))).toMatchObject({
      status: 400,
      message: 'A reason is required',
    });
    const back = await stepPolicy(app, id, { status: 'DRAFT', reason: 'Name an owner' });
    expect(back).toMatchObject({ status: 'DRAFT', working: { status: 'DRAFT' } });
    await stepPolicy(app, id, { status: 'UNDER_REVIEW' });
    const approved = await stepPolicy(app, id, { status: 'APPROVED' });
    expect(approved).toMatchObject({
      status: 'APPROVED',
      working: null,
      effectiveDate: '2026-11-20',
      reviewDate: '2026-11-20',
      nextReviewDate: '2027-11-20',
      current: { status: 'APPROVED', version: '1.0' },
      allowed: ['DEPRECATED'],
    });
    expect(approved.approver).not.toBeNull();
    expect((await patch(id, { status: 'DEPRECATED' })).status).toBe(400);
    const reason = 'Replaced by the handbook';
    expect(await stepPolicy(app, id, { status: 'DEPRECATED', reason })).toMatchObject({
      status: 'DEPRECATED',
      allowed: [],
      versions: [{ status: 'WITHDRAWN' }],
    });
  });

  test.each([
    ['DRAFT', 'APPROVED', ['UNDER_REVIEW', 'DEPRECATED']],
    ['DRAFT', 'DRAFT', ['UNDER_REVIEW', 'DEPRECATED']],
    ['UNDER_REVIEW', 'UNDER_REVIEW', ['APPROVED', 'DRAFT', 'DEPRECATED']],
    ['APPROVED', 'APPROVED', ['DEPRECATED']],
    ['APPROVED', 'UNDER_REVIEW', ['DEPRECATED']],
    ['APPROVED', 'DRAFT', ['DEPRECATED']],
    ['DEPRECATED', 'DRAFT', []],
    ['DEPRECATED', 'APPROVED', []],
  ])('[PO3] %s does not become %s', async (from, to, allowed) => {
    const { id } = from === 'APPROVED' ? await makeApprovedPolicy(app) : await makePolicy(app);
    if (from === 'UNDER_REVIEW') await stepPolicy(app, id, { status: from });
    if (from === 'DEPRECATED') await stepPolicy(app, id, { status: from, reason: 'Old' });
    const refused = await answer(await patch(id, { status: to, reason: 'Because' }));
    expect(refused).toMatchObject({ status: 409, allowed });
    expect(String(refused.message)).toContain(`cannot become ${to}`);
    expect(await send(app, 'GET', `/api/policies/${id}`)).toMatchObject({ status: from });
  });

  test('a deprecated policy is not changed any more', async () => {
    const { id } = await makePolicy(app);
    await stepPolicy(app, id, { status: 'DEPRECATED', reason: 'A mistake' });
    expect((await patch(id, { description: 'New' })).status).toBe(409);
    expect((await patch(id, { content: 'New' })).status).toBe(409);
  });

  test('a step and fields in one call are one transaction', async () => {
    const { id } = await makePolicy(app);
    const refused = await patch(id, { status: 'APPROVED', description: 'Not kept' });
    expect(refused.status).toBe(409);
    expect(await send(app, 'GET', `/api/policies/${id}`)).toMatchObject({ description: null });
    expect(
      await stepPolicy(app, id, { status: 'UNDER_REVIEW', description: 'Kept' }),
    ).toMatchObject({ status: 'UNDER_REVIEW', description: 'Kept' });
  });
});

describe('lists', () => {
  const list = async (query: string) => {
    const response = await app.request('GET', `/api/policies?${query}`);
    expect(response.status).toBe(200);
    const rows = (await response.json()) as Record<string, unknown>[];
    return {
      rows: rows.map((row) => policySchema.strict().parse(row)),
      total: Number(response.headers.get('X-Total-Count')),
      next: response.headers.get('X-Next-Cursor'),
    };
  };

  test('[PO4] newest first, by pages, each policy once', async () => {
    const all = await list('limit=1000');
    expect(all.total).toBe(all.rows.length);
    const seen: string[] = [];
    let cursor = '';
    for (;;) {
      const page = await list(`limit=3${cursor}`);
      expect(page.total).toBe(all.total);
      seen.push(...page.rows.map(({ id }) => id));
      if (page.next === null) break;
      cursor = `&cursor=${encodeURIComponent(page.next)}`;
    }
    expect(seen).toEqual(all.rows.map(({ id }) => id));
  });

  test('[PO4] filters agree with the figures', async () => {
    const stats = await send<Record<string, number>>(app, 'GET', '/api/policies/stats');
    const totals = await Promise.all(
      ['DRAFT', 'UNDER_REVIEW', 'APPROVED', 'DEPRECATED'].map(
        async (status) => (await list(`status=${status}&limit=1`)).total,
      ),
    );
    expect(totals).toEqual([stats.draft, stats.underReview, stats.approved, stats.deprecated]);
    expect(totals.reduce((sum, n) => sum + n)).toBe(stats.total);
    expect((await list('category=HR')).total).toBe(0);
  });

  test('[PO4] words are found in title, description and text, also narrowed and by pages', async () => {
    const made = [];
    for (const [title, content] of [
      ['Zebra one', 'x'],
      ['Two', 'Striped zebras graze.'],
      ['Three', 'Nothing'],
    ])
      made.push(await makePolicy(app, { title, content, category: 'HR' }));
    const [one, two] = made.map(({ id }) => id);
    expect((await list('q=zebra')).rows.map(({ id }) => id)).toEqual([two, one]);
    expect((await list('q=zebra&category=HR&status=DRAFT')).total).toBe(2);
    expect((await list('q=zebra&status=APPROVED')).total).toBe(0);
    expect((await list('q=!!')).total).toBe(0);
    const first = await list('q=zebra&limit=1');
    expect(first).toMatchObject({ total: 2 });
    const rest = await list(`q=zebra&limit=1&cursor=${encodeURIComponent(first.next ?? '')}`);
    expect(rest.rows.map(({ id }) => id)).toEqual([one]);
    await stepPolicy(app, two ?? '', { content: 'Giraffes.' });
    expect((await list('q=zebra')).rows.map(({ id }) => id)).toEqual([one]);
    expect((await list('q=giraffes')).rows.map(({ id }) => id)).toEqual([two]);
  });

  test.each(['status=DONE', 'category=X', 'cursor=abc', 'limit=0', 'outdated=perhaps'])(
    '[PO4] ?%s is refused',
    async (query) => {
      expect((await app.request('GET', `/api/policies?${query}`)).status).toBe(400);
    },
  );

  test('by owner and by control', async () => {
    const me = await send<{ id: string }>(app, 'GET', '/api/auth/user');
    const owned = await makePolicy(app, { owner: me.id, title: 'Owned' });
    const { rows } = await list(`owner=${me.id}`);
    expect(rows.map(({ id }) => id)).toEqual([owned.id]);
    expect((await list('control=none')).total).toBe(0);
  });
});
