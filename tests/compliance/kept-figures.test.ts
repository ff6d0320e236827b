/**
 * Kept figures against a computation from nothing: controls, evidence, tests, runs and challenges are
 * changed at random, and time goes on.
 */
import { afterEach, expect, test } from 'vitest';
import { listControls } from '../../src/main/areas/compliance/controls-list.store.ts';
import { createScoreCache } from '../../src/main/areas/compliance/scores.cache.ts';
import { createScoreService } from '../../src/main/areas/compliance/scores.service.ts';
import { listEvidence } from '../../src/main/areas/evidence/evidence-list.store.ts';
import { controlChallengesTable } from '../../src/main/db/tables/challenges.table.ts';
import { controlsTable, frameworksTable } from '../../src/main/db/tables/compliance.table.ts';
import {
  controlTestRunsTable,
  controlTestsTable,
} from '../../src/main/db/tables/control-tests.table.ts';
import { controlEvidenceTable, evidenceTable } from '../../src/main/db/tables/evidence.table.ts';
import type { WriteTx } from '../../src/main/db/write-door.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/shared/kernel/time.ts';
import { openTestDb, type TestDb } from '../helpers/open-test-db.ts';
import { createRandom } from '../helpers/random.ts';

const CALLER = { actor: null, origin: 'system', action: 'test.write' } as const;
const FRAMEWORKS = ['f0', 'f1', 'f2', 'f3', 'f4'];
const STEPS = 250;
const STATUSES = ['COMPLIANT', 'PARTIALLY_COMPLIANT', 'NON_COMPLIANT', 'NOT_ASSESSED'] as const;
const VERDICTS = ['ACCEPTED', 'ACCEPTED', 'PENDING', 'REJECTED'] as const;

let opened: TestDb;
afterEach(() => opened.close());

type Random = ReturnType<typeof createRandom>;

