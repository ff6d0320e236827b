import { expect, test } from 'vitest';
import { ImportTally } from '../../src/main/areas/alerts/import/tally.ts';
import { elasticSecurity } from '../../src/main/areas/integrations/connectors/elastic-security.connector.ts';
import { connectorContext } from '../helpers/connector-context.ts';
import { describeConnector } from '../helpers/connector-suite.ts';
import { openVendorServer, type VendorServer } from '../helpers/vendor-server.ts';

const NOW = Date.parse('2026-11-22T12:00:00.000Z');
const KEY = 'not-to-be-seen-1';

/** A hit of `.alerts-security.alerts-default` in the published shape ("Alert schema"), made by us. */
function alertHit(n: number, ms = NOW - 86_400_000 + n * 1_000) {
  const time = new Date(ms).toISOString();
  return {
    _index: '.internal.alerts-security.alerts-default-000001',
    _id: `alert-${n}`,
    _score: null,
    _source: {
      '@timestamp': time,
      'kibana.alert.uuid': `uuid-${n}`,
      'kibana.alert.rule.name': 'Credential Access via Process Dump',
      'kibana.alert.rule.rule_id': 'rule-7',
      'kibana.alert.rule.threat': [
        {
          framework: 'MITRE ATT&CK',
          technique: [{ id: 'T1003', subtechnique: [{ id: 'T1003.001' }] }],
        },
      ],
      'kibana.alert.severity': 'high',
      'kibana.alert.risk_score': 73,
      'kibana.alert.reason': 'process event on ws-17 created a high alert.',
      'kibana.alert.original_time': time,
      'event.kind': 'signal',
      event: { category: ['process'] },
      host: { name: 'ws-17' },
      user: { name: 'pat' },
      source: { ip: '192.0.2.17' },
      destination: { ip: '198.51.100.9' },
    },
  };
}

type Hit = ReturnType<typeof alertHit>;
type Search = {
  size: number;
  pit: { id: string };
  search_after?: [string | number, string | number];
  query: { bool: { filter: { range?: Record<string, { gte: number }> }[]; must_not?: unknown[] } };
  sort: unknown[];
};

/** Search with a point in time, as both engines publish it: the view does not see what came after it. */
function serveEngine(server: VendorServer, records: unknown[], engine: 'elastic' | 'open'): void {
  const views = new Map<string, Hit[]>();
  const mayRead = (headers: Readonly<Record<string, string>>) =>
    headers.authorization === `ApiKey ${KEY}` ||
    headers.authorization === `Basic ${Buffer.from(`svc:${KEY}`).toString('base64')}`;
  const open = engine === 'open' ? /\/_search\/point_in_time$/ : /\/_pit$/;
  const refused = { status: 401, json: { error: 'security_exception' } };
  server.on('POST', open, ({ headers }) => {
    if (!mayRead(headers)) return refused;
    const id = `view-${views.size}`;
    views.set(id, [...(records as Hit[])]);
    return { json: engine === 'open' ? { pit_id: id, creation_time: NOW } : { id } };
  });
  server.on('DELETE', engine === 'open' ? '/_search/point_in_time' : '/_pit', (request) => {
    const body = request.json() as { id?: string; pit_id?: string[] };
    views.delete(body.id ?? body.pit_id?.[0] ?? '');
    return { json: { succeeded: true, num_freed: 1 } };
  });
  server.on('POST', '/_search', (request) => {
    if (!mayRead(request.headers)) return refused;
    const body = request.json() as Search;
    const view = views.get(body.pit.id);
    if (!view)
      return { status: 404, json: { error: { type: 'search_context_missing_exception' } } };
    const [[field, range] = ['', { gte: 0 }]] = Object.entries(
      body.query.bool.filter[0]?.range ?? {},
    );
    const timeOf = (hit: Hit) =>
      Date.parse(String((hit._source as Record<string, unknown>)[field]));
    const tieOf = (hit: Hit) => (engine === 'open' ? hit._id : view.indexOf(hit));
    const sortOf = (hit: Hit) => {
      const ms = timeOf(hit);
      return [engine === 'open' ? ms : new Date(ms).toISOString(), tieOf(hit)] as const;
    };
    const compare = (a: readonly [string | number, string | number], b: typeof a) =>
      a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : 0;
    const hits = view
      .filter((hit) => timeOf(hit) >= range.gte)
      .sort((a, b) => compare(sortOf(a), sortOf(b)))
      .filter((hit) => !body.search_after || compare(sortOf(hit), body.search_after) > 0)
      .slice(0, body.size)
      .map((hit) => ({ ...hit, sort: sortOf(hit) }));
    return {
      json: {
        pit_id: body.pit.id,
        timed_out: false,
        _shards: { total: 1, successful: 1, failed: 0 },
        hits: { hits },
      },
    };
  });
  server.on('GET', /\/_count$/, ({ headers }) =>
    mayRead(headers)
      ? { json: { count: records.length, _shards: { total: 1, failed: 0 } } }
      : refused,
  );
  server.on('GET', '/', () => ({ json: { version: { number: '9.2.0' } } }));
}

