/** Versions, what changed between them, days, and what an approved policy proves. */
import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { PolicyDetail } from '../../src/shared/areas/policies/policies.contract.ts';
import { DAY_MS } from '../../src/shared/kernel/time.ts';
import { send } from '../helpers/audit-calls.ts';
import {
  openTestApp,
  PASSWORD,
  type TestApp,
  TestClock,
  tokenOf,
} from '../helpers/open-test-app.ts';
import { makeApprovedPolicy, makePolicy, stepPolicy } from '../helpers/policy-calls.ts';

let app: TestApp;
const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const read = (id: string) => send<PolicyDetail>(app, 'GET', `/api/policies/${id}`);
const begin = (id: string, body: object = {}) =>
  send<PolicyDetail>(app, 'POST', `/api/policies/${id}/versions`, { body });

describe('versions', () => {
  beforeAll(async () => {
    app = await openTestApp({ as: 'Administrator' });
  });
  afterAll(() => app.close());

  test('[PO9] the approved one stays in force until the next is approved', async () => {
    const { id } = await makeApprovedPolicy(app, { title: 'Access', content: 'One.' });
    const begun = await begin(id, { note: 'Shorter' });
    expect(begun).toMatchObject({
      status: 'APPROVED',
      version: '1.0',
      working: { version: '1.1', status: 'DRAFT' },
      workingText: { content: 'One.', note: 'Shorter' },
      allowed: ['UNDER_REVIEW', 'DEPRECATED'],
    });
    await stepPolicy(app, id, { title: 'Access rights', content: 'Two.' });
    await stepPolicy(app, id, { status: 'UNDER_REVIEW' });
    expect(await read(id)).toMatchObject({
      status: 'APPROVED',
      title: 'Access',
      content: 'One.',
      current: { content: 'One.' },
      workingText: { title: 'Access rights', content: 'Two.', status: 'UNDER_REVIEW' },
    });
    expect(await stepPolicy(app, id, { status: 'APPROVED' })).toMatchObject({
      title: 'Access rights',
      content: 'Two.',
      version: '1.1',
      working: null,
      versions: [
        { version: '1.1', status: 'APPROVED', number: 2, sha256: hash('Two.') },
        { version: '1.0', status: 'SUPERSEDED', number: 1, sha256: hash('One.') },
      ],
    });
    const major = await begin(id, { change: 'major', content: 'Three.' });
    expect(major).toMatchObject({
      working: { version: '2.0' },
      workingText: { content: 'Three.' },
    });
  });

  test('[PO9] text in force is not edited, and only one next version is written', async () => {
    const { id } = await makeApprovedPolicy(app);
    for (const body of [{ content: 'x' }, { title: 'x' }, { effectiveDate: '2027-01-01' }]) {
      const response = await app.request('PATCH', `/api/policies/${id}`, { body });
      expect(response.status).toBe(409);
    }
    expect(await stepPolicy(app, id, { description: 'x' })).toMatchObject({ description: 'x' });
    await begin(id);
    const again = await app.request('POST', `/api/policies/${id}/versions`, { body: {} });
    expect(again.status).toBe(409);
    const draft = await makePolicy(app);
    const early = await app.request('POST', `/api/policies/${draft.id}/versions`, { body: {} });
    expect(early.status).toBe(409);
  });

  test('a discarded version stays readable, and its number is not used again', async () => {
    const { id } = await makeApprovedPolicy(app);
    const discard = (body: object) => app.request('POST', `/api/policies/${id}/discard`, { body });
    expect((await discard({ reason: 'Nothing there' })).status).toBe(409);
    await begin(id);
    expect((await discard({})).status).toBe(400);
    expect((await discard({ reason: 'Not needed' })).status).toBe(200);
    expect(await read(id)).toMatchObject({
      status: 'APPROVED',
      working: null,
      versions: [{ version: '1.1', status: 'WITHDRAWN' }, { version: '1.0' }],
    });
    expect(await begin(id)).toMatchObject({ working: { version: '1.2' } });
    const taken = await app.request('PATCH', `/api/policies/${id}`, { body: { version: '1.1' } });
    expect(taken.status).toBe(400);
    expect(await stepPolicy(app, id, { version: '3.0' })).toMatchObject({
      working: { version: '3.0' },
    });
  });

  test('a request for changes leaves the version in force', async () => {
    const { id } = await makeApprovedPolicy(app);
    await begin(id);
    await stepPolicy(app, id, { status: 'UNDER_REVIEW' });
    expect(await stepPolicy(app, id, { status: 'DRAFT', reason: 'No' })).toMatchObject({
      status: 'APPROVED',
      working: { status: 'DRAFT' },
    });
  });

  test('[PO10] what changed, by word', async () => {
    const { id } = await makeApprovedPolicy(app, {
      content: '# Access\n\nAccounts end on the last day.\nOwners review rights every quarter.\n',
    });
    await begin(id, {
      content:
        '# Access\n\nAccounts end on the last working day.\nOwners review rights every month.\n',
    });
    const { versions } = await read(id);
    const [to, from] = versions.map((version) => version.id);
    expect(await send(app, 'GET', `/api/policies/${id}/diff?from=${from}&to=${to}`)).toEqual({
      from: { id: from, version: '1.0', title: 'Access Control Policy' },
      to: { id: to, version: '1.1', title: 'Access Control Policy' },
      by: 'word',
      added: 2,
      removed: 1,
      parts: [
        { type: 'same', text: '# Access\n\nAccounts end on the last ' },
        { type: 'added', text: 'working ' },
        { type: 'same', text: 'day.\nOwners review rights every ' },
        { type: 'removed', text: 'quarter' },
        { type: 'added', text: 'month' },
        { type: 'same', text: '.\n' },
      ],
    });
    const other = await makePolicy(app);
    for (const [one, path] of [
      [`${id}/diff?from=${from}&to=${other.workingText?.id}`, 404],
      [`${id}/diff?from=${from}`, 400],
      [`none/diff?from=${from}&to=${to}`, 404],
      [`${id}/versions/${other.workingText?.id}`, 404],
    ] as const)
      expect((await app.request('GET', `/api/policies/${one}`)).status).toBe(path);
    const text = await send(app, 'GET', `/api/policies/${id}/versions/${from}`);
    expect(text).toMatchObject({ content: expect.stringContaining('last day.') });
  });
});

