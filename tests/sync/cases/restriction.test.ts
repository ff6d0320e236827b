/** Who decides who may see an investigation. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { controlEvidenceTable } from '../../../src/main/db/tables/evidence.table.ts';
import { restrictionSchema } from '../../../src/shared/areas/forensics/restriction.contract.ts';
import {
  namedIn,
  nameFurther,
  restrictBy,
} from '../../../src/shared/areas/forensics/restriction.rules.ts';
import { openBeside } from './open-beside.ts';
import { openRestrictedWorld, type RestrictedWorld, restrict, WORD } from './restricted-world.ts';

let world: RestrictedWorld;
let id: string;
const tokens: Record<string, string> = {};
const ids: Record<string, string> = {};

const as = (who: string, method: string, path: string, body?: object) =>
  world.app.request(method, path, { token: tokens[who] ?? '', ...(body ? { body } : {}) });
const restriction = async () =>
  restrictionSchema.parse(
    await (await world.app.request('GET', world.at(id, '/restriction'))).json(),
  );

beforeAll(async () => {
  world = await openRestrictedWorld();
  id = world.hidden.investigation ?? '';
  for (const [who, role] of [
    ['ann', 'SOC Analyst'],
    ['admin', 'Administrator'],
    ['bo', 'SOC Analyst'],
  ] as const) {
    tokens[who] = await world.app.tokenFor(role);
    ids[who] = ((await (await as(who, 'GET', '/api/auth/user')).json()) as { id: string }).id;
  }
}, 90_000);
afterAll(() => world.app.close());

test('[SY150] a list that cannot be read is open to nobody, none is open to all', () => {
  expect(namedIn(null)).toBeNull();
  for (const broken of [[], 'x', [1], {}, [''], Array(101).fill('x')])
    expect(namedIn(broken)).toEqual([]);
  expect(restrictBy('a', ['b', 'a', 'b'])).toEqual({ type: 'set', names: ['a', 'b'] });
  expect(restrictBy('a', ['b']).type).toBe('refused');
  expect(nameFurther(null, 'x').type).toBe('refused');
});

test('[SY150] nobody restricts without a reason, without staying named, or to a stranger', async () => {
  const refused = async (more: object) => (await restrict(world, id, more)).status;
  expect(await refused({ reason: ' ' })).toBe(400);
  expect(await refused({ people: [] })).toBe(400);
  expect(await refused({ people: [ids.ann] })).toBe(400);
  expect(await refused({ people: [world.named, 'nobody'] })).toBe(400);
  expect((await restriction()).people).toBeNull();
});

test('[SY150] the named see it, others do not; undone, everybody does, and the history says all of it', async () => {
  await restrict(world, id, { people: [world.named, ids.ann] });
  const seen = async (who: string) => (await as(who, 'GET', world.at(id))).status;
  expect([await seen('ann'), await seen('bo'), await seen('admin')]).toEqual([200, 404, 404]);
  world.app.clock.advance(1_000);
  await restrict(world, id, { people: null, reason: 'Undone' });
  expect([await seen('ann'), await seen('bo'), await seen('admin')]).toEqual([200, 200, 200]);
  const { history } = await restriction();
  expect(
    history.map(({ reason, before, after }) => [reason, before?.length, after?.length]),
  ).toEqual([
    ['Undone', 2, undefined],
    ['About a colleague', undefined, 2],
  ]);
});

test('[SY150] its evidence proves nothing while few may see it, and does so again afterwards', async () => {
  const [closed, bundle] = [world.hidden.closed ?? '', world.hidden.bundle ?? ''];
  const beside = await openBeside(world.app);
  beside.write({ actor: null, origin: 'system', action: 'test' }, (tx) =>
    tx.insert(controlEvidenceTable, {
      ...{ id: 'link-1', controlId: 'control-1', evidenceId: bundle, createdAt: tx.now },
    }),
  );
  const isLinked = () =>
    beside.read('test', (db) =>
      db.get('SELECT 1 FROM control_evidence WHERE id = ? AND deleted_at IS NULL', 'link-1'),
    ) !== undefined;
  world.app.clock.advance(1_000);
  expect((await restrict(world, closed)).status).toBe(200);
  expect((await as('bo', 'GET', `/api/evidence/${bundle}`)).status).toBe(404);
  expect((await as('bo', 'GET', `/api/evidence/${world.hidden.evidence}`)).status).toBe(200);
  expect(isLinked()).toBe(false);
  world.app.clock.advance(1_000);
  await restrict(world, closed, { people: null });
  expect((await as('bo', 'GET', `/api/evidence/${bundle}`)).status).toBe(200);
  expect(isLinked()).toBe(true);
  beside.close();
});

test('[SY157] an administrator learns how many, names one more with a reason, and everybody named is told', async () => {
  await restrict(world, id);
  const list = await as('admin', 'GET', '/api/forensics/restricted');
  const text = await list.text();
  expect(text).not.toContain(WORD);
  expect(JSON.parse(text)).toMatchObject([{ id, people: [{ id: world.named }] }]);
  expect((await as('bo', 'GET', '/api/forensics/restricted')).status).toBe(403);
  const name = (body: object) =>
    as('admin', 'POST', `/api/forensics/restricted/${id}/people`, body);
  expect((await name({ person: ids.ann })).status).toBe(400);
  expect((await name({ person: 'nobody', reason: 'x' })).status).toBe(400);
  expect((await name({ person: ids.ann, reason: 'Their colleague left' })).status).toBe(200);
  expect((await name({ person: ids.ann, reason: 'Again' })).status).toBe(400);
  expect((await as('ann', 'GET', world.at(id))).status).toBe(200);
  for (const token of [world.app.token, tokens.ann]) {
    const inbox = await world.app.request('GET', '/api/notifications', { token: token ?? '' });
    expect(await inbox.text()).toContain('Their colleague left');
  }
  const others = await as('bo', 'GET', '/api/notifications');
  expect(await others.text()).not.toContain('Their colleague left');
  expect((await as('admin', 'GET', world.at(id))).status).toBe(404);
  expect(
    (await as('admin', 'PUT', world.at(id, '/restriction'), { people: null, reason: 'x' })).status,
  ).toBe(404);
});
