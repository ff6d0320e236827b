import { expect, test } from 'vitest';
import type { Host, HostResponse } from '../../shared/host.ts';
import { createSessionEnd, watchSession } from './session-end.ts';

const UNAUTHORIZED: HostResponse = {
  status: 401,
  statusText: 'Unauthorized',
  headers: {},
  body: '{"message":"Unauthorized"}',
};

function openSession(response: HostResponse) {
  const said: unknown[] = [];
  const sessionEnd = createSessionEnd({
    toast: (input) => said.push(input),
    navigate: (path) => said.push(path),
    later: (run, delayMs) => {
      said.push(delayMs);
      run();
    },
  });
  const bare: Host = {
    kind: 'browser',
    request: async () => response,
    subscribe: () => () => undefined,
    pickFiles: async () => [],
    takeDropped: async () => [],
    sendFile: async () => response,
    saveAs: async () => true,
    saveContent: async () => true,
    navigate: () => undefined,
  };
  return { host: watchSession(bare, sessionEnd), said };
}

const TOAST = {
  title: 'Unauthorized',
  description: 'You are logged out. Logging in again...',
  variant: 'destructive',
};

test('a call without a session says so once and leads to sign-in after 500 ms', async () => {
  const { host, said } = openSession(UNAUTHORIZED);
  await host.request({ method: 'GET', path: '/api/alerts' });
  await host.sendFile({ name: 'a', size: 1, ref: '' }, { method: 'POST', path: '/api/imports' });
  expect(said).toEqual([TOAST, 500, '/api/login']);
});

test('asking whether there is a session is not the end of one', async () => {
  const { host, said } = openSession(UNAUTHORIZED);
  await host.request({ method: 'GET', path: '/api/auth/user' });
  expect(said).toEqual([]);
});

test('other failures, and a 401 of another meaning, are not the end of the session', async () => {
  for (const response of [
    { ...UNAUTHORIZED, status: 403 },
    { ...UNAUTHORIZED, body: '{"message":"Wrong password"}' },
  ]) {
    const { host, said } = openSession(response);
    await host.request({ method: 'GET', path: '/api/alerts' });
    expect(said).toEqual([]);
  }
});