describe('evidence', () => {
  let control: string;
  beforeAll(async () => {
    app = await openTestApp({ as: 'Administrator' });
    const framework = await send<{ id: string }>(app, 'POST', '/api/compliance/frameworks', {
      body: { name: 'Own', description: 'Ours', category: 'Security', version: '1' },
    });
    const made = await send<{ id: string }>(app, 'POST', '/api/compliance/controls', {
      body: {
        controlId: 'A-1',
        title: 'Access follows rules',
        description: 'x',
        category: 'Access Control',
        priority: 'MEDIUM',
        frameworkId: framework.id,
      },
    });
    control = made.id;
  });
  afterAll(() => app.close());

  interface Kept {
    id: string;
    sha256: string;
    validity: string;
    expirationDate: string;
    isSelfApproved: boolean;
    controls: { id: string }[];
    revisions: unknown[];
    reviewNote: string;
  }
  const evidence = (id: string) => send<Kept>(app, 'GET', `/api/evidence/${id}`);

  test('[PO11] an approved policy with a control is evidence, by the approved hash', async () => {
    const { id } = await makePolicy(app, { content: 'Rule one.', controlIds: [control] });
    expect((await read(id)).evidence).toBeNull();
    await stepPolicy(app, id, { status: 'UNDER_REVIEW' });
    const approved = await stepPolicy(app, id, { status: 'APPROVED' });
    expect(approved.evidence).toMatchObject({ verdict: 'ACCEPTED' });
    const first = await evidence(approved.evidence?.id ?? '');
    expect(first).toMatchObject({
      sha256: hash('Rule one.'),
      validity: 'valid',
      isSelfApproved: true,
      controls: [{ id: control }],
      reviewNote: expect.stringContaining(hash('Rule one.')),
    });
    // To the end of the day of its review, here.
    expect(first.expirationDate).toBe(new Date(2027, 10, 21).toISOString());
    const file = await app.request('GET', `/api/evidence/${first.id}/file`);
    expect(await file.text()).toBe('Rule one.');

    await begin(id, { content: 'Rule two.' });
    await stepPolicy(app, id, { status: 'UNDER_REVIEW' });
    const next = await stepPolicy(app, id, { status: 'APPROVED' });
    expect(next.evidence?.id).not.toBe(first.id);
    const second = await evidence(next.evidence?.id ?? '');
    expect(second).toMatchObject({ sha256: hash('Rule two.'), validity: 'valid' });
    expect(second.revisions).toHaveLength(2);
    expect(await evidence(first.id)).toMatchObject({ validity: 'superseded' });

    await stepPolicy(app, id, { nextReviewDate: '2027-03-28' });
    expect((await evidence(second.id)).expirationDate).toBe(new Date(2027, 2, 29).toISOString());
    await stepPolicy(app, id, { status: 'DEPRECATED', reason: 'Replaced' });
    expect(await evidence(second.id)).toMatchObject({ validity: 'expired' });
    const custody = await send<{ isIntact?: boolean }>(
      app,
      'GET',
      `/api/evidence/${second.id}/custody`,
    );
    expect(JSON.stringify(custody)).toContain('The policy was deprecated');
  });

  test('[PO11] links that come and go after the approval are those of the evidence', async () => {
    const { id } = await makeApprovedPolicy(app, { content: 'Rule.' });
    expect((await read(id)).evidence).toBeNull();
    const link = (method: 'PUT' | 'DELETE', controlId = control) =>
      app.request(method, `/api/policies/${id}/controls/${controlId}`);
    const linked = (await (await link('PUT')).json()) as PolicyDetail;
    expect(linked.controls).toMatchObject([{ id: control, controlId: 'A-1', framework: 'Own' }]);
    const kept = linked.evidence?.id ?? '';
    expect((await evidence(kept)).controls).toHaveLength(1);
    expect((await link('PUT')).status).toBe(200);
    expect((await read(id)).controlCount).toBe(1);
    expect((await link('PUT', 'none')).status).toBe(404);
    const rows = await send<{ id: string }[]>(app, 'GET', `/api/policies?control=${control}`);
    expect(rows.map((row) => row.id)).toContain(id);
    expect((await link('DELETE')).status).toBe(200);
    expect((await evidence(kept)).controls).toEqual([]);
    expect((await link('DELETE')).status).toBe(404);
    const token = await app.tokenFor('SOC Analyst');
    const path = `/api/policies/${id}/controls/${control}`;
    expect((await app.request('PUT', path, { token })).status).toBe(403);
  });

  test('[PO11] nothing is kept of a policy without text', async () => {
    const { evidence: kept } = await makeApprovedPolicy(app, {
      content: ' \n',
      controlIds: [control],
    });
    expect(kept).toBeNull();
  });
});

