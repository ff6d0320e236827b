import { expect, test } from 'vitest';
import { ImportTally } from '../../src/main/areas/alerts/import/tally.ts';
import { splunk } from '../../src/main/areas/integrations/connectors/splunk.connector.ts';
import { connectorContext } from '../helpers/connector-context.ts';
import { describeConnector } from '../helpers/connector-suite.ts';
import { openVendorServer, type VendorServer } from '../helpers/vendor-server.ts';

const START = Date.parse('2026-11-22T12:00:00.000Z');
const TOKEN = 'not-to-be-seen-1';

/** A row of notable events as the export writes it (all values are text or lists of text), made by us. */
function notable(n: number, indexed = START / 1_000 - 3_600 + n) {
  return {
    _bkt: 'notable~1~B0',
    _cd: `1:${String(n).padStart(6, '0')}`,
    _indextime: String(indexed),
    _time: new Date(indexed * 1_000 - 5_000).toISOString().replace('Z', '+00:00'),
    event_id: `B0@@notable@@${n}`,
    index: 'notable',
    host: 'searchhead-1',
    search_name: 'Access - Brute Force Access Behavior Detected - Rule',
    rule_title: 'Brute force behaviour from 192.0.2.44',
    rule_description: 'Many failures, then a success.',
    urgency: 'high',
    security_domain: 'access',
    src: '192.0.2.44',
    dest: 'srv-9',
    user: ['pat', 'robin'],
    'annotations.mitre_attack.mitre_technique_id': ['T1110', 'T1110.001'],
  };
}
type Row = ReturnType<typeof notable>;

/** The export: rows as lines, a preview among them, a message, and a last row that says so. */
function serveSplunk(server: VendorServer, records: unknown[]): void {
  const may = (headers: Readonly<Record<string, string>>) =>
    headers.authorization === `Bearer ${TOKEN}`;
  const refused = {
    status: 401,
    json: { messages: [{ type: 'WARN', text: 'call not properly authenticated' }] },
  };
  server.on('POST', /\/search\/v2\/jobs\/export$/, (request) => {
    if (!may(request.headers)) return refused;
    const form = request.form();
    const search = form.get('search') ?? '';
    const number = (pattern: RegExp) => Number(pattern.exec(search)?.[1] ?? Number.NaN);
    const from = number(/_indextime>=(\d+)/) || Number(form.get('earliest_time'));
    const to = number(/_indextime<(\d+)/) || Number(form.get('latest_time'));
    const rows = (records as Row[])
      .filter((row) => Number(row._indextime) >= from && Number(row._indextime) < to)
      .sort((a, b) => Number(a._indextime) - Number(b._indextime) || (a._cd < b._cd ? -1 : 1))
      .slice(number(/watchfloor_row>(\d+)/))
      .slice(0, number(/head (\d+)/));
    const lines: object[] = [
      { preview: true, offset: 0, result: { _raw: 'a preview, not to be used' } },
    ];
    lines.push({ messages: [{ type: 'INFO', text: 'Your timerange was substituted' }] });
    rows.forEach((result, offset) => {
      const isLast = offset === rows.length - 1;
      lines.push({ preview: false, offset, ...(isLast ? { lastrow: true } : {}), result });
    });
    if (rows.length === 0) lines.push({ preview: false, lastrow: true });
    return { bytes: lines.map((line) => `${JSON.stringify(line)}\n`).join('') };
  });
  server.on('GET', '/services/authentication/current-context', ({ headers }) =>
    may(headers)
      ? { json: { entry: [{ content: { username: 'svc-watchfloor', capabilities: ['search'] } }] } }
      : refused,
  );
  server.on('GET', '/services/server/info', () => ({
    json: { entry: [{ content: { version: '10.0.1' } }] },
  }));
}

/** What was indexed after the first run can be searched some minutes later only. */
let clock = START;
describeConnector({
  connector: splunk,
  settings: (origin) => ({ address: origin }),
  secrets: { token: TOKEN },
  serve(server, records) {
    clock = START;
    serveSplunk(server, records);
  },
  records(count, from = 0) {
    if (from > 0) clock = START + 600_000;
    const base = from > 0 ? START / 1_000 : START / 1_000 - 3_600;
    return Array.from({ length: count }, (_, n) => notable(from + n, base + from + n));
  },
  identify: (record) => (record as Row).event_id,
  get now() {
    return clock;
  },
});

