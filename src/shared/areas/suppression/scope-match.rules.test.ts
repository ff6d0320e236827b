import { describe, expect, test } from 'vitest';
import { cpuClock } from '../../../../tests/helpers/cpu-time.ts';
import { createRuleIndex, type ScopedAlert, scopeTest } from './scope-match.rules.ts';
import {
  EMPTY_SCOPE,
  isInForce,
  ruleState,
  type SuppressionScope,
  scopeInWords,
  scopeProblem,
} from './suppression.rules.ts';

const ALERT: ScopedAlert = {
  title: 'ET SCAN Nmap probe on port 22',
  severity: 'MEDIUM',
  source: 'Suricata',
  detector: '2024364',
  sourceHost: 'Web-01.example.test',
  sourceUser: 'svc-backup',
  sourceIp: '10.1.2.3',
  destIp: '2001:db8::1',
  techniques: ['T1021.001'],
};
const scope = (conditions: Partial<SuppressionScope>): SuppressionScope => ({
  ...EMPTY_SCOPE,
  ...conditions,
});
const means = (conditions: Partial<SuppressionScope>, alert: Partial<ScopedAlert> = {}) =>
  scopeTest(scope(conditions))({ ...ALERT, ...alert });

describe('conditions', () => {
  test.each([
    [{ sources: ['Suricata'] }, true],
    [{ sources: ['suricata'] }, false],
    [{ sources: ['EDR', 'Suricata'], detectors: ['2024364'] }, true],
    [{ sources: ['Suricata'], detectors: ['other'] }, false],
    [{ hosts: ['web-01.EXAMPLE.test'] }, true],
    [{ hosts: ['web-*'] }, true],
    [{ hosts: ['*.example.test'] }, true],
    [{ hosts: ['w*01*test'] }, true],
    [{ hosts: ['web-02*'] }, false],
    [{ users: ['SVC-BACKUP'] }, true],
    [{ users: ['svc'] }, false],
    [{ addresses: ['10.1.2.3'] }, true],
    [{ addresses: ['10.1.2.0/24'] }, true],
    [{ addresses: ['10.1.3.0/24'] }, false],
    [{ addresses: ['10.0.0.0/8'] }, true],
    [{ addresses: ['2001:0DB8:0:0::1'] }, true],
    [{ addresses: ['2001:db8::/32'] }, true],
    [{ addresses: ['::ffff:10.1.2.3'] }, true],
    [{ techniques: ['T1021'] }, true],
    [{ techniques: ['T1021.001'] }, true],
    [{ techniques: ['T1021.002'] }, false],
    [{ titleWords: ['nmap', 'SCAN'] }, true],
    [{ titleWords: ['map'] }, false],
    [{ titleWords: ['nmap', 'missing'] }, false],
    [{ hosts: ['web-*'], users: ['nobody'] }, false],
  ] as const)('[SU2] [SU5] %j means the alert: %s', (conditions, isMeant) => {
    expect(means(conditions as Partial<SuppressionScope>)).toBe(isMeant);
  });

  test('[SU4] nothing above the ceiling is meant, and nothing critical without a word', () => {
    expect(means({ hosts: ['web-*'] }, { severity: 'HIGH' })).toBe(true);
    expect(means({ hosts: ['web-*'] }, { severity: 'CRITICAL' })).toBe(false);
    expect(means({ hosts: ['web-*'], maxSeverity: 'CRITICAL' }, { severity: 'CRITICAL' })).toBe(
      true,
    );
    expect(means({ hosts: ['web-*'], maxSeverity: 'LOW' })).toBe(false);
  });

  test('[SU5] an address in a text is none of its own', () => {
    const planted = { title: 'Login from 192.0.2.9', sourceIp: null, destIp: null };
    expect(means({ addresses: ['192.0.2.9'] }, planted)).toBe(false);
    expect(means({ addresses: ['192.0.2.9'] }, { ...planted, sourceHost: '192.0.2.9' })).toBe(true);
  });

  test.each(['not an address', '999.1.1.1', '10.1.2', '', '10.1.2.3/33'])(
    'an alert whose address is %j is compared all the same',
    (sourceIp) => {
      expect(means({ addresses: ['10.1.2.0/24'] }, { sourceIp, destIp: null })).toBe(false);
    },
  );

  test('[SU6] values are no patterns, and stars upon stars take no time', () => {
    expect(means({ hosts: ['web.01.example.test'] })).toBe(false);
    expect(means({ hosts: ['(a+)+$'] }, { sourceHost: '(a+)+$' })).toBe(true);
    expect(means({ hosts: ['%'] }, { sourceHost: 'anything' })).toBe(false);
    const spent = cpuClock();
    const long = `${'a'.repeat(5000)}b`;
    expect(means({ hosts: [`${'*a'.repeat(100)}*c`] }, { sourceHost: long })).toBe(false);
    expect(spent()).toBeLessThan(1_000);
  });

  test('[SU6] hostile values neither throw nor match what they do not name', () => {
    const hostile = ["'; DROP TABLE alerts; --", '__proto__', '\u0000', '" OR "', '$1', '\\', '𝕏'];
    for (const value of hostile) {
      expect(means({ sources: [value] })).toBe(false);
      expect(means({ hosts: [value] })).toBe(false);
      expect(means({ titleWords: [value, 'nmap'] })).toBe(
        !/[\p{L}\p{N}]/u.test(value) && value !== '$1',
      );
      expect(means({ hosts: [value] }, { sourceHost: value })).toBe(true);
    }
  });
});

