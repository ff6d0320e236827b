import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { packAlerts } from '../../../src/main/areas/alerts/alert-batch.ts';
import { insertAlertBatch } from '../../../src/main/areas/alerts/alert-inserts.store.ts';
import { changeAlert } from '../../../src/main/areas/alerts/alerts.store.ts';
import type { PullPage, WireRow } from '../../../src/main/areas/sync/wire.ts';
import { hlcToStamp } from '../../../src/main/db/hlc.ts';
import { frameworksTable } from '../../../src/main/db/tables/compliance.table.ts';
import { alertCommentsTable } from '../../../src/main/db/tables/discussion.table.ts';
import type { Caller } from '../../../src/main/db/write-door.ts';
import { groupsBesideScan } from '../../helpers/check-groups.ts';
import { alertRow } from '../../helpers/make-alerts.ts';
import { derivedState } from './derived-state.ts';
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

function addAlert({ db, person }: Workstation, id: string, title = 'Failed sign-in', print = id) {
  const row = alertRow({ id, title, fingerprint: Buffer.from(print) });
  db.write(by(person), (tx) => insertAlertBatch(tx, packAlerts([{ row, raw: null }])));
}
function addComment({ db, person }: Workstation, id: string, alertId: string) {
  db.write(by(person), (tx) =>
    tx.insert(alertCommentsTable, {
      ...{ id, alertId, author: person, text: 'Looked at it', mentions: [], createdAt: 1 },
      editedAt: null,
    }),
  );
}
const all = <R>({ db }: Workstation, sql: string) =>
  db.read('test', (reader) => reader.all<R>(sql));
const digests = ({ replica }: Workstation) =>
  replica.tables().flatMap((table) => replica.digests(table));

function expectSame() {
  expect(digests(ann)).toEqual(digests(bob));
  expect(derivedState(ann.db)).toEqual(derivedState(bob.db));
  for (const { db } of [ann, bob]) {
    const { kept, scanned } = groupsBesideScan(db);
    expect(kept).toEqual(scanned);
  }
}

describe('one alert that was imported on two workstations', () => {
  test('[SY56] is one alert, with what was written about either', async () => {
    addAlert(ann, 'first', 'Failed sign-in', 'same');
    addComment(ann, 'c1', 'first');
    addAlert(bob, 'second', 'Failed sign-in', 'same');
    addComment(bob, 'c2', 'second');
    bob.db.write(by('bob'), (tx) =>
      changeAlert(tx, 'second', () => ({ status: 'IN_PROGRESS', assignedTo: 'bob' })),
    );
    await ann.sync();
    await bob.sync();
    await ann.sync();
    for (const one of [ann, bob]) {
      expect(all(one, 'SELECT id, status FROM alerts')).toEqual([
        { id: 'first', status: 'IN_PROGRESS' },
      ]);
      expect(all(one, 'SELECT id, alert_id FROM alert_comments ORDER BY id')).toEqual([
        { id: 'c1', alert_id: 'first' },
        { id: 'c2', alert_id: 'first' },
      ]);
    }
    expectSame();
  });

  test('[SY57] takes the id that the server knows also where that is heard at the push', async () => {
    addAlert(ann, 'first', 'Failed sign-in', 'same');
    addAlert(bob, 'second', 'Failed sign-in', 'same');
    addComment(bob, 'c2', 'second');
    await ann.push();
    await bob.push();
    await bob.sync();
    await ann.sync();
    expect(all(bob, 'SELECT id FROM alerts')).toEqual([{ id: 'first' }]);
    expect(all(ann, 'SELECT alert_id FROM alert_comments')).toEqual([{ alert_id: 'first' }]);
    expectSame();
  });
});

const HERE = hlcToStamp({ wallMs: Date.parse('2026-11-20T11:00:00Z'), counter: 0 }, 'elsewhere');
const page = (table: string, rows: WireRow[]): PullPage => ({
  tables: [{ table, rows }],
  ...{ writes: [], conflicts: [], access: [], cursor: 1, isLast: true },
});
const framework = (id: string, more: WireRow['c'] = {}, v = HERE): WireRow => ({
  ...{ id, v, f: null },
  c: {
    ...{ name: 'SOC 2', version: null, description: null, category: null, is_active: 1 },
    ...{ created_at: 1, deleted_at: null, ...more },
  },
});
const frameworkIds = (one: Workstation) =>
  all<{ id: string }>(one, 'SELECT id FROM compliance_frameworks ORDER BY id').map(({ id }) => id);

