import { dashboardMetricsSchema } from '../../src/shared/areas/dashboard/dashboard.contract.ts';
import {
  type Notification,
  notificationSchema,
} from '../../src/shared/areas/notifications/notifications.contract.ts';
import type { Role } from '../../src/shared/contract/permissions.ts';
import type { TestApp } from '../helpers/open-test-app.ts';

/** One signed-in account and its notifications. */
export interface Inbox {
  readonly token: string;
  list(query?: string): Promise<Notification[]>;
  mark(id: string, read: boolean): Promise<Response>;
  readAll(body?: unknown): Promise<Response>;
  /** The figure of the dashboard: the one number of the badge. */
  unread(): Promise<number>;
}

export function inboxOf(app: TestApp, token: string): Inbox {
  return {
    token,
    async list(query = '') {
      const answer = await app.request('GET', `/api/notifications${query}`, { token });
      if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
      return notificationSchema.array().parse(await answer.json());
    },
    mark: (id, read) => app.request('PATCH', `/api/notifications/${id}`, { token, body: { read } }),
    readAll: (body = {}) => app.request('POST', '/api/notifications/read-all', { token, body }),
    async unread() {
      const answer = await app.request('GET', '/api/dashboard/metrics', { token });
      return dashboardMetricsSchema.parse(await answer.json()).unreadNotifications;
    },
  };
}

export async function newInbox(app: TestApp, role: Role): Promise<Inbox> {
  return inboxOf(app, await app.tokenFor(role));
}

export async function until<T>(
  read: () => Promise<T>,
  isEnough: (value: T) => boolean,
): Promise<T> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const value = await read();
    if (isEnough(value)) return value;
    if (Date.now() > deadline) throw new Error(`It never came: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
