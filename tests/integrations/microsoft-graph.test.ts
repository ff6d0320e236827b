import { expect, test } from 'vitest';
import { ImportTally } from '../../src/main/areas/alerts/import/tally.ts';
import { microsoftGraph } from '../../src/main/areas/integrations/connectors/microsoft-graph.connector.ts';
import { connectorContext } from '../helpers/connector-context.ts';
import { describeConnector } from '../helpers/connector-suite.ts';
import { openVendorServer, type VendorServer } from '../helpers/vendor-server.ts';

const NOW = Date.parse('2026-11-22T12:00:00.000Z');
const SECRET = 'not-to-be-seen-1';
const BEARER = 'token-not-to-be-seen';

/** "alert resource type" (microsoft.graph.security) in the published shape, made by us. */
function alertOf(n: number, updated = NOW - 7_200_000 + n * 1_000) {
  return {
    '@odata.type': '#microsoft.graph.security.alert',
    id: `da${n}`,
    incidentId: '28282',
    status: 'new',
    severity: 'high',
    serviceSource: 'microsoftDefenderForEndpoint',
    detectionSource: 'antivirus',
    detectorId: 'e0da400f-affd-43ef-b1d5-afc2eb6f2756',
    title: 'Suspicious execution of a hidden file',
    description: 'A hidden file was started.',
    category: 'DefenseEvasion',
    mitreTechniques: ['T1564.001'],
    createdDateTime: new Date(NOW - 10_800_000 + n * 1_000).toISOString(),
    lastUpdateDateTime: new Date(updated).toISOString(),
    firstActivityDateTime: '2026-11-22T08:00:00Z',
    evidence: [
      {
        '@odata.type': '#microsoft.graph.security.deviceEvidence',
        deviceDnsName: 'ws-17.example.com',
        hostName: 'ws-17',
        lastIpAddress: '192.0.2.17',
        roles: [],
      },
      {
        '@odata.type': '#microsoft.graph.security.userEvidence',
        userAccount: { accountName: 'pat', userPrincipalName: 'pat@example.com' },
        roles: [],
      },
      {
        '@odata.type': '#microsoft.graph.security.ipEvidence',
        ipAddress: '198.51.100.7',
        roles: ['commandAndControl'],
      },
    ],
  };
}
type Alert = ReturnType<typeof alertOf>;

/** `$filter`, `$top`, `$count` and a next link that counts positions (`$skip`), as Graph pages. */
function serveGraph(server: VendorServer, records: unknown[], path = '/v1.0/security/alerts_v2') {
  server.on('POST', '/contoso.example.com/oauth2/v2.0/token', (request) =>
    request.form().get('client_secret') === SECRET
      ? { json: { token_type: 'Bearer', expires_in: 3599, access_token: BEARER } }
      : { status: 401, json: { error: 'invalid_client', error_description: 'AADSTS7000215' } },
  );
  server.on('GET', path, ({ headers, query }) => {
    if (headers.authorization !== `Bearer ${BEARER}`) return { status: 401, json: {} };
    const filter = query.get('$filter') ?? '';
    const from = Date.parse(/ge (\S+)/.exec(filter)?.[1] ?? '1970-01-01');
    const to = Date.parse(/lt (\S+)/.exec(filter)?.[1] ?? '2100-01-01');
    const found = (records as Alert[]).filter(({ lastUpdateDateTime }) => {
      const at = Date.parse(lastUpdateDateTime);
      return at >= from && at < to;
    });
    const skip = Number(query.get('$skip') ?? 0);
    const end = skip + Number(query.get('$top'));
    const next = new URLSearchParams(query);
    next.set('$skip', String(end));
    return {
      json: {
        '@odata.context': `${server.origin}/v1.0/$metadata`,
        ...(skip === 0 ? { '@odata.count': found.length } : {}),
        ...(end < found.length ? { '@odata.nextLink': `${server.origin}${path}?${next}` } : {}),
        value: found.slice(skip, end),
      },
    };
  });
}

