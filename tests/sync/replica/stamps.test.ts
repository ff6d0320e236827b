import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { packAlerts } from '../../../src/main/areas/alerts/alert-batch.ts';
import { insertAlertBatch } from '../../../src/main/areas/alerts/alert-inserts.store.ts';
import { LIMITS } from '../../../src/main/areas/sync/wire.ts';
import { stampToHlc } from '../../../src/main/db/hlc.ts';
import { frameworksTable } from '../../../src/main/db/tables/compliance.table.ts';
import { entityNotesTable } from '../../../src/main/db/tables/entities.table.ts';
import type { Caller } from '../../../src/main/db/write-door.ts';
import { nodeOfDatabase } from '../../../src/main/workers/sync-replica.ts';
import { alertRow } from '../../helpers/make-alerts.ts';
import { openReplicaWorld, type ReplicaWorld, type Workstation } from './replica-world.ts';

let world: ReplicaWorld;
let ann: Workstation;
beforeEach(() => {
  world = openReplicaWorld();
  ann = world.join('ann');
});
afterEach(() => world.close());

const CALLER: Caller = { actor: 'ann', origin: 'user', action: 'test.write' };
function addFramework(id: string, description: string | null = null) {
  ann.db.write(CALLER, (tx) =>
    tx.insert(frameworksTable, {
      ...{ id, name: id, version: null, description, category: null, isActive: true },
      createdAt: 1,
    }),
  );
}
const all = <R>(sql: string) => ann.db.read('test', (reader) => reader.all<R>(sql));
const stampsOf = (id: string) => {
  const row = ann.replica.row('compliance_frameworks', id);
  return [row?.v ?? '', ...Object.values(row?.f ?? {})];
};

describe('a clock that was ahead', () => {
  test('[SY64] makes the stamps that wait anew, in their order, everywhere they stand', async () => {
    addFramework('sent');
    await ann.push();
    const sent = stampsOf('sent');
    ann.world.clock.advance(3 * 86_400_000);
    addFramework('a');
    ann.db.write(CALLER, (tx) => tx.update(frameworksTable, 'a', { version: '2' }));
    ann.db.write(CALLER, (tx) => tx.update(frameworksTable, 'sent', { version: '3' }));
    const serverNow = ann.world.clock.now() - 3 * 86_400_000;
    ann.replica.restamp(3 * 86_400_000, serverNow);
    const [made, changed] = stampsOf('a');
    const [kept, last] = stampsOf('sent');
    const limit = serverNow + LIMITS.futureMs;
    for (const stamp of [made, changed, last])
      expect(stampToHlc(stamp ?? '').wallMs).toBeLessThanOrEqual(limit);
    expect([made, changed, last]).toEqual([made, changed, last].toSorted());
    expect(kept).toBe(sent[0]);
    const known = (table: string) =>
      new Set(all<{ stamp: string }>(`SELECT stamp FROM ${table}`).map(({ stamp }) => stamp));
    for (const table of ['audit_log', 'change_log'])
      expect([...known(table)]).toEqual(expect.arrayContaining([made, changed, last]));
    addFramework('after');
    expect(stampsOf('after')[0]?.localeCompare(last ?? '')).toBe(1);
    expect(stampToHlc(stampsOf('after')[0] ?? '').wallMs).toBeLessThanOrEqual(limit);
    await ann.push();
    expect(ann.replica.backlog()).toBe(0);
  });
});

describe('a database that was put back', () => {
  test('[SY65] gets a new node; what the server cannot know bears it', async () => {
    addFramework('a');
    const before = nodeOfDatabase(ann.db);
    const had = ann.replica.lastStamp();
    ann.world.clock.advance(1_000);
    addFramework('b');
    ann.replica.renewNode(had);
    const node = nodeOfDatabase(ann.db);
    expect(node).not.toBe(before);
    expect(stampsOf('a')[0]?.endsWith(`-${before}`)).toBe(true);
    expect(stampsOf('b')[0]?.endsWith(`-${node}`)).toBe(true);
    expect(ann.replica.lastStamp().endsWith(`-${node}`)).toBe(true);
    addFramework('c');
    expect(stampsOf('c')[0]?.endsWith(`-${node}`)).toBe(true);
  });
});