describe('rows that do not fit', () => {
  test.each([
    ['a text where a number belongs', { created_at: 'soon' }],
    ['a moment beyond all calendars', { created_at: 9e15 }],
    ['a number where a text belongs', { name: 12 }],
    ['nothing where something must be', { name: null }],
    ['what a check refuses', { name: '' }],
  ])('[SY58] %s keeps the row aside and lets the others in', async (_, cells) => {
    await ann.replica.merge(
      page('compliance_frameworks', [framework('a'), framework('bad', cells), framework('z')]),
    );
    expect(frameworkIds(ann)).toEqual(['a', 'z']);
    expect(ann.replica.row('compliance_frameworks', 'bad')).toMatchObject({ id: 'bad', v: HERE });
    const later = hlcToStamp(
      { wallMs: Date.parse('2026-11-20T11:30:00Z'), counter: 0 },
      'elsewhere',
    );
    await ann.replica.merge(page('compliance_frameworks', [framework('bad', {}, later)]));
    expect(frameworkIds(ann)).toEqual(['a', 'bad', 'z']);
    expect(all(ann, 'SELECT * FROM sync_unknown')).toEqual([]);
  });

  test('[SY59] a list that is none, in a column without a check, is kept aside', async () => {
    addAlert(bob, 'x');
    const row = bob.replica.row('alerts', 'x');
    if (!row) throw new Error('no row');
    await ann.replica.merge(page('alerts', [{ ...row, c: { ...row.c, techniques: '"T1110"' } }]));
    expect(all(ann, 'SELECT id FROM alerts')).toEqual([]);
  });

  test('[SY60] a stamp of the far future stops the page before anything of it is taken over', async () => {
    const far = hlcToStamp({ wallMs: Date.parse('2090-01-01'), counter: 0 }, 'elsewhere');
    const merging = async () =>
      ann.replica.merge(page('compliance_frameworks', [framework('a'), framework('b', {}, far)]));
    await expect(merging()).rejects.toThrow(/far future/);
    expect(frameworkIds(ann)).toEqual([]);
  });

  test('[SY61] a row that comes before the one it names is there, and its parent later', async () => {
    addComment(bob, 'c', 'not-yet');
    const row = bob.replica.row('alert_comments', 'c');
    if (!row) throw new Error('no row');
    const control: WireRow = {
      ...{ id: 'e', v: HERE, f: null },
      c: { control_id: 'no-control', evidence_id: 'no-evidence', created_at: 1, deleted_at: null },
    };
    await ann.replica.merge(page('alert_comments', [row]));
    await ann.replica.merge(page('control_evidence', [control]));
    expect(all(ann, 'SELECT control_id FROM control_evidence')).toEqual([
      { control_id: 'no-control' },
    ]);
    expect(all(ann, 'SELECT id FROM alert_comments')).toEqual([{ id: 'c' }]);
  });
});

describe('what a newer version sends', () => {
  test('[SY62] columns and tables that are not known here are kept and sent on', async () => {
    await ann.replica.merge(
      page('compliance_frameworks', [framework('a', { colour: 'blue', name: 'New' })]),
    );
    await ann.replica.merge(page('later_things', [framework('t')]));
    expect(ann.replica.row('compliance_frameworks', 'a')?.c).toMatchObject({ colour: 'blue' });
    expect(ann.replica.row('later_things', 't')?.c).toMatchObject({ name: 'SOC 2' });
    ann.world.clock.advance(60_000);
    ann.db.write(by('ann'), (tx) => tx.update(frameworksTable, 'a', { name: 'Mine' }));
    const sent = ann.replica.nextBatch()?.tables[0]?.rows[0];
    expect(sent?.c).toMatchObject({ name: 'Mine', colour: 'blue' });
  });
});

describe('a page that is taken over twice, or half', () => {
  test('[SY63] changes nothing the second time', async () => {
    const rows = Array.from({ length: 30 }, (_, n) => framework(`f${n}`));
    const first = await ann.replica.merge(page('compliance_frameworks', rows));
    const entries = all(ann, 'SELECT seq FROM audit_log').length;
    const second = await ann.replica.merge(page('compliance_frameworks', rows));
    expect([first.changed, second.changed]).toEqual([30, 0]);
    expect(all(ann, 'SELECT seq FROM audit_log').length).toBe(entries);
    expect(ann.replica.nextBatch()).toBeNull();
  });
});
