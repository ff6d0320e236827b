import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createUpgradeService } from '../../src/main/areas/compliance/framework-upgrade.ts';
import { createFrameworkService } from '../../src/main/areas/compliance/frameworks.service.ts';
import type { PackLibrary } from '../../src/main/areas/compliance/packs.ts';
import { controlsTable } from '../../src/main/db/tables/compliance.table.ts';
import type {
  FrameworkPack,
  PackRequirement,
} from '../../src/shared/areas/compliance/pack.contract.ts';
import type { Upgrade } from '../../src/shared/areas/compliance/upgrade.contract.ts';
import {
  adopt,
  answerOf,
  createFramework,
  previewUpgrade,
  upgrade,
} from '../helpers/framework-calls.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';
import { openTestDb, type TestDb } from '../helpers/open-test-db.ts';

const packOf = (id: string, version: string, requirements: PackRequirement[]): FrameworkPack => ({
  format: 'watchfloor.framework-pack/1',
  ...{ id, name: 'House rules', version, publisher: 'Us', source: `House rules ${version}` },
  ...{ licence: 'Ours', textPolicy: 'text', category: 'Security', requirements },
  checksum: `${id}${version}`.padEnd(64, '0'),
});
const req = (id: string, title: string, more: Partial<PackRequirement> = {}): PackRequirement => ({
  ...{ id, title, kind: 'requirement', parent: 'A' },
  ...more,
});

const FIRST = packOf('house-1', '1', [
  { id: 'A', title: 'Access', kind: 'group' },
  { id: 'B', title: 'Backup', kind: 'group' },
  req('A.1', 'Accounts', { text: 'Know them.' }),
  req('A.2', 'Passwords', { text: 'Keep them.' }),
  req('A.3', 'Badges'),
  req('A.4', 'Visitors'),
  req('B.1', 'Copies', { parent: 'B', weight: 2 }),
]);
/** A.2 became A.3, A.3 became A.4; A.4 is withdrawn under its new number; B is gone; A.9 is new. */
const SECOND: FrameworkPack = {
  ...packOf('house-2', '2', [
    { id: 'A', title: 'Access control', kind: 'group' },
    req('A.1', 'Accounts of people', { text: 'Know each of them.' }),
    req('A.2', 'Roles'),
    req('A.3', 'Passwords', { text: 'Keep them.', formerly: ['A.2'] }),
    req('A.4', 'Badges', { formerly: ['A.3'] }),
    { id: 'A.5', title: 'Visitors', kind: 'withdrawn', parent: 'A', formerly: ['A.4'] },
    req('A.9', 'Machines'),
  ]),
  supersedes: 'house-1',
};

const libraryOf = (...packs: FrameworkPack[]): PackLibrary => ({
  list: () => packs,
  find: (id) => packs.find((pack) => pack.id === id),
});

const kinds = ({ items }: Upgrade) =>
  Object.fromEntries(
    items.map(({ ref, formerRef, kind }) => [formerRef ? `${formerRef} → ${ref}` : ref, kind]),
  );

