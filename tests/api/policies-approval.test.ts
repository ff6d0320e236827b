/** Who may approve, how many must, and what an approval is of. */
import { createHash } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { idOf, send } from '../helpers/audit-calls.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';
import { makeApprovedPolicy, makePolicy, stepPolicy } from '../helpers/policy-calls.ts';

let app: TestApp;
afterEach(() => app.close());

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const read = (id: string, token?: string) =>
  send<Record<string, unknown>>(app, 'GET', `/api/policies/${id}`, token ? { token } : {});
async function refused(
  id: string,
  body: unknown,
  token?: string,
): Promise<Record<string, unknown>> {
  const response = await app.request('PATCH', `/api/policies/${id}`, {
    body,
    ...(token ? { token } : {}),
  });
  return { ...((await response.json()) as Record<string, unknown>), code: response.status };
}
const setQuorum = (approvals: number) =>
  send(app, 'PATCH', '/api/settings', { body: { policies: { approvals } } });
const underReview = async (fields = {}) => {
  const { id } = await makePolicy(app, fields);
  await stepPolicy(app, id, { status: 'UNDER_REVIEW' });
  return id;
};

describe('[PO6] separation of duties', () => {
  test('the only approver approves its own, and the record says so', async () => {
    app = await openTestApp({ as: 'Administrator' });
    const id = await underReview();
    expect(await read(id)).toMatchObject({ mayApprove: 'self-approved' });
    const me = await idOf(app, app.token ?? '');
    expect(await stepPolicy(app, id, { status: 'APPROVED' })).toMatchObject({
      status: 'APPROVED',
      approver: me,
      isSelfApproved: true,
      current: { isSelfApproved: true, approvals: [{ approver: me, isSelfApproved: true }] },
    });
  });

  test('with a second approver the author, the editor and the submitter do not', async () => {
    app = await openTestApp({ as: 'Administrator' });
    const second = await app.tokenFor('Compliance Officer');
    const third = await app.tokenFor('Compliance Officer');
    const id = await underReview();
    expect(await read(id)).toMatchObject({ mayApprove: 'no-own' });
    expect(await refused(id, { status: 'APPROVED' })).toMatchObject({
      code: 409,
      message: 'You wrote or submitted this version: another person must approve it.',
      allowed: ['DRAFT'],
    });
    // Whoever writes in it while it is under review is an author too.
    await stepPolicy(app, id, { content: 'Smuggled in' }, second);
    expect(await read(id, second)).toMatchObject({ mayApprove: 'no-own' });
    expect(await refused(id, { status: 'APPROVED' }, second)).toMatchObject({ code: 409 });
    // Back and forth: whoever submits it does not approve it either.
    await stepPolicy(app, id, { status: 'DRAFT', reason: 'Again' }, third);
    await stepPolicy(app, id, { status: 'UNDER_REVIEW' }, third);
    expect(await refused(id, { status: 'APPROVED' }, third)).toMatchObject({ code: 409 });
    expect(await read(id)).toMatchObject({
      status: 'UNDER_REVIEW',
      quorum: { possible: 0, problem: expect.stringContaining('no account may give one') },
    });
    const fourth = await app.tokenFor('Compliance Officer');
    expect(await stepPolicy(app, id, { status: 'APPROVED' }, fourth)).toMatchObject({
      status: 'APPROVED',
      isSelfApproved: false,
    });
  });

  test('who may not approve at all is refused, whoever wrote it', async () => {
    app = await openTestApp({ as: 'Administrator' });
    const analyst = await app.tokenFor('SOC Analyst');
    const id = await underReview();
    expect(await read(id, analyst)).toMatchObject({ mayApprove: 'no-permission' });
    expect(await refused(id, { status: 'APPROVED' }, analyst)).toMatchObject({ code: 403 });
  });

  test('the review of a policy in force is not for its author either', async () => {
    app = await openTestApp({ as: 'Administrator' });
    const second = await app.tokenFor('Compliance Officer');
    const { id } = await makeApprovedPolicy(app, {}, second);
    const review = (token?: string, body: object = {}) =>
      app.request('POST', `/api/policies/${id}/review`, { body, ...(token ? { token } : {}) });
    expect((await review()).status).toBe(409);
    expect((await review(second, { nextReviewDate: '2026-11-20' })).status).toBe(400);
    const done = (await (await review(second, { note: 'Read' })).json()) as object;
    expect(done).toMatchObject({ reviewDate: '2026-11-20', nextReviewDate: '2027-11-20' });
    const draft = await makePolicy(app);
    const refusedReview = await app.request('POST', `/api/policies/${draft.id}/review`, {
      body: {},
    });
    expect(refusedReview.status).toBe(409);
  });
});