/** Ids of what stands, by kind. */
function createWorld(random: Random) {
  const ids = {
    control: [] as string[],
    evidence: [] as string[],
    link: [] as string[],
    test: [] as string[],
    run: [] as string[],
    challenge: [] as string[],
  };
  let next = 0;
  const now = () => opened.clock.now();
  const write = (fn: (tx: WriteTx) => void) => opened.db.write(CALLER, fn);
  const made = (kind: keyof typeof ids) => {
    const id = `${kind}-${String(next++).padStart(4, '0')}`;
    ids[kind].push(id);
    return id;
  };
  const any = (kind: keyof typeof ids) => random.pick(ids[kind]);
  const soon = () => now() + (random.below(60 * 48) - 10) * 30 * MINUTE_MS;
  const gone = (kind: keyof typeof ids) => {
    const [id = ''] = ids[kind].splice(random.below(ids[kind].length), 1);
    return id;
  };
  const pairs = new Set<string>();

  const addControl = (tx: WriteTx) => {
    const id = made('control');
    tx.insert(controlsTable, {
      ...{ id, frameworkId: random.pick(FRAMEWORKS), controlId: id.toUpperCase() },
      ...{ title: `Control ${id}`, status: random.pick(STATUSES), weight: 1 + random.below(3) },
      ...{ position: random.below(50), lastAssessment: now() - DAY_MS, createdAt: now() },
      ...{ updatedAt: now(), nextAssessment: random.chance(50) ? soon() : null },
    });
  };
  const addEvidence = (tx: WriteTx) => {
    const id = made('evidence');
    tx.insert(evidenceTable, {
      ...{ id, title: `Evidence ${id}`, type: 'REPORT', verdict: random.pick(VERDICTS) },
      ...{ collectionDate: now(), expirationDate: random.chance(70) ? soon() : null },
      ...{ createdAt: now(), reviewedAt: now() },
    });
    link(tx, any('control'), id);
  };
  const link = (tx: WriteTx, controlId: string, evidenceId: string) => {
    const pair = `${controlId} ${evidenceId}`;
    if (pairs.has(pair)) return;
    pairs.add(pair);
    tx.insert(controlEvidenceTable, { id: made('link'), controlId, evidenceId, createdAt: now() });
  };
  const addTest = (tx: WriteTx) =>
    tx.insert(controlTestsTable, {
      ...{ id: made('test'), controlId: any('control'), title: 'Re-perform', cadenceDays: 30 },
      ...{ nextDue: soon(), createdAt: now(), updatedAt: now() },
    });
  const steps: ((tx: WriteTx) => void)[] = [
    addControl,
    addEvidence,
    addEvidence,
    addTest,
    (tx) => link(tx, any('control'), any('evidence')),
    (tx) => tx.update(controlsTable, any('control'), { status: random.pick(STATUSES) }),
    (tx) => tx.update(controlsTable, any('control'), { title: `Control renamed ${next++}` }),
    (tx) => tx.update(controlsTable, any('control'), { position: random.below(50) }),
    (tx) => tx.update(controlsTable, any('control'), { nextAssessment: soon() }),
    (tx) => tx.update(controlsTable, any('control'), { isApplicable: random.chance(70) }),
    (tx) => tx.update(controlsTable, any('control'), { frameworkId: random.pick(FRAMEWORKS) }),
    (tx) => tx.update(evidenceTable, any('evidence'), { verdict: random.pick(VERDICTS) }),
    (tx) => tx.update(evidenceTable, any('evidence'), { expirationDate: soon() }),
    (tx) => tx.update(evidenceTable, any('evidence'), { supersededBy: any('evidence') }),
    (tx) => tx.update(evidenceTable, any('evidence'), { supersededBy: null }),
    (tx) => tx.update(evidenceTable, any('evidence'), { supersededBy: null }),
    (tx) => tx.update(controlTestsTable, any('test'), { isActive: random.chance(60) }),
    (tx) => tx.update(controlTestsTable, any('test'), { nextDue: soon() }),
    (tx) => {
      const testId = any('test');
      const [row] = tx.all<{ control_id: string }>(
        'SELECT control_id FROM control_tests WHERE id = ?',
        testId,
      );
      tx.insert(controlTestRunsTable, {
        ...{ id: made('run'), testId, controlId: row?.control_id ?? '', ranAt: now() },
        ...{ result: random.chance(70) ? 'PASS' : 'FAIL', createdAt: now() },
        approvedAt: random.chance(50) ? now() : null,
      });
    },
    (tx) => tx.update(controlTestRunsTable, any('run'), { approvedAt: now() }),
    (tx) =>
      tx.insert(controlChallengesTable, {
        ...{ id: made('challenge'), controlId: any('control'), kind: 'ALERT', reason: 'Seen' },
        ...{ proposedStatus: 'NON_COMPLIANT', createdAt: now(), updatedAt: now() },
      }),
    (tx) => tx.update(controlChallengesTable, any('challenge'), { state: 'DISMISSED' }),
    (tx) => tx.remove(controlEvidenceTable, gone('link')),
    (tx) => tx.remove(evidenceTable, gone('evidence')),
    (tx) => tx.remove(controlsTable, gone('control')),
  ];
  return {
    begin: () =>
      write((tx) => {
        for (const id of FRAMEWORKS) tx.insert(frameworksTable, { id, name: id, createdAt: now() });
        for (let n = 0; n < 60; n += 1) addControl(tx);
        for (let n = 0; n < 120; n += 1) addEvidence(tx);
        for (let n = 0; n < 30; n += 1) addTest(tx);
        for (const step of steps.slice(18, 21)) step(tx);
      }),
    step: () => write(random.pick(steps)),
  };
}

const CURRENT = 'e.deleted_at IS NULL AND e.superseded_by IS NULL';

