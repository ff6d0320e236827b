import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { vendorSchema } from '../../src/shared/areas/vendors/vendors.contract.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';
import { changeVendor, makeVendor, readVendor, refusalOf } from '../helpers/vendor-calls.ts';

let app: TestApp;
let analyst: string;
let auditor: string;
beforeAll(async () => {
  app = await openTestApp({ as: 'Compliance Officer' });
  analyst = await app.tokenFor('SOC Analyst');
  auditor = await app.tokenFor('Auditor');
});
afterAll(() => app.close());

interface Step {
  readonly action: string;
  readonly reason: string | null;
}
async function lastStep(id: string): Promise<Step | undefined> {
  const response = await app.request('GET', `/api/history/vendors/${id}`);
  const { steps } = (await response.json()) as { steps: Step[] };
  return steps[0];
}

describe('adding', () => {
  test('[VE1] as the form sends it: empty dates are null, the list of certifications is empty', async () => {
    const response = await app.request('POST', '/api/vendors', {
      body: {
        name: ' Granite Cloud ',
        description: '',
        category: 'CLOUD',
        riskTier: 'HIGH',
        status: 'ACTIVE',
        lastAssessment: '',
        nextAssessment: null,
        contractExpiry: '2028-02-29',
        primaryContact: 'accounts@granite.example',
        securityContact: '',
        complianceCertifications: [],
      },
    });
    expect(response.status).toBe(201);
    expect(vendorSchema.strict().parse(await response.json())).toMatchObject({
      name: 'Granite Cloud',
      description: null,
      category: 'CLOUD',
      riskTier: 'HIGH',
      status: 'ACTIVE',
      lastAssessment: null,
      nextAssessment: null,
      contractExpiry: '2028-02-29',
      securityContact: null,
      complianceCertifications: [],
      riskScore: null,
      review: 'none',
      contract: 'valid',
    });
  });

  test('[VE1] a name is enough: tier MEDIUM, status ACTIVE', async () => {
    expect(await makeVendor(app)).toMatchObject({ riskTier: 'MEDIUM', status: 'ACTIVE' });
  });

  test('[VE2] a day never moves: a time counts by the day as it is written', async () => {
    const vendor = await makeVendor(app, {
      lastAssessment: '2026-03-29T23:30:00-11:00',
      nextAssessment: '2028-02-29',
      contractExpiry: '2026-12-31T00:00:00.000Z',
    });
    expect(vendor).toMatchObject({
      lastAssessment: '2026-03-29',
      nextAssessment: '2028-02-29',
      contractExpiry: '2026-12-31',
    });
  });

  test('[VE3] the risk score is a decimal with one digit, as text', async () => {
    expect((await makeVendor(app, { riskScore: '12' })).riskScore).toBe('12.0');
    expect((await makeVendor(app, { riskScore: 7.25 })).riskScore).toBe('7.3');
    expect((await makeVendor(app, { riskScore: '' })).riskScore).toBeNull();
  });

  test('[VE4] what alerts are matched by is kept as it is compared', async () => {
    const vendor = await makeVendor(app, {
      domains: [
        'https://WWW.Granite.example/login',
        '*.cdn.granite.example',
        'granite.example.',
        '',
      ],
      addresses: ['192.0.2.0/24', '2001:DB8::1', '192.0.2.0/24'],
      software: ['Granite Agent', ' Granite Agent '],
    });
    expect(vendor).toMatchObject({
      domains: ['www.granite.example', 'cdn.granite.example', 'granite.example'],
      addresses: ['192.0.2.0/24', '2001:db8::1'],
      software: ['Granite Agent'],
    });
  });

  test.each([
    [{}, 'name', 'Name is required'],
    [{ name: '  ' }, 'name', 'Name is required'],
    [{ name: 'x'.repeat(101) }, 'name', 'Name must be less than 100 characters'],
    [
      { name: 'A', description: 'x'.repeat(2001) },
      'description',
      'Description must be less than 2000 characters',
    ],
    [
      { name: 'A', category: 'FOOD' },
      'category',
      'Category must be one of SOFTWARE, CLOUD, CONSULTING, HARDWARE',
    ],
    [
      { name: 'A', riskTier: 'HUGE' },
      'riskTier',
      'Risk tier must be one of CRITICAL, HIGH, MEDIUM, LOW',
    ],
    [
      { name: 'A', status: 'GONE' },
      'status',
      'Status must be one of ACTIVE, UNDER_REVIEW, SUSPENDED, TERMINATED',
    ],
    [
      { name: 'A', contractExpiry: '2027-02-29' },
      'contractExpiry',
      'Contract expiry must be a date like 2026-11-20',
    ],
    [
      { name: 'A', nextAssessment: 'soon' },
      'nextAssessment',
      'Next assessment must be a date like 2026-11-20',
    ],
    [
      { name: 'A', lastAssessment: '2026-05-02', nextAssessment: '2026-05-01' },
      'nextAssessment',
      'Next assessment must not be before the last assessment',
    ],
    [
      { name: 'A', status: 'TERMINATED', nextAssessment: '2026-12-01' },
      'nextAssessment',
      'A terminated vendor has no next assessment',
    ],
    [{ name: 'A', riskScore: 'bad' }, 'riskScore', 'Risk score must be a number from 0 to 100'],
    [{ name: 'A', riskScore: -1 }, 'riskScore', 'Risk score must be a number from 0 to 100'],
    [
      { name: 'A', domains: ['not a domain'] },
      'domains.0',
      "'not a domain' is not a domain like example.com",
    ],
    [
      { name: 'A', addresses: ['192.0.2.256'] },
      'addresses.0',
      "'192.0.2.256' is not an address or network like 192.0.2.0/24",
    ],
  ])('[VE5] %j is refused', async (body, path, message) => {
    const failure = await refusalOf(await app.request('POST', '/api/vendors', { body }), 400);
    expect(failure.message).toBe(message);
    expect(failure.issues).toContainEqual({ path, message });
  });

  test('[VE6] analysts and auditors read, and change nothing', async () => {
    const { id } = await makeVendor(app);
    for (const token of [analyst, auditor]) {
      expect((await app.request('GET', '/api/vendors', { token })).status).toBe(200);
      expect((await app.request('GET', `/api/vendors/${id}`, { token })).status).toBe(200);
      const body = { name: 'B' };
      expect((await app.request('POST', '/api/vendors', { token, body })).status).toBe(403);
      expect((await changeVendor(app, id, { status: 'UNDER_REVIEW' }, token)).status).toBe(403);
    }
    expect((await app.request('GET', '/api/vendors', { token: null })).status).toBe(401);
  });

  test('what is not there is not found', async () => {
    expect((await app.request('GET', '/api/vendors/none')).status).toBe(404);
    expect((await changeVendor(app, 'none', { name: 'B' })).status).toBe(404);
  });
});