function contextOf(
  server: VendorServer,
  more: {
    settings?: object;
    now?: number;
    batchSize?: number;
    secrets?: Record<string, string>;
  } = {},
) {
  return connectorContext(splunk, {
    settings: { address: server.origin, ...more.settings },
    secrets: { token: TOKEN, ...more.secrets },
    batchSize: more.batchSize ?? 10,
    now: more.now ?? START,
  });
}

async function run(
  server: VendorServer,
  cursor: string | null,
  more: Parameters<typeof contextOf>[1] = {},
) {
  const rows: Row[] = [];
  let at = cursor;
  for (let page = 0; page < 200; page++) {
    const answer = await splunk.fetch(contextOf(server, more), at);
    rows.push(...answer.records.map((bytes) => JSON.parse(Buffer.from(bytes).toString()) as Row));
    at = answer.cursor;
    if (!answer.hasMore) return { rows, cursor: at };
  }
  throw new Error('no end');
}

async function withServer(records: unknown[], work: (server: VendorServer) => Promise<void>) {
  const server = await openVendorServer();
  try {
    serveSplunk(server, records);
    await work(server);
  } finally {
    await server.close();
  }
}

test('[CN1] many rows of one second: each once, in every page size', async () => {
  const records = Array.from({ length: 95 }, (_, n) => notable(n, START / 1_000 - 7_200));
  await withServer(records, async (server) => {
    for (const batchSize of [7, 95, 1_000]) {
      const { rows } = await run(server, null, { batchSize });
      expect(rows.map(({ event_id }) => event_id).sort()).toEqual(
        records.map(({ event_id }) => event_id).sort(),
      );
    }
  });
});

test('[CN2] an event that is indexed late is read by the time of its indexing', async () => {
  const records = [notable(1, START / 1_000 - 7_200)];
  await withServer(records, async (server) => {
    const first = await run(server, null);
    const late = { ...notable(2, START / 1_000 + 30), _time: '2026-11-20T00:00:00.000+00:00' };
    records.push(late);
    const second = await run(server, first.cursor, { now: START + 300_000 });
    expect(second.rows.map(({ event_id }) => event_id)).toEqual([late.event_id]);
  });
});

test('[CN4] a search that ends before its last row, or says that it is not whole, is not used', async () => {
  await withServer([], async (server) => {
    const answers: [string, string][] = [
      ['unavailable', '{"preview":false,"offset":0,"result":{"_raw":"one"}}\n'],
      [
        'unavailable',
        '{"messages":[{"type":"WARN","text":"Search results may be incomplete: peer idx-2 is down"}]}\n',
      ],
      ['settings', '{"messages":[{"type":"FATAL","text":"Error in \'where\' command"}]}\n'],
      ['answer', 'not a line of JSON\n'],
    ];
    for (const [kind, bytes] of answers) {
      server.on('POST', /export$/, () => ({ bytes }));
      await expect(run(server, null)).rejects.toMatchObject({ kind });
    }
  });
});

test('a saved search runs with its own text in our window; one that is not there is named', async () => {
  await withServer([notable(1)], async (server) => {
    const settings = { what: 'saved', search: 'Failed logins by user', app: 'search' };
    server.on('GET', /\/saved\/searches\//, ({ path }) =>
      path.endsWith('Failed%20logins%20by%20user')
        ? {
            json: {
              entry: [{ content: { search: 'index=auth action=failure | stats count by user' } }],
            },
          }
        : { status: 404, json: {} },
    );
    await run(server, null, { settings });
    const form = server.requests.find(({ path }) => path.endsWith('/export'))?.form();
    expect(form?.get('search')).toMatch(
      /^search index=auth action=failure \| stats count by user \| /,
    );
    expect(form?.get('search')).not.toContain('_indextime');
    expect(server.requests.at(-1)?.path).toBe('/servicesNS/nobody/search/search/v2/jobs/export');
    const other = { ...settings, search: 'gone' };
    await expect(run(server, null, { settings: other })).rejects.toThrow(
      /no saved search named gone/,
    );
  });
});

