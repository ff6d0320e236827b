/** Scores over real tables: what counts, what is kept, and that nothing kept in memory grows old. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readTrend } from '../../src/main/areas/compliance/score-snapshots.store.ts';
import { keepToday } from '../../src/main/areas/compliance/score-snapshots.ts';
import { createScoreCache } from '../../src/main/areas/compliance/scores.cache.ts';
import { createScoreService } from '../../src/main/areas/compliance/scores.service.ts';
import {
  readChanges,
  readExpiring,
  readExpiry,
} from '../../src/main/areas/compliance/scores-changes.store.ts';
import { controlChallengesTable } from '../../src/main/db/tables/challenges.table.ts';
import {
  controlsTable,
  frameworkGroupsTable,
  frameworksTable,
} from '../../src/main/db/tables/compliance.table.ts';
import {
  controlTestRunsTable,
  controlTestsTable,
} from '../../src/main/db/tables/control-tests.table.ts';
import { controlEvidenceTable, evidenceTable } from '../../src/main/db/tables/evidence.table.ts';
import { dailySnapshotsTable } from '../../src/main/db/tables/scores.table.ts';
import type { WriteTx } from '../../src/main/db/write-door.ts';
import { silentLog } from '../../src/main/platform/log.ts';
import { DAY_MS, HOUR_MS } from '../../src/shared/kernel/time.ts';
import { openTestDb, type TestDb } from '../helpers/open-test-db.ts';

const CALLER = { actor: null, origin: 'system', action: 'test.write' } as const;

let test_: TestDb;
let service: ReturnType<typeof createScoreService>;
beforeEach(() => {
  test_ = openTestDb();
  const { db, clock } = test_;
  service = createScoreService({ db, clock, cache: createScoreCache(db) });
  addFramework('f1', 'First');
});
afterEach(() => test_.close());

const now = () => test_.clock.now();
const write = (fn: (tx: WriteTx) => void) => test_.db.write(CALLER, fn);

function addFramework(id: string, name: string): void {
  write((tx) => tx.insert(frameworksTable, { id, name, createdAt: now() }));
}

function addControl(
  id: string,
  change: Partial<{
    frameworkId: string;
    status: 'COMPLIANT' | 'NON_COMPLIANT' | 'NOT_ASSESSED' | 'PARTIALLY_COMPLIANT';
    weight: number;
    isApplicable: boolean;
    goneIn: string;
    parentRef: string;
    nextAssessment: number;
    isAutomated: boolean;
  }> = {},
): void {
  write((tx) =>
    tx.insert(controlsTable, {
      ...{ id, frameworkId: 'f1', controlId: id.toUpperCase(), title: `Control ${id}` },
      ...{ status: 'COMPLIANT', lastAssessment: now() - DAY_MS },
      ...{ createdAt: now(), updatedAt: now() },
      ...change,
    }),
  );
}

function addEvidence(
  id: string,
  control: string,
  change: Partial<{
    verdict: 'ACCEPTED' | 'PENDING' | 'REJECTED';
    expirationDate: number | null;
    supersededBy: string;
    isSelfApproved: boolean;
  }> = {},
): void {
  write((tx) => {
    tx.insert(evidenceTable, {
      ...{ id, title: `Evidence ${id}`, type: 'REPORT', verdict: 'ACCEPTED' },
      ...{ collectionDate: now(), expirationDate: now() + 200 * DAY_MS, createdAt: now() },
      reviewedAt: now(),
      ...change,
    });
    tx.insert(controlEvidenceTable, {
      ...{ id: `l-${id}`, controlId: control, evidenceId: id, createdAt: now() },
    });
  });
}

function addTest(id: string, controlId: string, nextDue = now() + 30 * DAY_MS): void {
  write((tx) =>
    tx.insert(controlTestsTable, {
      ...{ id, controlId, title: `Test ${id}`, cadenceDays: 30, nextDue },
      ...{ createdAt: now(), updatedAt: now() },
    }),
  );
}

function addRun(
  id: string,
  testId: string,
  controlId: string,
  result: 'PASS' | 'FAIL',
  at = now(),
): void {
  write((tx) =>
    tx.insert(controlTestRunsTable, {
      ...{ id, testId, controlId, result, ranAt: at, createdAt: at, approvedAt: at },
    }),
  );
}

const assuranceOf = (id: string) => service.control(id).assurance;
async function listed() {
  const [first] = await service.list();
  if (!first) throw new Error('No framework is listed');
  return first;
}

describe('[CS4] what is counted', () => {
  test('assessed ÷ applicable by weight; what does not apply or is gone is in neither', async () => {
    addControl('a', { weight: 3 });
    addControl('b', { status: 'NOT_ASSESSED', weight: 2 });
    addControl('c', { isApplicable: false, status: 'NOT_ASSESSED', weight: 9 });
    addControl('d', { goneIn: '2.0', weight: 9 });
    expect(await listed()).toMatchObject({
      score: 100,
      coverage: 60,
      assurance: 20,
      applicable: 2,
      assessed: 1,
      total: 4,
      counts: { COMPLIANT: 2, NOT_ASSESSED: 2, NON_COMPLIANT: 0, PARTIALLY_COMPLIANT: 0 },
    });
  });

  test('an inactive framework is in no list, an empty one has no figures', async () => {
    expect(await listed()).toMatchObject({ score: null, coverage: null, assurance: null });
    write((tx) => tx.update(frameworksTable, 'f1', { isActive: false }));
    expect(await service.list()).toEqual([]);
  });
});

describe('[CS1] the proof of a control, from its tables', () => {
  test('only evidence that is accepted, current and in force counts', () => {
    addControl('a');
    addEvidence('pending', 'a', { verdict: 'PENDING' });
    addEvidence('rejected', 'a', { verdict: 'REJECTED' });
    addEvidence('old', 'a', { expirationDate: now() });
    addEvidence('superseded', 'a', { supersededBy: 'other' });
    expect(assuranceOf('a')).toBe(20);
    const { reasons } = service.control('a');
    expect(reasons.map(({ code }) => code)).toEqual([
      ...['assessed', 'evidence-none', 'evidence-expired', 'evidence-pending'],
      ...['evidence-rejected', 'tests-none'],
    ]);
    addEvidence('good', 'a');
    expect(assuranceOf('a')).toBe(70);
    write((tx) => tx.remove(controlEvidenceTable, 'l-good'));
    expect(assuranceOf('a')).toBe(20);
  });

  test('the newest approved run of an active test counts', () => {
    addControl('a');
    addTest('t1', 'a');
    addRun('r1', 't1', 'a', 'FAIL', now() - 2 * DAY_MS);
    expect(assuranceOf('a')).toBe(0);
    addRun('r2', 't1', 'a', 'PASS', now() - DAY_MS);
    expect(assuranceOf('a')).toBe(50);
    write((tx) =>
      tx.insert(controlTestRunsTable, {
        ...{ id: 'r3', testId: 't1', controlId: 'a', result: 'FAIL', ranAt: now() },
        createdAt: now(),
      }),
    );
    expect(assuranceOf('a'), 'nobody has approved it').toBe(50);
    write((tx) => tx.update(controlTestRunsTable, 'r3', { approvedAt: now() }));
    expect(assuranceOf('a')).toBe(0);
    write((tx) => tx.update(controlTestsTable, 't1', { isActive: false }));
    expect(assuranceOf('a')).toBe(20);
  });

  test('a challenge counts while it is open, and confirmed until the next assessment', () => {
    addControl('a');
    addEvidence('e', 'a');
    write((tx) =>
      tx.insert(controlChallengesTable, {
        ...{ id: 'x', controlId: 'a', kind: 'ALERT', reason: 'An alert', createdAt: now() },
        ...{ proposedStatus: 'NON_COMPLIANT', updatedAt: now() },
      }),
    );
    expect(assuranceOf('a')).toBe(50);
    const decide = (state: 'CONFIRMED' | 'DISMISSED') =>
      write((tx) => tx.update(controlChallengesTable, 'x', { state, decidedAt: now() }));
    decide('CONFIRMED');
    expect(assuranceOf('a')).toBe(30);
    test_.clock.advance(HOUR_MS);
    write((tx) => tx.update(controlsTable, 'a', { lastAssessment: now() }));
    expect(assuranceOf('a')).toBe(70);
    decide('DISMISSED');
    expect(assuranceOf('a')).toBe(70);
  });
});

describe('[CS5] what is kept in memory does not grow old', () => {
  test('after a change of any record behind it', async () => {
    addControl('a');
    expect((await listed()).assurance).toBe(20);
    addEvidence('e', 'a');
    expect((await listed()).assurance).toBe(70);
    addTest('t', 'a');
    addRun('r', 't', 'a', 'PASS');
    expect((await listed()).assurance).toBe(100);
    write((tx) => tx.update(evidenceTable, 'e', { verdict: 'REJECTED' }));
    expect((await listed()).assurance).toBe(50);
    write((tx) => tx.update(controlsTable, 'a', { status: 'NOT_ASSESSED' }));
    expect(await listed()).toMatchObject({ assurance: null, coverage: 0 });
  });

  test('only the framework that changed is read again', async () => {
    addFramework('f2', 'Second');
    addControl('a');
    addControl('b', { frameworkId: 'f2' });
    await service.list();
    const reads: string[] = [];
    const { read } = test_.db;
    Object.assign(test_.db, {
      read: (name: string, fn: Parameters<typeof read>[1]) => {
        reads.push(name);
        return read(name, fn);
      },
    });
    await service.list();
    expect(reads.filter((name) => name === 'compliance.scores')).toHaveLength(0);
    write((tx) => tx.update(controlsTable, 'b', { weight: 5 }));
    await service.list();
    expect(reads.filter((name) => name === 'compliance.scores')).toHaveLength(1);
  });

  test('evidence that expires, and a due date that passes, count at once', async () => {
    addControl('a', { nextAssessment: now() + 10 * 60_000 });
    addEvidence('e', 'a', { expirationDate: now() + 5 * 60_000 });
    addEvidence('f', 'a', { expirationDate: now() + 300 * DAY_MS, isSelfApproved: true });
    expect((await listed()).assurance).toBe(70);
    test_.clock.advance(6 * 60_000);
    expect((await listed()).assurance).toBe(60);
    test_.clock.advance(5 * 60_000);
    expect((await listed()).assurance).toBe(55);
    expect(assuranceOf('a')).toBe(55);
  });
});

describe('[CS5] the explanation that is kept', () => {
  const explained = () => {
    const { head, controlsJson } = service.framework('f1');
    const controls = JSON.parse(controlsJson.toString()) as { id: string; assurance: number }[];
    return { head, own: controls.map(({ assurance }) => assurance), json: controlsJson };
  };

  test('is the same object until something behind it changes, expires or is due', () => {
    addControl('a', { nextAssessment: now() + 10 * 60_000 });
    addEvidence('e', 'a', { expirationDate: now() + 5 * 60_000 });
    const first = explained();
    expect([first.head.assurance, ...first.own]).toEqual([70, 70]);
    test_.clock.advance(60_000);
    expect(explained().json).toBe(first.json);
    expect(explained().head.inputsDigest).not.toBe(first.head.inputsDigest);
    test_.clock.advance(4 * 60_000);
    expect([explained().head.assurance, ...explained().own]).toEqual([20, 20]);
    test_.clock.advance(5 * 60_000 + 1);
    expect([explained().head.assurance, ...explained().own]).toEqual([15, 15]);
    addEvidence('f', 'a', { expirationDate: now() + 300 * DAY_MS });
    expect([explained().head.assurance, ...explained().own]).toEqual([65, 65]);
  });
});

describe('[CS7] the explanation', () => {
  test('by group, with what stands under its controls; cycles end', () => {
    const group = (ref: string, parentRef: string | null) =>
      write((tx) =>
        tx.insert(frameworkGroupsTable, {
          ...{ id: ref, frameworkId: 'f1', ref, parentRef, title: ref, createdAt: now() },
        }),
      );
    group('ID', null);
    group('ID.AM', 'ID');
    group('LOOP1', 'LOOP2');
    group('LOOP2', 'LOOP1');
    addControl('a', { parentRef: 'ID.AM' });
    addControl('a1', { parentRef: 'A', status: 'NON_COMPLIANT' });
    addControl('b', { parentRef: 'ID', status: 'NOT_ASSESSED' });
    addControl('x', { parentRef: 'LOOP1' });
    const { groups } = service.framework('f1').head;
    expect(
      groups.map(({ ref, score, coverage, applicable }) => [ref, score, coverage, applicable]),
    ).toEqual([
      ['ID', 50, 66, 3],
      ['ID.AM', 50, 100, 2],
      ['LOOP1', 100, 100, 1],
      ['LOOP2', 100, 100, 1],
    ]);
  });

  test('formula, constants and a digest that only the inputs and the moment decide', () => {
    addControl('a');
    addEvidence('e2', 'a');
    addEvidence('e1', 'a');
    const first = service.framework('f1').head;
    expect(first.formula).toBe('assurance/1');
    expect(first.inputs).toMatchObject({ assessed: 20, evidence: 50, tests: 30 });
    expect(first.inputsDigest).toMatch(/^[0-9a-f]{64}$/);
    expect(service.framework('f1').head.inputsDigest).toBe(first.inputsDigest);
    write((tx) => tx.update(evidenceTable, 'e1', { title: 'Another name' }));
    expect(service.framework('f1').head.inputsDigest).toBe(first.inputsDigest);
    write((tx) => tx.update(evidenceTable, 'e1', { verdict: 'REJECTED' }));
    expect(service.framework('f1').head.inputsDigest).not.toBe(first.inputsDigest);
  });

  test('the proof is named', () => {
    addControl('a');
    addEvidence('e', 'a');
    addTest('t', 'a');
    addRun('r', 't', 'a', 'PASS');
    expect(service.control('a').proofs).toMatchObject([
      { kind: 'evidence', id: 'e', title: 'Evidence e', state: 'valid' },
      { kind: 'test', id: 't', title: 'Test t' },
      { kind: 'run', id: 'r', title: 'Test t', state: 'PASS' },
    ]);
  });
});

describe('[CS8] the figures of each day', () => {
  const keep = () => keepToday({ db: test_.db, clock: test_.clock, log: silentLog });
  const trend = (framework?: string) =>
    test_.db.read('test.trend', (db) => readTrend(db, { framework, days: 365, now: now() }));

  test('once a day, also after a sleep; what is missing stays missing', async () => {
    addControl('a');
    expect(await keep()).toBe(true);
    addControl('b', { status: 'NON_COMPLIANT' });
    expect(await keep()).toBe(false);
    test_.clock.advance(3 * DAY_MS);
    expect(await keep()).toBe(true);
    expect(trend()).toEqual({
      assuranceSince: '2026-11-20',
      days: [
        { day: '2026-11-20', score: 100, coverage: 100, assurance: 20 },
        { day: '2026-11-23', score: 50, coverage: 100, assurance: 10 },
      ],
    });
    expect(trend('f1').days.map(({ score }) => score)).toEqual([100, 50]);
  });

  test('with formula and digest; a day that has a score keeps it', async () => {
    addControl('a');
    write((tx) =>
      tx.insert(dailySnapshotsTable, {
        ...{ id: '2026-11-20', day: '2026-11-20', complianceScore: 77, createdAt: 1 },
      }),
    );
    await keep();
    const row = test_.db.read('test', (db) =>
      db.get("SELECT * FROM daily_snapshots WHERE day = '2026-11-20'"),
    );
    expect(row).toMatchObject({ compliance_score: 77, coverage: 100, formula: 'assurance/1' });
    expect(row).toHaveProperty('inputs_digest', expect.stringMatching(/^[0-9a-f]{64}$/));
  });

  test('an empty workspace keeps nothing', async () => {
    expect(await keep()).toBe(false);
    expect(trend().days).toEqual([]);
  });

  test('the change is against the snapshot of 30 days ago', async () => {
    addControl('a');
    await keep();
    test_.clock.advance(29 * DAY_MS);
    expect((await listed()).change.score).toBeNull();
    test_.clock.advance(DAY_MS);
    addControl('b', { status: 'NON_COMPLIANT' });
    expect((await listed()).change).toEqual({ score: -50, coverage: 0, assurance: -10 });
    expect((await service.metrics()).change.score).toBe(-50);
  });
});

describe('what changed, and what expires', () => {
  test('each kind since a moment, the newest first', () => {
    addControl('a');
    addControl('b');
    addEvidence('old', 'a', { expirationDate: now() - HOUR_MS });
    addTest('t', 'b');
    addRun('r', 't', 'b', 'FAIL', now() - 2 * HOUR_MS);
    test_.clock.advance(1000);
    write((tx) =>
      tx.update(controlsTable, 'a', { status: 'NON_COMPLIANT', lastAssessment: now() }),
    );
    const changes = test_.db.read('test', (db) => readChanges(db, now() - 3 * HOUR_MS, now()));
    expect(changes.counts).toEqual({
      ...{ 'evidence-expired': 1, 'evidence-accepted': 1, assessed: 1, 'test-failed': 1 },
      challenged: 0,
    });
    expect(changes.entries.map(({ kind, id }) => [kind, id])).toEqual([
      ['assessed', 'a'],
      ['evidence-accepted', 'old'],
      ['evidence-expired', 'old'],
      ['test-failed', 'b'],
    ]);
    expect(changes.entries[0]).toMatchObject({ from: 'COMPLIANT', to: 'NON_COMPLIANT' });
  });

  test('accepted evidence by the week of its expiry', () => {
    addControl('a');
    addEvidence('e0', 'a', { expirationDate: now() - 1 });
    addEvidence('e1', 'a', { expirationDate: now() + DAY_MS });
    addEvidence('e2', 'a', { expirationDate: now() + 8 * DAY_MS });
    addEvidence('e3', 'a', { expirationDate: now() + 9 * DAY_MS });
    addEvidence('e4', 'a', { expirationDate: now() + 400 * DAY_MS });
    addEvidence('e5', 'a', { expirationDate: null });
    addEvidence('e6', 'a', { verdict: 'REJECTED', expirationDate: now() + DAY_MS });
    const { weeks, ...rest } = test_.db.read('test', (db) => readExpiry(db, now()));
    expect(rest).toEqual({ expired: 1, later: 1, never: 1 });
    const [, second] = weeks;
    const { rows, total } = test_.db.read('test', (db) =>
      readExpiring(db, {
        now: now(),
        from: Date.parse(second?.from ?? ''),
        to: Date.parse(second?.to ?? ''),
        limit: 1,
      }),
    );
    expect([total, rows.map(({ id, controls }) => [id, controls])]).toEqual([2, [['e2', 1]]]);
    expect(weeks.map(({ count }) => count)).toEqual([1, 2, ...Array.from({ length: 11 }, () => 0)]);
  });
});
