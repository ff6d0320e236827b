/** What the server remembers of who read how far, and of deletions that are gone. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noteTemplatesTable } from '../../../src/main/db/tables/discussion.table.ts';
import { connectTo, startPostgres, type TestCluster } from '../../helpers/postgres.ts';
import { act, openRealWorld, type RealStation, syncReal } from '../../sync-fuzz/real-world.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startPostgres();
});
afterAll(() => cluster.stop());

const notes = ({ db }: RealStation) =>
  db.read('test.notes', (reader) =>
    reader
      .all<{ id: string }>('SELECT id FROM note_templates WHERE deleted_at IS NULL ORDER BY id')
      .map(({ id }) => id),
  );
const insert = ({ db, person }: RealStation, id: string) =>
  db.write({ actor: person, origin: 'user', action: 'test.edit' }, (tx) =>
    tx.insert(noteTemplatesTable, {
      ...{ id, name: id, text: 'Text', verdict: null, createdBy: person },
      ...{ createdAt: tx.now, updatedAt: tx.now },
    }),
  );

/** Tables of `sync` and the notes as they are now; the answer puts them back in place (a snapshot of a disk). */
async function snapshot(owner: Awaited<ReturnType<typeof connectTo>>) {
  const tables = ['sync.workspaces', 'sync.seats', 'sync.nodes', 'sync.writes', 'sync.heads'];
  const all = [...tables, 'app.note_templates'];
  const nameOf = (table: string) => `public.kept_${table.replace('.', '_')}`;
  for (const table of all) await owner.query(`CREATE TABLE ${nameOf(table)} AS TABLE ${table}`);
  return async () => {
    await owner.query("SET session_replication_role = 'replica'");
    for (const table of all) {
      await owner.query(`DELETE FROM ${table}`);
      await owner.query(`INSERT INTO ${table} SELECT * FROM ${nameOf(table)}`);
    }
    await owner.query("SET session_replication_role = 'origin'");
  };
}

test('[SY183] a server that was put back and written to since is noticed by who only reads, who brings back what it lost', async () => {
  const login = await cluster.database();
  const world = await openRealWorld(login, { count: 3, seed: 1 });
  const [writer, reader, third] = world.stations as [RealStation, RealStation, RealStation];
  const owner = await connectTo(cluster.superuser(login.database));
  try {
    insert(writer, 'before');
    for (const at of [writer, reader, third]) await syncReal(at);
    const putBack = await snapshot(owner);
    insert(writer, 'lost');
    await syncReal(writer);
    await syncReal(reader);
    expect(notes(reader)).toEqual(['before', 'lost']);
    await putBack();
    // Past the place where reading stopped, before the reader comes again.
    for (const id of ['since-1', 'since-2', 'since-3', 'since-4']) {
      insert(third, id);
      await syncReal(third);
    }
    const { head } = await reader.server.head();
    expect(head).toBeGreaterThan(reader.replica.state().cursor);
    await syncReal(reader);
    await syncReal(third);
    const all = ['before', 'lost', 'since-1', 'since-2', 'since-3', 'since-4'];
    expect(notes(reader)).toEqual(all);
    expect(notes(third)).toEqual(all);
    expect(reader.replica.state().epoch).toBeGreaterThan(0);
  } finally {
    await owner.end();
    await world.close();
  }
});

test('[SY183] a standby notes nothing: what was read there begins no new epoch', async () => {
  const login = await cluster.database();
  const world = await openRealWorld(login, { count: 2, seed: 2 });
  const [writer, reader] = world.stations as [RealStation, RealStation];
  const owner = await connectTo(cluster.superuser(login.database));
  const readOnly = async (on: boolean) => {
    await owner.query(`ALTER DATABASE ${login.database} SET default_transaction_read_only = ${on}`);
    await owner.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
  };
  const tried = async (at: RealStation) => {
    // The first call finds that its session was ended.
    await syncReal(at).catch(() => {});
    await syncReal(at);
  };
  try {
    act(world, writer);
    await syncReal(writer);
    await syncReal(reader);
    const { offered } = await reader.server.head();
    insert(writer, 'later');
    await syncReal(writer);
    await readOnly(true);
    await tried(reader);
    expect(notes(reader)).toContain('later');
    expect(reader.memory.unnotedTo).toBeGreaterThan(offered ?? 0);
    await readOnly(false);
    await tried(reader);
    expect(reader.replica.state().epoch).toBe(0);
    insert(writer, 'latest');
    await tried(writer);
    await syncReal(reader);
    expect((await reader.server.head()).offered).toBe(reader.replica.state().cursor);
    expect(reader.replica.state().epoch).toBe(0);
  } finally {
    await owner.end();
    await world.close();
  }
});

test('[SY185] who missed a purge loses what was deleted, keeps what is not sent, and the others get it back', async () => {
  const world = await openRealWorld(await cluster.database(), { count: 3, seed: 3 });
  const [ann, ben, away] = world.stations as [RealStation, RealStation, RealStation];
  try {
    for (const id of ['goes', 'edited', 'stays']) insert(ann, id);
    for (const at of [ann, ben, away]) await syncReal(at);
    for (const id of ['goes', 'edited'])
      ann.db.write({ actor: ann.person, origin: 'user', action: 'test.edit' }, (tx) =>
        tx.remove(noteTemplatesTable, id),
      );
    away.db.write({ actor: away.person, origin: 'user', action: 'test.edit' }, (tx) =>
      tx.update(noteTemplatesTable, 'edited', { text: 'Not sent for a long time' }),
    );
    await syncReal(ann);
    await syncReal(ben);
    await world.purge();
    await syncReal(away);
    expect(notes(away)).toEqual(['edited', 'stays']);
    for (const at of [ann, ben]) {
      await syncReal(at);
      expect(notes(at)).toEqual(['edited', 'stays']);
    }
    // And nothing moves any more.
    for (const at of [away, ann, ben])
      expect(await syncReal(at)).toMatchObject({ received: 0, sent: 0 });
    const { watermark, epoch } = await ann.server.head();
    expect(watermark).toBeGreaterThan(0);
    expect(epoch).toBe(0);
  } finally {
    await world.close();
  }
});
