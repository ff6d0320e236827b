import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { frameworksContract } from '../../src/shared/areas/compliance/frameworks.contract.ts';
import { queryBeside } from '../helpers/beside.ts';
import { failureOf } from '../helpers/bodies.ts';
import { cpuClock } from '../helpers/cpu-time.ts';
import {
  adopt,
  answerOf,
  createFramework,
  frameworkBody,
  listPacks,
} from '../helpers/framework-calls.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

const PATH = '/api/compliance/frameworks';
let app: TestApp;
beforeEach(async () => {
  app = await openTestApp({ as: 'Compliance Officer' });
});
afterEach(() => app.close());

const controlsOf = <T>(columns: string, where = '1') =>
  queryBeside<T>(
    app.dataDir,
    `SELECT ${columns} FROM controls WHERE deleted_at IS NULL AND ${where}`,
  );

describe('[FW12] a framework made by hand', () => {
  test('answers what was asked for, and is listed newest first, page by page', async () => {
    const made = await createFramework(app, 'First');
    expect(made).toMatchObject({
      ...frameworkBody('First'),
      ...{ isActive: true, packId: null, controlCount: 0, upgrade: null },
      createdAt: '2026-11-20T12:00:00.000Z',
    });
    app.clock.advance(1000);
    await createFramework(app, 'Second');
    const first = await app.request('GET', `${PATH}?limit=1`);
    expect(first.headers.get('x-total-count')).toBe('2');
    expect(await first.json()).toMatchObject([{ name: 'Second' }]);
    const cursor = first.headers.get('x-next-cursor');
    const second = await app.request('GET', `${PATH}?limit=1&cursor=${cursor}`);
    expect(await second.json()).toMatchObject([{ name: 'First' }]);
    expect(second.headers.get('x-next-cursor')).toBeNull();
  });

  test.each([
    [{ name: '' }, 'Name is required'],
    [{ name: undefined }, 'Name is required'],
    [{ name: 'x'.repeat(101) }, 'Name must be less than 100 characters'],
    [{ description: ' ' }, 'Description is required'],
    [{ description: 'x'.repeat(501) }, 'Description must be less than 500 characters'],
    [{ category: 'Astrology' }, 'Category is required'],
    [{ version: '' }, 'Version is required'],
  ])('with %o is refused: %s', async (change, message) => {
    const body = { ...frameworkBody('X'), ...change };
    const answer = await failureOf(await app.request('POST', PATH, { body }));
    expect(answer).toMatchObject({ status: 400, body: { message } });
    expect(queryBeside(app.dataDir, 'SELECT id FROM compliance_frameworks')).toEqual([]);
  });

  test('takes 100 and 500 characters, and no name and version that are there', async () => {
    const body = { ...frameworkBody('x'.repeat(100)), description: 'x'.repeat(500) };
    expect((await app.request('POST', PATH, { body })).status).toBe(201);
    const again = await failureOf(await app.request('POST', PATH, { body }));
    expect(again.status).toBe(409);
    const other = { ...body, version: '2.0' };
    expect((await app.request('POST', PATH, { body: other })).status).toBe(201);
  });

  test('is changed, switched off and on; nobody else may, and what is not there is not', async () => {
    const { id } = await createFramework(app, 'Mine');
    const patch = (body: object, token?: string | null) =>
      app.request('PATCH', `${PATH}/${id}`, { body, ...(token === undefined ? {} : { token }) });
    expect(await answerOf(await patch({ name: 'Ours', version: '2' }))).toMatchObject({
      name: 'Ours',
      version: '2',
      description: 'What it is for',
    });
    expect(await answerOf(await patch({ isActive: false }))).toMatchObject({ isActive: false });
    expect(await answerOf(await patch({ isActive: true }))).toMatchObject({ isActive: true });
    expect((await patch({})).status).toBe(400);
    expect((await patch({ name: 'x'.repeat(101) })).status).toBe(400);
    expect((await patch({ packId: 'no-such-pack' })).status).toBe(404);
    expect((await patch({ name: 'Theirs' }, null)).status).toBe(401);
    for (const role of ['Auditor'] as const) {
      const token = await app.tokenFor(role);
      expect((await patch({ name: 'Theirs' }, token)).status).toBe(403);
      expect((await app.request('POST', PATH, { body: frameworkBody('T'), token })).status).toBe(
        403,
      );
      expect((await app.request('GET', PATH, { token })).status).toBe(200);
    }
    expect((await app.request('PATCH', `${PATH}/none`, { body: { name: 'x' } })).status).toBe(404);
    await createFramework(app, 'Taken');
    expect((await patch({ name: 'Taken', version: '1.0' })).status).toBe(409);
  });
});

