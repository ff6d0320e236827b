import { expect, test } from 'vitest';
import { ImportTally } from '../../src/main/areas/alerts/import/tally.ts';
import { tenable } from '../../src/main/areas/integrations/connectors/tenable.connector.ts';
import { connectorContext } from '../helpers/connector-context.ts';
import { describeConnector } from '../helpers/connector-suite.ts';
import { openVendorServer, type VendorServer } from '../helpers/vendor-server.ts';

const START = Date.parse('2026-11-22T12:00:00.000Z');
const SECRET = 'not-to-be-seen-1';
const OF_A_CHUNK = 16;

/** A finding of "Export vulnerabilities" in the published shape, made by us. */
function findingOf(n: number, seen = START - 7_200_000) {
  return {
    asset: {
      uuid: `asset-${n % 5}`,
      hostname: `srv-${n % 5}`,
      fqdn: `srv-${n % 5}.example.com`,
      ipv4: '192.0.2.20',
      operating_system: ['Linux'],
    },
    plugin: {
      id: 19_506 + n,
      name: 'OpenSSL: several vulnerabilities',
      synopsis: 'The remote service has known vulnerabilities.',
      solution: 'Upgrade.',
      family: 'General',
      cve: ['CVE-2024-0001', 'CVE-2024-0002'],
      cvss3_base_score: 7.5,
      vpr: { score: 9.2 },
    },
    port: { port: 443, protocol: 'TCP', service: 'www' },
    severity: 'high',
    severity_id: 3,
    state: 'OPEN',
    first_found: '2026-11-01T08:00:00.000Z',
    last_found: new Date(seen).toISOString(),
    output: 'found',
  };
}
type Finding = ReturnType<typeof findingOf>;

/** Ordered, asked for, downloaded by chunks. Its id says since when, so that the same order has the same id. */
function serveExport(server: VendorServer, records: unknown[]): void {
  const exports = new Map<string, Finding[]>();
  const may = (headers: Readonly<Record<string, string>>) =>
    headers['x-apikeys'] === `accessKey=access-1;secretKey=${SECRET}`;
  const refused = { status: 401, json: { error: 'Invalid Credentials' } };
  server.on('POST', '/vulns/export', (request) => {
    if (!may(request.headers)) return refused;
    const { filters } = request.json() as { filters: { since: number } };
    const id = `export-${filters.since}`;
    const found = (records as Finding[]).filter(
      ({ last_found }) => Date.parse(last_found) >= filters.since * 1_000,
    );
    exports.set(id, found);
    return { json: { export_uuid: id } };
  });
  server.on('GET', /^\/vulns\/export\/export-[^/]+\/status$/, ({ headers, path }) => {
    const found = exports.get(path.split('/')[3] ?? '');
    if (!may(headers)) return refused;
    if (!found) return { status: 404, json: {} };
    const chunks = Array.from({ length: Math.ceil(found.length / OF_A_CHUNK) }, (_, n) => n + 1);
    return { json: { uuid: 'x', status: 'FINISHED', chunks_available: chunks.toReversed() } };
  });
  server.on('GET', /\/chunks\/\d+$/, ({ path }) => {
    const [, , , id = '', , number = '1'] = path.split('/');
    const from = (Number(number) - 1) * OF_A_CHUNK;
    return { json: exports.get(id)?.slice(from, from + OF_A_CHUNK) ?? [] };
  });
  server.on('GET', '/vulns/export/status', ({ headers }) =>
    may(headers) ? { json: { exports: [] } } : refused,
  );
}

let clock = START;
describeConnector({
  connector: tenable,
  settings: (origin) => ({ address: origin, accessKey: 'access-1' }),
  secrets: { secretKey: SECRET },
  serve(server, records) {
    clock = START;
    serveExport(server, records);
  },
  records(count, from = 0) {
    if (from > 0) clock = START + 8 * 3_600_000;
    return Array.from({ length: count }, (_, n) =>
      findingOf(from + n, from > 0 ? START + 3_600_000 : undefined),
    );
  },
  identify: (record) => String((record as Finding).plugin.id),
  get now() {
    return clock;
  },
});

function contextOf(server: VendorServer, now = START, settings: object = {}) {
  return connectorContext(tenable, {
    settings: { address: server.origin, accessKey: 'access-1', ...settings },
    secrets: { secretKey: SECRET },
    batchSize: 10,
    now,
  });
}