describe('steps', () => {
  test('[VE7] Review sets UNDER_REVIEW with the status alone', async () => {
    const { id } = await makeVendor(app, { nextAssessment: '2026-12-01' });
    const response = await changeVendor(app, id, { status: 'UNDER_REVIEW' });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      status: 'UNDER_REVIEW',
      nextAssessment: '2026-12-01',
      merged: [],
    });
    expect(await lastStep(id)).toMatchObject({ action: 'vendors.review', reason: null });
  });

  test.each([
    ['CRITICAL', '2027-05-20'],
    ['HIGH', '2027-11-20'],
    ['MEDIUM', '2028-05-20'],
    ['LOW', '2028-11-20'],
  ])('[VE8] a completed review of tier %s is due again on %s', async (riskTier, next) => {
    const { id } = await makeVendor(app, { riskTier, status: 'UNDER_REVIEW' });
    await changeVendor(app, id, { status: 'ACTIVE', reason: 'All answers were good' });
    expect(await readVendor(app, id)).toMatchObject({
      status: 'ACTIVE',
      lastAssessment: '2026-11-20',
      nextAssessment: next,
    });
    expect(await lastStep(id)).toMatchObject({
      action: 'vendors.complete-review',
      reason: 'All answers were good',
    });
  });

  test('[VE8] days that are sent win; without a next one there is none', async () => {
    const { id } = await makeVendor(app, { riskTier: 'CRITICAL', status: 'UNDER_REVIEW' });
    await changeVendor(app, id, { status: 'ACTIVE', lastAssessment: '2026-08-31' });
    expect((await readVendor(app, id)).nextAssessment).toBe('2027-02-28');
    await changeVendor(app, id, { status: 'UNDER_REVIEW' });
    await changeVendor(app, id, { status: 'ACTIVE', nextAssessment: null });
    expect(await readVendor(app, id)).toMatchObject({
      lastAssessment: '2026-11-20',
      nextAssessment: null,
    });
  });

  test.each([
    ['ACTIVE', 'SUSPENDED', 'suspend'],
    ['ACTIVE', 'TERMINATED', 'terminate'],
    ['UNDER_REVIEW', 'SUSPENDED', 'suspend'],
    ['UNDER_REVIEW', 'TERMINATED', 'terminate'],
    ['SUSPENDED', 'ACTIVE', 'reinstate'],
    ['SUSPENDED', 'TERMINATED', 'terminate'],
  ])('[VE9] %s to %s needs a reason, which the history keeps', async (from, to, action) => {
    const { id } = await makeVendor(app, { status: from });
    const failure = await refusalOf(await changeVendor(app, id, { status: to }), 400);
    expect(failure.issues).toEqual([
      { path: 'reason', message: `A reason is required to ${action} a vendor` },
    ]);
    expect((await readVendor(app, id)).status).toBe(from);
    expect((await changeVendor(app, id, { status: to, reason: 'Breach' })).status).toBe(200);
    expect((await readVendor(app, id)).status).toBe(to);
    expect(await lastStep(id)).toEqual(
      expect.objectContaining({ action: `vendors.${action}`, reason: 'Breach' }),
    );
  });

  test('[VE10] TERMINATED is the end, and is not reviewed again', async () => {
    const { id } = await makeVendor(app, { nextAssessment: '2026-12-01' });
    await changeVendor(app, id, { status: 'TERMINATED', reason: 'Contract ended' });
    expect((await readVendor(app, id)).nextAssessment).toBeNull();
    for (const status of ['ACTIVE', 'UNDER_REVIEW', 'SUSPENDED', 'TERMINATED']) {
      const failure = await refusalOf(await changeVendor(app, id, { status, reason: 'x' }), 409);
      expect(failure.allowed).toEqual([]);
    }
    expect((await changeVendor(app, id, { nextAssessment: '2027-01-01' })).status).toBe(409);
    expect((await changeVendor(app, id, { description: 'Data deleted' })).status).toBe(200);
  });

  test('[VE11] a step there is not says which there are', async () => {
    const { id } = await makeVendor(app);
    await changeVendor(app, id, { status: 'UNDER_REVIEW' });
    // Two windows: the second Review comes too late.
    const failure = await refusalOf(await changeVendor(app, id, { status: 'UNDER_REVIEW' }), 409);
    expect(failure.allowed).toEqual(['ACTIVE', 'SUSPENDED', 'TERMINATED']);
    expect(failure.message).toContain('This vendor is UNDER_REVIEW');
  });

  test('nothing to change is refused', async () => {
    const { id } = await makeVendor(app);
    for (const body of [{}, { reason: 'x' }])
      expect((await refusalOf(await changeVendor(app, id, body), 400)).message).toBe(
        'Nothing to change',
      );
  });
});