describe('[PO12] days', () => {
  const zone = process.env.TZ;
  afterEach(async () => {
    await app.close();
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });

  // In each zone at a moment when UTC is on another day, next to a change of the clocks.
  test.each([
    ['Pacific/Auckland', '2026-09-26T13:00:00.000Z', '2026-09-27'],
    ['America/New_York', '2026-11-01T03:30:00.000Z', '2026-10-31'],
    ['UTC', '2028-02-29T12:00:00.000Z', '2028-02-29'],
  ])('are those of the calendar here: %s', async (name, now, today) => {
    process.env.TZ = name;
    app = await openTestApp({ as: 'Administrator', clock: new TestClock(Date.parse(now)) });
    const planned = await makePolicy(app, {
      effectiveDate: '2027-03-28',
      reviewDate: '2026-09-27T00:00:00.000+13:00',
      nextReviewDate: '2028-02-29',
    });
    expect(planned).toMatchObject({
      effectiveDate: '2027-03-28',
      reviewDate: '2026-09-27',
      nextReviewDate: '2028-02-29',
    });
    const approved = await makeApprovedPolicy(app);
    expect(approved).toMatchObject({ effectiveDate: today, reviewDate: today });
    const yearLater = today === '2028-02-29' ? '2029-02-28' : today.replace('2026', '2027');
    expect(approved.nextReviewDate).toBe(yearLater);
    await stepPolicy(app, approved.id, { nextReviewDate: today });
    expect(await read(approved.id)).toMatchObject({ isOutdated: false });
    app.clock.advance(DAY_MS);
    // Yesterday's session has ended.
    const login = { email: 'admin@example.test', password: PASSWORD };
    const signedIn = await app.request('POST', '/api/login', { token: null, body: login });
    const token = tokenOf(signedIn) ?? '';
    const later = <T>(path: string) => send<T>(app, 'GET', `/api/policies${path}`, { token });
    expect(await later(`/${approved.id}`)).toMatchObject({ isOutdated: true });
    const outdated = await later<{ id: string }[]>('?outdated=1');
    expect(outdated.map(({ id }) => id)).toEqual([approved.id]);
    expect(await later('/stats')).toMatchObject({ outdated: 1 });
    const ended = { status: 'DEPRECATED', reason: 'Old' };
    expect(await stepPolicy(app, approved.id, ended, token)).toMatchObject({ isOutdated: false });
  });
});
