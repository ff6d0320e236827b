import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wireAnalystTools } from '../../../src/main/app/analyst-tools.ts';
import type { KnownCase } from '../../../src/main/areas/assistant/agent/agent.deps.ts';
import { runAgent } from '../../../src/main/areas/assistant/agent/run-agent.ts';
import {
  ModelFailure,
  type ModelFailureKind,
  type ModelReply,
  type ModelRequest,
} from '../../../src/main/platform/model-port.ts';
import type { PlainAlert } from '../../../src/shared/areas/assistant/engine/normalise.ts';
import { REPOSITORY } from '../../helpers/open-test-app.ts';
import { ATTACKS } from './corpus.ts';
import { briefOf, type CaseWorld, openWorld, phaseOf, scripted, steadyRandom } from './harness.ts';

const ATTACK = ATTACKS[0] as PlainAlert;
const MANY = Array.from({ length: 60 }, (_, n) => ({
  ...ATTACK,
  id: `more-${n}`,
  createdAt: ATTACK.createdAt + n * 1_000,
  description: `Failed password for root, attempt ${n} from 203.0.113.9 ${'x'.repeat(300)}`,
}));

let world: CaseWorld;
beforeAll(() => {
  world = openWorld([ATTACK, ...MANY]);
});
afterAll(() => world.close());

const GOOD = {
  verdict: 'malicious',
  summary: [
    { text: 'A logon was accepted.', evidence: [{ id: 'E1-k3fz', quote: 'Accepted password' }] },
  ],
};
type Calls = ModelReply['toolCalls'];

/** Asks for tools whenever it may; ends with an answer that holds. */
function run(calls: (n: number) => Calls, patch: { verdict?: string } = {}) {
  const gateway = scripted((request, n) => {
    const phase = request.tools ? 'tools' : phaseOf(request.messages.at(-1)?.content ?? '');
    if (phase === 'tools') return { toolCalls: calls(n) };
    return {
      text: phase === 'plan' ? '{"hypotheses":[]}' : (patch.verdict ?? JSON.stringify(GOOD)),
    };
  });
  const deps = { gateway, tools: world.tools, clock: world.clock, random: steadyRandom() };
  return { gateway, outcome: runAgent(deps, briefOf(ATTACK)) };
}

const toolAnswers = (requests: readonly ModelRequest[]): string[] =>
  (requests.at(-1)?.messages ?? []).flatMap((message) =>
    message.role === 'tool' ? [message.content] : [],
  );
