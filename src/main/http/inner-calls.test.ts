import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../../shared/contract/define.ts';
import { createInnerCall } from './inner-calls.ts';
import { route } from './route.ts';

const list = endpoint({
  method: 'GET',
  path: '/api/things',
  summary: 'Things',
  permission: 'alerts.read',
  query: z.object({ limit: z.coerce.number().max(10) }),
  response: z.array(z.string()),
});
const write = endpoint({
  method: 'POST',
  path: '/api/things',
  summary: 'Make one',
  permission: 'alerts.write',
  body: z.object({ name: z.string().min(1, 'Name is required') }),
  response: z.string(),
});
const other = endpoint({ ...write, path: '/api/other' });
const routes = [
  route(list, ({ query }) => ['a', 'b'].slice(0, query.limit)),
  route(write, ({ body, session }) => `${body.name} of ${session.user.id}`),
  route(other, () => 'never'),
];
const as = (role: string) => ({ sid: 's', user: { id: 'u', email: 'u@example.test', role } });
const call = createInnerCall(
  () => routes,
  [write],
  (_, fn) => fn(),
);

test('[CH4] an inner call has the permissions of who asks, and no more', async () => {
  expect((await call(as('Auditor'), list, { query: { limit: '1' } })).body).toEqual(['a']);
  const denied = { code: 'forbidden' };
  await expect(call(as('Nobody'), list, { query: { limit: 1 } })).rejects.toMatchObject(denied);
  await expect(call(as('Auditor'), write, { body: { name: 'x' } })).rejects.toMatchObject(denied);
});

test('[CH5] only what was named may write', async () => {
  const analyst = as('SOC Analyst');
  expect((await call(analyst, write, { body: { name: 'x' } })).body).toBe('x of u');
  await expect(call(analyst, other, { body: { name: 'x' } })).rejects.toMatchObject({
    code: 'forbidden',
  });
});

test('input is checked as at the door, and an unknown call is none', async () => {
  const analyst = as('SOC Analyst');
  await expect(call(analyst, list, { query: { limit: 11 } })).rejects.toMatchObject({
    code: 'bad-input',
  });
  await expect(call(analyst, write, { body: { name: '' } })).rejects.toThrow('Name is required');
  const unknown = endpoint({ ...list, path: '/api/unknown' });
  await expect(call(analyst, unknown)).rejects.toMatchObject({ code: 'not-found' });
});