describe('[FW7] bringing a framework up to the next version of its pack', () => {
  let world: TestDb;
  beforeEach(() => {
    world = openTestDb();
  });
  afterEach(() => world.close());

  function open(...packs: FrameworkPack[]) {
    const { db } = world;
    let ids = 0;
    const newId = () => `${packs.length}-${String(ids++).padStart(4, '0')}`;
    const deps = { db, newId, packs: libraryOf(...packs) };
    const draftOf = () => {
      throw new Error('no file');
    };
    return {
      frameworks: createFrameworkService(deps),
      upgrades: createUpgradeService({ ...deps, draftOf }),
    };
  }

  interface Row {
    id: string;
    ref: string;
    title: string;
    status: string;
    note: string | null;
    text: string | null;
    goneIn: string | null;
  }
  const rows = () =>
    world.db.read('test', (reader) =>
      reader.all<Row>(
        `SELECT id, control_id AS ref, title, status, description AS note, requirement AS text, gone_in AS goneIn
         FROM controls WHERE deleted_at IS NULL ORDER BY title`,
      ),
    );
  const byTitle = (title: string) => rows().find((row) => row.title === title);
  const answer = (title: string) =>
    world.db.write({ actor: null, origin: 'system', action: 'test' }, (tx) => {
      const id = byTitle(title)?.id ?? '';
      tx.update(controlsTable, id, { status: 'COMPLIANT', description: title });
    });

  function adoptAnswered() {
    const { frameworks } = open(FIRST);
    const { id } = frameworks.adopt('house-1', { baseline: null }, 'me');
    for (const title of ['Accounts', 'Passwords', 'Badges', 'Visitors', 'Copies']) answer(title);
    return id;
  }

  test('says what is new, changed, renumbered, withdrawn and gone before anything is written', () => {
    const id = adoptAnswered();
    const before = rows();
    const { upgrades, frameworks } = open(FIRST, SECOND);
    expect(frameworks.get(id).upgrade).toMatchObject({ packId: 'house-2', kind: 'newer' });
    const plan = upgrades.preview(id, { pack: 'house-2', index: 0, isWhole: true }, 'me');
    expect(kinds(plan)).toEqual({
      'A.1': 'changed',
      'A.2': 'new',
      'A.2 → A.3': 'moved',
      'A.3 → A.4': 'moved',
      'A.9': 'new',
      'A.4': 'withdrawn',
      'B.1': 'gone',
    });
    expect(plan.items.find(({ ref }) => ref === 'A.1')?.fields).toEqual([
      { field: 'title', from: 'Accounts', to: 'Accounts of people' },
      { field: 'text', from: 'Know them.', to: 'Know each of them.' },
    ]);
    expect(rows()).toEqual(before);
  });

  test('keeps every answer, also of what moved and of what is gone', () => {
    const id = adoptAnswered();
    const ids = new Map(rows().map((row) => [row.title, row.id]));
    const { upgrades, frameworks } = open(FIRST, SECOND);
    const from = { pack: 'house-2', index: 0, isWhole: true };
    const { digest } = upgrades.preview(id, from, 'me');
    expect(upgrades.apply(id, { from, digest }, 'me')).toMatchObject({
      ...{ added: 2, changed: 1, moved: 2, gone: 2, restored: 0 },
      framework: { packId: 'house-2', version: '2', upgrade: null, goneCount: 2 },
    });
    const answered = { status: 'COMPLIANT' };
    expect(byTitle('Accounts of people')).toMatchObject({
      ...answered,
      id: ids.get('Accounts'),
      note: 'Accounts',
    });
    expect(byTitle('Passwords')).toMatchObject({
      ...answered,
      id: ids.get('Passwords'),
      ref: 'A.3',
    });
    expect(byTitle('Badges')).toMatchObject({ ...answered, id: ids.get('Badges'), ref: 'A.4' });
    expect(byTitle('Visitors')).toMatchObject({ ...answered, ref: 'A.4', goneIn: '2' });
    expect(byTitle('Copies')).toMatchObject({ ...answered, goneIn: '2', note: 'Copies' });
    expect(byTitle('Roles')).toMatchObject({ status: 'NOT_ASSESSED', ref: 'A.2', note: null });
    expect(frameworks.get(id).groups.map(({ title }) => title)).toEqual([
      'Access control',
      'Backup',
    ]);
    // Again, there is nothing to do: what moved does not move on.
    const again = upgrades.preview(id, from, 'me');
    expect([again.items, again.unchanged]).toEqual([[], 5]);
    expect(
      frameworks
        .gone(id)
        .map(({ title }) => title)
        .sort(),
    ).toEqual(['Copies', 'Visitors']);
  });

  test('what is gone can be restored, and stays so', () => {
    const id = adoptAnswered();
    const later = open(FIRST, SECOND);
    const from = { pack: 'house-2', index: 0, isWhole: true };
    const { digest } = later.upgrades.preview(id, from, 'me');
    later.upgrades.apply(id, { from, digest }, 'me');
    const copies = byTitle('Copies')?.id ?? '';
    expect(later.frameworks.restore(id, [copies], 'me').map(({ title }) => title)).toEqual([
      'Visitors',
    ]);
    const after = later.upgrades.preview(id, from, 'me');
    expect([after.items, after.own]).toEqual([[], 1]);
    expect(() => later.frameworks.restore(id, [copies], 'me')).toThrow('no such control');
  });

  test('what is gone comes back by itself with a version that has it again', () => {
    const id = adoptAnswered();
    const later = open(FIRST, SECOND);
    const from = { pack: 'house-2', index: 0, isWhole: true };
    const { digest } = later.upgrades.preview(id, from, 'me');
    later.upgrades.apply(id, { from, digest }, 'me');
    const kept = SECOND.requirements.map(({ formerly: _, ...one }) => one);
    const third = packOf('house-3', '3', [...kept, req('B.1', 'Copies')]);
    const { upgrades } = open(FIRST, SECOND, third);
    const next = { pack: 'house-3', index: 0, isWhole: true };
    const plan = upgrades.preview(id, next, 'me');
    expect(kinds(plan)).toEqual({ 'B.1': 'back' });
    upgrades.apply(id, { from: next, digest: plan.digest }, 'me');
    expect(byTitle('Copies')).toMatchObject({ goneIn: null, status: 'COMPLIANT', note: 'Copies' });
  });

  test('what was reviewed is what is applied: a change in between is refused', () => {
    const id = adoptAnswered();
    const { upgrades } = open(FIRST, SECOND);
    const from = { pack: 'house-2', index: 0, isWhole: true };
    const { digest } = upgrades.preview(id, from, 'me');
    world.db.write({ actor: null, origin: 'system', action: 'test' }, (tx) => {
      tx.update(controlsTable, byTitle('Accounts')?.id ?? '', { title: 'Other' });
    });
    const before = rows();
    expect(() => upgrades.apply(id, { from, digest }, 'me')).toThrow('changed since');
    expect(rows()).toEqual(before);
    expect(() => upgrades.preview(id, { pack: 'none', index: 0, isWhole: true }, 'me')).toThrow(
      'no such',
    );
  });

  test('a pack that was edited under the same id is told apart, and renumbers nothing', () => {
    const id = adoptAnswered();
    const edited: FrameworkPack = {
      ...packOf(
        'house-1',
        '1',
        FIRST.requirements.map((one) =>
          one.id === 'A.3' ? { ...one, title: 'Badges and keys', formerly: ['A.2'] } : one,
        ),
      ),
      checksum: 'f'.repeat(64),
    };
    const { frameworks, upgrades } = open(edited);
    expect(frameworks.get(id).upgrade).toMatchObject({ kind: 'edited' });
    const plan = upgrades.preview(id, { pack: 'house-1', index: 0, isWhole: true }, 'me');
    expect(kinds(plan)).toEqual({ 'A.3': 'changed' });
  });
});

