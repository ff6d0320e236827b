import { expect, test } from 'vitest';
import { ImportTally } from '../../src/main/areas/alerts/import/tally.ts';
import { crowdstrike } from '../../src/main/areas/integrations/connectors/crowdstrike.connector.ts';
import { connectorContext } from '../helpers/connector-context.ts';
import { describeConnector } from '../helpers/connector-suite.ts';
import { openVendorServer, type VendorServer } from '../helpers/vendor-server.ts';

const NOW = Date.parse('2026-11-22T12:00:00.000Z');
const SECRET = 'not-to-be-seen-1';
const BEARER = 'token-not-to-be-seen';

/** An endpoint alert of version 2 in the published shape, made by us. */
function alertOf(n: number, updated = NOW - 7_200_000 + n * 1_000) {
  return {
    composite_id: `cid:ind:aid:${n}`,
    aggregate_id: 'aggind:aid:1',
    created_timestamp: new Date(NOW - 10_800_000 + n * 1_000).toISOString().replace('Z', '123456Z'),
    updated_timestamp: new Date(updated).toISOString(),
    timestamp: '2026-11-22T08:59:59.000Z',
    product: 'epp',
    type: 'ldt',
    name: 'CredentialDumping',
    display_name: 'Credential dumping',
    description: 'A process read the memory of LSASS.',
    cmdline: 'rundll32 comsvcs.dll MiniDump',
    severity: 70,
    severity_name: 'High',
    tactic: 'Credential Access',
    tactic_id: 'TA0006',
    technique: 'OS Credential Dumping',
    technique_id: 'T1003',
    mitre_attack: [{ technique_id: 'T1003.001' }],
    pattern_id: 10137,
    user_name: 'pat',
    device: { hostname: 'ws-17', local_ip: '192.0.2.17', external_ip: '203.0.113.5' },
    status: 'new',
  };
}
type Alert = ReturnType<typeof alertOf>;

/** Ids by offset and limit in order of time, then what they stand for. */
function serveFalcon(server: VendorServer, records: unknown[]): void {
  const all = () => records as Alert[];
  const may = (headers: Readonly<Record<string, string>>) =>
    headers.authorization === `Bearer ${BEARER}`;
  server.on('POST', '/oauth2/token', (request) =>
    request.form().get('client_secret') === SECRET
      ? { status: 201, json: { access_token: BEARER, expires_in: 1799, token_type: 'bearer' } }
      : { status: 401, json: { errors: [{ code: 401, message: 'access denied' }] } },
  );
  server.on('GET', '/alerts/queries/alerts/v2', ({ headers, query }) => {
    if (!may(headers)) return { status: 401, json: {} };
    const [, field = 'updated_timestamp', since = '1970-01-01'] =
      /(\w+):>='([^']+)'/.exec(query.get('filter') ?? '') ?? [];
    const offset = Number(query.get('offset') ?? 0);
    const limit = Number(query.get('limit'));
    if (offset + limit > 10_000)
      return { status: 400, json: { errors: [{ message: 'too deep' }] } };
    const timeOf = (one: Alert) => Date.parse(String((one as Record<string, unknown>)[field]));
    const found = all()
      .filter((one) => timeOf(one) >= Date.parse(since))
      .sort((a, b) => timeOf(a) - timeOf(b));
    const resources = found.slice(offset, offset + limit).map(({ composite_id }) => composite_id);
    return {
      json: { meta: { pagination: { offset, limit, total: found.length } }, resources, errors: [] },
    };
  });
  server.on('POST', '/alerts/entities/alerts/v2', (request) => {
    if (!may(request.headers)) return { status: 401, json: {} };
    const { composite_ids } = request.json() as { composite_ids: string[] };
    // In an order of its own.
    const resources = all()
      .filter(({ composite_id }) => composite_ids.includes(composite_id))
      .reverse();
    return { json: { resources, errors: [] } };
  });
}

const settingsOf = (origin: string) => ({ region: origin, client: 'client-1' });

describeConnector({
  connector: crowdstrike,
  settings: settingsOf,
  secrets: { clientSecret: SECRET },
  serve: serveFalcon,
  records: (count, from = 0) => Array.from({ length: count }, (_, n) => alertOf(from + n)),
  identify: (record) => (record as Alert).composite_id,
  faulty: /^\/alerts\//,
});

async function run(
  server: VendorServer,
  cursor: string | null,
  more: { batchSize?: number; now?: number; settings?: object } = {},
) {
  const context = connectorContext(crowdstrike, {
    settings: { ...settingsOf(server.origin), ...more.settings },
    secrets: { clientSecret: SECRET },
    batchSize: more.batchSize ?? 10,
    now: more.now ?? NOW,
  });
  const ids: string[] = [];
  let at = cursor;
  for (let page = 0; page < 200; page++) {
    const answer = await crowdstrike.fetch(context, at);
    ids.push(
      ...answer.records.map(
        (bytes) => JSON.parse(Buffer.from(bytes).toString()).composite_id as string,
      ),
    );
    at = answer.cursor;
    if (!answer.hasMore) return { ids, cursor: at };
  }
  throw new Error('no end');
}