const one = (name: string, args: unknown): Calls => [
  { id: 'c', name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
];

describe('[AG7] a run ends, whatever a model asks for', () => {
  test('a loop of tools without end: 12 calls at most, then one that asks for the verdict', async () => {
    const { gateway, outcome } = run((n) =>
      one('search_events', { entity: 'host:web-01', limit: (n % 40) + 1 }),
    );
    expect((await outcome).by).toBe('model');
    expect(gateway.requests.length).toBeLessThanOrEqual(12);
    expect(gateway.requests.at(-1)?.tools).toBeUndefined();
    expect(gateway.requests.at(-1)?.messages.at(-1)?.content).toContain(
      'No more tools can be used.',
    );
  });

  test('a thousand calls at once: 20 are carried out', async () => {
    const { gateway, outcome } = run(() =>
      Array.from({ length: 1_000 }, (_, n) => ({
        ...{ id: `c${n}`, name: 'entity_profile' },
        arguments: `{"entity":"host:web-01","n":${n}}`,
      })),
    );
    expect((await outcome).by).toBe('model');
    expect(toolAnswers(gateway.requests)).toHaveLength(20);
  });

  test('the same question again is not looked up again', async () => {
    const { gateway, outcome } = run(() => one('entity_profile', { entity: 'host:web-01' }));
    await outcome;
    const answers = toolAnswers(gateway.requests);
    expect(answers[0]).toContain('Its profile');
    expect(answers.slice(1).every((text) => text.startsWith('You asked exactly this'))).toBe(true);
  });

  const FAILURES: readonly ModelFailureKind[] = [
    'off',
    'offline-lock',
    'unreachable',
    'rate-limited',
    'refused',
    'timeout',
    'stalled',
    'cut',
    'redirected',
    'not-json',
    'too-large',
    'budget',
    'redaction',
    'cancelled',
  ];
  test.each(FAILURES)('%s: the engine answers, with a notice', async (kind) => {
    for (const at of [0, 1, 2]) {
      const gateway = scripted(({ tools }, n) => {
        if (n === at) return new ModelFailure(kind, 'scripted');
        return tools ? { toolCalls: [] } : { text: '{"hypotheses":[]}' };
      });
      const deps = { gateway, tools: world.tools, clock: world.clock, random: steadyRandom() };
      const outcome = await runAgent(deps, briefOf(ATTACK));
      expect([outcome.by, outcome.failure, outcome.verdict]).toEqual([
        'engine',
        kind,
        'suspicious',
      ]);
      if (kind === 'rate-limited') expect(outcome.notice).toBe('AI Service Unavailable');
      else expect(outcome.notice).toContain("engine's answer");
      expect(gateway.ended).toEqual([null]);
    }
  });

  test('an answer that is no JSON is asked for once more, then given up', async () => {
    const { gateway, outcome } = run(() => [], { verdict: 'All is well.' });
    expect(await outcome).toMatchObject({ by: 'engine', failure: 'not-json' });
    expect(gateway.requests).toHaveLength(4);
  });

  test('cancelled on the way: the engine answers', async () => {
    const stop = new AbortController();
    const gateway = scripted(() => {
      stop.abort();
      return { text: '{}' };
    });
    const deps = { gateway, tools: world.tools, clock: world.clock, random: steadyRandom() };
    const outcome = await runAgent(deps, briefOf(ATTACK), { signal: stop.signal });
    expect([outcome.by, outcome.failure, gateway.requests.length]).toEqual([
      'engine',
      'cancelled',
      1,
    ]);
  });

  test('no model: the engine answers, and nobody is told of a failure', async () => {
    const gateway = scripted(() => ({}), 'none');
    const deps = { gateway, tools: world.tools, clock: world.clock, random: steadyRandom() };
    expect(await runAgent(deps, briefOf(ATTACK))).toMatchObject({ by: 'engine', notice: null });
    expect(gateway.requests).toEqual([]);
  });
});

describe('[AG6] tools read what is of the case, and nothing else', () => {
  const REQUESTS: readonly (readonly [string, string, unknown, RegExp])[] = [
    ['a tool that is not there', 'close_alert', { id: 1 }, /no such tool/],
    ['a name of all objects', '__proto__', {}, /no such tool/],
    ['a name of all objects, too', 'constructor', {}, /no such tool/],
    ['a name of a megabyte', 'x'.repeat(1_000_000), {}, /no such tool/],
    ['arguments of ten megabytes', 'get_alert', 'x'.repeat(10_000_000), /too long/],
    ['arguments that are no JSON', 'get_alert', '{"evidence":', /do not fit/],
    ['arguments that are a list', 'get_alert', [1], /do not fit/],
    ['arguments that are nothing', 'get_alert', '', /do not fit/],
    [
      'an argument too many',
      'get_alert',
      { evidence: 'E1-k3fz', status: 'RESOLVED' },
      /do not fit/,
    ],
    [
      'a number of rows that is none',
      'list_related',
      { evidence: 'E1-k3fz', limit: 1e9 },
      /do not fit/,
    ],
    ['an id of another run', 'get_alert', { evidence: 'E1-zzzz' }, /not of this case/],
    [
      'a host that is not in the case',
      'entity_profile',
      { entity: 'host:db-99' },
      /not in the case/,
    ],
    ['SQL for an entity', 'search_events', { entity: "host:x' OR 1=1 --" }, /not in the case/],
    ['a time that is none', 'search_events', { entity: 'host:web-01', since: 'now' }, /do not fit/],
    [
      'a technique that is not there',
      'technique_lookup',
      { technique: 'T9999' },
      /no such technique/,
    ],
  ];
  test.each(REQUESTS)('%s is answered in words', async (_, name, args, words) => {
    const before = world.state();
    const { gateway, outcome } = run((n) => (n < 2 ? one(name, args) : []));
    await outcome;
    expect(toolAnswers(gateway.requests)[0]).toMatch(words);
    expect(JSON.stringify(gateway.requests.at(-1)?.messages).length).toBeLessThan(60_000);
    expect(world.state()).toBe(before);
  });

  test('an answer has at most 40 rows and 4,000 bytes, and says that there were more', async () => {
    const { gateway, outcome } = run((n) =>
      n > 2 ? [] : one('search_events', { entity: 'host:web-01', limit: 40 - n }),
    );
    await outcome;
    const [answer = ''] = toolAnswers(gateway.requests);
    expect(Buffer.byteLength(answer)).toBeLessThanOrEqual(4_000);
    expect(answer).toMatch(/\d+ more had no room/);
    expect(answer.match(/"id":"E\d+-k3fz"/g)?.length).toBeGreaterThan(3);
  });

  test('one alert has its raw record, cut to fit', async () => {
    const { gateway, outcome } = run((n) =>
      n > 1 ? [] : one('get_alert', { evidence: 'E1-k3fz' }),
    );
    await outcome;
    const [answer = ''] = toolAnswers(gateway.requests);
    expect(answer).toContain('raw_record');
    expect(Buffer.byteLength(answer)).toBeLessThanOrEqual(4_000);
  });

  test('who may see nothing has no tools and gets none', () => {
    const known: KnownCase = { hasEntity: () => true, refOf: () => undefined };
    const tools = wireAnalystTools({ db: world.db, appRoot: REPOSITORY })('nobody');
    expect(tools.definitions).toEqual([]);
    const { note, records } = tools.call('entity_profile', '{"entity":"host:web-01"}', known);
    expect([note, records]).toEqual(['Whoever asks may not see that.', []]);
  });
});
