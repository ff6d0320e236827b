import { describe, expect, test } from 'vitest';
import {
  AUDITS_NEEDED,
  blockedFromOn,
  type ClosingCase,
  isDrawnForAudit,
  missingToClose,
} from './automation.rules.ts';
import { lowerBound } from './confidence.ts';

const EARNED: ClosingCase = {
  decision: 'auto-close',
  policy: 'ON',
  pattern: 'ON',
  audits: { agreed: AUDITS_NEEDED, errors: 0 },
  closedToday: 0,
  dailyCap: 1,
  hasOpenSecondLook: false,
  wasClosedBefore: false,
  alert: {
    status: 'OPEN',
    isHidden: false,
    isEscalated: false,
    isAssigned: false,
    isTouched: false,
  },
};

/** Every way in which one condition may fail. */
const FAULTS: readonly ((one: ClosingCase) => ClosingCase)[] = [
  ...(['escalate', 'review', 'likely-benign'] as const).map((decision) => (one: ClosingCase) => ({
    ...one,
    decision,
  })),
  ...(['SHADOW', 'TRIPPED'] as const).map((policy) => (one: ClosingCase) => ({ ...one, policy })),
  ...(['OFF', 'SHADOW', 'TRIPPED'] as const).map((pattern) => (one: ClosingCase) => ({
    ...one,
    pattern,
  })),
  (one) => ({ ...one, audits: { agreed: AUDITS_NEEDED - 1, errors: 0 } }),
  (one) => ({ ...one, audits: { agreed: 10 * AUDITS_NEEDED, errors: 1 } }),
  (one) => ({ ...one, closedToday: one.dailyCap }),
  (one) => ({ ...one, hasOpenSecondLook: true }),
  (one) => ({ ...one, wasClosedBefore: true }),
  ...(['IN_PROGRESS', 'RESOLVED', 'FALSE_POSITIVE'] as const).map(
    (status) => (one: ClosingCase) => ({ ...one, alert: { ...one.alert, status } }),
  ),
  ...(['isHidden', 'isEscalated', 'isAssigned', 'isTouched'] as const).map(
    (name) => (one: ClosingCase) => ({ ...one, alert: { ...one.alert, [name]: true } }),
  ),
];

describe('closing by itself', () => {
  test('[EG50] is allowed where every condition holds, and by no other combination', () => {
    expect(missingToClose(EARNED)).toEqual([]);
    for (const fault of FAULTS) expect(missingToClose(fault(EARNED))).not.toEqual([]);
    let seed = 7;
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed / 2_147_483_648;
    };
    for (let round = 0; round < 2_000; round += 1) {
      const faults = FAULTS.filter(() => random() < 0.1);
      const one = faults.reduce((all, fault) => fault(all), EARNED);
      expect(missingToClose(one).length === 0).toBe(faults.length === 0);
    }
  });

  test('[EG51] 149 audits without error are needed, and one error sets them back', () => {
    expect(blockedFromOn({ agreed: 149, errors: 0 })).toBeNull();
    expect(blockedFromOn({ agreed: 148, errors: 0 })).toContain('1 more audit without error');
    expect(blockedFromOn({ agreed: 500, errors: 1 })).toContain('found an error');
  });

  test('[EG52] five in a hundred are drawn for audit, the same ones every time', () => {
    const ids = Array.from({ length: 20_000 }, (_, n) => `0190-${n}-${n * 7919}`);
    const drawn = ids.filter(isDrawnForAudit);
    expect(drawn.length / ids.length).toBeGreaterThan(0.042);
    expect(drawn.length / ids.length).toBeLessThan(0.058);
    expect(ids.filter(isDrawnForAudit)).toEqual(drawn);
  });
});

describe('the bound of a share', () => {
  test('is exact where everything was right', () => {
    expect(lowerBound(149, 149)).toBeCloseTo(0.9801, 4);
    expect(lowerBound(0, 10)).toBe(0);
    expect(lowerBound(0, 0)).toBeNull();
  });

  test('holds the binomial tail at five in a hundred', () => {
    for (const [right, n] of [
      [9, 10],
      [48, 50],
      [990, 1000],
    ] as const) {
      const low = lowerBound(right, n) ?? 0;
      let tail = 0;
      for (let k = right; k <= n; k += 1) tail += binomial(n, k) * low ** k * (1 - low) ** (n - k);
      expect(tail).toBeCloseTo(0.05, 4);
    }
  });
});

function binomial(n: number, k: number): number {
  let value = 1;
  for (let i = 1; i <= n - k; i += 1) value *= (k + i) / i;
  return value;
}
