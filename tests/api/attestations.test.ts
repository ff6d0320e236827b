/** Readers attest policies: who is asked, who has, what is recorded, and what nobody can change. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type {
  Attestation,
  AttestationRequestDetail,
  AttestationText,
} from '../../src/shared/areas/policies/attestations.contract.ts';
import type { PolicyDetail } from '../../src/shared/areas/policies/policies.contract.ts';
import { DAY_MS } from '../../src/shared/kernel/time.ts';
import { openTestApp, PASSWORD, type TestApp, tokenOf } from '../helpers/open-test-app.ts';

const REQUESTS = '/api/policy-attestation-requests';
const TEXT = '# Rules\n\n1. Lock the screen.\n';

let app: TestApp;
let analyst: string;
let officer: string;
beforeEach(async () => {
  app = await openTestApp({ as: 'Administrator' });
  analyst = await app.tokenFor('SOC Analyst');
  officer = await app.tokenFor('Compliance Officer');
});
afterEach(() => app.close());

async function call<T>(
  method: string,
  path: string,
  body?: unknown,
  token?: string,
): Promise<{ status: number; body: T & { message?: string }; response: Response }> {
  const response = await app.request(method, path, {
    ...(body === undefined ? {} : { body }),
    ...(token === undefined ? {} : { token }),
  });
  return { status: response.status, body: await response.json(), response };
}

/** Sessions end after twelve hours: signs all three in again. */
async function signInAgain(): Promise<{ admin: string }> {
  const tokens: string[] = [];
  for (const name of ['admin', 'person0', 'person1']) {
    const body = { email: `${name}@example.test`, password: PASSWORD };
    tokens.push(tokenOf(await app.request('POST', '/api/login', { body, token: null })) ?? '');
  }
  const [admin = ''] = tokens;
  [, analyst = '', officer = ''] = tokens;
  return { admin };
}

/** An approved policy: written by the administrator, approved by the officer. */
async function approved(title = 'Acceptable Use'): Promise<PolicyDetail> {
  const made = await call<PolicyDetail>('POST', '/api/policies', { title, content: TEXT });
  return putInForce(made.body.id);
}

async function putInForce(id: string): Promise<PolicyDetail> {
  const path = `/api/policies/${id}`;
  expect((await call('PATCH', path, { status: 'UNDER_REVIEW' })).status).toBe(200);
  const done = await call<PolicyDetail>('PATCH', path, { status: 'APPROVED' }, officer);
  expect(done.status).toBe(200);
  return done.body;
}

const askPath = (id: string) => `/api/policies/${id}/attestation-requests`;
const ask = (id: string, body: unknown, token?: string) =>
  call<AttestationRequestDetail>('POST', askPath(id), body, token);

async function read(id: string, token: string): Promise<AttestationText> {
  const { status, body } = await call<AttestationText>(
    'GET',
    `/api/policies/${id}/attestation`,
    undefined,
    token,
  );
  expect(status).toBe(200);
  return body;
}

function attest(id: string, text: Pick<AttestationText, 'versionId' | 'sha256'>, token: string) {
  const { versionId, sha256 } = text;
  const body = { versionId, sha256, hasRead: true };
  return call<Attestation>('POST', `/api/policies/${id}/attestations`, body, token);
}

const request = async (id: string) =>
  (await call<AttestationRequestDetail>('GET', `${REQUESTS}/${id}`)).body;