/** Piece by piece, and nothing from what triggers keep. */
function countEvidence(): Map<string, { count: number; valid: number }> {
  const rows = opened.storage.connection
    .prepare(
      `SELECT l.control_id AS id, e.verdict, e.expiration_date AS end FROM control_evidence l
       JOIN evidence e ON e.id = l.evidence_id WHERE l.deleted_at IS NULL AND ${CURRENT}`,
    )
    .all() as { id: string; verdict: string; end: number | null }[];
  const counts = new Map<string, { count: number; valid: number }>();
  for (const { id, verdict, end } of rows) {
    const at = counts.get(id) ?? { count: 0, valid: 0 };
    counts.set(id, at);
    at.count += 1;
    if (verdict === 'ACCEPTED' && (end === null || end > opened.clock.now())) at.valid += 1;
  }
  return counts;
}

const VALIDITIES = ['valid', 'expiring', 'expired', 'pending', 'rejected'] as const;

function expectLists(): void {
  const now = opened.clock.now();
  const lists = { limit: 1000, sort: 'newest' } as const;
  const counts = countEvidence();
  const { controls, total } = opened.db.read('test', (db) => listControls(db, lists, now));
  expect(total).toBe(controls.length);
  for (const { id, evidenceCount: count, validEvidenceCount: valid } of controls)
    expect({ id, count, valid }).toEqual({ id, count: 0, valid: 0, ...counts.get(id) });
  // The same page and total, whether words are searched for or not: every control has this one.
  const page = { ...lists, limit: 7, q: 'control' };
  const found = opened.db.read('test', (db) => listControls(db, page, now));
  expect(found.controls).toEqual(controls.slice(0, 7));
  expect(found.total).toBe(total);
  const { rows, total: pieces } = opened.db.read('test', (db) =>
    listEvidence(db, { limit: 1000 }, now),
  );
  expect(pieces).toBe(rows.length);
  for (const validity of VALIDITIES) {
    const query = { limit: 1000, q: 'evidence', validity };
    const searched = opened.db.read('test', (db) => listEvidence(db, query, now));
    const wanted = opened.db.read('test', (db) => listEvidence(db, { limit: 1000, validity }, now));
    expect(searched.rows.map(({ id }) => id).sort()).toEqual(
      wanted.rows.map(({ id }) => id).sort(),
    );
    expect(searched.total).toBe(wanted.total);
  }
}

test.each([1, 2, 3])(
  '[CS5] after any change and at any moment, kept scores are those of nothing kept (%i)',
  async (seed) => {
    opened = openTestDb();
    const { db, clock } = opened;
    const random = createRandom(seed);
    const world = createWorld(random);
    world.begin();
    const kept = createScoreService({ db, clock, cache: createScoreCache(db) });
    for (let step = 0; step < STEPS; step += 1) {
      world.step();
      if (random.chance(10)) for (let more = 0; more < 20; more += 1) world.step();
      if (random.chance(30))
        clock.advance(random.below(3) * (random.chance(20) ? HOUR_MS : 7 * MINUTE_MS));
      const fresh = createScoreService({ db, clock, cache: createScoreCache(db) });
      if (random.chance(50)) expect(await kept.list()).toEqual(await fresh.list());
      // More frameworks than explanations are kept of.
      const id = random.pick(FRAMEWORKS);
      const [is, wanted] = [kept.framework(id), fresh.framework(id)];
      expect(is.head).toEqual(wanted.head);
      expect(String(is.controlsJson)).toBe(String(wanted.controlsJson));
    }
  },
);

test.each([4, 5])('[CO5] [EV24] after any change, lists count what is there (%i)', (seed) => {
  opened = openTestDb();
  const random = createRandom(seed);
  const world = createWorld(random);
  world.begin();
  for (let round = 0; round < 25; round += 1) {
    for (let step = 0; step < 10; step += 1) world.step();
    opened.clock.advance(random.below(4) * HOUR_MS);
    expectLists();
  }
});
