import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { frameworksTable } from '../../../src/main/db/tables/compliance.table.ts';
import type { Caller } from '../../../src/main/db/write-door.ts';
import { openReplicaWorld, type ReplicaWorld, type Workstation } from './replica-world.ts';

let world: ReplicaWorld;
let ann: Workstation;
let bob: Workstation;
beforeEach(() => {
  world = openReplicaWorld();
  ann = world.join('ann');
  bob = world.join('bob');
});
afterEach(() => world.close());

const by = (actor: string, action = 'test.write'): Caller => ({ actor, origin: 'user', action });

function addFramework({ db, person }: Workstation, id: string, name = 'SOC 2') {
  db.write(by(person), (tx) =>
    tx.insert(frameworksTable, {
      ...{ id, name, version: null, description: null, category: null, isActive: true },
      createdAt: 1,
    }),
  );
}
function rename({ db, person, world }: Workstation, id: string, name: string) {
  world.clock.advance(1_000);
  db.write(by(person, 'test.rename'), (tx) => tx.update(frameworksTable, id, { name }));
}
const names = ({ db }: Workstation) =>
  db.read('test', (reader) =>
    reader
      .all<{ name: string }>(
        'SELECT name FROM compliance_frameworks WHERE deleted_at IS NULL ORDER BY id',
      )
      .map(({ name }) => name),
  );
const conflicts = ({ db }: Workstation) =>
  db.read('test', (reader) => reader.all<Record<string, unknown>>('SELECT * FROM sync_conflicts'));
const history = ({ db }: Workstation, id: string) =>
  db.read('test', (reader) =>
    reader.all<{ actor: string; action: string; changes: string | null; origin: string }>(
      'SELECT actor, action, changes, origin FROM audit_log WHERE record_id = ? ORDER BY stamp',
      id,
    ),
  );
const digests = ({ replica }: Workstation) =>
  replica.tables().flatMap((table) => replica.digests(table));

describe('two workstations', () => {
  test('[SY50] have the same rows after a sync, and a second one moves nothing', async () => {
    addFramework(ann, 'f1', 'ISO');
    addFramework(bob, 'f2', 'NIST\u0000 with an odd \uf8fe text');
    expect(ann.replica.backlog()).toBe(1);
    await ann.sync();
    await bob.sync();
    await ann.sync();
    expect(names(ann)).toEqual(['ISO', 'NIST\u0000 with an odd \uf8fe text']);
    expect(names(bob)).toEqual(names(ann));
    expect(digests(ann)).toEqual(digests(bob));
    expect(digests(ann).length).toBeGreaterThan(0);
    const head = world.hub.head();
    await ann.sync();
    await bob.sync();
    expect(world.hub.head()).toBe(head);
    expect([ann.replica.backlog(), bob.replica.backlog()]).toEqual([0, 0]);
  });

  test('[SY51] keep both fields where each changed another one, and who did it', async () => {
    addFramework(ann, 'f');
    await ann.sync();
    await bob.sync();
    rename(ann, 'f', 'From Ann');
    bob.world.clock.advance(5_000);
    bob.db.write(by('bob', 'test.version'), (tx) =>
      tx.update(frameworksTable, 'f', { version: '2' }),
    );
    await ann.sync();
    await bob.sync();
    await ann.sync();
    for (const one of [ann, bob]) {
      const row = one.replica.row('compliance_frameworks', 'f');
      expect([row?.c.name, row?.c.version]).toEqual(['From Ann', '2']);
      expect(history(one, 'f').map(({ actor, action }) => [actor, action])).toEqual([
        ['ann', 'test.write'],
        ['ann', 'test.rename'],
        ['bob', 'test.version'],
      ]);
      expect(conflicts(one)).toEqual([]);
    }
    expect(history(bob, 'f')[1]).toMatchObject({
      origin: 'sync',
      changes: '{"name":["SOC 2","From Ann"]}',
    });
    expect(digests(ann)).toEqual(digests(bob));
  });

  test('[SY52] say so where two people changed one field, on both sides and in the history', async () => {
    addFramework(ann, 'f');
    await ann.sync();
    await bob.sync();
    rename(ann, 'f', 'From Ann');
    bob.world.clock.advance(5_000);
    rename(bob, 'f', 'From Bob');
    await ann.sync();
    await bob.sync();
    await ann.sync();
    expect([names(ann), names(bob)]).toEqual([['From Bob'], ['From Bob']]);
    for (const one of [ann, bob]) {
      expect(conflicts(one)).toMatchObject([
        { record_id: 'f', field: 'name', winner_value: '"From Bob"', loser_value: '"From Ann"' },
      ]);
      expect(history(one, 'f').map(({ actor }) => actor)).toEqual(['ann', 'ann', 'bob']);
    }
    expect(digests(ann)).toEqual(digests(bob));
  });

  test('[SY53] bring a deleted row back where somebody edited it later without knowing', async () => {
    addFramework(ann, 'f');
    await ann.sync();
    await bob.sync();
    ann.db.write(by('ann'), (tx) => tx.remove(frameworksTable, 'f'));
    bob.world.clock.advance(5_000);
    rename(bob, 'f', 'Still needed');
    await ann.sync();
    await bob.sync();
    await ann.sync();
    expect([names(ann), names(bob)]).toEqual([['Still needed'], ['Still needed']]);
  });

  test('[SY54] leave a deletion where the edit was made before it', async () => {
    addFramework(ann, 'f');
    await ann.sync();
    await bob.sync();
    rename(bob, 'f', 'Too early');
    ann.world.clock.advance(60_000);
    ann.db.write(by('ann'), (tx) => tx.remove(frameworksTable, 'f'));
    await ann.sync();
    await bob.sync();
    await ann.sync();
    expect([names(ann), names(bob)]).toEqual([[], []]);
    expect(digests(ann)).toEqual(digests(bob));
  });
});
