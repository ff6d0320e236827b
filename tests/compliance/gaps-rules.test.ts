import { describe, expect, test } from 'vitest';
import type { CrosswalkRelation } from '../../src/shared/areas/compliance/crosswalk.contract.ts';
import { nextActions } from '../../src/shared/areas/compliance/gaps.actions.rules.ts';
import type { GapEntry } from '../../src/shared/areas/compliance/gaps.contract.ts';
import { CONTROL_KINDS, kindOfControl } from '../../src/shared/areas/compliance/gaps.kinds.ts';
import type { ControlThreat } from '../../src/shared/areas/compliance/gaps.priority.rules.ts';
import { REMEDIES } from '../../src/shared/areas/compliance/gaps.remedies.ts';
import { type GapControl, gapOf } from '../../src/shared/areas/compliance/gaps.rules.ts';
import type { ControlProof, EvidenceProof } from '../../src/shared/areas/compliance/proof.rules.ts';
import { DAY_MS } from '../../src/shared/kernel/time.ts';

const NOW = Date.parse('2026-11-20T12:00:00.000Z');
const proofOf = (over: Partial<ControlProof> = {}): ControlProof => ({
  id: 'c1',
  frameworkId: 'f1',
  ref: 'X.1',
  title: 'Backups are restored in tests',
  parentRef: null,
  status: 'COMPLIANT',
  weight: 1,
  isApplicable: true,
  isGone: false,
  lastAssessment: NOW - DAY_MS,
  nextAssessment: NOW + DAY_MS,
  evidence: [],
  tests: [],
  challenges: [],
  ...over,
});
const piece = (over: Partial<EvidenceProof> = {}): EvidenceProof => ({
  id: 'e1',
  title: 'Restore of May',
  verdict: 'ACCEPTED',
  since: NOW - 10 * DAY_MS,
  expiresAt: NOW + 100 * DAY_MS,
  isSelfApproved: false,
  ...over,
});
const controlOf = (proof: ControlProof, over: Partial<GapControl> = {}): GapControl => ({
  proof,
  priority: 'MEDIUM',
  isAutomated: false,
  category: null,
  description: null,
  exceptionUntil: null,
  challengeReasons: new Map(),
  ...over,
});
const gap = (over: Partial<ControlProof> = {}, threats: readonly ControlThreat[] = []) =>
  gapOf(controlOf(proofOf(over)), threats, NOW);
const codes = (found: GapEntry | null) => found?.reasons.map(({ code }) => code) ?? null;

describe('[GA2] [GA3] why a control is listed', () => {
  test('proved, assessed in time and compliant: not at all; nor where it does not apply or is gone', () => {
    expect(gap({ evidence: [piece()] })).toBeNull();
    expect(gap({ status: 'NON_COMPLIANT', isApplicable: false })).toBeNull();
    expect(gap({ status: 'NON_COMPLIANT', isGone: true })).toBeNull();
  });

  test.each([
    ['none', [], ['NO_EVIDENCE'], []],
    ['run out this moment', [piece({ expiresAt: NOW })], ['EXPIRED'], ['e1']],
    ['not run out yet', [piece({ expiresAt: NOW + 1 })], null, []],
    ['rejected', [piece({ verdict: 'REJECTED' })], ['REJECTED'], ['e1']],
    ['not reviewed', [piece({ verdict: 'PENDING' })], ['UNREVIEWED'], ['e1']],
    [
      'one valid beside one expired',
      [piece(), piece({ id: 'e2', expiresAt: NOW - DAY_MS })],
      null,
      [],
    ],
  ] as const)('evidence: %s', (_, evidence, expected, ids) => {
    const found = gap({ evidence });
    expect(codes(found)).toEqual(expected);
    expect(found?.reasons.flatMap(({ proof }) => proof.map(({ id }) => id)) ?? []).toEqual(ids);
  });

  test('status, dates, tests and challenges each have their reason with its records', () => {
    const evidence = [piece()];
    expect(codes(gap({ evidence, status: 'PARTIALLY_COMPLIANT' }))).toEqual(['PARTIAL']);
    expect(codes(gap({ evidence, status: 'NOT_ASSESSED', nextAssessment: null }))).toEqual([
      'NOT_ASSESSED',
    ]);
    expect(codes(gap({ evidence, nextAssessment: NOW - 1 }))).toEqual(['OVERDUE']);
    const lastRun = { id: 'r1', result: 'FAIL', ranAt: NOW, isSelfApproved: false } as const;
    const tests = [{ id: 't1', title: 'Restore', nextDue: NOW - 1, lastRun, pendingRuns: 0 }];
    const tested = gap({ evidence, tests });
    expect(codes(tested)).toEqual(['FAILED_TEST', 'TEST_OVERDUE']);
    expect(tested?.reasons.map(({ proof }) => proof)).toEqual([
      [{ kind: 'run', id: 'r1' }],
      [{ kind: 'test', id: 't1' }],
    ]);
    const challenges = [{ id: 'x1', state: 'OPEN', kind: 'ALERT', createdAt: NOW } as const];
    const challenged = gapOf(
      controlOf(proofOf({ evidence, challenges }), {
        challengeReasons: new Map([['x1', 'An alert got through.']]),
      }),
      [],
      NOW,
    );
    expect(challenged?.gap).toBe('Backups are restored in tests: an alert got through.');
    expect(challenged?.reasons).toEqual([
      {
        code: 'CHALLENGED',
        text: 'An alert got through.',
        proof: [{ kind: 'challenge', id: 'x1' }],
        proofMore: 0,
      },
    ]);
  });
});

