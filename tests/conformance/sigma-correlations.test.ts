import { expect, test } from 'vitest';
import {
  type CorrelationHit,
  createCorrelator,
} from '../../src/shared/areas/forensics/sigma/correlate.ts';
import type { FlatEvent } from '../../src/shared/areas/forensics/sigma/sigma.types.ts';
import { compileText, ruleText, TEST_SOURCE, verdictOn } from './sigma-reading.ts';

function base(name: string): string {
  return ruleText(`a:\n  Kind: ${name}\ncondition: a`, `title: Base ${name}\nname: ${name}`);
}

/** A correlation as a document, from the lines below `correlation:`. */
function correlation(lines: string, head = 'title: Correlated'): string {
  const indented = lines.split('\n').map((line) => `  ${line}`);
  return `${head}\ncorrelation:\n${indented.join('\n')}\n`;
}

const COUNT =
  'type: event_count\nrules: [fail]\ngroup-by: [User]\ntimespan: 10s\ncondition:\n  gte: 3';

type Step = readonly [second: number, event: FlatEvent];

/** All that the events give, those at the end included. */
async function run(
  text: string,
  steps: readonly Step[],
): Promise<readonly CorrelationHit<number>[]> {
  const set = await compileText(text);
  const correlator = createCorrelator<number>(set);
  const found = steps.flatMap(([second, event], ref) =>
    correlator.add(set.match(event, TEST_SOURCE), second * 1_000, ref),
  );
  expect(correlator.dropped).toBe(0);
  return [...found, ...correlator.finish()];
}

const fail = (second: number, more: FlatEvent = {}): Step => [
  second,
  { Kind: 'fail', User: 'ann', ...more },
];

test('[SG22] a count is answered once, when it begins to hold', async () => {
  const text = `${base('fail')}---\n${correlation(COUNT)}`;
  const steps = [0, 8, 9, 10, 11, 12].map((second) => fail(second));
  const [hit, ...more] = await run(text, steps);
  expect(more).toEqual([]);
  expect(hit).toMatchObject({ from: 0, to: 9_000, figure: 3, refs: [0, 1, 2] });
  expect(hit?.group).toEqual({ User: 'ann' });
  const twice = await run(
    text,
    [0, 1, 2, 30, 31, 32].map((second) => fail(second)),
  );
  expect(twice.map(({ to }) => to)).toEqual([2_000, 32_000]);
  expect(
    await run(
      text,
      [0, 6, 12, 18].map((second) => fail(second)),
    ),
  ).toEqual([]);
});

test('[SG22] groups are counted apart, without case; who lacks a field is in none', async () => {
  const text = `${base('fail')}---\n${correlation(COUNT)}`;
  const users = ['ann', 'bob', 'ANN', 'bob', 'ann'];
  const found = await run(
    text,
    users.map((User, at) => fail(at, { User })),
  );
  expect(found.map(({ group, refs }) => [group.User, refs])).toEqual([['ann', [0, 2, 4]]]);
  expect(
    await run(
      text,
      [0, 1, 2].map((second): Step => [second, { Kind: 'fail' }]),
    ),
  ).toEqual([]);
});

test('[SG22] values are counted once, sums added', async () => {
  const values = `${base('fail')}---\n${correlation(COUNT.replace('event_count', 'value_count').replace('gte: 3', 'field: Host\n  gte: 3'))}`;
  const hosts = ['a', 'b', 'A', 'b', 'c'];
  const found = await run(
    values,
    hosts.map((Host, at) => fail(at, { Host })),
  );
  expect(found).toMatchObject([{ figure: 3, to: 4_000 }]);
  const sums = `${base('fail')}---\n${correlation(COUNT.replace('event_count', 'value_sum').replace('gte: 3', 'field: Bytes\n  gt: 100'))}`;
  const bytes = ['60', 'x', '40', '1'];
  expect(
    await run(
      sums,
      bytes.map((Bytes, at) => fail(at, { Bytes })),
    ),
  ).toMatchObject([{ figure: 101, to: 3_000 }]);
});

test('[SG22] temporal wants each of its rules, in any order', async () => {
  const text = `${['a', 'b', 'c'].map(base).join('---\n')}---\n${correlation('type: temporal\nrules: [a, b, c]\ngroup-by: [User]\ntimespan: 10s')}`;
  const steps = (kinds: string, gap: number) =>
    [...kinds].map((Kind, at): Step => [at * gap, { Kind, User: 'ann' }]);
  expect(await run(text, steps('cab', 2))).toMatchObject([{ figure: 3, refs: [0, 1, 2] }]);
  expect(await run(text, steps('aab', 2))).toEqual([]);
  expect(await run(text, steps('cab', 6))).toEqual([]);
});

