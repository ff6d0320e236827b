import { describe, expect, test } from 'vitest';
import { createRandom, type Random } from '../../../../tests/helpers/random.ts';
import { DAY_MS, HOUR_MS } from '../../kernel/time.ts';
import {
  ASSURANCE_FORMULA,
  controlAssurance,
  coverageAndAssurance,
  nextChange,
} from './assurance.rules.ts';
import { CONTROL_STATUSES } from './compliance.rules.ts';
import {
  type ControlProof,
  EVIDENCE_VERDICTS,
  type EvidenceProof,
  evidenceStrength,
  type TestProof,
} from './proof.rules.ts';

const NOW = Date.parse('2026-11-20T12:00:00.000Z');
const RUNS = 400;

function evidence(change: Partial<EvidenceProof> = {}): EvidenceProof {
  return {
    id: 'e1',
    title: 'Access review',
    verdict: 'ACCEPTED',
    since: NOW - 10 * DAY_MS,
    expiresAt: NOW + 200 * DAY_MS,
    isSelfApproved: false,
    ...change,
  };
}

function passed(change: Partial<TestProof> = {}): TestProof {
  return {
    id: 't1',
    title: 'Re-perform',
    nextDue: NOW + 30 * DAY_MS,
    lastRun: { id: 'r1', result: 'PASS', ranAt: NOW - DAY_MS, isSelfApproved: false },
    pendingRuns: 0,
    ...change,
  };
}

function control(change: Partial<ControlProof> = {}): ControlProof {
  return {
    id: 'c1',
    frameworkId: 'f1',
    ref: 'AC-1',
    title: 'Policy',
    parentRef: null,
    status: 'COMPLIANT',
    weight: 1,
    isApplicable: true,
    isGone: false,
    lastAssessment: NOW - 20 * DAY_MS,
    nextAssessment: NOW + 100 * DAY_MS,
    evidence: [],
    tests: [],
    challenges: [],
    ...change,
  };
}

function anyControl(random: Random, id: number): ControlProof {
  const time = () => NOW + (random.below(1600) - 800) * DAY_MS + random.below(DAY_MS);
  const some = <T>(most: number, make: (index: number) => T) =>
    Array.from({ length: random.below(most + 1) }, (_, index) => make(index));
  return control({
    id: `c${id}`,
    ref: `R-${id}`,
    status: random.pick(CONTROL_STATUSES),
    weight: 1 + random.below(10),
    isApplicable: random.chance(90),
    isGone: random.chance(5),
    lastAssessment: random.chance(80) ? time() : null,
    nextAssessment: random.chance(80) ? time() : null,
    evidence: some(4, (index) =>
      evidence({
        id: `e${id}-${index}`,
        verdict: random.pick(EVIDENCE_VERDICTS),
        since: time(),
        expiresAt: random.chance(70) ? time() : null,
        isSelfApproved: random.chance(20),
      }),
    ),
    tests: some(3, (index) =>
      passed({
        id: `t${id}-${index}`,
        nextDue: random.chance(80) ? time() : null,
        pendingRuns: random.below(3),
        lastRun: random.chance(30)
          ? null
          : {
              id: `r${id}-${index}`,
              result: random.pick(['PASS', 'FAIL', 'INCONCLUSIVE']),
              ranAt: time(),
              isSelfApproved: random.chance(20),
            },
      }),
    ),
    challenges: some(2, (index) => ({
      id: `x${id}-${index}`,
      state: random.pick(['OPEN', 'CONFIRMED']),
      kind: 'ALERT',
      createdAt: time(),
    })),
  });
}

const anyControls = (random: Random, most = 12) =>
  Array.from({ length: random.below(most) + 1 }, (_, index) => anyControl(random, index));

/** The assurance of a control that must have one. */
function sure(proof: ControlProof, now = NOW): number {
  const { assurance } = controlAssurance(proof, now);
  if (assurance === null) throw new Error('not assessed');
  return assurance;
}
const codes = (proof: ControlProof) => controlAssurance(proof, NOW).reasons.map(({ code }) => code);

function eachRandom(seed: number, check: (random: Random, note: string) => void): void {
  const random = createRandom(seed);
  for (let run = 0; run < RUNS; run += 1) check(random, `seed ${random.seed}, run ${run}`);
}

