import { generateKeyPairSync } from 'node:crypto';
import { jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { ImportTally } from '../../src/main/areas/alerts/import/tally.ts';
import { okta } from '../../src/main/areas/integrations/connectors/okta.connector.ts';
import { connectorContext } from '../helpers/connector-context.ts';
import { describeConnector } from '../helpers/connector-suite.ts';
import { openVendorServer, type VendorServer } from '../helpers/vendor-server.ts';

const NOW = Date.parse('2026-11-22T12:00:00.000Z');
const TOKEN = 'not-to-be-seen-1';

/** A "LogEvent object" in the published shape, made by us. */
function eventOf(n: number, more: object = {}) {
  return {
    uuid: `event-${n}`,
    published: new Date(NOW - 7_200_000 + n * 1_000).toISOString(),
    eventType: 'user.account.privilege.grant',
    version: '0',
    severity: 'INFO',
    displayMessage: 'Grant user privilege',
    actor: { id: '00u1', type: 'User', alternateId: 'admin@example.com', displayName: 'Admin' },
    client: {
      ipAddress: '192.0.2.8',
      geographicalContext: { city: 'Zurich', country: 'Switzerland' },
      userAgent: { rawUserAgent: 'Example/1.0' },
    },
    outcome: { result: 'SUCCESS', reason: null },
    target: [{ id: '00u2', type: 'User', alternateId: 'pat@example.com', displayName: 'Pat' }],
    debugContext: { debugData: { requestUri: '/api/v1/users' } },
    ...more,
  };
}
type Event = ReturnType<typeof eventOf>;

/** The order in which the log kept its events, by a next link that never ends. */
function serveLog(server: VendorServer, records: unknown[]): void {
  server.on('GET', '/api/v1/logs', ({ headers, query }) => {
    if (headers.authorization !== `SSWS ${TOKEN}`)
      return { status: 401, json: { errorCode: 'E0000011' } };
    const limit = Number(query.get('limit'));
    const after = query.get('after');
    if (after === 'too-old') return { status: 400, json: { errorCode: 'E0000001' } };
    const since = Date.parse(query.get('since') ?? '1970-01-01');
    const first = (records as Event[]).findIndex(({ published }) => Date.parse(published) >= since);
    const from = after === null ? (first === -1 ? records.length : first) : Number(after);
    const page = records.slice(from, from + limit);
    const self = `${server.origin}/api/v1/logs?${query}`;
    const next = `${server.origin}/api/v1/logs?after=${from + page.length}&limit=${limit}`;
    return {
      json: page,
      headers: {
        link: `<${self}>; rel="self", <${next}>; rel="next"`,
        'x-rate-limit-remaining': '59',
      },
    };
  });
}

describeConnector({
  connector: okta,
  settings: (origin) => ({ address: origin }),
  secrets: { token: TOKEN },
  serve: serveLog,
  records: (count, from = 0) => Array.from({ length: count }, (_, n) => eventOf(from + n)),
  identify: (record) => (record as Event).uuid,
});

async function run(server: VendorServer, cursor: string | null, settings: object = {}) {
  const context = connectorContext(okta, {
    settings: { address: server.origin, ...settings },
    secrets: { token: TOKEN },
    batchSize: 10,
    now: NOW,
  });
  const ids: string[] = [];
  let at = cursor;
  for (let page = 0; page < 100; page++) {
    const answer = await okta.fetch(context, at);
    ids.push(
      ...answer.records.map((bytes) => JSON.parse(Buffer.from(bytes).toString()).uuid as string),
    );
    at = answer.cursor;
    if (!answer.hasMore) return { ids, cursor: at };
  }
  throw new Error('no end');
}

async function withServer(records: unknown[], work: (server: VendorServer) => Promise<void>) {
  const server = await openVendorServer();
  try {
    serveLog(server, records);
    await work(server);
  } finally {
    await server.close();
  }
}

test('[CN1] [CN2] events of one moment and late ones: the link of the log loses none and repeats none', async () => {
  const published = new Date(NOW - 7_200_000).toISOString();
  const records: unknown[] = Array.from({ length: 45 }, (_, n) => eventOf(n, { published }));
  await withServer(records, async (server) => {
    const first = await run(server, null);
    expect(first.ids).toEqual(records.map((one) => (one as Event).uuid));
    records.push(eventOf(99, { published: new Date(NOW - 86_400_000).toISOString() }));
    const second = await run(server, first.cursor);
    expect(second.ids).toEqual(['event-99']);
    expect((await run(server, second.cursor)).ids).toEqual([]);
  });
});

test('[CN3] an event dated in the future moves nothing: the link counts what the log kept', async () => {
  const records: unknown[] = [eventOf(1, { published: '2030-01-01T00:00:00.000Z' })];
  await withServer(records, async (server) => {
    const first = await run(server, null);
    records.push(eventOf(2));
    expect((await run(server, first.cursor)).ids).toEqual(['event-2']);
  });
});

test('a link that is too old: from an hour before the last event on', async () => {
  await withServer(
    Array.from({ length: 5 }, (_, n) => eventOf(n)),
    async (server) => {
      const next = `${server.origin}/api/v1/logs?after=too-old&limit=10`;
      const cursor = JSON.stringify({ next, last: NOW - 7_200_000 });
      expect((await run(server, cursor)).ids).toHaveLength(5);
    },
  );
});

test('a next link elsewhere, or none, ends the run with the position where it was', async () => {
  await withServer([], async (server) => {
    for (const link of ['<https://elsewhere.example.com/api/v1/logs?after=1>; rel="next"', '']) {
      server.on('GET', '/api/v1/logs', () => ({ json: [eventOf(1)], headers: { link } }));
      await expect(run(server, null)).rejects.toMatchObject({ kind: 'answer' });
    }
  });
});

test('a service app signs in with its key for each page; the key stays here', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = JSON.stringify({ ...privateKey.export({ format: 'jwk' }), kid: 'key-1' });
  await withServer([], async (server) => {
    server.on('POST', '/oauth2/v1/token', async (request) => {
      const assertion = request.form().get('client_assertion') ?? '';
      const { payload, protectedHeader } = await jwtVerify(assertion, publicKey, {
        audience: `${server.origin}/oauth2/v1/token`,
        issuer: '0oa1',
        currentDate: new Date(NOW),
      });
      const isGood = payload.sub === '0oa1' && protectedHeader.kid === 'key-1';
      return {
        status: isGood ? 200 : 401,
        json: { access_token: 'short-lived', token_type: 'Bearer' },
      };
    });
    server.on('GET', '/api/v1/logs', ({ headers }) => ({
      status: headers.authorization === 'Bearer short-lived' ? 200 : 401,
      headers: { link: `<${server.origin}/api/v1/logs?after=1>; rel="next"` },
      json: [eventOf(1)],
    }));
    const contextOf = (token: string) =>
      connectorContext(okta, {
        settings: { address: server.origin, tokenKind: 'service', client: '0oa1' },
        secrets: { token },
        now: NOW,
      });
    const { records } = await okta.fetch(contextOf(jwk), null);
    expect(records).toHaveLength(1);
    expect(server.requests[0]?.body.toString()).not.toContain(JSON.parse(jwk).d);
    const pem = String(privateKey.export({ format: 'pem', type: 'pkcs8' }));
    await expect(okta.fetch(contextOf(pem), null)).rejects.toMatchObject({ kind: 'credentials' });
    await expect(okta.fetch(contextOf('no key'), null)).rejects.toThrow(/no private key/);
  });
});