describe('what is to be sent', () => {
  test('[SY66] goes in pushes within the limits, also a range that is longer than one', async () => {
    const rows = Array.from({ length: 6_100 }, (_, n) => ({
      row: alertRow({ id: `alert-${n}`, fingerprint: Buffer.from(`print-${n}`) }),
      raw: null,
    }));
    addFramework('before');
    ann.db.write(CALLER, (tx) => insertAlertBatch(tx, packAlerts(rows)));
    addFramework('after');
    const sizes: number[] = [];
    for (let batch = ann.replica.nextBatch(); batch; batch = ann.replica.nextBatch()) {
      const count = batch.tables.reduce((sum, table) => sum + table.rows.length, 0);
      expect(count).toBeLessThanOrEqual(LIMITS.rows);
      sizes.push(count);
      await ann.replica.pushed(batch, await ann.server.push(batch));
    }
    expect(sizes).toEqual([1, 5_000, 1_101]);
    expect(world.hub.rows('alerts').length).toBe(6_100);
    expect(ann.replica.state().acknowledged).toBe(
      all<{ n: number }>('SELECT max(seq) AS n FROM change_log')[0]?.n,
    );
  });

  test('[SY67] is bounded in bytes, and a row that is too large does not stop the others', async () => {
    for (let n = 0; n < 12; n++) addFramework(`f${n}`, 'x'.repeat(1_000_000));
    addFramework('huge', 'y'.repeat(LIMITS.rowBytes + 1));
    addFramework('last');
    let count = 0;
    for (let batch = ann.replica.nextBatch(); batch; batch = ann.replica.nextBatch()) {
      expect(JSON.stringify(batch).length).toBeLessThan(LIMITS.bytes);
      count++;
      await ann.replica.pushed(batch, await ann.server.push(batch));
    }
    expect(count).toBeGreaterThan(1);
    expect(world.hub.rows('compliance_frameworks').map(({ id }) => id)).not.toContain('huge');
    expect(world.hub.rows('compliance_frameworks').length).toBe(13);
    expect(all('SELECT record_id FROM sync_refused')).toEqual([{ record_id: 'huge' }]);
  });

  test('[SY204] is tried again, once it was changed, however late the change is seen', async () => {
    const describeAs = (id: string, description: string) =>
      ann.db.write(CALLER, (tx) => tx.update(frameworksTable, id, { description }));
    const there = () => world.hub.rows('compliance_frameworks').map(({ id }) => id);
    const refused = () => all<{ id: string }>('SELECT record_id AS id FROM sync_refused');
    addFramework('huge', 'y'.repeat(LIMITS.rowBytes + 1));
    await ann.push();
    addFramework('other');
    await ann.push();
    expect([there(), refused()]).toEqual([['other'], [{ id: 'huge' }]]);
    describeAs('huge', 'z'.repeat(LIMITS.rowBytes + 2));
    await ann.push();
    expect([there(), refused()]).toEqual([['other'], [{ id: 'huge' }]]);
    // Between the making of a push and its answer.
    describeAs('other', 'Changed');
    const batch = ann.replica.nextBatch();
    if (!batch) throw new Error('There is something to send');
    describeAs('huge', 'Shortened');
    await ann.replica.pushed(batch, await ann.server.push(batch));
    expect(refused()).toEqual([{ id: 'huge' }]);
    await ann.push();
    expect([there().toSorted(), refused()]).toEqual([['huge', 'other'], []]);
  });

  test('[SY204] is not refused rows again and again, also where a long range names them', async () => {
    const rows = Array.from({ length: 5_501 }, (_, n) => ({
      row: alertRow({ id: `alert-${n}`, fingerprint: Buffer.from(`print-${n}`) }),
      raw: null,
    }));
    const idsOf = (batch: ReturnType<typeof ann.replica.nextBatch>) =>
      (batch?.tables ?? []).flatMap((table) => table.rows.map(({ id }) => id));
    const refuseFirst = async () => {
      const batch = ann.replica.nextBatch();
      if (!batch) throw new Error('There is something to send');
      expect(idsOf(batch)).toContain('alert-0');
      const { head } = await ann.server.head();
      const none = { behind: [], sameAs: [], head, cursor: batch.cursor };
      await ann.replica.pushed(batch, { ...none, refused: [['alerts', 'alert-0']] });
    };
    // The first part of a range that goes in parts.
    ann.db.write(CALLER, (tx) => insertAlertBatch(tx, packAlerts(rows)));
    await refuseFirst();
    expect(idsOf(ann.replica.nextBatch())).not.toContain('alert-0');
    await ann.push();
    // A change of its own, and behind it a range that does not fit beside it.
    const stamp = all<{ stamp: string }>('SELECT max(stamp) AS stamp FROM change_log')[0]?.stamp;
    const log = (id: string | null, first: number | null, last: number | null) =>
      ann.db.write(CALLER, (tx) =>
        tx.run(
          `INSERT INTO change_log (table_name, record_id, first_row, last_row, stamp)
           VALUES ('alerts', ?, ?, ?, ?)`,
          ...[id, first, last, stamp ?? ''],
        ),
      );
    ann.db.write(CALLER, (tx) => tx.run('DELETE FROM sync_refused'));
    log('alert-0', null, null);
    log(null, 1, 5_501);
    await refuseFirst();
    expect(idsOf(ann.replica.nextBatch())).toEqual([]);
    // The range names it once more, and now the server takes it.
    await ann.push();
    expect(all('SELECT record_id FROM sync_refused')).toEqual([]);
    expect(world.hub.rows('alerts').length).toBe(5_501);
    expect(ann.replica.backlog()).toBe(0);
  });

  test('[SY68] is everything where a workspace is joined with what is here', async () => {
    for (let n = 0; n < 5; n++) addFramework(`f${n}`);
    ann.db.write(CALLER, (tx) => tx.run('DELETE FROM change_log'));
    ann.replica.sendAgain(
      'compliance_frameworks',
      Array.from({ length: 256 }, (_, n) => n),
    );
    expect(ann.replica.backlog()).toBe(5);
    await ann.push();
    expect(world.hub.rows('compliance_frameworks').length).toBe(5);
    expect(ann.replica.backlog()).toBe(0);
  });

  test('[SY69] names accounts of this workstation only where they are people of the seat', async () => {
    addFramework('mine');
    ann.db.write({ ...CALLER, actor: 'a stranger' }, (tx) =>
      tx.insert(entityNotesTable, {
        ...{ id: 'n', entityId: 'e', entityKind: 'host', entityValue: 'web-01', text: 'Seen' },
        ...{ createdBy: 'a stranger', createdAt: 1 },
      } as never),
    );
    const actors = ann.replica.nextBatch()?.writes.map(({ actor }) => actor);
    expect(actors?.toSorted()).toEqual(['ann', null]);
  });
});