const settingsOf = (origin: string) => ({
  tenant: 'contoso.example.com',
  client: '11111111-2222-3333-4444-555555555555',
  graph: origin,
  login: origin,
});

describeConnector({
  connector: microsoftGraph,
  settings: settingsOf,
  secrets: { clientSecret: SECRET },
  serve: serveGraph,
  records: (count, from = 0) =>
    Array.from({ length: count }, (_, n) =>
      alertOf(from + n, from === 0 ? NOW - 7_200_000 + n * 1_000 : NOW - 120_000 + n * 1_000),
    ),
  identify: (record) => (record as Alert).id,
  faulty: /^\/v1\.0\//,
});

async function run(
  server: VendorServer,
  cursor: string | null,
  more: { settings?: object; batchSize?: number; now?: number } = {},
) {
  const context = connectorContext(microsoftGraph, {
    settings: { ...settingsOf(server.origin), ...more.settings },
    secrets: { clientSecret: SECRET },
    batchSize: more.batchSize ?? 10,
    now: more.now ?? NOW,
  });
  const ids: string[] = [];
  let at = cursor;
  for (let page = 0; page < 300; page++) {
    const answer = await microsoftGraph.fetch(context, at);
    ids.push(
      ...answer.records.map((bytes) => JSON.parse(Buffer.from(bytes).toString()).id as string),
    );
    at = answer.cursor;
    if (!answer.hasMore) return { ids, cursor: at };
  }
  throw new Error('no end');
}

async function withServer(records: unknown[], work: (server: VendorServer) => Promise<void>) {
  const server = await openVendorServer();
  try {
    serveGraph(server, records);
    await work(server);
  } finally {
    await server.close();
  }
}

test('[CN1] alerts of one moment, more than a page of them: each once', async () => {
  const records = Array.from({ length: 95 }, (_, n) => alertOf(n, NOW - 7_200_000));
  await withServer(records, async (server) => {
    const { ids } = await run(server, null);
    expect(ids.toSorted()).toEqual(records.map(({ id }) => id).sort());
  });
});

test('[CN5] an alert that is updated while pages are read makes no other one be missed', async () => {
  const records = Array.from({ length: 40 }, (_, n) => alertOf(n));
  await withServer(records, async (server) => {
    let pages = 0;
    server.on('GET', '/v1.0/security/alerts_v2', (request) => {
      if (pages++ === 1) {
        // The first two of the first page leave the window: all others move up by two.
        for (const one of records.slice(0, 2))
          one.lastUpdateDateTime = new Date(NOW + 60_000).toISOString();
      }
      return graph(request);
    });
    const graph = routeOf(records, server);
    const { ids, cursor } = await run(server, null);
    expect(new Set(ids).size).toBe(40);
    const later = await run(server, cursor, { now: NOW + 300_000 });
    expect(later.ids.toSorted()).toEqual(['da0', 'da1']);
  });
});

/** The same paging once more, for a test that wants to look in between. */
function routeOf(records: Alert[], server: VendorServer) {
  return ({ query }: { query: URLSearchParams }) => {
    const filter = query.get('$filter') ?? '';
    const from = Date.parse(/ge (\S+)/.exec(filter)?.[1] ?? '');
    const to = Date.parse(/lt (\S+)/.exec(filter)?.[1] ?? '');
    const found = records.filter(
      ({ lastUpdateDateTime: at }) => Date.parse(at) >= from && Date.parse(at) < to,
    );
    const skip = Number(query.get('$skip') ?? 0);
    const end = skip + Number(query.get('$top'));
    const next = new URLSearchParams(query);
    next.set('$skip', String(end));
    return {
      json: {
        ...(skip === 0 ? { '@odata.count': found.length } : {}),
        ...(end < found.length
          ? { '@odata.nextLink': `${server.origin}/v1.0/security/alerts_v2?${next}` }
          : {}),
        value: found.slice(skip, end),
      },
    };
  };
}