async function run(server: VendorServer, cursor: string | null, now = START) {
  const ids: number[] = [];
  let at = cursor;
  for (let page = 0; page < 100; page++) {
    const answer = await tenable.fetch(contextOf(server, now), at);
    ids.push(
      ...answer.records.map(
        (bytes) => JSON.parse(Buffer.from(bytes).toString()).plugin.id as number,
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
    serveExport(server, records);
    await work(server);
  } finally {
    await server.close();
  }
}

test('[CN1] [CN2] findings of one scan, chunks in any order: each once; the next export reaches back before this one', async () => {
  const records = Array.from({ length: 95 }, (_, n) => findingOf(n));
  await withServer(records, async (server) => {
    const first = await run(server, null);
    expect(first.ids).toEqual(records.map(({ plugin }) => plugin.id));
    // Found before the last export was ordered, indexed after it.
    records.push(findingOf(200, START - 1_800_000));
    const early = await run(server, first.cursor, START + 3_600_000);
    expect(early).toEqual({ ids: [], cursor: first.cursor });
    expect((await run(server, first.cursor, START + 7 * 3_600_000)).ids).toEqual([19_706]);
  });
});

test('an export that is not ready is asked again by the next run, one that is gone is ordered again', async () => {
  await withServer([findingOf(1)], async (server) => {
    let word = 'PROCESSING';
    server.on('GET', /^\/vulns\/export\/export-[^/]+\/status$/, () => ({
      json: { status: word, chunks_available: word === 'FINISHED' ? [1] : [] },
    }));
    const first = await run(server, null);
    expect(first.ids).toEqual([]);
    word = 'FINISHED';
    expect((await run(server, first.cursor, START + 300_000)).ids).toEqual([19_507]);
    const orders = () => server.requests.filter(({ method }) => method === 'POST').length;
    expect(orders()).toBe(1);
    word = 'ERROR';
    const broken = await run(server, first.cursor, START + 300_000);
    word = 'FINISHED';
    expect((await run(server, broken.cursor, START + 600_000)).ids).toEqual([19_507]);
    expect(orders()).toBe(2);
  });
});

test('while chunks are still made, only those in order are read', async () => {
  const records = Array.from({ length: 48 }, (_, n) => findingOf(n));
  await withServer(records, async (server) => {
    let chunks = [3, 1];
    let word = 'PROCESSING';
    server.on('GET', /^\/vulns\/export\/export-[^/]+\/status$/, () => ({
      json: { status: word, chunks_available: chunks },
    }));
    const first = await run(server, null);
    expect(first.ids).toHaveLength(16);
    chunks = [3, 1, 2];
    word = 'FINISHED';
    const second = await run(server, first.cursor, START + 300_000);
    expect([...first.ids, ...second.ids]).toEqual(records.map(({ plugin }) => plugin.id));
  });
});

test('the filter asks for severities and states; a missing right is named', async () => {
  await withServer([], async (server) => {
    await tenable.fetch(contextOf(server, START, { lowest: 'medium', sinceDays: 1 }), null);
    expect(server.requests[0]?.json()).toEqual({
      num_assets: 50,
      filters: {
        since: START / 1_000 - 86_400,
        severity: ['medium', 'high', 'critical'],
        state: ['OPEN', 'REOPENED'],
      },
    });
    server.on('GET', '/vulns/export/status', () => ({ status: 403, json: {} }));
    await expect(tenable.probe(contextOf(server))).rejects.toThrow(/role that may export/);
  });
});

test('map: severity by VPR, host and port; one key of a finding as long as it lasts', () => {
  if (tenable.delivers !== 'alerts') throw new Error('alerts are expected');
  const settings = tenable.schema.parse({ accessKey: 'access-1' });
  const tally = new ImportTally(START, null);
  const finding = findingOf(0);
  expect(tenable.map(finding, tally, '', settings)).toMatchObject({
    alert: {
      title: 'OpenSSL: several vulnerabilities',
      description:
        'The remote service has known vulnerabilities.\nCVE: CVE-2024-0001, CVE-2024-0002.\nPort: TCP 443.\nSolution: Upgrade.',
      severity: 'CRITICAL',
      source: 'Tenable',
      sourceHost: 'srv-0',
      destIp: '192.0.2.20',
      detector: 'tenable:19506',
      category: 'General',
      createdAt: '2026-11-01T08:00:00.000Z',
    },
  });
  const { vpr: _, ...plugin } = finding.plugin;
  expect(tenable.map({ ...finding, plugin }, tally, '', settings)).toMatchObject({
    alert: { severity: 'HIGH' },
  });
  expect(tenable.map({ ...finding, state: 'FIXED' }, tally, '', settings)).toEqual({
    type: 'skipped',
    reason: 'findings that are fixed',
  });
  expect(tenable.key?.({ ...finding, last_found: '2026-11-23T00:00:00Z' })).toBe(
    tenable.key?.(finding),
  );
  expect(tenable.key?.({ ...finding, resurfaced_date: '2026-12-01' })).not.toBe(
    tenable.key?.(finding),
  );
});