describe('what is refused', () => {
  test.each([
    [{}, 'scope'],
    [{ maxSeverity: 'LOW' }, 'scope'],
    [{ hosts: ['*'] }, 'scope.hosts'],
    [{ hosts: ['web-01', '**'] }, 'scope.hosts'],
    [{ users: ['*-*'] }, 'scope.users'],
    [{ addresses: ['0.0.0.0/0'] }, 'scope.addresses'],
    [{ addresses: ['0.0.0.0/1', '128.0.0.0/1'] }, 'scope.addresses'],
    [{ addresses: ['::/0'] }, 'scope.addresses'],
    [{ addresses: ['10.1.2.3/'] }, 'scope.addresses'],
    [{ addresses: ['web-01'] }, 'scope.addresses'],
    [{ titleWords: ['—'] }, 'scope.titleWords'],
  ] as const)('[SU3] %j at %s', (conditions, path) => {
    expect(scopeProblem(scope(conditions as Partial<SuppressionScope>))?.path).toBe(path);
  });

  test('[SU3] what says something may stand', () => {
    for (const conditions of [
      { sources: ['Suricata'] },
      { hosts: ['web-*'] },
      { addresses: ['10.0.0.0/8', 'fe80::1', '2001:db8::/16'] },
    ])
      expect(scopeProblem(scope(conditions))).toBeNull();
  });
});

test('[SU7] many rules at once find what the first of them in order would, one by one', () => {
  const pick = <T>(values: readonly T[], n: number): T => values[n % values.length] as T;
  const hosts = Array.from({ length: 12 }, (_, n) => `h-${n}`);
  const sources = ['A', 'B', 'C'];
  const rules = Array.from({ length: 200 }, (_, n) => ({
    id: n,
    scope: scope(
      [
        { hosts: [pick(hosts, n)], sources: [pick(sources, n)] },
        { users: [`u-${n % 7}`] },
        { detectors: [`d-${n % 9}`], hosts: ['h-1*'] },
        { addresses: [`10.0.0.${n % 16}`] },
        { addresses: [`10.0.${n % 4}.0/24`] },
        { techniques: [`T10${10 + (n % 5)}`] },
        { titleWords: [`word${n % 6}`], sources: [pick(sources, n + 1)] },
      ][n % 7] as Partial<SuppressionScope>,
    ),
  }));
  const find = createRuleIndex(rules);
  let found = 0;
  for (let n = 0; n < 2000; n++) {
    const alert: ScopedAlert = {
      title: `A word${n % 11} here`,
      severity: pick(['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] as const, n),
      source: pick(sources, n * 7),
      detector: n % 3 === 0 ? null : `d-${n % 13}`,
      sourceHost: n % 5 === 0 ? null : pick(['H-1', 'h-2', 'x', 'h-11', 'h-40'], n),
      sourceUser: n % 4 === 0 ? `U-${n % 17}` : null,
      sourceIp: n % 6 === 0 ? `10.0.${n % 9}.${n % 31}` : null,
      destIp: null,
      techniques: n % 8 === 0 ? JSON.stringify([`T10${n % 30}.001`]) : '[]',
    };
    const first = rules.find((rule) => scopeTest(rule.scope)(alert));
    expect(find(alert)?.id ?? null, JSON.stringify(alert)).toBe(first?.id ?? null);
    if (first) found += 1;
  }
  expect(found).toBeGreaterThan(400);
});

describe('its time', () => {
  const DAY = 86_400_000;
  const rule = { inForceSince: 100 * DAY, expiresAt: 130 * DAY, endedAt: null, endKind: null };

  test('[SU12] it hides up to its expiry, that moment excluded, and not under a clock set far back', () => {
    expect(isInForce(rule, 100 * DAY)).toBe(true);
    expect(isInForce(rule, rule.expiresAt - 1)).toBe(true);
    expect(isInForce(rule, rule.expiresAt)).toBe(false);
    expect(isInForce(rule, 99 * DAY)).toBe(true);
    expect(isInForce(rule, 99 * DAY - 1)).toBe(false);
    expect(isInForce({ ...rule, endedAt: 101 * DAY }, 101 * DAY)).toBe(false);
  });

  test('its state by the moment', () => {
    expect(ruleState(rule, 100 * DAY)).toBe('ACTIVE');
    expect(ruleState(rule, 123 * DAY)).toBe('EXPIRING');
    expect(ruleState(rule, 130 * DAY)).toBe('EXPIRED');
    expect(ruleState({ ...rule, endedAt: 110 * DAY, endKind: 'ENDED' }, 111 * DAY)).toBe('ENDED');
    expect(ruleState({ ...rule, endedAt: 131 * DAY, endKind: 'EXPIRED' }, 50 * DAY)).toBe(
      'EXPIRED',
    );
  });
});

test('a scope in words', () => {
  expect(
    scopeInWords(
      scope({ sources: ['Suricata'], hosts: ['web-01', 'web-02'], titleWords: ['a', 'b'] }),
    ),
  ).toBe('Source is Suricata, host is web-01 or web-02, title has a and b, severity up to High');
});

test('[SU21] hundreds of networks and hosts cost an alert a few looks, not one each', () => {
  const rules = Array.from({ length: 300 }, (_, n) => ({
    id: n,
    scope: scope(n % 2 ? { addresses: [`172.16.${n % 256}.0/24`] } : { hosts: [`host-${n}`] }),
  }));
  const find = createRuleIndex(rules);
  const spent = cpuClock();
  for (let n = 0; n < 20_000; n++)
    expect(find({ ...ALERT, sourceIp: `10.${n % 50}.${n % 200}.9` })).toBeNull();
  // 300 comparisons each took more than ten times as long.
  expect(spent()).toBeLessThan(5_000);
});
