import { describe, expect, test } from 'vitest';
import { riskLevel } from '../dashboard/dashboard.rules.ts';
import { residualOf, residualReason } from './residual.rules.ts';
import {
  needsReason,
  oneDigit,
  RISK_LEVEL_RANGES,
  RISK_STATUSES,
  RISK_STEPS,
  RISK_TRANSITIONS,
  residualLikelihood,
  riskLateness,
  riskScoreOf,
  riskText,
} from './risks.rules.ts';

const control = (id: string, assurance: number | null, weight = 2, counts = true) => ({
  id,
  assurance,
  weight,
  counts,
});

describe('scores', () => {
  test('[RK1] score is likelihood × impact, residual at creation 0.7 of it, one digit', () => {
    for (const likelihood of RISK_STEPS)
      for (const impact of RISK_STEPS) {
        const score = riskScoreOf(likelihood, impact);
        expect(score).toBe(likelihood * impact);
        expect(riskText(residualOf(score, []).residual)).toBe(((score * 7) / 10).toFixed(1));
      }
    expect(riskText(12)).toBe('12.0');
  });

  test('[RK2] levels begin at 8, 15 and 20, and the filters cut at the same scores', () => {
    const levels = [0, 7.9, 8, 14.9, 15, 19.9, 20, 25].map(riskLevel);
    expect(levels).toEqual([
      'LOW',
      'LOW',
      'MEDIUM',
      'MEDIUM',
      'HIGH',
      'HIGH',
      'CRITICAL',
      'CRITICAL',
    ]);
    for (const [level, [from, below]] of Object.entries(RISK_LEVEL_RANGES)) {
      expect(riskLevel(from)).toBe(level);
      expect(riskLevel(below - 0.1)).toBe(level);
    }
  });

  test('noise of binary fractions does not round a figure down', () => {
    expect(oneDigit(1.005 * 10)).toBe(10.1);
    expect(oneDigit(0.35)).toBe(0.4);
    expect(oneDigit(25 * 0.7)).toBe(17.5);
  });

  test('the residual keeps its impact and takes a likelihood, rounded up', () => {
    expect(residualLikelihood(14, 5)).toBe(3);
    expect(residualLikelihood(10, 5)).toBe(2);
    expect(residualLikelihood(0.1, 5)).toBe(1);
    expect(residualLikelihood(0, 1)).toBe(1);
    expect(residualLikelihood(25, 5)).toBe(5);
    expect(residualLikelihood(4.1, 1)).toBe(5);
  });
});

describe('residual by linked controls', () => {
  test('[RK3] weighs assurance: inherent × (1 − 0.9 × Σ weight × assurance ÷ Σ weight)', () => {
    const { residual, parts, basis, formula } = residualOf(20, [
      control('a', 70, 3),
      control('b', null, 2),
    ]);
    expect({ residual, basis, formula }).toEqual({
      residual: 12.4,
      basis: 'CONTROLS',
      formula: 'residual/1',
    });
    expect(parts[0]?.share).toBeCloseTo(0.6);
    expect(parts[0]?.reduction).toBeCloseTo(7.56);
    expect(parts[1]).toEqual({ id: 'b', share: 0.4, reduction: 0 });
  });

  test('[RK3] never takes all of a risk, and an ineffective control takes nothing', () => {
    expect(residualOf(25, [control('a', 100)]).residual).toBe(2.5);
    expect(residualOf(25, [control('a', 0)]).residual).toBe(25);
  });

  test('[RK3] what does not count leaves 0.7', () => {
    const found = residualOf(10, [control('a', 90, 3, false)]);
    expect(found).toMatchObject({ residual: 7, basis: 'CREATION' });
    expect(found.parts).toEqual([{ id: 'a', share: 0, reduction: 0 }]);
  });

  test('the order of the controls does not matter', () => {
    const controls = [control('a', 33.3, 1), control('b', 66.6, 2), control('c', 12.1, 3)];
    const forward = residualOf(15, controls).residual;
    expect(residualOf(15, controls.toReversed()).residual).toBe(forward);
  });

  test('the reason names every input', () => {
    const inputs = [
      { ...control('a', 70), ref: 'AC-2' },
      { ...control('b', null), ref: 'AC-3' },
      { ...control('c', 1, 1, false), ref: 'AC-4' },
    ];
    expect(residualReason(20, inputs)).toBe(
      'Recomputed by residual/1: inherent 20.0; assurance of AC-2 70.0, AC-3 not assessed, AC-4 does not count',
    );
    expect(residualReason(20, [])).toContain('no linked control');
  });
});

describe('transitions', () => {
  test('[RK4] are those of the specification and the decisions, no others', () => {
    expect(RISK_TRANSITIONS).toEqual({
      IDENTIFIED: ['ASSESSED'],
      ASSESSED: ['MITIGATED', 'ACCEPTED', 'TRANSFERRED'],
      MITIGATED: ['ASSESSED', 'ACCEPTED', 'TRANSFERRED'],
      ACCEPTED: ['ASSESSED', 'ACCEPTED'],
      TRANSFERRED: ['ASSESSED'],
    });
  });

  test('[RK5] all but Assess and Mitigate need a reason', () => {
    const without = RISK_STATUSES.flatMap((from) =>
      RISK_TRANSITIONS[from].filter((to) => !needsReason(from, to)).map((to) => `${from} ${to}`),
    );
    expect(without).toEqual(['IDENTIFIED ASSESSED', 'ASSESSED MITIGATED']);
  });
});

describe('days', () => {
  const dates = {
    status: 'ASSESSED',
    targetDate: null,
    expiresOn: null,
    nextReview: null,
  } as const;

  test('[RK6] a day counts until its end, on 29 February and on days of a clock change too', () => {
    for (const day of ['2028-02-29', '2026-03-29', '2026-10-25', '2026-12-31']) {
      expect(riskLateness({ ...dates, targetDate: day }, day).isTargetOverdue).toBe(false);
      const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
      expect(riskLateness({ ...dates, targetDate: day }, next).isTargetOverdue).toBe(true);
    }
  });

  test('[RK6] a target binds while work is left, an expiry while it is accepted, a review always', () => {
    const over = { targetDate: '2026-01-01', expiresOn: '2026-01-01', nextReview: '2026-01-01' };
    expect(riskLateness({ status: 'MITIGATED', ...over }, '2026-01-02')).toEqual({
      isTargetOverdue: false,
      isExpired: false,
      isReviewOverdue: true,
    });
    expect(riskLateness({ status: 'ACCEPTED', ...over }, '2026-01-02')).toMatchObject({
      isTargetOverdue: false,
      isExpired: true,
    });
  });
});