describe('two editors', () => {
  test('[VE12] different fields are both kept, and the later is told', async () => {
    const seen = await makeVendor(app, { description: 'Servers' });
    const other = await app.tokenFor('Compliance Officer');
    await changeVendor(app, seen.id, { primaryContact: 'new@granite.example' }, other);
    const response = await changeVendor(app, seen.id, {
      description: 'Servers and storage',
      baseRevision: seen.revision,
    });
    expect(await response.json()).toMatchObject({
      description: 'Servers and storage',
      primaryContact: 'new@granite.example',
      merged: [{ field: 'primaryContact', value: 'new@granite.example' }],
    });
  });

  test('[VE12] the same field is a conflict with both values; nothing is written', async () => {
    const seen = await makeVendor(app, { riskTier: 'LOW' });
    await changeVendor(app, seen.id, { riskTier: 'HIGH' });
    const mine = { riskTier: 'CRITICAL', name: 'Other', baseRevision: seen.revision };
    const failure = await refusalOf(await changeVendor(app, seen.id, mine), 409);
    expect(failure.conflict?.fields).toMatchObject([
      { field: 'riskTier', value: 'HIGH', yours: 'CRITICAL' },
    ]);
    expect(await readVendor(app, seen.id)).toMatchObject({ riskTier: 'HIGH', name: 'Granite' });
    const baseRevision = failure.conflict?.revision;
    expect((await changeVendor(app, seen.id, { ...mine, baseRevision })).status).toBe(200);
    expect(await readVendor(app, seen.id)).toMatchObject({ riskTier: 'CRITICAL', name: 'Other' });
  });

  test('[VE12] a completed review over a changed next day is a conflict', async () => {
    const seen = await makeVendor(app, { status: 'UNDER_REVIEW', nextAssessment: '2026-12-01' });
    await changeVendor(app, seen.id, { nextAssessment: '2027-01-15' });
    const done = await changeVendor(app, seen.id, {
      status: 'ACTIVE',
      baseRevision: seen.revision,
    });
    expect(done.status).toBe(409);
    expect((await readVendor(app, seen.id)).status).toBe('UNDER_REVIEW');
  });
});
