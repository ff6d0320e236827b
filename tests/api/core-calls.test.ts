import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  healthSchema,
  workspaceSchema,
} from '../../src/shared/areas/settings/settings.contract.ts';
import type { Endpoint } from '../../src/shared/contract/define.ts';
import { contract } from '../../src/shared/contract/index.ts';
import { createAlert, listAll } from '../helpers/alert-calls.ts';
import { queryBeside } from '../helpers/beside.ts';
import { failureOf } from '../helpers/bodies.ts';
import { openTestApp, REPOSITORY, type TestApp } from '../helpers/open-test-app.ts';

describe('health', () => {
  test('[HT5] tells versions and whether set-up is needed, to anybody, and nothing else', async () => {
    const app = await openTestApp({ as: null });
    const answer = async () =>
      healthSchema
        .strict()
        .parse(await (await app.request('GET', '/api/health', { token: null })).json());
    const { version } = JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')) as {
      version: string;
    };
    expect(await answer()).toEqual({
      status: 'ok',
      name: 'watchfloor',
      version,
      schema: readdirSync(join(REPOSITORY, 'resources/migrations/sqlite')).length,
      setupRequired: true,
    });
    await app.request('POST', '/api/setup', {
      body: {
        email: 'a@b.test',
        firstName: 'A',
        lastName: 'B',
        password: 'twelve chars',
        workspace: 'empty',
      },
    });
    expect((await answer()).setupRequired).toBe(false);
    await app.close();
  });
});

describe('the OpenAPI document', () => {
  let app: TestApp;
  let document: {
    openapi: string;
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, unknown> };
  };
  interface Operation {
    operationId: string;
    summary: string;
    security: unknown[];
    parameters: { name: string; in: string; required: boolean }[];
    requestBody?: { content: Record<string, { schema?: { required?: string[] } }> };
    responses: Record<string, unknown>;
  }
  beforeAll(async () => {
    app = await openTestApp({ as: 'Auditor' });
    document = (await (await app.request('GET', '/api/openapi.json')).json()) as typeof document;
  });
  afterAll(() => app.close());

  test('[HT6] has every call of the contract and no other', () => {
    expect(document.openapi).toBe('3.1.0');
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const calls = Object.values(contract).flatMap((area) =>
      Object.values(area as Record<string, Endpoint>).map(
        (endpoint) => `${endpoint.method} ${endpoint.path}`,
      ),
    );
    expect(described.sort()).toEqual(calls.sort());
  });

  test('names parameters, bodies, answers and who may call', () => {
    const create = document.paths['/api/alerts']?.post;
    expect(create?.requestBody?.content['application/json']?.schema?.required).toEqual([
      'title',
      'description',
      'severity',
      'source',
    ]);
    expect(Object.keys(create?.responses ?? {})).toEqual(['201', 'default']);
    const update = document.paths['/api/alerts/{id}']?.patch;
    expect(update?.parameters).toEqual([
      expect.objectContaining({ name: 'id', in: 'path', required: true }),
    ]);
    const list = document.paths['/api/alerts']?.get;
    expect(list?.parameters.map((parameter) => parameter.name).sort()).toEqual([
      'cursor',
      'from',
      'groups',
      'handling',
      'limit',
      'q',
      'query',
      'severity',
      'since',
      'sort',
      'source',
      'status',
      'suppressed',
      'suppressedBy',
      'to',
      'zone',
    ]);
    expect(list?.parameters.some((parameter) => parameter.required)).toBe(false);
    expect(document.paths['/api/health']?.get?.security).toEqual([]);
    expect(list?.security).toEqual([{ session: [] }]);
  });

  test('refers only to what it defines', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
      (match) => match[1] ?? '',
    );
    expect(references.length).toBeGreaterThan(0);
    for (const reference of new Set(references)) {
      const name = /^#\/components\/schemas\/(\w+)$/.exec(reference)?.[1];
      expect(Object.keys(document.components.schemas), reference).toContain(name);
    }
  });
});

describe('the workspace', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await openTestApp({ as: 'Administrator', workspace: 'demo' });
  });
  afterEach(() => app.close());

  const leave = (token?: string) =>
    app.request('POST', '/api/workspace/leave-demo', token === undefined ? {} : { token });

  test('says its kind to everybody who is signed in', async () => {
    const token = await app.tokenFor('Auditor');
    const workspace = workspaceSchema
      .strict()
      .parse(await (await app.request('GET', '/api/workspace', { token })).json());
    const createdAt = new Date(app.clock.now()).toISOString();
    expect(workspace).toEqual({ kind: 'demo', createdAt, isShared: false });
  });

  test('[ST10] leaving the demo deletes all of it, keeps accounts and the audit log, and starts empty', async () => {
    const alert = await createAlert(app, { title: 'Soon to be gone' });
    const usersBefore = queryBeside(app.dataDir, 'SELECT id FROM users ORDER BY id');
    const auditsBefore = queryBeside(app.dataDir, 'SELECT seq FROM audit_log').length;
    app.clock.advance(5000);
    const response = await leave();
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      kind: 'empty',
      createdAt: new Date(app.clock.now()).toISOString(),
      isShared: false,
    });
    expect((await listAll(app)).totals).toEqual([0]);
    expect((await listAll(app, { q: 'soon' })).alerts).toEqual([]);
    expect((await app.request('GET', `/api/alerts/${alert.id}`)).status).toBe(404);
    expect(await (await app.request('GET', '/api/dashboard/metrics')).json()).toMatchObject({
      activeAlerts: 0,
      complianceScore: null,
    });
    for (const table of [
      'alerts',
      'alert_raw',
      'alert_counts',
      'alert_hours',
      'alert_totals',
      'alerts_fts',
      'change_log',
      'imports',
      'controls',
      'risks',
      'notifications',
    ]) {
      expect(queryBeside(app.dataDir, `SELECT count(*) AS n FROM ${table}`), table).toEqual([
        { n: 0 },
      ]);
    }
    expect(queryBeside(app.dataDir, 'SELECT id FROM users ORDER BY id')).toEqual(usersBefore);
    expect(queryBeside(app.dataDir, 'SELECT seq FROM audit_log').length).toBeGreaterThan(
      auditsBefore,
    );
    const fresh = await createAlert(app, { title: 'First real one' });
    expect((await listAll(app, { q: 'real' })).alerts).toEqual([fresh]);
  });

  test('leaving it twice is 409', async () => {
    await leave();
    expect(await failureOf(await leave())).toEqual({
      status: 409,
      body: { message: 'This workspace is not the demo' },
    });
  });

  test('nobody but an administrator leaves it', async () => {
    for (const role of ['SOC Analyst', 'Compliance Officer', 'Auditor'] as const) {
      expect((await leave(await app.tokenFor(role))).status).toBe(403);
    }
    expect(await (await app.request('GET', '/api/workspace')).json()).toMatchObject({
      kind: 'demo',
    });
  });
});
