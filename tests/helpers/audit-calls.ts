import type { TestApp } from './open-test-app.ts';

/** Posts, and gives the body of a success. */
export async function send<T = Record<string, unknown>>(
  app: TestApp,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  { body, token }: { body?: unknown; token?: string | null } = {},
): Promise<T> {
  const response = await app.request(method, path, {
    ...(body === undefined ? {} : { body }),
    ...(token === undefined ? {} : { token }),
  });
  if (!response.ok)
    throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

export interface MadeAudit {
  readonly id: string;
  readonly status: string;
  readonly [field: string]: unknown;
}

export function makeAudit(app: TestApp, fields: Record<string, unknown> = {}): Promise<MadeAudit> {
  return send<MadeAudit>(app, 'POST', '/api/audits', {
    body: { title: 'Yearly audit', ...fields },
  });
}

/** An audit that runs, over the last thirty days before the clock of the tests. */
export async function makeRunningAudit(
  app: TestApp,
  fields: Record<string, unknown> = {},
): Promise<MadeAudit> {
  const { id } = await makeAudit(app, {
    periodStart: '2026-10-21',
    periodEnd: '2026-11-20',
    ...fields,
  });
  return send<MadeAudit>(app, 'PATCH', `/api/audits/${id}`, { body: { status: 'IN_PROGRESS' } });
}

/** The id of the account behind a token. */
export async function idOf(app: TestApp, token: string): Promise<string> {
  const { id } = await send<{ id: string }>(app, 'GET', '/api/auth/user', { token });
  return id;
}