describe('[FW6] a pack', () => {
  test('is listed with its counts, its licence and who adopted it', async () => {
    const packs = await listPacks(app);
    expect(packs.length).toBeGreaterThanOrEqual(42);
    expect(packs.find(({ id }) => id === 'nist-800-53-r5')).toMatchObject({
      ...{
        name: 'NIST SP 800-53',
        textPolicy: 'text',
        supersedes: 'nist-800-53-r4',
        withdrawn: 182,
      },
      requirements: 1189 - 182,
      baselines: expect.arrayContaining([{ name: 'LOW', requirements: 149 }]),
      ...{ adopted: [], upgrades: [] },
    });
    const { id } = await adopt(app, 'nist-800-53-r4');
    const now = await listPacks(app);
    expect(now.find((pack) => pack.id === 'nist-800-53-r4')?.adopted).toMatchObject([{ id }]);
    expect(now.find((pack) => pack.id === 'nist-800-53-r5')?.upgrades).toMatchObject([{ id }]);
  });

  test('becomes a framework with its tree, without what was withdrawn, in under a second', async () => {
    await listPacks(app);
    const spent = cpuClock();
    const framework = await adopt(app, 'nist-800-53-r5');
    const ms = spent();
    console.log(`800-53 adopted in ${Math.round(ms)} ms`);
    expect(ms).toBeLessThan(1000);
    expect(framework).toMatchObject({
      ...{ packId: 'nist-800-53-r5', version: '5 (Update 1)', controlCount: 1007, upgrade: null },
      counts: { NOT_ASSESSED: 1007, COMPLIANT: 0, PARTIALLY_COMPLIANT: 0, NON_COMPLIANT: 0 },
    });
    const refs = controlsOf<{ control_id: string; parent_ref: string; category: string }>(
      'control_id, parent_ref, category',
      `control_id IN ('AC-2', 'AC-2(1)', 'AC-13')`,
    );
    expect(refs).toEqual([
      { control_id: 'AC-2', parent_ref: 'AC', category: 'Access Control' },
      { control_id: 'AC-2(1)', parent_ref: 'AC-2', category: 'Access Control' },
    ]);
    const detail = await answerOf<{
      groups: { ref: string; controlCount: number }[];
      unverified: string;
    }>(await app.request('GET', `${PATH}/${framework.id}`));
    expect(detail.groups.find(({ ref }) => ref === 'AC')?.controlCount).toBeGreaterThan(100);
    expect(detail.groups.reduce((sum, group) => sum + group.controlCount, 0)).toBe(1007);
    expect(detail.unverified).toContain('IA-13');
  });

  test.each([
    ['nist-800-53-r5', 'LOW', 149],
    ['nist-800-53-r5', 'HIGH', 370],
    ['fedramp-r5', 'MODERATE', 323],
    ['essential-eight', 'ML2', 87],
  ])('%s at %s becomes %i controls', async (pack, baseline, count) => {
    const made = await adopt(app, pack, { baseline });
    expect(made).toMatchObject({ baseline, controlCount: count });
    const orphans = controlsOf(
      'control_id',
      `parent_ref NOT IN (SELECT ref FROM framework_groups UNION SELECT control_id FROM controls)`,
    );
    expect(orphans).toEqual([]);
  });

  test('of groups only becomes its frame; every shipped pack can be adopted', async () => {
    for (const { id, groups, requirements } of await listPacks(app)) {
      const made = await adopt(app, id);
      expect(made.controlCount).toBe(requirements);
      if (requirements > 0) continue;
      const { groups: frame } = await answerOf<{ groups: unknown[] }>(
        await app.request('GET', `${PATH}/${made.id}`),
      );
      expect(frame).toHaveLength(groups);
    }
  });

  test('is adopted once under a name; a baseline it does not have is refused', async () => {
    const post = (id: string, body: object, token?: string) =>
      app.request('POST', `/api/compliance/packs/${id}/adopt`, {
        body,
        ...(token ? { token } : {}),
      });
    expect((await post('gdpr', {})).status).toBe(201);
    expect((await post('gdpr', {})).status).toBe(409);
    expect((await post('gdpr', { name: 'GDPR of the shop' })).status).toBe(201);
    expect((await post('gdpr', { baseline: 'LOW' })).status).toBe(400);
    expect((await post('none', {})).status).toBe(404);
    expect((await post('dora', {}, await app.tokenFor('Auditor'))).status).toBe(403);
    expect((await app.request('GET', '/api/compliance/packs/none')).status).toBe(404);
    expect(await answerOf(await app.request('GET', '/api/compliance/packs/gdpr'))).toHaveProperty(
      'items.0.id',
    );
  });
});

describe('[FW13] removing a framework', () => {
  test('takes it with its controls where nobody answered any', async () => {
    const { id } = await adopt(app, 'soc2-2017');
    expect((await app.request('DELETE', `${PATH}/${id}`)).status).toBe(200);
    expect(controlsOf('id')).toEqual([]);
    expect((await app.request('GET', `${PATH}/${id}`)).status).toBe(404);
    expect((await app.request('DELETE', `${PATH}/${id}`)).status).toBe(404);
  });

  test('is refused where there are answers, and says what to do', async () => {
    const { id } = await adopt(app, 'soc2-2017');
    const [control] = controlsOf<{ id: string }>('id');
    const body = { status: 'PARTIALLY_COMPLIANT' };
    await answerOf(await app.request('PATCH', `/api/compliance/controls/${control?.id}`, { body }));
    const refused = await failureOf(await app.request('DELETE', `${PATH}/${id}`));
    expect(refused.status).toBe(409);
    expect(JSON.stringify(refused.body)).toContain('Deactivate');
    expect(controlsOf('id')).toHaveLength(61);
  });
});

test('every call of this part is in the contract once', () => {
  const calls = Object.values(frameworksContract).map(({ method, path }) => `${method} ${path}`);
  expect(new Set(calls).size).toBe(calls.length);
});
