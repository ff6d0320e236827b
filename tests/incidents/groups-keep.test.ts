import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { packAlerts } from '../../src/main/areas/alerts/alert-batch.ts';
import {
  createAlertInserts,
  insertAlertBatch,
} from '../../src/main/areas/alerts/alert-inserts.store.ts';
import { removeAlerts } from '../../src/main/areas/alerts/alert-removal.store.ts';
import { changeAlert } from '../../src/main/areas/alerts/alerts.store.ts';
import { pendingBuild } from '../../src/main/db/groups/group-build.store.ts';
import { buildStep } from '../../src/main/db/groups/rebuild-groups.store.ts';
import { groupFingerprintsTable } from '../../src/main/db/tables/groups.table.ts';
import type { WriteTx } from '../../src/main/db/write-door.ts';
import { ALERT_STATUSES } from '../../src/shared/areas/alerts/alerts.contract.ts';
import { FINGERPRINT_FIELDS } from '../../src/shared/areas/incidents/groups.rules.ts';
import {
  groupsBesideScan,
  keptEntities,
  keptGroups,
  spansBesideScan,
} from '../helpers/check-groups.ts';
import { alertRow, randomAlert } from '../helpers/make-alerts.ts';
import { openTestDb, type TestDb } from '../helpers/open-test-db.ts';
import { createRandom, type Random } from '../helpers/random.ts';

const CALLER = { actor: null, origin: 'system', action: 'test.write' } as const;

let world: TestDb;
beforeEach(() => {
  world = openTestDb();
});
afterEach(() => world.close());

const write = <R>(fn: (tx: WriteTx) => R): R => world.db.write(CALLER, fn);
const insert = (...rows: Parameters<typeof alertRow>[0][]) =>
  write((tx) =>
    insertAlertBatch(tx, packAlerts(rows.map((row) => ({ row: alertRow(row), raw: null })))),
  );

function buildAll(limit = 7): void {
  while (pendingBuild(world.db.read('test', (db) => db)) !== null)
    write((tx) => buildStep(tx, limit));
}

const seqs = () =>
  world.db.read('test.seqs', (db) =>
    db.all<{ seq: number; id: string }>('SELECT seq, id FROM alerts'),
  );

function setRule(tx: WriteTx, random: Random): void {
  const source = random.pick(['*', 'Wazuh', 'Suricata']);
  const fields = FINGERPRINT_FIELDS.filter(() => random.chance(40));
  const known = tx.get('SELECT 1 FROM group_fingerprints WHERE id = ?', source) !== undefined;
  if (known) tx.update(groupFingerprintsTable, source, { fields: [...fields], updatedAt: tx.now });
  else tx.insert(groupFingerprintsTable, { id: source, fields: [...fields], updatedAt: tx.now });
}

/** In one batch or in several of one transaction; some come twice. */
function insertSome(tx: WriteTx, random: Random): void {
  const inserts = createAlertInserts(tx);
  const alerts = Array.from({ length: 1 + random.below(30) }, () => randomAlert(random));
  const size = random.chance(50) ? alerts.length : 1 + random.below(8);
  for (let from = 0; from < alerts.length; from += size) {
    const again = random.chance(20) ? alerts.slice(0, 1) : [];
    inserts.add(packAlerts([...alerts.slice(from, from + size), ...again]));
  }
  inserts.end();
}

/** One random thing that happens to alerts. */
function step(random: Random): void {
  const all = seqs();
  const kind = all.length < 5 ? 0 : random.below(10);
  if (kind < 4) {
    write((tx) => insertSome(tx, random));
  } else if (kind < 7) {
    const status = random.pick(ALERT_STATUSES);
    const patch = random.chance(30) ? { sourceHost: random.pick(['web-01', 'new-9']) } : {};
    write((tx) => changeAlert(tx, random.pick(all).id, () => ({ status, ...patch })));
  } else if (kind < 9) {
    const gone = all.filter(() => random.chance(30)).map(({ seq }) => seq);
    write((tx) => removeAlerts(tx, gone));
  } else {
    write((tx) => setRule(tx, random));
    const steps = random.below(3);
    for (let n = 0; n < steps; n++) write((tx) => buildStep(tx, 7));
  }
}