describe('[FW7] the shipped packs', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await openTestApp({ as: 'Compliance Officer' });
  });
  afterEach(() => app.close());

  test('800-171 goes from Revision 2 to 3 with every answer', async () => {
    const { id } = await adopt(app, 'nist-800-171-r2');
    const controls = await answerOf<{ id: string; controlId: string }[]>(
      await app.request('GET', `/api/compliance/controls?framework=${id}&limit=1000`),
    );
    expect(controls).toHaveLength(110);
    for (const ref of ['3.1.1', '3.1.13']) {
      const control = controls.find(({ controlId }) => controlId === ref);
      const body = { status: 'PARTIALLY_COMPLIANT' };
      await answerOf(
        await app.request('PATCH', `/api/compliance/controls/${control?.id}`, { body }),
      );
    }
    const plan = await previewUpgrade(app, id, 'pack=nist-800-171-r3');
    expect(plan.counts.new + plan.counts.moved).toBe(97);
    expect(plan.counts.moved + plan.counts.withdrawn).toBe(110);
    expect(plan.counts).toMatchObject({ gone: 0, changed: 0 });
    const receipt = await upgrade(app, id, 'nist-800-171-r3');
    expect(receipt.framework).toMatchObject({ controlCount: 97, version: '3' });
    expect(receipt.framework.controlCount + receipt.framework.goneCount).toBe(
      110 + plan.counts.new,
    );
    const after = await answerOf<{ id: string; controlId: string; status: string }[]>(
      await app.request('GET', `/api/compliance/controls?framework=${id}&limit=1000`),
    );
    const was = controls.find(({ controlId }) => controlId === '3.1.1');
    expect(after.find((one) => one.id === was?.id)).toMatchObject({
      controlId: '03.01.01',
      status: 'PARTIALLY_COMPLIANT',
    });
    const gone = await answerOf<{ controlId: string; status: string; goneIn: string }[]>(
      await app.request('GET', `/api/compliance/frameworks/${id}/gone`),
    );
    expect(gone.find(({ controlId }) => controlId === '3.1.13')).toMatchObject({
      ...{ status: 'PARTIALLY_COMPLIANT', goneIn: '3' },
    });
    const body = { controlIds: [(gone[0] as unknown as { id: string }).id] };
    const left = await answerOf<unknown[]>(
      await app.request('POST', `/api/compliance/frameworks/${id}/restore`, { body }),
    );
    expect(left).toHaveLength(gone.length - 1);
    expect(
      (await app.request('POST', `/api/compliance/frameworks/${id}/restore`, { body: {} })).status,
    ).toBe(400);
  });

  test('800-53 goes from Revision 4 to 5; nobody without the right may, nothing else is named', async () => {
    const { id } = await adopt(app, 'nist-800-53-r4');
    const plan = await previewUpgrade(app, id, 'pack=nist-800-53-r5');
    expect(plan.counts.withdrawn).toBeGreaterThan(50);
    const path = `/api/compliance/frameworks/${id}/upgrade`;
    const body = { from: { pack: 'nist-800-53-r5' }, digest: plan.digest };
    const auditor = await app.tokenFor('Auditor');
    expect((await app.request('POST', path, { body, token: auditor })).status).toBe(403);
    expect((await app.request('POST', path, { body, token: null })).status).toBe(401);
    expect((await app.request('POST', path, { body: { ...body, digest: 'x' } })).status).toBe(409);
    expect((await app.request('POST', path, { body: { from: {}, digest: 'x' } })).status).toBe(400);
    expect((await app.request('GET', path)).status).toBe(400);
    expect((await app.request('GET', `${path}?import=none`)).status).toBe(404);
    const started = performance.now();
    expect((await app.request('POST', path, { body })).status).toBe(200);
    console.log(`800-53 r4 to r5 in ${Math.round(performance.now() - started)} ms`);
  });

  test('[FW14] a framework made by hand can be linked; what it has is its own, the rest is new', async () => {
    const { id } = await createFramework(app, 'Our CSF');
    for (const controlId of ['GV.OC-01', 'OWN-1']) {
      const control = {
        controlId,
        title: controlId,
        description: 'x',
        category: 'Access Control',
        frameworkId: id,
      };
      await answerOf(await app.request('POST', '/api/compliance/controls', { body: control }), 201);
    }
    const patch = { packId: 'nist-csf-2.0' };
    const linked = await answerOf(
      await app.request('PATCH', `/api/compliance/frameworks/${id}`, { body: patch }),
    );
    expect(linked).toMatchObject({
      packChecksum: null,
      upgrade: { kind: 'linked' },
      controlCount: 2,
    });
    const plan = await previewUpgrade(app, id, 'pack=nist-csf-2.0');
    expect(plan).toMatchObject({ counts: { new: 105, changed: 1, gone: 0 }, own: 1 });
    const { framework } = await upgrade(app, id, 'nist-csf-2.0');
    expect(framework).toMatchObject({ name: 'Our CSF', controlCount: 107, upgrade: null });
  });
});
