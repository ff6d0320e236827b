/** Every way an endpoint can misbehave, over real HTTP, for two tasks. Times are small by injection. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ModelFailure } from '../../src/main/platform/model-port.ts';
import type { ModelTask } from '../../src/shared/areas/models/tasks.ts';
import { type MockModel, startMockModel } from '../helpers/mock-model/mock-model.ts';
import { type OpenedGateway, openGateway, TEST_KEY } from '../helpers/mock-model/open-gateway.ts';
import { FAULT_MATRIX } from './fault-matrix.ts';

const TIMES = { beginMs: 600, idleMs: 600 };
const LIMITS = {
  totalMs: { loopback: 1800, remote: 1800 },
  times: { loopback: TIMES, remote: TIMES },
};
/** An endless answer is cut early here; the true bound is measured below. */
const CLIENT = { maxWaitMs: 400, blindWaitMs: 30, maxRetries: 2, maxBytes: 262_144 };
/** Far above what any of them takes. */
const HANG_MS = 15_000;
const MIB = 1024 * 1024;

async function failureOf(promise: Promise<unknown>): Promise<ModelFailure> {
  const error: unknown = await promise.then(
    () => new Error('it was answered'),
    (reason: unknown) => reason,
  );
  if (error instanceof ModelFailure) return error;
  throw error;
}

describe.each(['chat', 'investigation'] as const)('[MO1] %s', (task: ModelTask) => {
  let mock: MockModel;
  let opened: OpenedGateway;
  beforeAll(async () => {
    mock = await startMockModel({ key: TEST_KEY });
    opened = openGateway({ baseUrl: mock.baseUrl, limits: LIMITS, client: CLIENT });
  });
  afterAll(async () => {
    opened.close();
    await mock.close();
  });

  test.each(FAULT_MATRIX)(
    'an endpoint that %s',
    { timeout: HANG_MS, concurrent: false },
    async (name, fault, kind) => {
      const runId = `${task}-${name}`;
      const chatsBefore = mock.chats.length;
      mock.always(fault);
      const before = process.memoryUsage().rss;
      const failure = await failureOf(
        opened.gateway.call({
          task,
          account: null,
          runId,
          messages: [{ role: 'user', content: 'What happened on the host?' }],
          ...(task === 'investigation'
            ? { tools: [{ name: 'get_alert', description: 'One alert', parameters: {} }] }
            : {}),
        }),
      );
      expect(failure.kind).toBe(kind);
      expect(process.memoryUsage().rss - before).toBeLessThan(100 * MIB);
      // At most two more tries, nothing to anybody else.
      expect(mock.chats.length - chatsBefore).toBeLessThanOrEqual(3);
      expect(mock.strangers).toEqual([]);
      const entry = opened.list().find((one) => one.runId === runId);
      expect(entry).toMatchObject({
        task,
        failure: kind,
        failureText: failure.message,
        finish: null,
      });
      expect(entry?.durationMs).not.toBeNull();
      expect(opened.calls.get(entry?.id ?? '')?.sent).toContain('What happened on the host?');
      expect(failure.message).not.toContain(TEST_KEY);
    },
  );

  test('[MO2] no connection is left behind', async () => {
    await expect.poll(() => mock.connections(), { timeout: 10_000 }).toBe(0);
  });
});

describe('[MO3] what never ends does not grow memory', () => {
  test.each([
    ['an endless stream', { fault: 'endless' }],
    ['a line of 10 MB', { fault: 'huge-line' }],
    ['a gzip bomb of 200 MB', { fault: 'gzip-bomb' }],
  ] as const)('%s', { timeout: 60_000 }, async (_name, fault) => {
    const mock = await startMockModel();
    const opened = openGateway({ baseUrl: mock.baseUrl });
    mock.always(fault);
    let most = 0;
    const before = process.memoryUsage();
    const timer = setInterval(() => {
      const { heapUsed, external } = process.memoryUsage();
      most = Math.max(most, heapUsed + external - before.heapUsed - before.external);
    }, 5);
    const request = { task: 'chat', account: null, runId: 'r' } as const;
    const messages = [{ role: 'user', content: 'Go on.' }] as const;
    await failureOf(opened.gateway.call({ ...request, messages }));
    clearInterval(timer);
    expect(most).toBeLessThan(100 * MIB);
    expect(opened.list()[0]?.bytesReceived).toBeLessThan(9 * MIB);
    opened.close();
    await mock.close();
  });
});