describe('[GA4] what to do', () => {
  test('it names the records, and follows from the kind', () => {
    const found = gap({ evidence: [piece({ expiresAt: Date.parse('2026-06-01') })] });
    expect(found?.remediation).toEqual([
      'Collect "Restore of May" again for the time since 2026-06-01.',
    ]);
    const backup = gap({ status: 'NON_COMPLIANT' });
    const training = gap({ status: 'NON_COMPLIANT', title: 'People are trained every year' });
    expect(backup?.kind).toBe('continuity');
    expect(training?.kind).toBe('training');
    expect(backup?.remediation[0]).toBe(REMEDIES.continuity.establish);
    expect(new Set([...(backup?.remediation ?? []), ...(training?.remediation ?? [])]).size).toBe(
      4,
    );
  });

  test('no two kinds share a sentence or a piece of evidence', () => {
    const all = CONTROL_KINDS.flatMap((kind) => {
      const { establish, complete, evidence } = REMEDIES[kind];
      return [establish, complete, ...evidence.map(([, what]) => what)];
    });
    expect(new Set(all).size).toBe(all.length);
  });

  test('a title says more than the family of its id, which says more than the category', () => {
    expect(kindOfControl({ title: 'Doors', ref: 'AC-2' })).toBe('physical');
    expect(kindOfControl({ title: 'Nothing told', ref: 'AC-2', category: 'Backup' })).toBe(
      'access',
    );
    expect(kindOfControl({ title: 'Nothing told', category: 'Backup' })).toBe('continuity');
    expect(kindOfControl({ title: 'Nothing told' })).toBe('governance');
  });
});

describe('[GA5] effort and priority', () => {
  const sum = (parts: readonly { value: number }[] = []) =>
    parts.reduce((total, { value }) => total + value, 0);
  const MANY: ControlThreat[] = [{ id: 'T1059', alerts: 1_000_000, share: 1 }];

  test('are the sums of their parts, and at most 100 points', () => {
    const worst = gapOf(
      controlOf(proofOf({ status: 'NON_COMPLIANT', weight: 10 }), { priority: 'CRITICAL' }),
      MANY,
      NOW,
    );
    expect(worst?.priority).toMatchObject({ level: 'CRITICAL', points: 100 });
    expect(sum(worst?.priority.parts)).toBe(100);
    expect(worst?.effort).toEqual({
      hours: REMEDIES.continuity.hours + 3,
      parts: [
        { text: 'Put it in place', value: REMEDIES.continuity.hours },
        { text: 'Collect the first evidence', value: 3 },
      ],
    });
  });

  test('an automated control is cheaper to prove; an exception halves the points until it ends', () => {
    const manual = gapOf(controlOf(proofOf()), [], NOW);
    const automated = gapOf(controlOf(proofOf(), { isAutomated: true }), [], NOW);
    expect([manual?.effort.hours, automated?.effort.hours]).toEqual([3, 1]);
    const excepted = gapOf(controlOf(proofOf(), { exceptionUntil: NOW + 1 }), [], NOW);
    const ended = gapOf(controlOf(proofOf(), { exceptionUntil: NOW }), [], NOW);
    expect(ended?.priority).toEqual(manual?.priority);
    expect(excepted?.priority.points).toBe(Math.round((manual?.priority.points ?? 0) / 2));
    expect(sum(excepted?.priority.parts)).toBe(excepted?.priority.points);
  });

  test('more alerts never lower a priority, and half a share counts less', () => {
    const points = (alerts: number, share = 1) =>
      gap({}, [{ id: 'T1059', alerts, share }])?.priority.points ?? 0;
    expect(points(0)).toBeLessThan(points(10));
    expect(points(10)).toBeLessThan(points(1000));
    expect(points(1000)).toBe(points(1_000_000));
    expect(points(100, 0.5)).toBeLessThan(points(100));
  });
});