describeConnector({
  connector: elasticSecurity,
  settings: (origin) => ({ address: origin, product: 'elastic-security' }),
  secrets: { secret: KEY },
  serve: (server, records) => serveEngine(server, records, 'elastic'),
  records: (count, from = 0) => Array.from({ length: count }, (_, n) => alertHit(from + n)),
  identify: (record) => (record as Hit)._id,
});

async function run(
  server: VendorServer,
  cursor: string | null,
  more: { settings?: object; batchSize?: number; now?: number } = {},
) {
  const context = connectorContext(elasticSecurity, {
    settings: { address: server.origin, ...more.settings },
    secrets: { secret: KEY },
    batchSize: more.batchSize ?? 10,
    now: more.now ?? NOW,
  });
  const ids: string[] = [];
  let at = cursor;
  for (let page = 0; page < 100; page++) {
    const answer = await elasticSecurity.fetch(context, at);
    ids.push(
      ...answer.records.map((bytes) => JSON.parse(String(Buffer.from(bytes)))._id as string),
    );
    at = answer.cursor;
    if (!answer.hasMore) return { ids, cursor: at };
  }
  throw new Error('no end');
}

test('[CN1] records of one moment, more than a page of them: each once, in every page size', async () => {
  const server = await openVendorServer();
  try {
    const same = NOW - 3_600_000;
    const records = Array.from({ length: 700 }, (_, n) => alertHit(n, same));
    serveEngine(server, records, 'elastic');
    for (const batchSize of [40, 1_000]) {
      const { ids, cursor } = await run(server, null, { batchSize });
      expect(new Set(ids).size).toBe(700);
      // A moment of more documents than the cursor remembers is read to its end, not cut again.
      expect(ids.length).toBe(700);
      const again = await run(server, cursor, { batchSize });
      expect(again.ids.every((id) => ids.includes(id))).toBe(true);
    }
  } finally {
    await server.close();
  }
});

test('[CN2] what arrives late is read by the next run, and known ones are not', async () => {
  const server = await openVendorServer();
  try {
    const records = [alertHit(1, NOW - 60_000), alertHit(2, NOW - 30_000)];
    serveEngine(server, records, 'elastic');
    const first = await run(server, null);
    records.push(alertHit(3, NOW - 90_000));
    const second = await run(server, first.cursor);
    expect(second.ids).toEqual(['alert-3']);
    expect((await run(server, second.cursor)).ids).toEqual([]);
  } finally {
    await server.close();
  }
});

test('[CN3] a record dated in the future does not carry the position there', async () => {
  const server = await openVendorServer();
  try {
    const records = [alertHit(1, NOW - 60_000), alertHit(2, NOW + 365 * 86_400_000)];
    serveEngine(server, records, 'elastic');
    const first = await run(server, null);
    records.push(alertHit(3, NOW + 60_000));
    const second = await run(server, first.cursor, { now: NOW + 120_000 });
    expect(second.ids).toEqual(['alert-3']);
  } finally {
    await server.close();
  }
});

