import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { createCorrelator } from '../../src/shared/areas/forensics/sigma/correlate.ts';
import { cpuClock } from '../helpers/cpu-time.ts';
import { asking, compileText, ruleText, TEST_SOURCE, verdictOn } from './sigma-reading.ts';

describe('[SG26] rules of strangers', () => {
  const bomb = `a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]`;

  test.each([
    ['aliases', `title: x\n${bomb}`, /aliases are not read/],
    ['tags', ruleText('a:\n  F: !!binary eA==\ncondition: a'), /^invalid/],
    ['depth of flow', `title: ${'['.repeat(20_000)}`, /^invalid/],
    ['depth', ruleText(`a:\n  F: ${'['.repeat(40)}x${']'.repeat(40)}\ncondition: a`), /deep/],
    ['a long value', ruleText(`a:\n  F: '${'x'.repeat(20_000)}'\ncondition: a`), /longer than/],
    ['a large document', `title: x\n${'#'.repeat(524_288)}`, /longer than/],
    ['a large file', '#'.repeat(32_000_001), /larger than/],
    ['a key that is a list', 'title: x\n? [a]\n: b', /^invalid/],
    [
      'an expression that explodes',
      ruleText("a:\n  F|re: '((a{100}){100}){100}'\ncondition: a"),
      /^unsupported/,
    ],
    [
      'groups without end',
      ruleText(`a:\n  F|re: '${'('.repeat(9_000)}'\ncondition: a`),
      /^unsupported/,
    ],
  ])('%s', async (_name, text, reason) => {
    const took = cpuClock();
    expect(await verdictOn(text)).toMatch(reason);
    expect(took()).toBeLessThan(5_000);
  });

  test('names of the language are names like others', async () => {
    const text = ruleText('__proto__:\n  constructor: x\ncondition: __proto__');
    const set = await compileText(text);
    expect(set.match(JSON.parse('{"constructor":"x"}'), TEST_SOURCE)).toHaveLength(1);
    expect(set.match({ F: 'x' }, TEST_SOURCE)).toEqual([]);
  });

  test('placeholders are bounded', async () => {
    const values = Array.from({ length: 200 }, (_, at) => String(at));
    const asked = asking("a:\n  F|expand: '%v%%v%%v%'", { placeholders: { v: values } });
    await expect(asked).rejects.toThrow(/too many values/);
  });
});

test('[SG27] expressions and wildcards take linear time on 1 MB', async () => {
  const rules = [
    "a:\n  F|re: '(a+)+$'",
    "a:\n  F|re: '(.*a){12}b'",
    "a:\n  F: '*a*a*a*a*a*a*a*a*b'",
    "a:\n  F|contains: 'a?a?a?b'",
  ];
  const text = `${'a'.repeat(1_000_000)}!`;
  for (const rule of rules) {
    const asked = await asking(rule);
    const took = cpuClock();
    expect(asked({ F: text }), rule).toBe(false);
    expect(took(), rule).toBeLessThan(5_000);
  }
});

test('[SG28] channels, ids and names without end cost no memory to speak of', async () => {
  const set = await compileText(
    'title: x\nlogsource:\n  product: windows\ndetection:\n  a:\n    EventID:\n      - 1\n      - 2\n    F|contains: needle\n  condition: a\n',
  );
  const long = 'x'.repeat(1_000);
  const before = usedAfterCollection();
  // More than either cache holds; kept, they would be 75 MB.
  for (let at = 0; at < 25_000; at++) {
    const event = {
      Channel: `Channel ${at} ${long}`,
      EventID: String(at),
      [`Name ${at} ${long}`]: 'x',
      F: 'needle',
    };
    expect(set.match(event)).toHaveLength(at === 1 || at === 2 ? 1 : 0);
  }
  expect(usedAfterCollection() - before).toBeLessThan(55_000_000);
});

function usedAfterCollection(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

test('[SG28] groups without end are let go, and counted', async () => {
  const rule = ruleText('a:\n  Kind: fail\ncondition: a', 'title: Base\nname: fail');
  const set = await compileText(
    `${rule}---\ntitle: x\ncorrelation:\n  type: event_count\n  rules: [fail]\n  group-by: [User]\n  timespan: 1d\n  condition:\n    gte: 2\n`,
  );
  const [hit] = set.match({ Kind: 'fail' }, TEST_SOURCE);
  if (!hit) throw new Error('The rule does not run');
  const correlator = createCorrelator<number>(set);
  const add = (User: string, at: number) =>
    correlator.add([{ ...hit, event: { Kind: 'fail', User } }], at, at);
  for (let at = 0; at < 60_000; at++) expect(add(`user ${at}`, at)).toEqual([]);
  expect(correlator.dropped).toBeGreaterThan(5_000);
  expect(correlator.dropped).toBeLessThan(30_000);
  // Those that came last are still there.
  expect(add('user 59999', 60_001)).toHaveLength(1);
});