describe('[GA6] next best actions', () => {
  const open = (id: string, over: Partial<ControlProof> = {}): GapEntry => {
    const found = gap({ id, ref: id, status: 'NON_COMPLIANT', frameworkId: `f-${id}`, ...over });
    if (!found) throw new Error('It must lack something');
    return found;
  };
  const link = (from: string, to: string, relation: CrosswalkRelation) => ({ from, to, relation });
  const run = (gaps: GapEntry[], links: ReturnType<typeof link>[]) =>
    nextActions({ gaps, links, assurance: new Map() });

  test.each([
    ['equal', 1],
    ['superset', 1],
    ['intersects', 0.5],
    ['subset', 0],
  ] as const)('%s carries %d over', (relation, share) => {
    const [first] = run([open('a'), open('b')], [link('a', 'b', relation)]);
    const carried = first?.closes.find(({ controlId }) => controlId === 'b');
    expect(carried?.gained ?? 0).toBe(share);
    expect(first?.gained).toBe(1 + share);
  });

  test('several halves are a half, and no requirement is gained twice', () => {
    const gaps = [open('a'), open('b'), open('c')];
    const actions = run(gaps, [link('a', 'c', 'intersects'), link('b', 'c', 'intersects')]);
    const gained = actions.flatMap(({ closes }) => closes.filter((one) => one.controlId === 'c'));
    expect(gained.map((one) => one.gained)).toEqual([0.5, 0.5]);
    expect(gained.map(({ relation }) => relation).sort()).toEqual(['intersects', 'own']);
    expect(actions.reduce((sum, action) => sum + action.gained, 0)).toBe(3);
  });

  test('what is covered in full needs no action of its own', () => {
    const actions = run([open('a'), open('b')], [link('a', 'b', 'equal'), link('b', 'a', 'equal')]);
    expect(actions).toHaveLength(1);
    expect(actions[0]?.gained).toBe(2);
  });

  test('the heavier requirement first, then the cheaper; a half that is there is not gained', () => {
    const gaps = [
      open('a'),
      open('b', { weight: 5 }),
      open('c', { status: 'PARTIALLY_COMPLIANT' }),
    ];
    const actions = run(gaps, []);
    expect(actions.map(({ controlId }) => controlId)[0]).toBe('b');
    expect(actions.find(({ controlId }) => controlId === 'c')?.gained).toBe(0.5);
  });

  test('proving is apart from winning, and gains what assurance lacks', () => {
    const claimed = gap({ id: 'p' });
    if (!claimed) throw new Error('It lacks evidence');
    const actions = nextActions({
      gaps: [claimed, open('a')],
      links: [link('a', 'p', 'equal'), link('p', 'a', 'equal')],
      assurance: new Map([['p', 20]]),
    });
    expect(actions.map(({ track, gained }) => [track, gained])).toEqual([
      ['close', 1],
      ['prove', 0.8],
    ]);
  });

  test('the greedy choice is that of trying every candidate at each step', () => {
    const random = (seed: number) => () => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return seed / 2147483648;
    };
    const next = random(7);
    const gaps = Array.from({ length: 40 }, (_, n) =>
      open(`c${n}`, { weight: 1 + Math.floor(next() * 10) }),
    );
    const relations = ['equal', 'superset', 'intersects', 'subset'] as const;
    const links = Array.from({ length: 120 }, () =>
      link(
        `c${Math.floor(next() * 40)}`,
        `c${Math.floor(next() * 40)}`,
        relations[Math.floor(next() * 4)] ?? 'equal',
      ),
    );
    const actions = run(gaps, links);
    const share = { equal: 1, superset: 1, intersects: 0.5, subset: 0 };
    const held = new Map<string, number>();
    const gainOf = (id: string) => {
      const reach = new Map([[id, 1]]);
      for (const { from, to, relation } of links)
        if (from === id) reach.set(to, Math.max(reach.get(to) ?? 0, share[relation]));
      let total = 0;
      for (const [to, part] of reach) {
        const weight = gaps.find(({ controlId }) => controlId === to)?.weight ?? 0;
        total += weight * Math.max(0, part - (held.get(to) ?? 0));
      }
      return { total, reach };
    };
    for (const { controlId, gained, hours } of actions) {
      const best = Math.max(...gaps.map((one) => gainOf(one.controlId).total / one.effort.hours));
      const { total, reach } = gainOf(controlId);
      expect(total).toBeCloseTo(gained, 5);
      expect(total / hours).toBeCloseTo(best, 9);
      for (const [to, part] of reach) held.set(to, Math.max(held.get(to) ?? 0, part));
    }
  });
});