describe('[CS1] what raises and lowers the assurance of a control', () => {
  test('an assessment without proof counts a little, evidence and tests the rest', () => {
    expect(sure(control())).toBe(20);
    expect(sure(control({ evidence: [evidence()] }))).toBe(70);
    expect(sure(control({ tests: [passed()] }))).toBe(50);
    expect(sure(control({ evidence: [evidence()], tests: [passed()] }))).toBe(100);
  });

  test('pending and rejected evidence is named and proves nothing', () => {
    const pending = control({ evidence: [evidence({ verdict: 'PENDING' })] });
    const rejected = control({ evidence: [evidence({ verdict: 'REJECTED' })] });
    expect([sure(pending), sure(rejected)]).toEqual([20, 20]);
    expect(codes(pending)).toContain('evidence-pending');
    expect(codes(rejected)).toContain('evidence-rejected');
  });

  test('what was approved by its own maker counts four fifths', () => {
    expect(sure(control({ evidence: [evidence({ isSelfApproved: true })] }))).toBe(60);
    const run = { id: 'r1', result: 'PASS', ranAt: NOW, isSelfApproved: true } as const;
    expect(sure(control({ tests: [passed({ lastRun: run })] }))).toBe(44);
  });

  test('a run that failed, a test or assessment that is overdue and a challenge lower it', () => {
    const proven = control({ evidence: [evidence()], tests: [passed()] });
    const fail = { id: 'r1', result: 'FAIL', ranAt: NOW - DAY_MS, isSelfApproved: false } as const;
    const challenge = { id: 'x1', kind: 'ALERT', createdAt: NOW - DAY_MS } as const;
    expect(sure({ ...proven, tests: [passed({ lastRun: fail })] })).toBe(40);
    expect(sure({ ...proven, tests: [passed({ nextDue: NOW - DAY_MS })] })).toBe(60);
    expect(sure({ ...proven, nextAssessment: NOW - HOUR_MS })).toBe(95);
    expect(sure({ ...proven, nextAssessment: NOW - 45 * DAY_MS })).toBe(87.5);
    expect(sure({ ...proven, nextAssessment: NOW - 400 * DAY_MS })).toBe(80);
    expect(sure({ ...proven, challenges: [{ ...challenge, state: 'OPEN' }] })).toBe(80);
    expect(sure({ ...proven, challenges: [{ ...challenge, state: 'CONFIRMED' }] })).toBe(60);
  });

  test('a run that waits for approval is named and counts neither way', () => {
    const waiting = control({ tests: [passed({ lastRun: null, pendingRuns: 2 })] });
    expect(sure(waiting)).toBe(20);
    expect(codes(waiting)).toContain('tests-pending');
  });

  test('a partly compliant control keeps half, a non-compliant one nothing', () => {
    const proof = { evidence: [evidence()], tests: [passed()] };
    expect(sure(control({ ...proof, status: 'PARTIALLY_COMPLIANT' }))).toBe(50);
    expect(sure(control({ ...proof, status: 'NON_COMPLIANT' }))).toBe(0);
  });

  test('the formula has a version', () => expect(ASSURANCE_FORMULA).toBe('assurance/1'));
});

describe('[CS2] evidence weakens continuously and loses the rest on the day it expires', () => {
  const life = (expiresIn: number, age = 200) =>
    evidence({ since: NOW - age * DAY_MS, expiresAt: NOW + expiresIn });

  test('full until 30 days before, half on the last day, nothing from the expiry on', () => {
    expect(evidenceStrength(life(30 * DAY_MS), NOW)).toBe(1);
    expect(evidenceStrength(life(15.5 * DAY_MS), NOW)).toBeCloseTo(0.75, 5);
    expect(evidenceStrength(life(DAY_MS), NOW)).toBe(0.5);
    expect(evidenceStrength(life(12 * HOUR_MS), NOW)).toBe(0.25);
    expect(evidenceStrength(life(0), NOW)).toBe(0);
    expect(evidenceStrength(life(-1), NOW)).toBe(0);
  });

  test('a short life weakens over its last third', () => {
    expect(evidenceStrength(life(2 * DAY_MS, 4), NOW)).toBe(1);
    expect(evidenceStrength(life(2 * DAY_MS, 7), NOW)).toBeLessThan(1);
  });

  test('without an expiry it is fresh for half a year and worth nothing after two', () => {
    const aged = (days: number) =>
      evidenceStrength(evidence({ since: NOW - days * DAY_MS, expiresAt: null }), NOW);
    expect([aged(0), aged(180), aged(455), aged(730), aged(2000)]).toEqual([1, 1, 0.5, 0, 0]);
  });

  test('from one hour to the next never a jump of more than a twentieth, and never up', () => {
    for (const item of [life(60 * DAY_MS), life(9 * DAY_MS, 2), evidence({ expiresAt: null })]) {
      let before = evidenceStrength(item, NOW);
      for (let hour = 1; hour < 24 * 800; hour += 1) {
        const after = evidenceStrength(item, NOW + hour * HOUR_MS);
        expect(after).toBeLessThanOrEqual(before);
        expect(before - after).toBeLessThan(0.05);
        before = after;
      }
    }
  });
});

