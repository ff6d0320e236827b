import { expect, test } from 'vitest';
import { linkPlain, type PlainGroup } from '../../../../tests/helpers/link-groups.ts';
import {
  closenessOf,
  isTooCommon,
  packPair,
  scaleOf,
  strengthOf,
  thresholdOf,
  unite,
} from './linking.kernel.ts';

const HOUR = 4;
const group = (key: string, window: number, ...entities: string[]): PlainGroup => ({
  ...{ key, window, entities },
});
const sets = (incidents: ReadonlyMap<string, string>): string[] => {
  const byIncident = new Map<string, string[]>();
  for (const [key, incident] of incidents)
    byIncident.set(incident, [...(byIncident.get(incident) ?? []), key].sort());
  return [...byIncident.values()].map((keys) => keys.join('')).sort();
};

test('[IN1] groups that share a rare entity within 24 hours are one incident, beyond it they are not', () => {
  const near = [group('a', 100, 'host:web-01'), group('b', 100 + HOUR, 'host:web-01')];
  expect(sets(linkPlain(near, { strictness: 50 }))).toEqual(['ab']);
  const far = [group('a', 100, 'host:web-01'), group('b', 101 + 24 * HOUR, 'host:web-01')];
  expect(sets(linkPlain(far, { strictness: 0 }))).toEqual(['a', 'b']);
});

test('[IN2] the order in which groups arrive changes nothing', () => {
  const random = seeded(7);
  const groups = randomGroups(400, random);
  const wanted = linkPlain(groups, { strictness: 50 });
  for (let i = 0; i < 5; i++) {
    const shuffled = groups
      .map((one) => ({ one, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ one }) => one);
    const linked = linkPlain(shuffled, { strictness: 50 });
    for (const [key, incident] of wanted) expect(linked.get(key)).toBe(incident);
  }
});

test('[IN3] a stricter setting never joins what a looser one keeps apart', () => {
  const groups = randomGroups(300, seeded(11)).map((one) => ({ ...one, window: one.window % 500 }));
  const loose = linkPlain(groups, { strictness: 20 });
  const strict = linkPlain(groups, { strictness: 60 });
  const looseOf = new Map<string, string>();
  for (const [key, incident] of strict) {
    const known = looseOf.get(incident);
    if (known === undefined) looseOf.set(incident, loose.get(key) ?? '');
    else expect(loose.get(key)).toBe(known);
  }
});

test('[IN4] an entity in an eighth of all groups does not link, nor one that somebody listed', () => {
  const scale = scaleOf(100_000);
  expect(isTooCommon({ kind: 'host', groups: scale / 8, rule: null }, scale)).toBe(true);
  expect(isTooCommon({ kind: 'host', groups: scale / 8 - 1, rule: null }, scale)).toBe(false);
  const pair = [group('a', 1, 'host:x'), group('b', 1, 'host:x')];
  const rules = new Map([['host:x', 'NEVER' as const]]);
  expect(sets(linkPlain(pair, { strictness: 0, rules }))).toEqual(['a', 'b']);
});

test('[IN4] what somebody lets always link does so at any strictness', () => {
  const pair = [group('a', 1, 'host:x'), group('b', 1 + 20 * HOUR, 'host:x')];
  expect(sets(linkPlain(pair, { strictness: 100 }))).toEqual(['a', 'b']);
  const rules = new Map([['host:x', 'ALWAYS' as const]]);
  expect(sets(linkPlain(pair, { strictness: 100, rules }))).toEqual(['ab']);
});

test('[IN5] linking never unites two incidents that people made', () => {
  const groups = ['a', 'b', 'c', 'd'].map((key) => group(key, 10, 'host:x', 'user:y'));
  const pins = new Map([
    ['a', 'one'],
    ['d', 'two'],
  ]);
  const linked = linkPlain(groups, { strictness: 0, pins });
  expect(linked.get('a')).toBe('one');
  expect(linked.get('d')).toBe('two');
  expect(new Set(linked.values())).toEqual(new Set(['one', 'two']));
});

test('[IN6] a locked incident is not enlarged, and what stands on both sides of it still links', () => {
  const groups = [
    group('a', 10, 'host:x'),
    group('b', 11, 'host:x'),
    group('c', 12, 'host:x'),
    group('d', 13, 'host:x'),
  ];
  const pins = new Map([['b', 'locked']]);
  const linked = linkPlain(groups, { strictness: 0, pins, locked: new Set(['locked']) });
  expect(sets(linked)).toEqual(['acd', 'b']);
});

test('[IN7] one busy host makes no endless incident: none by itself is longer than seven days', () => {
  const groups = Array.from({ length: 200 }, (_, n) =>
    group(String(n).padStart(3, '0'), n * 2 * HOUR, 'host:busy'),
  );
  const linked = linkPlain(groups, { strictness: 0 });
  const spans = new Map<string, number[]>();
  for (const { key, window } of groups) {
    const incident = linked.get(key) ?? '';
    spans.set(incident, [...(spans.get(incident) ?? []), window]);
  }
  expect(spans.size).toBeGreaterThan(1);
  for (const windows of spans.values())
    expect(Math.max(...windows) - Math.min(...windows)).toBeLessThanOrEqual(7 * 24 * HOUR);
});

test('[IN8] a link is stronger the rarer and the more kinds are shared, and weaker with time', () => {
  const scale = scaleOf(50_000);
  const host = { kind: 'host', groups: 4, rule: null };
  const busy = { kind: 'host', groups: 900, rule: null };
  const user = { kind: 'user', groups: 30, rule: null };
  const hash = (groups: number) => ({ kind: 'hash', groups, rule: null });
  const at = (gap: number) => ({ gap, scale });
  expect(strengthOf([host], at(0))).toBeGreaterThan(strengthOf([busy], at(0)));
  expect(strengthOf([busy, user], at(0))).toBeGreaterThan(strengthOf([user], at(0)));
  expect(strengthOf([host], at(40))).toBeLessThan(strengthOf([host], at(4)));
  // MD5, SHA-1 and SHA-256 of one file are one thing.
  expect(strengthOf([hash(4), hash(4), hash(4)], at(0))).toBe(strengthOf([hash(4)], at(0)));
  expect(closenessOf(8 * HOUR)).toBe(500);
  expect(thresholdOf(50)).toBe(500);
});

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function randomGroups(count: number, random: () => number): PlainGroup[] {
  const pick = (n: number) => Math.floor(random() * n);
  return Array.from({ length: count }, (_, n) =>
    group(
      `k${n}`,
      pick(2_000),
      `host:h${pick(60)}`,
      ...(random() < 0.5 ? [`user:u${pick(40)}`] : []),
      ...(random() < 0.3 ? [`address:10.0.0.${pick(80)}`] : []),
    ),
  );
}

test('[IN10] what a person put together is shown with the links that speak for it, as one tree', () => {
  const groups = { count: 4, window: Uint32Array.of(1, 2, 3, 4), pin: Int32Array.of(0, 0, 0, -1) };
  const pairs = Float64Array.of(
    packPair(0, 1, 900),
    packPair(1, 2, 800),
    packPair(0, 2, 700),
    packPair(2, 3, 600),
  );
  expect(unite(groups, pairs).edges).toEqual([
    { a: 0, b: 1, strength: 900 },
    { a: 1, b: 2, strength: 800 },
    { a: 2, b: 3, strength: 600 },
  ]);
  expect(unite({ ...groups, pin: Int32Array.of(0, 0, 1, 1) }, pairs).edges).toEqual([
    { a: 0, b: 1, strength: 900 },
    { a: 2, b: 3, strength: 600 },
  ]);
});
