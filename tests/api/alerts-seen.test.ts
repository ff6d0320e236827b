import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Alert } from '../../src/shared/areas/alerts/alerts.contract.ts';
import { createAlertIn, updateAlert } from '../helpers/alert-calls.ts';
import { failureOf } from '../helpers/bodies.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

let app: TestApp;
let people: { kim: string; sam: string };
beforeAll(async () => {
  app = await openTestApp();
  people = { kim: await addPerson('kim'), sam: await addPerson('sam') };
});
afterAll(() => app.close());

async function addPerson(name: string): Promise<string> {
  const body = {
    email: `${name}@example.test`,
    firstName: name,
    lastName: 'Reed',
    password: 'correct horse battery',
    role: 'SOC Analyst',
  };
  const answer = await app.request('POST', '/api/users', { body, token: app.adminToken ?? null });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

const patch = (id: string, body: unknown) => app.request('PATCH', `/api/alerts/${id}`, { body });
const get = async (id: string) =>
  (await (await app.request('GET', `/api/alerts/${id}`)).json()) as Alert;

test('[AL26] of two who assign one alert as they saw it, the second is told and nothing is lost', async () => {
  const { id, updatedAt: seen } = await createAlertIn(app, 'OPEN');
  app.clock.advance(1000);
  await updateAlert(app, id, { assignedTo: people.kim, seen });
  const late = await failureOf(await patch(id, { assignedTo: people.sam, seen }));
  expect(late.status).toBe(409);
  expect(late.body.message).toMatch(
    /^This alert was changed since you opened it\. .* assigned it at 2026-\d\d-\d\d \d\d:\d\d UTC\.$/,
  );
  const now = await get(id);
  expect(now.assignedTo).toBe(people.kim);
  app.clock.advance(1000);
  await updateAlert(app, id, { assignedTo: people.sam, seen: now.updatedAt });
  expect((await get(id)).assignedTo).toBe(people.sam);
  const history = await (await app.request('GET', `/api/alerts/${id}/history`)).json();
  expect(history).toMatchObject([
    {
      action: 'alerts.assign',
      changes: [{ field: 'assignedTo', from: people.kim, to: people.sam }],
    },
    { action: 'alerts.assign', changes: [{ field: 'assignedTo', to: people.kim }] },
    {},
  ]);
});

test('[AL26] a refusal names an escalation and its withdrawal as such', async () => {
  const { id, updatedAt: seen } = await createAlertIn(app, 'OPEN');
  for (const [escalated, words] of [
    [true, 'escalated it'],
    [false, 'withdrew its escalation'],
  ] as const) {
    app.clock.advance(1000);
    await updateAlert(app, id, { escalated });
    const late = await failureOf(await patch(id, { assignedTo: people.kim, seen }));
    expect(late).toMatchObject({ status: 409 });
    expect(late.body.message).toContain(words);
  }
});

test('[AL26] two who escalate at once are one escalation, and the second did nothing', async () => {
  const { id } = await createAlertIn(app, 'OPEN');
  const first = await (await patch(id, { escalated: true })).json();
  const second = await (await patch(id, { escalated: true })).json();
  expect(first).toMatchObject({ escalated: true, actionId: expect.any(String) });
  expect(second).toMatchObject({ escalated: true, actionId: null });
});