async function withServer(records: unknown[], work: (server: VendorServer) => Promise<void>) {
  const server = await openVendorServer();
  try {
    serveFalcon(server, records);
    await work(server);
  } finally {
    await server.close();
  }
}

test('[CN1] alerts of one moment: each once where the cursor remembers them, none lost where it cannot', async () => {
  const few = Array.from({ length: 95 }, (_, n) => alertOf(n, NOW - 7_200_000));
  await withServer(few, async (server) => {
    const { ids } = await run(server, null);
    expect(ids.toSorted()).toEqual(few.map(({ composite_id }) => composite_id).sort());
  });
  const many = Array.from({ length: 900 }, (_, n) => alertOf(n, NOW - 7_200_000));
  await withServer(many, async (server) => {
    expect(new Set((await run(server, null, { batchSize: 400 })).ids).size).toBe(900);
  });
});

test('[CN2] what is found late is read by the next run; a known alert that was updated keeps its key', async () => {
  const records = [alertOf(1, NOW - 60_000)];
  await withServer(records, async (server) => {
    const first = await run(server, null);
    records.push(alertOf(2, NOW - 90_000));
    expect((await run(server, first.cursor)).ids).toEqual(['cid:ind:aid:2']);
  });
  const [before, after] = [alertOf(3, NOW), { ...alertOf(3, NOW + 60_000), status: 'closed' }];
  const keyOf = (one: unknown) => crowdstrike.delivers === 'alerts' && crowdstrike.key?.(one);
  expect(keyOf(after)).toBe(keyOf(before));
});

test('[CN3] an alert dated in the future does not carry the position there', async () => {
  const records = [alertOf(1, NOW - 60_000), alertOf(2, NOW + 86_400_000)];
  await withServer(records, async (server) => {
    const first = await run(server, null);
    records.push(alertOf(3, NOW + 60_000));
    expect((await run(server, first.cursor, { now: NOW + 120_000 })).ids).toEqual([
      'cid:ind:aid:3',
    ]);
  });
});

test('[CN4] an answer that lists errors is not used in parts', async () => {
  await withServer([alertOf(1)], async (server) => {
    server.on('POST', '/alerts/entities/alerts/v2', () => ({
      json: { resources: [], errors: [{ code: 500, message: 'shard missing' }] },
    }));
    await expect(run(server, null)).rejects.toMatchObject({ kind: 'unavailable' });
  });
});

test('the filter of the settings stands beside the time; a missing scope is named', async () => {
  await withServer([alertOf(1)], async (server) => {
    await run(server, null, { settings: { by: 'created', filter: "product:'epp'" } });
    const asked = server.requests.find(({ path }) => path.endsWith('/queries/alerts/v2'))?.query;
    expect(asked?.get('filter')).toMatch(
      /^created_timestamp:>='2026-11-15T12:00:00\.000Z'\+\(product:'epp'\)$/,
    );
    expect(asked?.get('sort')).toBe('created_timestamp.asc');
    server.on('GET', '/alerts/queries/alerts/v2', () => ({ status: 403, json: {} }));
    await expect(run(server, null)).rejects.toThrow(/Alerts: Read/);
  });
});

test('map: fields of an endpoint and of an identity alert', () => {
  if (crowdstrike.delivers !== 'alerts') throw new Error('alerts are expected');
  const settings = crowdstrike.schema.parse(settingsOf('https://falcon.example.com'));
  const tally = new ImportTally(NOW, null);
  expect(crowdstrike.map(alertOf(0), tally, '', settings)).toMatchObject({
    alert: {
      title: 'Credential dumping',
      description:
        'A process read the memory of LSASS.\nCommand line: rundll32 comsvcs.dll MiniDump',
      severity: 'HIGH',
      source: 'CrowdStrike Falcon Insight',
      sourceHost: 'ws-17',
      sourceUser: 'pat',
      sourceIp: '192.0.2.17',
      detector: 'crowdstrike:10137',
      category: 'Credential Access',
      techniques: ['T1003', 'T1003.001'],
      createdAt: '2026-11-22T09:00:00.000Z',
    },
  });
  const identity = {
    composite_id: 'cid:idp:1',
    product: 'idp',
    display_name: 'Unusual login',
    severity: 30,
    source_account_name: 'robin',
    source_endpoint_host_name: 'ws-3',
    source_endpoint_address_ip4: '192.0.2.3',
    created_timestamp: '2026-11-22T09:00:00Z',
  };
  expect(crowdstrike.map(identity, tally, '', settings)).toMatchObject({
    alert: {
      severity: 'LOW',
      source: 'CrowdStrike Identity Protection',
      sourceUser: 'robin',
      sourceHost: 'ws-3',
    },
  });
});