describe('[CS3] properties', () => {
  test('a control that is not assessed or does not apply never raises coverage or assurance', () => {
    eachRandom(11, (random, note) => {
      const controls = anyControls(random);
      const before = coverageAndAssurance(controls, NOW);
      const status = random.chance(50) ? ('NOT_ASSESSED' as const) : random.pick(CONTROL_STATUSES);
      const extra = { ...anyControl(random, 99), status, isApplicable: status === 'NOT_ASSESSED' };
      const after = coverageAndAssurance([...controls, extra], NOW);
      expect(after.coverage ?? 0, note).toBeLessThanOrEqual(before.coverage ?? 0);
      expect(after.assurance, note).toBe(before.assurance);
    });
  });

  test('evidence that expires, or expires earlier, never raises assurance', () => {
    eachRandom(12, (random, note) => {
      const controls = anyControls(random);
      const before = coverageAndAssurance(controls, NOW).assurance ?? 0;
      const expired = controls.map((each) => ({
        ...each,
        evidence: each.evidence.map((item) =>
          random.chance(50)
            ? { ...item, expiresAt: NOW - random.below(DAY_MS) }
            : item.expiresAt === null
              ? item
              : { ...item, expiresAt: item.expiresAt - random.below(400 * DAY_MS) },
        ),
      }));
      const after = coverageAndAssurance(expired, NOW).assurance ?? 0;
      expect(after, note).toBeLessThanOrEqual(before);
    });
  });

  test('time alone never raises assurance', () => {
    eachRandom(13, (random, note) => {
      const controls = anyControls(random);
      const later = NOW + random.below(900 * DAY_MS);
      const before = coverageAndAssurance(controls, NOW).assurance ?? 0;
      expect(coverageAndAssurance(controls, later).assurance ?? 0, note).toBeLessThanOrEqual(
        before,
      );
    });
  });

  test('the order of controls, evidence, tests and challenges does not matter', () => {
    eachRandom(14, (random, note) => {
      const controls = anyControls(random);
      const turned = controls.toReversed().map((each) => ({
        ...each,
        evidence: each.evidence.toReversed(),
        tests: each.tests.toReversed(),
        challenges: each.challenges.toReversed(),
      }));
      expect(coverageAndAssurance(turned, NOW), note).toEqual(coverageAndAssurance(controls, NOW));
      turned.forEach((each, index) => {
        const other = controls.at(-1 - index);
        if (other) expect(controlAssurance(each, NOW), note).toEqual(controlAssurance(other, NOW));
      });
    });
  });

  test('every figure lies between 0 and 100, and the reasons add up to it', () => {
    eachRandom(15, (random, note) => {
      const controls = anyControls(random);
      for (const each of controls) {
        const { assurance, reasons } = controlAssurance(each, NOW);
        if (assurance === null) continue;
        expect(assurance, note).toBeGreaterThanOrEqual(0);
        expect(assurance, note).toBeLessThanOrEqual(100);
        const sum = reasons.reduce((total, { points }) => total + points, 0);
        expect(sum, note).toBeCloseTo(assurance, 6);
      }
      const { coverage, assurance } = coverageAndAssurance(controls, NOW);
      for (const figure of [coverage ?? 0, assurance ?? 0]) {
        expect(figure, note).toBeGreaterThanOrEqual(0);
        expect(figure, note).toBeLessThanOrEqual(100);
        expect(Number.isInteger(figure), note).toBe(true);
      }
    });
  });
});

describe('[CS4] coverage', () => {
  test('is weighted, and is never rounded up to everything', () => {
    const open = control({ id: 'c2', status: 'NOT_ASSESSED', weight: 3 });
    expect(coverageAndAssurance([control(), open], NOW)).toMatchObject({
      applicable: 2,
      assessed: 1,
      applicableWeight: 4,
      assessedWeight: 1,
      coverage: 25,
      assurance: 20,
    });
    const many = Array.from({ length: 999 }, (_, index) => control({ id: `m${index}` }));
    expect(coverageAndAssurance([...many, control({ ...open, weight: 1 })], NOW).coverage).toBe(99);
    expect(coverageAndAssurance(many, NOW).coverage).toBe(100);
  });

  test('there is none without controls that apply', () => {
    const none = coverageAndAssurance([control({ isApplicable: false })], NOW);
    expect([none.coverage, none.assurance]).toEqual([null, null]);
  });
});

describe('[CS5] when a figure changes next', () => {
  test('is the next expiry or due date, whichever comes first', () => {
    const proof = control({
      nextAssessment: NOW + 5 * DAY_MS,
      evidence: [evidence({ expiresAt: NOW + 3 * DAY_MS }), evidence({ expiresAt: NOW - DAY_MS })],
      tests: [passed({ nextDue: NOW + 4 * DAY_MS })],
    });
    expect(nextChange([proof], NOW)).toBe(NOW + 3 * DAY_MS);
    expect(nextChange([control({ nextAssessment: null })], NOW)).toBeNull();
  });
});