test('probe: an account without the capability is told which', async () => {
  await withServer([], async (server) => {
    server.on('GET', '/services/authentication/current-context', () => ({
      json: { entry: [{ content: { username: 'svc', capabilities: [] } }] },
    }));
    await expect(splunk.probe(contextOf(server))).rejects.toThrow(/capability search/);
  });
});

const ITEM = {
  kind: 'alert',
  id: '0190a8c0-0000-7000-8000-000000000001',
  title: 'Brute force',
  description: '',
  severity: 'HIGH',
  createdAt: '2026-11-22T11:00:00.000Z',
  techniques: ['T1110'],
  observables: [],
  record: { id: 1 },
} as const;

test('push: an event goes to the collector with its token, and its acknowledgement is awaited', async () => {
  await withServer([], async (server) => {
    let asked = 0;
    server.on('POST', '/services/collector/event', () => ({
      json: { text: 'Success', code: 0, ackId: 3 },
    }));
    server.on('POST', '/services/collector/ack', () => ({ json: { acks: { 3: asked++ > 0 } } }));
    const context = contextOf(server, {
      settings: { collector: server.origin, collectorIndex: 'soc' },
      secrets: { collectorToken: 'hec-not-to-be-seen' },
    });
    expect(await splunk.push?.(context, ITEM)).toEqual({ reference: ITEM.id, url: null });
    const [sent] = server.requests;
    expect(sent?.headers.authorization).toBe('Splunk hec-not-to-be-seen');
    expect(sent?.json()).toMatchObject({
      time: 1_795_345_200,
      index: 'soc',
      event: { id: ITEM.id },
    });
    expect(server.requests.filter(({ path }) => path.endsWith('/ack'))).toHaveLength(2);
  });
});

test('push: each refusal of the collector has its cause', async () => {
  await withServer([], async (server) => {
    const context = contextOf(server, {
      settings: { collector: server.origin },
      secrets: { collectorToken: 'hec-not-to-be-seen' },
    });
    for (const [status, code, kind, text] of [
      [403, 4, 'credentials', /not known/],
      [403, 1, 'credentials', /switched off/],
      [400, 7, 'settings', /may not write to this index/],
      [503, 9, 'unavailable', /busy/],
    ] as const) {
      server.on('POST', '/services/collector/event', () => ({
        status,
        json: { text: 'no', code },
      }));
      const pushed = splunk.push?.(context, ITEM);
      await expect(pushed).rejects.toMatchObject({ kind, message: expect.stringMatching(text) });
    }
    await expect(splunk.push?.(contextOf(server), ITEM)).rejects.toMatchObject({
      kind: 'settings',
    });
  });
});

test('map: a notable event, an event without a rule, and the key of each', () => {
  if (splunk.delivers !== 'alerts') throw new Error('alerts are expected');
  const settings = splunk.schema.parse({ address: 'https://splunk.example.com:8089' });
  const map = (row: unknown) =>
    splunk.delivers === 'alerts' && splunk.map(row, new ImportTally(START, null), '', settings);
  expect(map(notable(7))).toMatchObject({
    alert: {
      title: 'Brute force behaviour from 192.0.2.44',
      description: 'Many failures, then a success.',
      severity: 'HIGH',
      source: 'Splunk Enterprise Security',
      sourceHost: 'srv-9',
      sourceUser: 'pat',
      sourceIp: '192.0.2.44',
      destIp: null,
      detector: 'splunk:Access - Brute Force Access Behavior Detected - Rule',
      category: 'access',
      techniques: ['T1110', 'T1110.001'],
      createdAt: '2026-11-22T11:00:02.000Z',
    },
  });
  const plain = {
    _time: '2026-11-22T11:00:00.000+00:00',
    _raw: 'sshd: failed\nmore',
    host: 'srv-2',
    sourcetype: 'linux_secure',
    src_ip: '192.0.2.9',
  };
  expect(map(plain)).toMatchObject({
    alert: {
      title: 'sshd: failed',
      severity: 'MEDIUM',
      source: 'Splunk',
      sourceHost: 'srv-2',
      sourceIp: '192.0.2.9',
    },
  });
  expect(splunk.key?.(notable(7))).toBe('B0@@notable@@7');
  expect(splunk.key?.({ _bkt: 'b', _cd: '1:2' })).toBe('b|1:2');
  expect(splunk.key?.({ count: '4' })).toBeNull();
});
