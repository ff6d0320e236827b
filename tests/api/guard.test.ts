import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpointPath } from '../../src/shared/contract/client.ts';
import type { Endpoint } from '../../src/shared/contract/define.ts';
import { contract } from '../../src/shared/contract/index.ts';
import { PERMISSIONS, ROLES, type Role, roleMay } from '../../src/shared/contract/permissions.ts';
import { failureOf } from '../helpers/bodies.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

const ENDPOINTS = Object.entries(contract).flatMap(([area, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>).map(([name, endpoint]) => ({
    name: `${area}.${name}`,
    endpoint,
  })),
);
const CLOSED = ENDPOINTS.filter(({ endpoint }) => endpoint.permission !== 'public');
const UNAUTHORIZED = { status: 401, body: { message: 'Unauthorized' } };
const FORBIDDEN = { status: 403, body: { message: 'Forbidden' } };

let app: TestApp;
const tokens: Partial<Record<Role, string>> = {};
beforeAll(async () => {
  app = await openTestApp({ as: 'Administrator' });
  for (const role of ROLES) tokens[role] = await app.tokenFor(role);
});
afterAll(() => app.close());

const pathOf = (endpoint: Endpoint) => endpointPath(endpoint, { params: { id: 'no-such-id' } });

/** A body of the right kind that no handler accepts, so that a call allowed here changes nothing. */
function bodyFor(endpoint: Endpoint): { body?: unknown; rawBody?: string } {
  if (!endpoint.body) return {};
  return endpoint.body === 'bytes' ? { rawBody: '' } : { body: {} };
}

test('[HT2] only set-up, sign-in, sign-out and health are public', () => {
  const open = ENDPOINTS.filter(({ endpoint }) => endpoint.permission === 'public');
  expect(open.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`).sort()).toEqual([
    'GET /api/health',
    'GET /api/login',
    'GET /api/logout',
    'GET /api/setup',
    'POST /api/login',
    'POST /api/setup',
  ]);
});

describe('[AU12] without a session every other call answers 401', () => {
  test.each(CLOSED)('$name', async ({ endpoint }) => {
    const options = { token: null, ...bodyFor(endpoint) };
    expect(await failureOf(await app.request(endpoint.method, pathOf(endpoint), options))).toEqual(
      UNAUTHORIZED,
    );
  });

  test.each(['/api/nothing', '/api/alerts/x/y/z', '/api/', '/api'])(
    '%s, which is no call',
    async (path) => {
      expect(await failureOf(await app.request('GET', path, { token: null }))).toEqual(
        UNAUTHORIZED,
      );
    },
  );

  test('whatever its body is: 401 comes before 400, 413 and 415', async () => {
    for (const options of [
      { rawBody: 'x=1', headers: { 'content-type': 'text/plain' } },
      { rawBody: '{', headers: { 'content-type': 'application/json' } },
      { rawBody: 'x'.repeat(2_000_000), headers: { 'content-type': 'application/json' } },
    ]) {
      expect((await app.request('POST', '/api/alerts', { token: null, ...options })).status).toBe(
        401,
      );
    }
  });
});

/** The table of permissions, written out once more. */
const MAY: Record<Role, readonly string[]> = {
  'SOC Analyst': [
    'alerts.read',
    'alerts.write',
    'alerts.import',
    'forensics.write',
    'dashboard.read',
    'jobs.read',
    'jobs.cancel',
    'accounts.read',
    'workstation.manage',
    'training.read',
    'training.take',
    'compliance.read',
    'evidence.read',
    'audits.read',
    'evidence.write',
    'risk.read',
    'policies.read',
    'vendors.read',
    'forensics.read',
    'assistant.ask',
    'integrations.read',
    'integrations.send',
    'policies.attest',
  ],
  'Compliance Officer': [
    'alerts.read',
    'dashboard.read',
    'jobs.read',
    'jobs.cancel',
    'accounts.read',
    'workstation.manage',
    'training.read',
    'training.take',
    'training.assess',
    'compliance.read',
    'evidence.read',
    'audits.read',
    'compliance.write',
    'evidence.write',
    'evidence.review',
    'audits.write',
    'risk.read',
    'policies.read',
    'vendors.read',
    'forensics.read',
    'assistant.ask',
    'integrations.read',
    'risk.write',
    'policies.write',
    'policies.approve',
    'policies.attest',
    'vendors.write',
  ],
  Administrator: [
    'alerts.read',
    'alerts.write',
    'alerts.import',
    'forensics.write',
    'dashboard.read',
    'jobs.read',
    'jobs.cancel',
    'accounts.read',
    'workstation.manage',
    'accounts.manage',
    'workspace.manage',
    'training.read',
    'training.take',
    'training.assess',
    'compliance.read',
    'evidence.read',
    'audits.read',
    'compliance.write',
    'evidence.write',
    'evidence.review',
    'audits.write',
    'risk.read',
    'policies.read',
    'vendors.read',
    'forensics.read',
    'assistant.ask',
    'integrations.read',
    'integrations.send',
    'integrations.manage',
    'risk.write',
    'policies.write',
    'policies.approve',
    'policies.attest',
    'vendors.write',
  ],
  Auditor: [
    'alerts.read',
    'dashboard.read',
    'jobs.read',
    'accounts.read',
    'workstation.manage',
    'training.read',
    'compliance.read',
    'evidence.read',
    'audits.read',
    'risk.read',
    'policies.read',
    'vendors.read',
    'forensics.read',
    'assistant.ask',
    'integrations.read',
  ],
};

describe('[AU13] a role may do what the table says and gets 403 for the rest', () => {
  test.each(ROLES)('the table of %s', (role) => {
    expect(PERMISSIONS.filter((permission) => roleMay(role, permission)).sort()).toEqual(
      [...MAY[role]].sort(),
    );
  });

  const calls = CLOSED.flatMap(({ name, endpoint }) =>
    ROLES.map((role) => ({ name, endpoint, role })),
  );
  test.each(calls)('$name as $role', async ({ endpoint, role }) => {
    const { permission } = endpoint;
    const response = await app.request(endpoint.method, pathOf(endpoint), {
      token: tokens[role] ?? null,
      ...bodyFor(endpoint),
    });
    if (permission === 'session' || (MAY[role] as readonly string[]).includes(permission)) {
      expect([401, 403]).not.toContain(response.status);
      await response.body?.cancel();
    } else {
      expect(await failureOf(response)).toEqual(FORBIDDEN);
    }
  });

  test('an auditor changes nothing but what is the own account and its own', () => {
    // A sync moves what is there; who decides a conflict is asked for the record's own permission (SY102).
    const own =
      /^\/api\/(?:(?:account|preferences|notifications)(?:\/|$)|sync\/(?:now|presence)$|sync\/conflicts\/)/;
    // Conversations are the asker's own; a draft is kept nowhere; a preview is released by none of them (MO35).
    const asking = /^\/api\/(?:chat\/|forensics\/analyst-query$|models\/(?:drafts|previews)$)/;
    const writes = CLOSED.filter(({ endpoint }) => endpoint.method !== 'GET');
    expect(writes.length).toBeGreaterThan(4);
    // They read, compute and answer; what is kept of it is no record of the workspace.
    const computing = [
      ...[
        'analyze',
        'verifyCustody',
        'verifySample',
        'preview',
        'previewFingerprint',
        'extract',
        'lookUp',
        // Brings a file that they may read anyway to this workstation.
        'fetch',
      ],
      // A file made of what they read anyway, and its receipt.
      ...['export'],
    ];
    for (const { name, endpoint } of writes) {
      if (computing.includes(name.split('.')[1] ?? '')) continue;
      if (endpoint.permission === 'assistant.ask') expect(endpoint.path).toMatch(asking);
      else if (endpoint.permission === 'session') expect(endpoint.path).toMatch(own);
      // One machine and its place in the workspace, where it is their own (SY200).
      else if (endpoint.permission === 'workstation.manage')
        expect(endpoint.path).toMatch(
          /^\/api\/(?:sync|sync\/(?:leave|files|refused\/retry)|isolation)$/,
        );
      else
        expect(roleMay('Auditor', endpoint.permission as (typeof PERMISSIONS)[number]), name).toBe(
          false,
        );
    }
  });

  test('[AU16] a role that is not of the list may do nothing', () => {
    for (const role of ['', 'administrator', 'Root', 'constructor', '__proto__']) {
      expect(PERMISSIONS.filter((permission) => roleMay(role, permission))).toEqual([]);
    }
  });
});

describe('what is not there', () => {
  test.each([
    ['GET', '/api/nothing'],
    ['GET', '/api/alerts/'],
    ['DELETE', '/api/alerts'],
    ['PUT', '/api/alerts/x'],
    ['PATCH', '/api/alerts'],
    ['POST', '/api/dashboard/metrics'],
    ['OPTIONS', '/api/alerts'],
  ])('[HT3] %s %s is 404 with a JSON body', async (method, path) => {
    expect(await failureOf(await app.request(method, path))).toEqual({
      status: 404,
      body: { message: 'There is no such call' },
    });
  });
});

describe('[HT4] the kind of body', () => {
  const jsonCalls = ENDPOINTS.filter(({ endpoint }) => endpoint.body && endpoint.body !== 'bytes');
  const byteCalls = ENDPOINTS.filter(({ endpoint }) => endpoint.body === 'bytes');
  const WANT_JSON = { status: 415, body: { message: 'Send the body as application/json' } };
  const WANT_BYTES = {
    status: 415,
    body: { message: 'Send the file as application/octet-stream' },
  };

  test.each(jsonCalls)('$name takes JSON only', async ({ endpoint }) => {
    for (const type of [
      'text/plain',
      'text/plain;charset=UTF-8',
      'multipart/form-data; boundary=x',
      'application/xml',
      'application/jsonp',
      'text/json',
    ]) {
      const response = await app.request(endpoint.method, pathOf(endpoint), {
        rawBody: '{}',
        headers: { 'content-type': type },
      });
      expect(await failureOf(response), type).toEqual(WANT_JSON);
    }
  });

  test.each(byteCalls)(
    '$name takes bytes, but nothing that a foreign form could send',
    async ({ endpoint }) => {
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
      ]) {
        const response = await app.request(endpoint.method, pathOf(endpoint), {
          rawBody: 'x',
          headers: { 'content-type': type },
        });
        expect(await failureOf(response), type).toEqual(WANT_BYTES);
      }
    },
  );

  test('a form is taken by sign-in and set-up alone', async () => {
    const options = {
      rawBody: 'title=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    };
    for (const { endpoint } of jsonCalls) {
      const { status } = await app.request(endpoint.method, pathOf(endpoint), options);
      const takesForms = endpoint.path === '/api/login' || endpoint.path === '/api/setup';
      expect(status === 415, endpoint.path).toBe(!takesForms);
    }
  });

  test('JSON may name its character set, in any case', async () => {
    const response = await app.request('POST', '/api/alerts', {
      rawBody: JSON.stringify({ title: 't', description: 'd', severity: 'LOW', source: 's' }),
      headers: { 'content-type': 'Application/JSON; charset=utf-8' },
    });
    expect(response.status).toBe(201);
  });
});