describe('asking', () => {
  test('[PO60] asks the active accounts of roles and chosen ones, and says how far it is', async () => {
    const policy = await approved();
    const made = await ask(policy.id, {
      roles: ['SOC Analyst', 'Compliance Officer'],
      due: '2026-12-01',
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      policyTitle: 'Acceptable Use',
      version: '1.0',
      sha256: policy.current?.sha256,
      due: '2026-12-01',
      state: 'OPEN',
      asked: 2,
      attested: 0,
      missing: 2,
      percent: 0,
      isOverdue: false,
    });
    expect(made.body.people.map(({ role }) => role).sort()).toEqual([
      'Compliance Officer',
      'SOC Analyst',
    ]);

    const text = await read(policy.id, analyst);
    expect(text).toMatchObject({ content: TEXT, requestId: made.body.id, attestedAt: null });
    expect((await attest(policy.id, text, analyst)).status).toBe(201);
    const after = await request(made.body.id);
    expect(after).toMatchObject({ attested: 1, missing: 1, percent: 50 });
    expect(after.people.map(({ attestedAt }) => attestedAt === null)).toEqual([true, false]);

    const newcomer = await app.tokenFor('SOC Analyst');
    expect(await request(made.body.id)).toMatchObject({ asked: 3, percent: 33 });
    expect(
      (await call<unknown[]>('GET', '/api/policy-attestations/mine', undefined, newcomer)).body,
    ).toHaveLength(1);
  });

  test('[PO60] takes a chosen account, and tells what is wrong with a request', async () => {
    const policy = await approved();
    const users = await call<{ id: string; role: string }[]>('GET', '/api/users');
    const one = users.body.find(({ role }) => role === 'SOC Analyst');
    expect((await ask(policy.id, { accounts: [one?.id] })).body).toMatchObject({ asked: 1 });
    const wrong: [unknown, string][] = [
      [{}, 'Choose roles or accounts to ask'],
      [{ roles: ['Auditor'] }, 'Roles must be of SOC Analyst, Compliance Officer, Administrator'],
      [{ accounts: ['nobody'] }, 'An account that was chosen is closed, or may not attest'],
      [{ roles: ['SOC Analyst'], due: '2026-02-31' }, 'Due must be a date like 2026-11-20'],
      [{ roles: ['SOC Analyst'], due: '2026-11-19' }, 'Due must be today or later'],
      [
        { roles: ['SOC Analyst'], statement: 'x'.repeat(501) },
        'Statement must be less than 500 characters',
      ],
    ];
    for (const [body, message] of wrong) {
      const answer = await ask(policy.id, body);
      expect([answer.status, answer.body.message]).toEqual([400, message]);
    }
    expect((await ask('no-such', { roles: ['SOC Analyst'] })).status).toBe(404);
    expect((await ask(policy.id, { roles: ['SOC Analyst'] }, analyst)).status).toBe(403);
  });

  test('[PO61] only a policy in force is attested', async () => {
    const made = await call<PolicyDetail>('POST', '/api/policies', {
      title: 'Draft',
      content: 'x',
    });
    const { id } = made.body;
    expect((await ask(id, { roles: ['SOC Analyst'] })).status).toBe(409);
    expect((await call('GET', `/api/policies/${id}/attestation`, undefined, analyst)).status).toBe(
      409,
    );
    const sha256 = made.body.workingText?.sha256 ?? '';
    const versionId = made.body.workingText?.id ?? '';
    expect((await attest(id, { versionId, sha256 }, analyst)).status).toBe(409);
  });

  test('[PO64] a request is withdrawn once, with a reason; what was attested stays', async () => {
    const policy = await approved();
    const { body } = await ask(policy.id, { roles: ['SOC Analyst'] });
    await attest(policy.id, await read(policy.id, analyst), analyst);
    const path = `${REQUESTS}/${body.id}/withdraw`;
    expect((await call('POST', path, { reason: ' ' })).body.message).toBe('A reason is required');
    expect((await call('POST', path, { reason: 'x' }, analyst)).status).toBe(403);
    const done = await call<AttestationRequestDetail>('POST', path, { reason: 'Wrong people' });
    expect(done.body).toMatchObject({
      state: 'WITHDRAWN',
      closedReason: 'Wrong people',
      closedByName: 'Ada Admin',
      attested: 1,
    });
    expect((await call('POST', path, { reason: 'Again' })).status).toBe(409);
    const open = await call<unknown[]>('GET', REQUESTS);
    expect(open.body).toEqual([]);
    expect((await call<unknown[]>('GET', `${REQUESTS}?state=closed`)).body).toHaveLength(1);
    expect((await call<unknown[]>('GET', '/api/policy-attestations')).body).toHaveLength(1);
  });
});

