import { describe, expect, test } from 'vitest';
import {
  type AssuranceReason,
  controlAssurance,
  REASON_CODES,
} from '../../../shared/areas/compliance/assurance.rules.ts';
import { changeAddress, reasonText, signedPercent, signedPoints } from './scores.text.ts';

const day = (iso: string) => iso.slice(0, 10);
const AT = '2026-11-20T12:00:00.000Z';

test('a change is written with its sign, and nothing where there is nothing to compare', () => {
  expect([2, -1, 0, null].map(signedPercent)).toEqual(['+2%', '−1%', '±0%', null]);
  expect([32.5, -10, 0].map(signedPoints)).toEqual(['+32.5', '−10', '0']);
});

describe('a reason in words', () => {
  const of = (code: AssuranceReason['code'], figures: Record<string, number | string> = {}) =>
    reasonText({ code, points: 0, possible: null, figures, proof: [] }, day);

  test('says what it was computed from', () => {
    expect(of('assessed', { status: 'COMPLIANT', assessedAt: AT })).toBe(
      'Assessed as compliant on 2026-11-20',
    );
    expect(of('evidence-valid', { count: 2, strength: 80, expiresAt: AT, selfApproved: 1 })).toBe(
      '2 pieces of valid evidence; the strongest proves 80% and expires on 2026-11-20 (self-approved)',
    );
    expect(of('tests', { passed: 1, active: 2 })).toBe('1 of 2 tests passed and on time');
    expect(of('test-failed', { count: 1, failedAt: AT })).toBe('1 test failed, last on 2026-11-20');
    expect(of('status', { status: 'PARTIALLY_COMPLIANT', share: 50 })).toBe(
      'Partially compliant leaves 50% of the points',
    );
  });

  test('every reason has words, and none of them says undefined', () => {
    for (const code of REASON_CODES) {
      const text = of(code, {
        count: 1,
        status: 'COMPLIANT',
        strength: 50,
        sinceAt: AT,
        expiredAt: AT,
        failedAt: AT,
        dueAt: AT,
        passed: 1,
        active: 1,
        share: 0,
      });
      expect(text, code).not.toMatch(/undefined|null|NaN/);
      expect(text.length, code).toBeGreaterThan(4);
    }
  });

  test('the figures that the formula gives are enough for the words', () => {
    const { reasons } = controlAssurance(
      {
        ...{ id: 'c', frameworkId: 'f', ref: 'A', title: 't', parentRef: null, weight: 1 },
        ...{ status: 'NON_COMPLIANT', isApplicable: true, isGone: false },
        lastAssessment: null,
        nextAssessment: 1,
        evidence: [
          ...(['ACCEPTED', 'PENDING', 'REJECTED'] as const).map((verdict) => ({
            ...{
              id: verdict,
              title: 't',
              verdict,
              since: 1,
              expiresAt: null,
              isSelfApproved: true,
            },
          })),
          ...[
            {
              id: 'x',
              title: 't',
              verdict: 'ACCEPTED' as const,
              since: 1,
              expiresAt: 2,
              isSelfApproved: false,
            },
          ],
        ],
        tests: [
          {
            ...{ id: 't', title: 't', nextDue: 1, pendingRuns: 1 },
            lastRun: { id: 'r', result: 'FAIL', ranAt: 1, isSelfApproved: false },
          },
        ],
        challenges: [
          { id: 'o', state: 'OPEN', kind: 'ALERT', createdAt: 1 },
          { id: 'p', state: 'CONFIRMED', kind: 'ALERT', createdAt: 1 },
        ],
      },
      1_000,
    );
    for (const { code, figures } of reasons)
      expect(of(code, { ...figures }), code).not.toMatch(/undefined|null|NaN/);
    expect(reasons.map(({ code }) => code)).toContain('bounded');
  });
});

test('a change leads to its record', () => {
  const entry = { at: AT, title: 't', control: 'A', framework: 'F', from: null, to: null };
  expect(changeAddress({ ...entry, kind: 'evidence-expired', id: 'e1', controlId: 'c1' })).toBe(
    '/evidence?evidence=e1',
  );
  expect(changeAddress({ ...entry, kind: 'assessed', id: 'c1', controlId: 'c1' })).toBe(
    '/compliance?tab=controls&control=c1',
  );
});