test('OpenSearch: its own point in time, order by document, basic authentication', async () => {
  const server = await openVendorServer();
  try {
    serveEngine(
      server,
      Array.from({ length: 35 }, (_, n) => alertHit(n)),
      'open',
    );
    const settings = { product: 'elastic-security', engine: 'opensearch', user: 'svc' };
    const { ids } = await run(server, null, { settings });
    expect(ids).toHaveLength(35);
    expect(server.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(4);
    const search = server.requests.find(({ path }) => path === '/_search')?.json() as Search;
    expect(search.sort[1]).toEqual({ _id: { order: 'asc' } });
  } finally {
    await server.close();
  }
});

test('[CN4] an answer of which shards are missing is not used', async () => {
  const server = await openVendorServer();
  try {
    serveEngine(server, [alertHit(1)], 'elastic');
    server.on('POST', '/_search', () => ({
      json: { timed_out: false, _shards: { total: 2, failed: 1 }, hits: { hits: [] } },
    }));
    await expect(run(server, null)).rejects.toMatchObject({ kind: 'unavailable' });
  } finally {
    await server.close();
  }
});

test('probe: a missing right and a pattern without indexes are named', async () => {
  const server = await openVendorServer();
  try {
    const context = connectorContext(elasticSecurity, {
      settings: { address: server.origin },
      secrets: { secret: KEY },
    });
    server.on('GET', /\/_count$/, () => ({ status: 403, json: { error: 'security_exception' } }));
    await expect(elasticSecurity.probe(context)).rejects.toThrow(
      /index privilege read on \.alerts-/,
    );
    server.on('GET', /\/_count$/, () => ({ json: { count: 0, _shards: { total: 0 } } }));
    await expect(elasticSecurity.probe(context)).rejects.toMatchObject({ kind: 'settings' });
  } finally {
    await server.close();
  }
});

function mapped(record: unknown) {
  if (elasticSecurity.delivers !== 'alerts') throw new Error('alerts are expected');
  const settings = elasticSecurity.schema.parse({ address: 'https://elastic.example.com:9200' });
  return elasticSecurity.map(record, new ImportTally(NOW, null), JSON.stringify(record), settings);
}

test('map: Elastic Security, Wazuh, Security Onion and Security Analytics by their own documents', () => {
  expect(mapped(alertHit(0))).toMatchObject({
    type: 'alert',
    alert: {
      title: 'Credential Access via Process Dump',
      severity: 'HIGH',
      source: 'Elastic Security',
      sourceHost: 'ws-17',
      sourceUser: 'pat',
      sourceIp: '192.0.2.17',
      destIp: '198.51.100.9',
      detector: 'elastic:rule-7',
      category: 'process',
      techniques: ['T1003', 'T1003.001'],
      createdAt: '2026-11-21T12:00:00.000Z',
    },
  });
  const wazuhHit = {
    _index: 'wazuh-alerts-4.x-2026.11.22',
    _id: 'w1',
    _source: {
      '@timestamp': '2026-11-22T10:00:00.000Z',
      rule: {
        level: 12,
        description: 'Several failed logins.',
        id: '5712',
        mitre: { id: ['T1110'] },
      },
      agent: { id: '001', name: 'srv-3' },
      manager: { name: 'wazuh' },
      data: { srcip: '192.0.2.99' },
    },
  };
  expect(mapped(wazuhHit)).toMatchObject({
    alert: { severity: 'HIGH', source: 'Wazuh', sourceHost: 'srv-3', techniques: ['T1110'] },
  });
  const onion = {
    _index: 'logs-suricata.alerts-so',
    _id: 's1',
    _source: {
      '@timestamp': '2026-11-22T10:00:00.000Z',
      tags: ['alert'],
      rule: { name: 'Example signature', uuid: '2000001' },
      event: { module: 'suricata', severity: 1, severity_label: 'critical' },
      source: { ip: '192.0.2.1' },
    },
  };
  expect(mapped(onion)).toMatchObject({
    alert: { title: 'Example signature', severity: 'CRITICAL' },
  });
  const analytics = {
    _index: '.opensearch-sap-windows-alerts-history-1',
    _id: 'a1',
    _source: {
      detector_id: 'd-1',
      detector_name: 'Domain controllers',
      trigger_name: 'Mimikatz seen',
      severity: '1',
      state: 'ACTIVE',
      finding_ids: ['f-1', 'f-2'],
      start_time: '2026-11-22T10:00:00.000Z',
    },
  };
  expect(mapped(analytics)).toMatchObject({
    alert: {
      title: 'Mimikatz seen',
      severity: 'CRITICAL',
      source: 'OpenSearch Security Analytics',
      description: 'Detector: Domain controllers. Findings: 2.',
      createdAt: '2026-11-22T10:00:00.000Z',
    },
  });
});