describe('attesting', () => {
  test('[PO62] records account, version, hash, time and words, for oneself and once', async () => {
    const policy = await approved();
    await ask(policy.id, { roles: ['SOC Analyst'], statement: 'I lock my screen.' });
    const text = await read(policy.id, analyst);
    expect(text.statement).toBe('I lock my screen.');
    const made = await attest(policy.id, text, analyst);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      policyId: policy.id,
      policyTitle: 'Acceptable Use',
      version: '1.0',
      sha256: text.sha256,
      statement: 'I lock my screen.',
      accountName: 'Sam SOC Analyst',
      attestedAt: '2026-11-20T12:00:00.000Z',
    });
    const again = await attest(policy.id, text, analyst);
    expect([again.status, again.body.message]).toEqual([
      409,
      'You have attested this version already.',
    ]);
    // Whoever else is named in the body: it is of the account that asks.
    const body = { versionId: text.versionId, sha256: text.sha256, hasRead: true, accountId: 'x' };
    const other = await call<Attestation>(
      'POST',
      `/api/policies/${policy.id}/attestations`,
      body,
      officer,
    );
    expect(other.body.accountName).toBe('Sam Compliance Officer');
  });

  test('[PO62] tells what is missing, and refuses who may only read', async () => {
    const policy = await approved();
    const path = `/api/policies/${policy.id}/attestations`;
    const { versionId, sha256 } = await read(policy.id, analyst);
    const unread = await call('POST', path, { versionId, sha256, hasRead: false }, analyst);
    expect([unread.status, unread.body.message]).toEqual([400, 'Read the text to its end first']);
    expect((await call('POST', path, { versionId, hasRead: true }, analyst)).status).toBe(400);
    const auditor = await app.tokenFor('Auditor');
    expect((await attest(policy.id, { versionId, sha256 }, auditor)).status).toBe(403);
    expect((await read(policy.id, auditor)).content).toBe(TEXT);
    expect((await call('GET', REQUESTS, undefined, auditor)).status).toBe(200);
  });

  test('[PO63] another text than the one in force is refused', async () => {
    const policy = await approved();
    const text = await read(policy.id, analyst);
    const other = { ...text, sha256: 'a'.repeat(64) };
    expect((await attest(policy.id, other, analyst)).status).toBe(409);
    expect((await attest(policy.id, { ...text, versionId: 'old' }, analyst)).status).toBe(409);
  });

  test('[PO63] a new version asks anew, with as many days as before; the old record stays', async () => {
    const policy = await approved();
    const first = await ask(policy.id, { roles: ['SOC Analyst'], due: '2026-11-30' });
    const old = await read(policy.id, analyst);
    await attest(policy.id, old, analyst);

    app.clock.advance(40 * DAY_MS);
    const { admin: fresh } = await signInAgain();
    const path = `/api/policies/${policy.id}`;
    const adminCall = (method: string, where: string, body: unknown) =>
      call<PolicyDetail>(method, where, body, fresh);
    expect((await adminCall('POST', `${path}/versions`, { change: 'major' })).status).toBe(201);
    await adminCall('PATCH', path, { content: `${TEXT}2. Report.\n` });
    await adminCall('PATCH', path, { status: 'UNDER_REVIEW' });
    expect((await call('PATCH', path, { status: 'APPROVED' }, officer)).status).toBe(200);

    expect(
      (
        await call<AttestationRequestDetail>(
          'GET',
          `${REQUESTS}/${first.body.id}`,
          undefined,
          fresh,
        )
      ).body,
    ).toMatchObject({ state: 'SUPERSEDED' });
    const open = await call<AttestationRequestDetail[]>('GET', REQUESTS, undefined, fresh);
    expect(open.body).toHaveLength(1);
    expect(open.body[0]).toMatchObject({ version: '2.0', due: '2027-01-09', attested: 0 });
    expect(open.body[0]?.statement).toContain('version 2.0');

    expect((await attest(policy.id, old, analyst)).status).toBe(409);
    expect((await attest(policy.id, await read(policy.id, analyst), analyst)).status).toBe(201);
    const records = await call<Attestation[]>('GET', '/api/policy-attestations', undefined, fresh);
    expect(records.body.map(({ version }) => version)).toEqual(['2.0', '1.0']);
  });

  test('[PO63] nobody is asked for a policy that is deprecated', async () => {
    const policy = await approved();
    await ask(policy.id, { roles: ['SOC Analyst'] });
    const body = { status: 'DEPRECATED', reason: 'Replaced' };
    expect((await call('PATCH', `/api/policies/${policy.id}`, body, officer)).status).toBe(200);
    expect((await call('GET', REQUESTS)).body).toEqual([]);
    const mine = await call('GET', '/api/policy-attestations/mine', undefined, analyst);
    expect(mine.body).toEqual([]);
  });

  test('[PO62] no call changes or removes what was attested', async () => {
    const policy = await approved();
    const made = await attest(policy.id, await read(policy.id, analyst), analyst);
    for (const method of ['PATCH', 'PUT', 'DELETE'])
      expect((await call(method, `/api/policy-attestations/${made.body.id}`, {})).status).toBe(404);
  });
});

describe('figures and record', () => {
  test('[PO65] what is due is late from the day after, on the machine’s own calendar', async () => {
    const policy = await approved();
    await ask(policy.id, { roles: ['SOC Analyst'], due: '2026-11-20' });
    const stats = () => call<{ overdueRequests: number }>('GET', '/api/policy-attestations/stats');
    expect((await stats()).body).toMatchObject({
      openRequests: 1,
      asked: 1,
      attested: 0,
      percent: 0,
      overdueRequests: 0,
    });
    app.clock.advance(DAY_MS / 2 + 1);
    await signInAgain();
    const mine = await call<{ isOverdue: boolean }[]>(
      'GET',
      '/api/policy-attestations/mine',
      undefined,
      analyst,
    );
    expect(mine.status === 200 ? mine.body.map(({ isOverdue }) => isOverdue) : []).toEqual([true]);
  });

  test('[PO66] the record is a list and a CSV that no spreadsheet runs', async () => {
    const policy = await approved('=HYPERLINK("http://x")');
    for (const token of [analyst, officer])
      await attest(policy.id, await read(policy.id, token), token);
    const path = '/api/policy-attestations?limit=1';
    const first = await call<Attestation[]>('GET', path);
    expect(first.response.headers.get('x-total-count')).toBe('2');
    const cursor = first.response.headers.get('x-next-cursor') ?? '';
    const second = await call<Attestation[]>('GET', `${path}&cursor=${cursor}`);
    expect(second.body[0]?.accountName).toBe('Sam SOC Analyst');
    expect(second.response.headers.get('x-next-cursor')).toBe(null);
    expect((await call('GET', `${path}&cursor=nonsense`)).status).toBe(400);

    const csv = await app.request('GET', '/api/policy-attestations/csv');
    expect(csv.headers.get('content-disposition')).toContain('attachment');
    const lines = (await csv.text()).trimEnd().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain(`"'=HYPERLINK(""http://x"")"`);
  });
});