describe('[PO7] quorum', () => {
  test('as many people must approve the same text, each once', async () => {
    app = await openTestApp({ as: 'Administrator' });
    const second = await app.tokenFor('Compliance Officer');
    const third = await app.tokenFor('Compliance Officer');
    await setQuorum(2);
    const id = await underReview();
    expect(await read(id)).toMatchObject({
      quorum: { needed: 2, given: 0, possible: 2, problem: null },
    });
    const once = await stepPolicy(app, id, { status: 'APPROVED', reason: 'Fine' }, second);
    expect(once).toMatchObject({ status: 'UNDER_REVIEW', quorum: { given: 1 }, current: null });
    expect(await refused(id, { status: 'APPROVED' }, second)).toMatchObject({
      code: 409,
      message: 'You have approved this version: the approval of another person is needed.',
    });
    const twice = await stepPolicy(app, id, { status: 'APPROVED' }, third);
    expect(twice).toMatchObject({ status: 'APPROVED', isSelfApproved: false });
    expect(twice.current?.approvals.map(({ sha256, note }) => [sha256, note])).toEqual([
      [twice.current?.sha256, 'Fine'],
      [twice.current?.sha256, null],
    ]);
  });

  test('more than can be had says what to do, and lowering it lets it through', async () => {
    app = await openTestApp({ as: 'Administrator' });
    await setQuorum(3);
    const id = await underReview();
    expect(await read(id)).toMatchObject({
      mayApprove: 'self-approved',
      quorum: {
        needed: 3,
        possible: 1,
        problem:
          '3 approvals are needed and only one account may give one. Lower the number under Settings, or give another account a role that approves policies.',
      },
    });
    const once = await stepPolicy(app, id, { status: 'APPROVED' });
    expect(once).toMatchObject({ status: 'UNDER_REVIEW', mayApprove: 'no-twice' });
    await setQuorum(1);
    expect(await stepPolicy(app, id, { status: 'APPROVED' })).toMatchObject({
      status: 'APPROVED',
      isSelfApproved: true,
      current: { approvals: [{ isSelfApproved: true }] },
    });
  });

  test.each([0, 11, 1.5, '2'])('a quorum of %o is refused', async (approvals) => {
    app = await openTestApp({ as: 'Administrator' });
    const body = { policies: { approvals } };
    const response = await app.request('PATCH', '/api/settings', { body });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      message: 'Approvals must be a whole number from 1 to 10',
    });
  });
});

describe('[PO8] an approval is of one text', () => {
  test('a change of title or text after submission voids it; other facts do not', async () => {
    app = await openTestApp({ as: 'Administrator' });
    const second = await app.tokenFor('Compliance Officer');
    const third = await app.tokenFor('Compliance Officer');
    await setQuorum(2);
    const id = await underReview({ content: 'One' });
    await stepPolicy(app, id, { status: 'APPROVED' }, second);
    const facts = await stepPolicy(app, id, { description: 'Said better', category: 'IT' });
    expect(facts).toMatchObject({ quorum: { given: 1 } });
    const changed = await stepPolicy(app, id, { content: 'Two' });
    expect(changed).toMatchObject({
      status: 'UNDER_REVIEW',
      quorum: { given: 0 },
      workingText: {
        sha256: hash('Two'),
        approvals: [
          {
            sha256: hash('One'),
            voidedAt: expect.any(String),
            voidedReason: 'The text was changed after this approval',
          },
        ],
      },
    });
    await stepPolicy(app, id, { status: 'APPROVED' }, second);
    expect(await stepPolicy(app, id, { title: 'Renamed' })).toMatchObject({ quorum: { given: 0 } });
    await stepPolicy(app, id, { status: 'APPROVED' }, second);
    const back = await stepPolicy(app, id, { status: 'DRAFT', reason: 'More work' });
    expect(back).toMatchObject({ quorum: { given: 0 } });
    await stepPolicy(app, id, { status: 'UNDER_REVIEW' });
    await stepPolicy(app, id, { status: 'APPROVED' }, second);
    const done = await stepPolicy(app, id, { status: 'APPROVED' }, third);
    expect(done).toMatchObject({ status: 'APPROVED', title: 'Renamed', content: 'Two' });
    expect(done.current?.approvals).toHaveLength(5);
    expect(done.current?.approvals.filter(({ voidedAt }) => voidedAt === null)).toHaveLength(2);
  });

  test('who read another text than the one that is there approves nothing', async () => {
    app = await openTestApp({ as: 'Administrator' });
    const id = await underReview({ content: 'One' });
    await stepPolicy(app, id, { content: 'Two' });
    const stale = await refused(id, { status: 'APPROVED', sha256: hash('One') });
    expect(stale).toMatchObject({ code: 409 });
    expect(await read(id)).toMatchObject({ status: 'UNDER_REVIEW', quorum: { given: 0 } });
    const approved = await stepPolicy(app, id, { status: 'APPROVED', sha256: hash('Two') });
    expect(approved).toMatchObject({ status: 'APPROVED' });
  });
});

test('[PO5] edits that crossed: other fields merge, the same text is a conflict with both', async () => {
  app = await openTestApp({ as: 'Administrator' });
  const second = await app.tokenFor('Compliance Officer');
  const made = await makePolicy(app, { content: 'Base' });
  const theirs = await stepPolicy(app, made.id, { content: 'Theirs', category: 'HR' }, second);
  const mine = { description: 'Mine', baseRevision: made.revision };
  const merged = await stepPolicy(app, made.id, mine);
  expect(merged).toMatchObject({ content: 'Theirs', category: 'HR', description: 'Mine' });
  const told = (merged as unknown as { merged: { field: string }[] }).merged;
  expect(told.map(({ field }) => field).sort()).toEqual(['category', 'content']);
  const conflict = await refused(made.id, { content: 'Mine', baseRevision: made.revision });
  expect(conflict).toMatchObject({
    code: 409,
    conflict: { fields: [{ field: 'content', value: 'Theirs', yours: 'Mine' }] },
  });
  expect(await read(made.id)).toMatchObject({ content: 'Theirs' });
  const { revision } = conflict.conflict as { revision: string };
  expect(revision >= theirs.revision).toBe(true);
  expect(await stepPolicy(app, made.id, { content: 'Mine', baseRevision: revision })).toMatchObject(
    { content: 'Mine' },
  );
});