test('429: the moment of x-rate-limit-reset is when it is asked again', async () => {
  await withServer([], async (server) => {
    const reset = String(NOW / 1_000 + 42);
    server.on('GET', '/api/v1/logs', () => ({
      status: 429,
      headers: {
        'x-rate-limit-limit': '60',
        'x-rate-limit-remaining': '0',
        'x-rate-limit-reset': reset,
      },
      json: { errorCode: 'E0000047' },
    }));
    await expect(run(server, null)).rejects.toMatchObject({
      kind: 'rate-limited',
      retryAfterMs: 42_000,
    });
  });
});

test('probe: a missing right is named', async () => {
  await withServer([], async (server) => {
    server.on('GET', '/api/v1/logs', () => ({ status: 403, json: { errorCode: 'E0000006' } }));
    const context = connectorContext(okta, {
      settings: { address: server.origin },
      secrets: { token: TOKEN },
    });
    await expect(okta.probe(context)).rejects.toThrow(/Report Administrator/);
  });
});

function map(event: unknown, what = 'security') {
  if (okta.delivers !== 'alerts') throw new Error('alerts are expected');
  const settings = okta.schema.parse({ address: 'https://example.okta.com', what });
  return okta.map(event, new ImportTally(NOW, null), '', settings);
}

test('map: who, whom, from where; severity and technique by the type of event', () => {
  expect(map(eventOf(0))).toMatchObject({
    alert: {
      title: 'Grant user privilege',
      description: 'Outcome: SUCCESS. Target: User pat@example.com. From: Zurich, Switzerland.',
      severity: 'HIGH',
      source: 'Okta',
      sourceUser: 'admin@example.com',
      sourceIp: '192.0.2.8',
      detector: 'okta:user.account.privilege.grant',
      category: 'Privilege',
      techniques: ['T1098.003'],
      createdAt: '2026-11-22T10:00:00.000Z',
    },
  });
});

test('map: what is as it should be is skipped with a reason; a setting widens; suspicion raises', () => {
  const signIn = { eventType: 'user.session.start', displayMessage: 'User login to Okta' };
  const good = eventOf(1, signIn);
  expect(map(good)).toEqual({
    type: 'skipped',
    reason: 'events of this type with an outcome that is as it should be',
  });
  const failed = { ...signIn, outcome: { result: 'FAILURE', reason: 'INVALID_CREDENTIALS' } };
  expect(map(eventOf(1, failed))).toMatchObject({
    alert: { severity: 'LOW', techniques: ['T1110'] },
  });
  const suspect = { debugContext: { debugData: { threatSuspected: 'true' } } };
  expect(map(eventOf(1, { ...failed, ...suspect }))).toMatchObject({ alert: { severity: 'HIGH' } });
  const risky = {
    debugContext: { debugData: { risk: '{reasons=Anomalous Location, level=HIGH}' } },
  };
  expect(map(eventOf(1, { ...signIn, ...risky }))).toMatchObject({ alert: { severity: 'HIGH' } });
  const other = eventOf(1, { eventType: 'application.user_membership.add' });
  expect(map(other)).toEqual({ type: 'skipped', reason: 'events of application' });
  expect(map(other, 'all')).toMatchObject({ type: 'alert', alert: { severity: 'LOW' } });
  expect(map(eventOf(1, { eventType: 'app.x', severity: 'WARN' }), 'warnings').type).toBe('alert');
});