describe('groups follow their alerts', () => {
  test.each([1, 2, 3])(
    '[GR3] after any changes every number is that of a full scan, seed %i',
    (seed) => {
      const random = createRandom(seed * 7919);
      for (let n = 0; n < 36; n++) {
        step(random);
        if (n % 6 !== 5) continue;
        buildAll();
        const { kept, scanned } = groupsBesideScan(world.db);
        expect(kept, `seed ${random.seed}, step ${n}`).toEqual(scanned);
        expect(spansBesideScan(world.db).wrong, `seed ${random.seed}, step ${n}`).toEqual([]);
      }
    },
  );

  test('[GR4] the order in which alerts come changes no group', () => {
    const random = createRandom(41);
    const alerts = Array.from({ length: 160 }, () => randomAlert(random));
    const outcomes = Array.from({ length: 3 }, (_, run) => {
      const other = openTestDb();
      const shuffled = alerts
        .map((alert) => ({ alert, at: run === 0 ? 0 : random.below(1_000_000) }))
        .sort((a, b) => a.at - b.at)
        .map(({ alert }) => alert);
      const size = [500, 3, 37][run] ?? 500;
      for (let at = 0; at < shuffled.length; at += size) {
        other.db.write(CALLER, (tx) =>
          insertAlertBatch(tx, packAlerts(shuffled.slice(at, at + size))),
        );
      }
      const idBySeq = new Map(
        other.db
          .read('test', (db) => db.all<{ seq: number; id: string }>('SELECT seq, id FROM alerts'))
          .map(({ seq, id }) => [seq, id]),
      );
      const groups = (keptGroups(other.db) as { seqs: number[] }[]).map((group) => ({
        ...group,
        seqs: group.seqs.map((seq) => idBySeq.get(seq)).sort(),
      }));
      const outcome = { groups, entities: keptEntities(other.db) };
      other.close();
      return outcome;
    });
    for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0]);
    expect(outcomes[0]?.groups.length).toBeLessThan(160);
  });

  test('[GR1] repeats are one group: the same detector on the same host within a quarter of an hour', () => {
    const at = Date.parse('2026-11-20T08:00:00.000Z');
    insert(
      { detector: '5710', sourceHost: 'web-01', createdAt: at },
      { detector: '5710', sourceHost: 'WEB-01.', createdAt: at + 899_999, severity: 'HIGH' },
      { detector: '5710', sourceHost: 'web-01', createdAt: at + 900_000 },
      { detector: '5710', sourceHost: 'web-02', createdAt: at },
      { detector: '5711', sourceHost: 'web-01', createdAt: at },
      { detector: '5710', sourceHost: 'web-01', createdAt: at, source: 'Other' },
    );
    const groups = keptGroups(world.db) as { n: number; severity: string }[];
    expect(groups.map(({ n }) => n).sort()).toEqual([1, 1, 1, 1, 2]);
    expect(groups.find(({ n }) => n === 2)?.severity).toBe('HIGH');
  });

  test('[GR5] alerts from before there were groups are grouped step by step, whatever comes between', () => {
    const random = createRandom(97);
    const some = (n: number) => Array.from({ length: n }, () => randomAlert(random));
    write((tx) => insertAlertBatch(tx, packAlerts(some(60))));
    write((tx) => {
      for (const table of ['alert_groups', 'group_members', 'group_entities', 'entities'])
        tx.run(`DELETE FROM ${table}`);
      tx.run('DELETE FROM group_totals');
      tx.run('DELETE FROM group_build');
    });
    const pending = () => world.db.read('test.pending', (db) => pendingBuild(db));
    expect(pending()).toEqual({ position: 0, end: 60 });
    write((tx) => buildStep(tx, 25));
    expect(pending()).toEqual({ position: 25, end: 60 });
    write((tx) => insertAlertBatch(tx, packAlerts(some(10))));
    write((tx) => removeAlerts(tx, [3, 30, 65]));
    for (const { id } of seqs().slice(20, 40)) {
      write((tx) => changeAlert(tx, id, () => ({ status: 'RESOLVED' })));
    }
    buildAll(25);
    const { kept, scanned } = groupsBesideScan(world.db);
    expect(kept).toEqual(scanned);
    expect(pending()).toBeNull();
  });
});

test('[AL25] batches of one transaction enter the search index as one piece, each found by its words', () => {
  const batch = (word: string) =>
    packAlerts(
      Array.from({ length: 20 }, (_, i) => ({
        row: alertRow({ title: `Beacon ${word}`, sourceHost: `web-${i % 3}` }),
        raw: null,
      })),
    );
  insert({ title: 'Beacon before', sourceHost: 'web-0' });
  const pieces = () =>
    world.db.read('test.pieces', (db) =>
      db.get<{ n: number }>('SELECT count(DISTINCT segid) AS n FROM alerts_fts_idx'),
    )?.n ?? 0;
  const before = pieces();
  const words = ['first', 'second', 'third'];
  write((tx) => {
    const inserts = createAlertInserts(tx);
    for (const word of words) expect(inserts.add(batch(word))).toBe(20);
    inserts.end();
  });
  expect(pieces()).toBe(before + 1);
  for (const word of words) {
    const found = world.db.read('test.found', (db) =>
      db.get<{ n: number }>('SELECT count(*) AS n FROM alerts_fts WHERE alerts_fts MATCH ?', word),
    );
    expect(found?.n).toBe(20);
  }
  const { kept, scanned } = groupsBesideScan(world.db);
  expect(kept).toEqual(scanned);
});
