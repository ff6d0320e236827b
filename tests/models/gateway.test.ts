/** What the gate lets through: budgets, waiting, cancelling, pseudonyms, the log. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { retryAfterMs } from '../../src/main/areas/models/retry-after.ts';
import { ModelFailure, type ModelRequest } from '../../src/main/platform/model-port.ts';
import { addressProblem, placeOf } from '../../src/shared/areas/models/address.rules.ts';
import { type MockModel, startMockModel } from '../helpers/mock-model/mock-model.ts';
import {
  type GatewayOptions,
  type OpenedGateway,
  openGateway,
  TEST_KEY,
} from '../helpers/mock-model/open-gateway.ts';

let mock: MockModel;
const opened: OpenedGateway[] = [];
beforeAll(async () => {
  mock = await startMockModel();
});
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});
afterAll(() => mock.close());

function open(options: Partial<GatewayOptions> = {}): OpenedGateway {
  const one = openGateway({ baseUrl: mock.baseUrl, ...options });
  opened.push(one);
  return one;
}
const ask = (extra: Partial<ModelRequest> = {}): ModelRequest => ({
  ...{ task: 'chat', account: null, runId: 'run-1' },
  messages: [{ role: 'user', content: 'What happened?' }],
  ...extra,
});
const TOOLS = [{ name: 'get_alert', description: 'One alert', parameters: { type: 'object' } }];
const kindOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'answered',
    (error: unknown) => (error instanceof ModelFailure ? error.kind : error),
  );

describe('an answer', () => {
  test('[MO4] comes whole, counted and logged with what was on the wire', async () => {
    const { gateway, list, calls } = open();
    mock.script({ text: 'The host was clean.', usage: { sent: 120, received: 9 } });
    const pieces: string[] = [];
    const reply = await gateway.call(ask({ onText: (piece) => pieces.push(piece) }));
    expect(reply).toMatchObject({ text: 'The host was clean.', finish: 'stop' });
    expect(pieces.join('')).toBe(reply.text);
    const entry = calls.get(reply.callId);
    expect(entry).toMatchObject({ tokensSent: 120, tokensReceived: 9, isEstimated: false });
    expect(entry?.sent).toBe(mock.chats.at(-1)?.text);
    expect(entry?.bytesSent).toBe(Buffer.byteLength(entry?.sent ?? ''));
    expect(list()).toHaveLength(1);
  });

  test('[MO5] leaves with nothing but what it needs in its head', async () => {
    const { gateway } = open();
    mock.script({ text: 'yes' });
    await gateway.call(ask());
    const names = Object.keys(mock.chats.at(-1)?.headers ?? {}).toSorted();
    expect(names).toEqual([
      'accept',
      'accept-encoding',
      'authorization',
      'connection',
      'content-length',
      'content-type',
      'host',
      'user-agent',
    ]);
    expect(mock.chats.at(-1)?.text).not.toContain(TEST_KEY);
  });

  test('[MO6] asks for tools, and ends with the first end that is said', async () => {
    const { gateway } = open();
    mock.script({ tools: [{ name: 'get_alert', arguments: { id: '7' } }] });
    const reply = await gateway.call(ask({ tools: TOOLS }));
    expect(reply.finish).toBe('tools');
    expect(reply.toolCalls[0]).toMatchObject({ name: 'get_alert', arguments: '{"id":"7"}' });
    mock.script({ fault: 'duplicate-finish' }, { fault: 'no-finish' }, { fault: 'no-usage' });
    expect((await gateway.call(ask())).text).toBe('All is well.');
    expect((await gateway.call(ask())).finish).toBe('stop');
    expect((await gateway.call(ask())).tokens.received).toBeGreaterThan(0);
  });

  test('[MO7] has names again where pseudonyms left, in every piece', async () => {
    const { gateway } = open({ terms: [{ kind: 'HOST', value: 'db-kestrel-07' }] });
    mock.script(({ text }) => {
      const name = /HOST_\d+/.exec(text)?.[0] ?? 'none';
      return { text: '', pieces: ['On ', name.slice(0, 3), name.slice(3), ' all is well.'] };
    });
    const pieces: string[] = [];
    const messages = [{ role: 'user', content: 'What happened on db-kestrel-07?' }] as const;
    const reply = await gateway.call(ask({ messages, onText: (piece) => pieces.push(piece) }));
    expect(mock.chats.at(-1)?.text).not.toContain('kestrel');
    expect(reply.text).toBe('On db-kestrel-07 all is well.');
    expect(pieces.join('')).toBe(reply.text);
  });
});

describe('what stops a call', () => {
  test('[MO8] its key in a text: nothing leaves with it', async () => {
    const { gateway } = open();
    const before = mock.chats.length;
    mock.script({ text: 'ok' });
    await kindOf(gateway.call(ask({ messages: [{ role: 'user', content: `use ${TEST_KEY}` }] })));
    for (const { text } of mock.chats.slice(before)) expect(text).not.toContain(TEST_KEY);
    mock.always({ text: 'ok' });
  });

  test('[MO9] twelve calls a run, and one more for the summary', async () => {
    const { gateway } = open();
    mock.always({ tools: [{ name: 'get_alert', arguments: {} }] });
    const kinds: unknown[] = [];
    for (let n = 0; n < 14; n += 1) kinds.push(await kindOf(gateway.call(ask({ tools: TOOLS }))));
    expect(kinds.filter((kind) => kind === 'answered')).toHaveLength(12);
    expect(kinds.at(-1)).toBe('budget');
    mock.always({ text: 'In short: nothing.' });
    expect(await kindOf(gateway.call(ask()))).toBe('answered');
    expect(await kindOf(gateway.call(ask()))).toBe('budget');
    gateway.endRun('run-1', null);
    expect(await kindOf(gateway.call(ask()))).toBe('answered');
  });

  test('[MO9] twenty tools a run', async () => {
    const { gateway } = open();
    const nine = Array.from({ length: 9 }, () => ({ name: 'get_alert', arguments: {} }));
    mock.always({ tools: nine });
    const taken: number[] = [];
    for (let n = 0; n < 3; n += 1)
      taken.push((await gateway.call(ask({ tools: TOOLS }))).toolCalls.length);
    expect(taken).toEqual([9, 9, 2]);
    expect(await kindOf(gateway.call(ask({ tools: TOOLS })))).toBe('budget');
    mock.always({ text: 'ok' });
  });

  test('[MO10] the calls, tokens and costs of a day', async () => {
    const { gateway, store, clock } = open();
    const usage = { sent: 1000, received: 1000 };
    mock.always({ text: 'ok', usage });
    store.saveLimits('a', { callsPerDay: 2 });
    expect(await kindOf(gateway.call(ask()))).toBe('answered');
    expect(await kindOf(gateway.call(ask()))).toBe('answered');
    expect(await kindOf(gateway.call(ask()))).toBe('budget');
    clock.advance(24 * 3_600_000);
    store.saveLimits('a', { callsPerDay: 50, tokensPerDay: 2000 });
    expect(await kindOf(gateway.call(ask()))).toBe('answered');
    expect(await kindOf(gateway.call(ask()))).toBe('budget');
    clock.advance(24 * 3_600_000);
    const prices = { pricePerMillionSent: 1000, pricePerMillionReceived: 3000 };
    store.saveLimits('a', { tokensPerDay: 1_000_000, costPerDay: 4, ...prices });
    const { callId } = await gateway.call(ask());
    expect(opened[0]?.calls.get(callId)?.cost).toBe(4);
    expect(await kindOf(gateway.call(ask()))).toBe('budget');
  });

  test('[MO11] whoever asked', async () => {
    const { gateway, list } = open();
    mock.always({ fault: 'stall', where: 'between-chunks' });
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 150);
    expect(await kindOf(gateway.call(ask({ signal: stop.signal })))).toBe('cancelled');
    expect(list()[0]?.failure).toBe('cancelled');
    await expect.poll(() => mock.connections(), { timeout: 5_000 }).toBe(0);
    mock.always({ text: 'ok' });
  });

  test('[MO12] the offline lock, and no tier without a test', async () => {
    const locked = open({ baseUrl: 'https://models.example/v1', isLocked: () => true });
    expect(locked.gateway.tier('chat')).toBe('none');
    expect(await kindOf(locked.gateway.call(ask()))).toBe('offline-lock');
    const writes = open({ tier: 'writes' });
    expect(writes.gateway.tier('chat')).toBe('writes');
    expect(await kindOf(writes.gateway.call(ask({ tools: TOOLS })))).toBe('off');
    expect(await kindOf(open({ tier: 'none' }).gateway.call(ask()))).toBe('off');
  });

  test('nothing listens at the address', async () => {
    const { gateway, list } = open({ baseUrl: 'http://127.0.0.1:1/v1' });
    expect(await kindOf(gateway.call(ask()))).toBe('unreachable');
    expect(list()[0]?.failure).toBe('unreachable');
  });
});

describe('waiting', () => {
  test('[MO13] a short wait is waited, once or twice', async () => {
    const { gateway, list } = open();
    const busy = { fault: 'status', status: 429, headers: { 'retry-after-ms': '30' } } as const;
    mock.script(busy, busy, { text: 'now' });
    expect((await gateway.call(ask())).text).toBe('now');
    expect(list()).toHaveLength(1);
  });

  const NOW = Date.parse('2026-11-22T07:00:00Z');
  test.each([
    [{ 'retry-after': '7' }, 7000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after': 'Sun, 22 Nov 2026 07:00:09 GMT' }, 9000],
    [{ 'retry-after': 'Sun, 22 Nov 2026 06:00:00 GMT' }, 0],
    [{ 'retry-after': '3600' }, 3_600_000],
    [{ 'retry-after-ms': '250', 'retry-after': '9' }, 250],
    [{ 'x-ratelimit-reset-requests': '1s', 'x-ratelimit-reset-tokens': '6m0s' }, 360_000],
    [{ 'x-ratelimit-reset-tokens': '120ms' }, 120],
    [{ 'x-ratelimit-reset': String(NOW / 1000 + 12) }, 12_000],
    [{ 'x-ratelimit-reset': '15' }, 15_000],
    [{ 'retry-after': '-5' }, null],
    [{ 'retry-after': 'soon' }, null],
    [{}, null],
  ])('[MO14] %o', (headers: Record<string, string>, ms) => {
    expect(retryAfterMs((name) => headers[name] ?? null, NOW)).toBe(ms);
  });
});

describe('[MO15] where an address leads', () => {
  test.each([
    ['http://localhost:11434/v1', 'loopback', null],
    ['http://127.0.0.1:8080/v1', 'loopback', null],
    ['http://127.1/v1', 'loopback', null],
    ['http://[::1]:8080/v1', 'loopback', null],
    ['http://[::ffff:127.0.0.1]/v1', 'loopback', null],
    ['https://10.0.0.4/v1', 'private', null],
    ['https://llm.corp/v1', 'private', null],
    ['https://api.example.com/v1', 'remote', null],
    ['http://10.0.0.4/v1', 'private', 'https'],
    ['http://localhost.example.com/v1', 'remote', 'https'],
    ['https://0.0.0.0/v1', 'remote', 'nobody'],
    ['https://169.254.169.254/v1', 'remote', 'nobody'],
    ['https://[fe80::1]/v1', 'remote', 'nobody'],
    ['file:///etc/passwd', 'remote', 'https'],
  ])('%s', (address, place, problem) => {
    expect(placeOf(address)).toBe(place);
    const found = addressProblem(address, false);
    if (problem === null) expect(found).toBeNull();
    else expect(found).toContain(problem);
  });
});
