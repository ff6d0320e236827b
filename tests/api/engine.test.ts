import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ExplainedAlert } from '../../src/shared/areas/assistant/engine.contract.ts';
import { openTestApp, type TestApp, TestClock } from '../helpers/open-test-app.ts';

let app: TestApp;
beforeAll(async () => {
  // Ten minutes before midnight: two days of verdicts within one session.
  app = await openTestApp({ clock: new TestClock(Date.parse('2026-11-20T23:50:00.000Z')) });
});
afterAll(() => app.close());

const QUARTER = 900_000;

async function makeAlert(body: Record<string, unknown> = {}): Promise<string> {
  const response = await app.request('POST', '/api/alerts', {
    body: {
      title: 'Disk check failed',
      description: 'A nightly job',
      severity: 'LOW',
      source: 'Monitoring',
      sourceHost: 'mon-01',
      ...body,
    },
  });
  return ((await response.json()) as { id: string }).id;
}

async function patch(id: string, body: unknown): Promise<number> {
  return (await app.request('PATCH', `/api/alerts/${id}`, { body })).status;
}

async function close(id: string, status = 'FALSE_POSITIVE', verdict = 'FALSE_POSITIVE') {
  await patch(id, { status: 'IN_PROGRESS' });
  await patch(id, { status, verdict });
}

async function json<T>(path: string): Promise<T> {
  return (await (await app.request('GET', path)).json()) as T;
}

async function settled(): Promise<void> {
  await expect
    .poll(async () => (await json<{ isBehind: boolean }>('/api/engine')).isBehind, {
      timeout: 15_000,
      interval: 50,
    })
    .toBe(false);
}

const explain = (id: string) => json<ExplainedAlert>(`/api/alerts/${id}/explanation`);

describe('decisions', () => {
  test('[EG53] every alert gets one, and verdicts of people change it', async () => {
    const first = await makeAlert();
    await settled();
    const before = await explain(first);
    expect(before.shown?.decision).toBe(before.explanation.decision);
    expect(before.explanation.support).toBeNull();
    for (let n = 0; n < 3; n += 1) await close(await makeAlert());
    app.clock.advance(QUARTER);
    for (let n = 0; n < 3; n += 1) await close(await makeAlert());
    await settled();
    const after = await explain(first);
    expect(after.explanation.support).toMatchObject({ closed: 6, days: 2, malicious: 0 });
    expect(after.explanation.decision).toBe('auto-close');
    expect(after.shown?.decision).toBe('auto-close');
    expect(after.explanation.similar).toHaveLength(5);
    expect(after.pattern?.state).toBe('SHADOW');
  });
});
