/** Whole runs over real HTTP: through the chat and through an investigation, well and ill. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runAgent } from '../../src/main/areas/assistant/agent/run-agent.ts';
import { secretDelimiter } from '../../src/main/areas/assistant/agent/secret-delimiter.ts';
import type { Answer } from '../../src/shared/areas/assistant/answer.ts';
import type { ModelCallListed } from '../../src/shared/areas/models/model-calls.contract.ts';
import { startInvestigation, untilRun } from '../helpers/investigation-calls.ts';
import { diligent, TAMPERING } from '../helpers/mock-model/diligent.ts';
import { type MockModel, startMockModel } from '../helpers/mock-model/mock-model.ts';
import { openGateway, TEST_KEY } from '../helpers/mock-model/open-gateway.ts';
import type { Fault } from '../helpers/mock-model/steps.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';
import { ATTACKS } from '../security/injection/corpus.ts';
import { briefOf, openWorld } from '../security/injection/harness.ts';
import { FAULT_MATRIX } from './fault-matrix.ts';

const TITLE = 'Shell started by the web server';

let app: TestApp;
let mock: MockModel;
let alertId: string;

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await app.request(method, path, body === undefined ? {} : { body });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
  return (await response.json()) as T;
}

beforeAll(async () => {
  mock = await startMockModel();
  app = await openTestApp({ as: 'Administrator' });
  await call('PUT', '/api/models/endpoint', {
    ...{ name: 'Mock', preset: 'compatible', baseUrl: mock.baseUrl, model: 'mock-large' },
  });
  await call('POST', '/api/models/test');
  await vi.waitFor(async () => {
    const { test } = await call<{ test: { isRunning: boolean } }>('GET', '/api/models/settings');
    expect(test.isRunning).toBe(false);
  }, 120_000);
  const alert = await call<{ id: string }>('POST', '/api/alerts', {
    ...{ title: TITLE, description: `apache2 started /bin/sh. ${TAMPERING}`, severity: 'HIGH' },
    ...{ source: 'test', sourceHost: 'web-01', techniques: ['T1505.003'] },
  });
  alertId = alert.id;
}, 60_000);
afterAll(async () => {
  await app.close();
  await mock.close();
});

const ask = async () =>
  (
    await call<{ details: Answer }>('POST', '/api/chat/query', {
      query: 'What happened on web-01?',
    })
  ).details;

async function investigate() {
  const { id } = await startInvestigation(app, { alertIds: [alertId] });
  await untilRun(app, id);
  return vi.waitFor(
    async () => {
      const found = await untilRun(app, id);
      if (found.isModelAsked || found.opinion === null) throw new Error('The model is still asked');
      return { ...found, opinion: found.opinion };
    },
    { timeout: 20_000, interval: 25 },
  );
}

describe('a run through the product', () => {
  it('[AG3] [MO33] of the chat uses tools, is checked, and shows no reasoning', async () => {
    mock.always(diligent(() => 'suspicious'));
    const before = mock.chats.length;
    const answer = await ask();
    expect(answer.by).toBe('model');
    expect(answer.notice).toContain('Written by a model and checked against the records');
    expect(answer.notice).toContain('One statement did not hold and was dropped.');
    expect(JSON.stringify(answer)).not.toMatch(/think|I shall quote|It is known/);
    const bodies = mock.chats.slice(before).map(({ body }) => body);
    expect(bodies.some((body) => body?.messages.some(({ role }) => role === 'tool'))).toBe(true);
    const calls = await call<ModelCallListed[]>('GET', '/api/models/calls?task=chat');
    expect(calls[0]?.verification).toMatchObject({ dropped: 1, discarded: false });
    expect(calls[0]?.reasoning).toBeGreaterThan(20);
  });

  it('[AG5] [AG10] of an investigation shows dissent as dissent and a changed verdict as tampering', async () => {
    mock.always(diligent((isMasked) => (isMasked ? 'benign' : 'malicious')));
    const { opinion, verdict } = await investigate();
    expect(opinion).toMatchObject({ by: 'model', failure: null, claimsDropped: 1 });
    expect(opinion.notice).toContain('somebody may be tampering');
    expect(opinion.dissent).toContain("The model's verdict was benign");
    expect(opinion.injections.map(({ quote }) => quote).join()).toContain('gnore all previous');
    expect(opinion.verdict).not.toBe('benign');
    expect(opinion.claims.length).toBeGreaterThan(0);
    expect(verdict).not.toBe('benign');
    expect(JSON.stringify(opinion)).not.toMatch(/<think>|I shall quote/);
  });

  const QUICK: readonly (readonly [string, Fault])[] = [
    ['a full quota', { fault: 'status', status: 429, headers: { 'retry-after': '3600' } }],
    ['a page', { fault: 'html' }],
    ['a reset', { fault: 'cut', how: 'reset' }],
    ['a redirect', { fault: 'redirect', status: 307 }],
    ['an endless answer', { fault: 'endless' }],
    ['tools without end', { fault: 'many-tools' }],
  ];
  it.each(QUICK)(
    '[AG7] that meets %s ends in the engine’s answer and a notice, and nothing hangs',
    { timeout: 40_000 },
    async (_name, fault) => {
      mock.always(fault);
      const isQuota = fault.fault === 'status';
      const answer = await ask();
      expect(answer.by).not.toBe('model');
      expect(answer.notice).toMatch(isQuota ? /^AI Service Unavailable/ : /from the workspace/);
      expect(answer.parts.length).toBeGreaterThan(0);
      const { status, run, opinion } = await investigate();
      expect({ status, isRunning: run?.state === 'RUNNING' }).toEqual({
        status: 'COMPLETED',
        isRunning: false,
      });
      expect(opinion.by).toBe('engine');
      if (isQuota) expect(opinion.notice).toBe('AI Service Unavailable');
      else expect(opinion.notice).toMatch(/^(?:The|What) .*This is the engine's answer\.$/);
      expect(mock.strangers).toEqual([]);
    },
  );
});

const TIMES = { beginMs: 1500, idleMs: 1500 };
const LIMITS = {
  totalMs: { loopback: 4000, remote: 4000 },
  times: { loopback: TIMES, remote: TIMES },
};
const CLIENT = { maxWaitMs: 200, blindWaitMs: 20, maxRetries: 1, maxBytes: 262_144 };

describe('a run of the agent', () => {
  it('[AG7] ends in the engine’s answer with a notice, whatever the endpoint does', {
    timeout: 90_000,
  }, async () => {
    const [attack] = ATTACKS;
    if (!attack) throw new Error('No attack');
    const world = openWorld([attack]);
    const wrong: string[] = [];
    await Promise.all(
      [0, 1, 2, 3, 4, 5].map(async (part) => {
        const own = await startMockModel({ key: TEST_KEY });
        const opened = openGateway({ baseUrl: own.baseUrl, limits: LIMITS, client: CLIENT });
        // The first call of a process loads what the others have.
        own.script({ text: 'Well.' });
        await opened.gateway
          .call({ ...{ task: 'chat', account: null, runId: 'first' }, messages: [] })
          .catch(() => {});
        for (const [name, fault, kind] of FAULT_MATRIX.filter((_, n) => n % 6 === part)) {
          own.always(fault);
          const deps = { gateway: opened.gateway, tools: world.tools, clock: opened.clock };
          const outcome = await runAgent({ ...deps, random: secretDelimiter }, briefOf(attack));
          const isRight =
            outcome.by === 'engine' && outcome.failure === kind && outcome.verdict === 'suspicious';
          if (!isRight) wrong.push(`${name}: ${outcome.by} ${outcome.failure}`);
          const said = kind === 'rate-limited' ? 'AI Service Unavailable' : "the engine's answer.";
          if (!outcome.notice?.endsWith(said)) wrong.push(`${name}: ${outcome.notice}`);
        }
        expect(own.strangers).toEqual([]);
        opened.close();
        await own.close();
      }),
    );
    expect(wrong).toEqual([]);
    world.close();
  });
});
