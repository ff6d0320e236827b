/** A vendor of the product's tests: the published shape of Okta's system log, over a real server. */
import { openVendorServer, type VendorServer } from './vendor-server.ts';

export const LOG_TOKEN = 'not-to-be-seen-1';

export interface LogVendor extends VendorServer {
  /** So many more events, one a second from `from` (ms since 1970). */
  write(count: number): void;
}

export async function openLogVendor(from: number): Promise<LogVendor> {
  const server = await openVendorServer();
  const events: unknown[] = [];
  server.on('GET', '/api/v1/logs', ({ headers, query }) => {
    if (headers.authorization !== `SSWS ${LOG_TOKEN}`)
      return { status: 401, json: { errorCode: 'E0000011', errorSummary: 'Invalid token' } };
    const limit = Number(query.get('limit'));
    const at = Number(query.get('after') ?? 0);
    const page = events.slice(at, at + limit);
    const next = `${server.origin}/api/v1/logs?after=${at + page.length}&limit=${limit}`;
    return { json: page, headers: { link: `<${next}>; rel="next"` } };
  });
  return {
    ...server,
    write(count) {
      for (let i = 0; i < count; i++) events.push(logEvent(events.length, from));
    },
  };
}

/** An event of the log in the published shape, made by us. */
export function logEvent(n: number, from: number) {
  return {
    uuid: `event-${n}`,
    published: new Date(from + n * 1_000).toISOString(),
    eventType: 'user.account.privilege.grant',
    version: '0',
    severity: 'WARN',
    displayMessage: `Grant user privilege ${n}`,
    actor: { id: '00u1', type: 'User', alternateId: 'admin@example.com', displayName: 'Admin' },
    client: { ipAddress: '192.0.2.8', userAgent: { rawUserAgent: 'Example/1.0' } },
    outcome: { result: 'SUCCESS', reason: null },
    target: [{ id: '00u2', type: 'User', alternateId: 'pat@example.com', displayName: 'Pat' }],
  };
}