test('a count that is never right does not hold the run', async () => {
  const records = Array.from({ length: 35 }, (_, n) => alertOf(n));
  await withServer(records, async (server) => {
    const route = routeOf(records, server);
    server.on('GET', '/v1.0/security/alerts_v2', (request) => {
      const { json } = route(request);
      return { json: { ...json, '@odata.count': 1_000 } };
    });
    expect(new Set((await run(server, null)).ids).size).toBe(35);
  });
});

test('[CN2] what is found late is read by the next run', async () => {
  const records = [alertOf(1, NOW - 60_000)];
  await withServer(records, async (server) => {
    const first = await run(server, null);
    records.push(alertOf(2, NOW - 90_000));
    expect((await run(server, first.cursor)).ids).toEqual(['da2']);
  });
});

test('a next page elsewhere than Graph is not asked for', async () => {
  await withServer([], async (server) => {
    server.on('GET', '/v1.0/security/alerts_v2', () => ({
      json: {
        value: [],
        '@odata.nextLink': 'https://elsewhere.example.com/v1.0/security/alerts_v2?$skip=1',
      },
    }));
    await expect(run(server, null)).rejects.toMatchObject({ kind: 'answer' });
  });
});

test('incidents and alerts in one run; a missing permission is named', async () => {
  await withServer([alertOf(1)], async (server) => {
    const incident = {
      id: '28282',
      displayName: 'Multi-stage incident',
      severity: 'medium',
      createdDateTime: '2026-11-22T10:00:00Z',
      lastUpdateDateTime: '2026-11-22T10:30:00Z',
      alerts: [alertOf(1)],
    };
    serveGraph(server, [incident], '/v1.0/security/incidents');
    const settings = { what: 'both' };
    expect((await run(server, null, { settings })).ids).toEqual(['da1', '28282']);
    server.on('GET', '/v1.0/security/incidents', () => ({
      status: 403,
      json: { error: { code: 'Forbidden' } },
    }));
    await expect(run(server, null, { settings })).rejects.toThrow(/SecurityIncident\.Read\.All/);
    const mapped = map(incident);
    expect(mapped).toMatchObject({
      alert: {
        title: 'Multi-stage incident',
        severity: 'MEDIUM',
        sourceHost: 'ws-17.example.com',
        techniques: ['T1564.001'],
        description: 'Alerts: Suspicious execution of a hidden file.',
      },
    });
    expect(microsoftGraph.delivers === 'alerts' && microsoftGraph.key?.(incident)).toBe(
      'incident 28282',
    );
  });
});

function map(record: unknown) {
  if (microsoftGraph.delivers !== 'alerts') throw new Error('alerts are expected');
  const settings = microsoftGraph.schema.parse(settingsOf('https://graph.example.com'));
  return microsoftGraph.map(record, new ImportTally(NOW, null), '', settings);
}

test('map: who and where come from the evidence', () => {
  expect(map(alertOf(0))).toMatchObject({
    alert: {
      title: 'Suspicious execution of a hidden file',
      severity: 'HIGH',
      source: 'Microsoft Defender for Endpoint',
      sourceHost: 'ws-17.example.com',
      sourceUser: 'pat@example.com',
      sourceIp: '192.0.2.17',
      destIp: '198.51.100.7',
      detector: 'microsoft:e0da400f-affd-43ef-b1d5-afc2eb6f2756',
      category: 'DefenseEvasion',
      techniques: ['T1564.001'],
      createdAt: '2026-11-22T09:00:00.000Z',
    },
  });
  expect(
    map({
      ...alertOf(0),
      serviceSource: 'microsoftSentinel',
      severity: 'informational',
      evidence: [],
    }),
  ).toMatchObject({
    alert: { source: 'Microsoft Sentinel', severity: 'LOW', sourceHost: null },
  });
});