test('[SG23] averages, percentiles and upper bounds wait for the end of their time', async () => {
  const text = (type: string, condition: string) =>
    `${base('fail')}---\n${correlation(COUNT.replace('event_count', type).replace('gte: 3', condition))}`;
  const events = ['900', '100', '200'].map((Bytes, at) => fail(at, { Bytes, Host: 'a' }));
  expect(await run(text('value_avg', 'field: Bytes\n  gt: 300'), events)).toMatchObject([
    { figure: 400, from: 0, to: 2_000 },
  ]);
  expect(await run(text('value_avg', 'field: Bytes\n  gt: 400'), events)).toEqual([]);
  const median = text('value_percentile', 'field: Bytes\n  percentile: 50\n  eq: 200');
  expect(await run(median, events)).toMatchObject([{ figure: 200 }]);
  const hosts = [...'aaaaaaaaab'].map((Host, at) => fail(at / 10, { Host }));
  const rare = text('value_percentile', 'field: Host\n  lte: 10');
  expect(await run(rare, hosts)).toMatchObject([{ figure: 10, value: 'b', refs: [9] }]);
  const few = text('event_count', 'gte: 1\n  lt: 3');
  const [first, ...more] = await run(
    few,
    [0, 1, 2, 20, 21].map((second) => fail(second)),
  );
  expect([first?.figure, first?.from, more]).toEqual([2, 20_000, []]);
});

test('[SG24] an order is kept, each step by an event of its own', async () => {
  const text = (rules: string) =>
    `${['a', 'b'].map(base).join('---\n')}---\n${correlation(`type: temporal_ordered\nrules: [${rules}]\ngroup-by: [User]\ntimespan: 10s`)}`;
  const steps = (kinds: string, gap: number) =>
    [...kinds].map((Kind, at): Step => [at * gap, { Kind, User: 'ann' }]);
  expect(await run(text('a, b'), steps('baab', 1))).toMatchObject([
    { from: 2_000, to: 3_000, refs: [2, 3] },
  ]);
  expect(await run(text('a, b'), steps('ba', 1))).toEqual([]);
  expect(await run(text('a, b'), steps('ab', 11))).toEqual([]);
  expect(await run(text('a, a'), steps('a', 1))).toEqual([]);
  expect(await run(text('a, a'), steps('aa', 1))).toMatchObject([{ refs: [0, 1] }]);
});

test('[SG25] a correlation of correlations, with aliases', async () => {
  const text = [
    base('fail'),
    base('login'),
    correlation(COUNT, 'title: Many\nname: many'),
    correlation(
      'type: temporal_ordered\nrules: [many, login]\ngroup-by: [who]\ntimespan: 1m\naliases:\n  who:\n    many: User\n    login: Account',
      'title: Broken in',
    ),
  ].join('---\n');
  const steps: Step[] = [0, 1, 2].map((second) => fail(second));
  steps.push([9, { Kind: 'login', Account: 'bob' }], [30, { Kind: 'login', Account: 'ann' }]);
  const found = await run(text, steps);
  expect(found.map(({ info, alone, refs }) => [info.title, alone, refs])).toEqual([
    ['Many', false, [0, 1, 2]],
    ['Broken in', true, [2, 4]],
  ]);
});

test('[SG25] rules that only serve do not report alone, unless generate is set', async () => {
  const event = { Kind: 'fail', User: 'ann' };
  const quiet = await compileText(`${base('fail')}---\n${correlation(COUNT)}`);
  expect(quiet.match(event, TEST_SOURCE)).toMatchObject([{ alone: false }]);
  const loud = await compileText(`${base('fail')}---\n${correlation(`${COUNT}\ngenerate: true`)}`);
  expect(loud.match(event, TEST_SOURCE)).toMatchObject([{ alone: true }]);
});

test('[SG25] what speaks of rules that do not run, or of itself, is unsupported', async () => {
  const text = [
    correlation(COUNT, 'title: Lost'),
    correlation(COUNT.replace('fail', 'self'), 'title: Self\nname: self'),
    correlation(COUNT.replace('fail', 'lost-too'), 'title: Above\nname: above'),
  ].join('---\n');
  const set = await compileText(text);
  expect(set.correlations).toEqual([]);
  expect(set.lines.map(({ state }) => state)).toEqual([
    'unsupported',
    'unsupported',
    'unsupported',
  ]);
  expect(set.lines[0]?.reasons[0]).toBe('it speaks of fail, which is not among the rules that run');
});

test.each([
  [COUNT.replace('10s', '10w'), /^invalid: timespan/],
  [COUNT.replace('10s', '9999999d'), /^invalid: timespan/],
  [COUNT.replace('event_count', 'near'), /^unsupported: .*'near'/],
  [COUNT.replace('gte: 3', 'gte: many'), /^invalid: .*no number/],
  [COUNT.replace('  gte: 3', '  field: x'), /^invalid: .*compares with nothing/],
  [COUNT.replace('event_count', 'value_sum'), /^invalid: .*names no field/],
  [COUNT.replace('[fail]', '[]'), /^invalid: .*1 to 500 rules/],
  ['type: temporal_ordered\nrules: [a, b]\ntimespan: 1m\ncondition:\n  gte: 1', /^unsupported/],
])('[SG1] the correlation %.30s… is refused with its reason', async (lines, reason) => {
  expect(await verdictOn(correlation(lines))).toMatch(reason);
});
