import { expect, test } from 'vitest';
import { ImportTally } from '../../src/main/areas/alerts/import/tally.ts';
import { qualys } from '../../src/main/areas/integrations/connectors/qualys.connector.ts';
import { connectorContext } from '../helpers/connector-context.ts';
import { describeConnector } from '../helpers/connector-suite.ts';
import { openVendorServer, type VendorServer } from '../helpers/vendor-server.ts';

const START = Date.parse('2026-11-22T12:00:00.000Z');
const PASSWORD = 'not-to-be-seen-1';
const DETECTIONS_OF_A_HOST = 4;

interface Row {
  readonly HOST: Record<string, string>;
  readonly DETECTION: Record<string, string>;
  readonly KB?: Record<string, string>;
}

/** A detection as this connector keeps it, by the names of the published XML, made by us. */
function rowOf(
  n: number,
  hostId = 1_000 + Math.floor(n / DETECTIONS_OF_A_HOST),
  updated = START - 7_200_000,
): Row {
  return {
    HOST: {
      ID: String(hostId),
      IP: '192.0.2.30',
      TRACKING_METHOD: 'IP',
      OS: 'Linux 6',
      DNS: `srv-${hostId}.example.com`,
      'DNS_DATA.FQDN': `srv-${hostId}.example.com`,
    },
    DETECTION: {
      UNIQUE_VULN_ID: String(5_000_000 + n),
      QID: '38739',
      TYPE: 'Confirmed',
      SEVERITY: '4',
      PORT: '22',
      PROTOCOL: 'tcp',
      RESULTS: 'SSH & <weak> ciphers',
      STATUS: 'Active',
      FIRST_FOUND_DATETIME: '2026-10-01T08:00:00Z',
      LAST_FOUND_DATETIME: new Date(updated).toISOString(),
      QDS: '71',
    },
    KB: {
      QID: '38739',
      TITLE: 'Deprecated SSH settings',
      CATEGORY: 'General remote services',
      'CVE_LIST.CVE.ID': 'CVE-2008-5161, CVE-2023-48795',
      PATCHABLE: '0',
    },
  };
}

const escaped = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
const leaf = (name: string, text: string) => `<${name}>${escaped(text)}</${name}>`;

function hostXml(rows: readonly Row[]): string {
  const { 'DNS_DATA.FQDN': fqdn = '', ...host } = rows[0]?.HOST ?? {};
  const detections = rows.map(({ DETECTION }) => {
    const { RESULTS, QDS, ...rest } = DETECTION;
    const fields = Object.entries(rest).map(([name, text]) => leaf(name, text));
    const results = RESULTS === undefined ? '' : `<RESULTS><![CDATA[${RESULTS}]]></RESULTS>`;
    return `<DETECTION>${fields.join('')}${results}<QDS severity="HIGH">${QDS}</QDS></DETECTION>`;
  });
  const fields = Object.entries(host).map(([name, text]) => leaf(name, text));
  return `<HOST>${fields.join('')}<DNS_DATA><HOSTNAME/><FQDN>${fqdn}</FQDN></DNS_DATA><DETECTION_LIST>${detections.join('')}</DETECTION_LIST></HOST>`.replace(
    '<DNS_DATA><HOSTNAME/>',
    '<DNS_DATA>\n',
  );
}

const HEAD =
  '<?xml version="1.0" encoding="UTF-8" ?>\n<!DOCTYPE HOST_LIST_VM_DETECTION_OUTPUT SYSTEM "https://qualysapi.example.com/dtd">\n';
const XML = { 'content-type': 'text/xml;charset=UTF-8' };

/** Hosts by id in answers of `truncation_limit`, a WARNING with the next id, the KnowledgeBase beside. */
function serveQualys(server: VendorServer, records: unknown[]): void {
  const basic = `Basic ${Buffer.from(`svc:${PASSWORD}`).toString('base64')}`;
  const simple = (text: string, code: number) =>
    `<?xml version="1.0"?><SIMPLE_RETURN><RESPONSE><CODE>${code}</CODE><TEXT>${text}</TEXT></RESPONSE></SIMPLE_RETURN>`;
  const refused = { status: 401, headers: XML, bytes: simple('Bad Login/Password', 2000) };
  server.on('POST', '/api/2.0/fo/asset/host/vm/detection/', (request) => {
    if (request.headers.authorization !== basic) return refused;
    if (request.headers['x-requested-with'] === undefined) {
      return { status: 400, headers: XML, bytes: simple('Missing header', 1904) };
    }
    const form = request.form();
    const since = Date.parse(form.get('detection_updated_since') ?? '1970-01-01');
    const idMin = Number(form.get('id_min') ?? 0);
    const hosts = new Map<number, Row[]>();
    for (const row of records as Row[]) {
      const id = Number(row.HOST.ID);
      if (id < idMin || Date.parse(row.DETECTION.LAST_FOUND_DATETIME ?? '') < since) continue;
      hosts.set(id, [...(hosts.get(id) ?? []), row]);
    }
    const ids = [...hosts.keys()].sort((a, b) => a - b);
    const limit = Number(form.get('truncation_limit'));
    const list = ids.slice(0, limit).map((id) => hostXml(hosts.get(id) ?? []));
    const next = ids[limit];
    const url = `${server.origin}/api/2.0/fo/asset/host/vm/detection/?action=list&amp;id_min=${next}`;
    const warning =
      next === undefined
        ? ''
        : `<WARNING><CODE>1980</CODE><TEXT>cut</TEXT><URL>${url}</URL></WARNING>`;
    const body = `<RESPONSE><DATETIME>2026-11-22T12:00:00Z</DATETIME><HOST_LIST>${list.join('')}</HOST_LIST>${warning}</RESPONSE>`;
    return {
      headers: { ...XML, 'x-ratelimit-remaining': '299', 'x-concurrency-limit-limit': '2' },
      bytes: `${HEAD}<HOST_LIST_VM_DETECTION_OUTPUT>${body}</HOST_LIST_VM_DETECTION_OUTPUT>`,
    };
  });
  server.on('POST', '/api/2.0/fo/knowledge_base/vuln/', ({ headers }) =>
    headers.authorization === basic
      ? {
          headers: XML,
          bytes: `<KNOWLEDGE_BASE_VULN_LIST_OUTPUT><RESPONSE><VULN_LIST><VULN><QID>38739</QID><TITLE><![CDATA[Deprecated SSH settings]]></TITLE><CATEGORY>General remote services</CATEGORY><PATCHABLE>0</PATCHABLE><CVE_LIST><CVE><ID>CVE-2008-5161</ID></CVE><CVE><ID>CVE-2023-48795</ID></CVE></CVE_LIST></VULN></VULN_LIST></RESPONSE></KNOWLEDGE_BASE_VULN_LIST_OUTPUT>`,
        }
      : refused,
  );
}

let clock = START;
const settingsOf = (origin: string) => ({ address: origin, user: 'svc' });
describeConnector({
  connector: qualys,
  settings: settingsOf,
  secrets: { password: PASSWORD },
  serve(server, records) {
    clock = START;
    serveQualys(server, records);
  },
  records(count, from = 0) {
    if (from > 0) clock = START + 8 * 3_600_000;
    return Array.from({ length: count }, (_, n) =>
      rowOf(from + n, undefined, from > 0 ? START + 3_600_000 : undefined),
    );
  },
  identify: (record) => (record as Row).DETECTION.UNIQUE_VULN_ID ?? '',
  get now() {
    return clock;
  },
});

async function run(
  server: VendorServer,
  cursor: string | null,
  more: { now?: number; batchSize?: number; settings?: object } = {},
) {
  const context = connectorContext(qualys, {
    settings: { ...settingsOf(server.origin), ...more.settings },
    secrets: { password: PASSWORD },
    batchSize: more.batchSize ?? 10,
    now: more.now ?? START,
  });
  const rows: Row[] = [];
  let at = cursor;
  for (let page = 0; page < 200; page++) {
    const answer = await qualys.fetch(context, at);
    expect(answer.records.length).toBeLessThanOrEqual(context.batchSize);
    rows.push(...answer.records.map((bytes) => JSON.parse(Buffer.from(bytes).toString()) as Row));
    at = answer.cursor;
    if (!answer.hasMore) return { rows, cursor: at };
  }
  throw new Error('no end');
}

async function withServer(records: unknown[], work: (server: VendorServer) => Promise<void>) {
  const server = await openVendorServer();
  try {
    serveQualys(server, records);
    await work(server);
  } finally {
    await server.close();
  }
}

const idsOf = (rows: readonly Row[]) => rows.map(({ DETECTION }) => DETECTION.UNIQUE_VULN_ID);

test('[CN1] a host with more detections than a page, among others: each detection once', async () => {
  const records = [
    ...Array.from({ length: 7 }, (_, n) => rowOf(n, 1)),
    ...Array.from({ length: 33 }, (_, n) => rowOf(100 + n, 2)),
    ...Array.from({ length: 9 }, (_, n) => rowOf(200 + n, 7)),
  ];
  await withServer(records, async (server) => {
    const { rows } = await run(server, null);
    expect(idsOf(rows)).toEqual(idsOf(records));
    expect(rows[0]).toEqual(records[0]);
    expect((await run(server, null, { batchSize: 120 })).rows).toHaveLength(49);
  });
});

test('[CN2] the next pass begins before this one did; in between nothing is asked', async () => {
  const records = [rowOf(1)];
  await withServer(records, async (server) => {
    const first = await run(server, null);
    const asked = server.requests.length;
    records.push(rowOf(2, 1_000, START - 1_800_000));
    expect((await run(server, first.cursor, { now: START + 3_600_000 })).rows).toEqual([]);
    expect(server.requests.length).toBe(asked);
    const later = await run(server, first.cursor, { now: START + 7 * 3_600_000 });
    expect(idsOf(later.rows)).toEqual(['5000002']);
  });
});

test('409: too many calls are waited for as long as Qualys says', async () => {
  await withServer([], async (server) => {
    server.on('POST', /detection\/$/, () => ({
      status: 409,
      headers: { ...XML, 'x-ratelimit-towait-sec': '181' },
      bytes:
        '<SIMPLE_RETURN><RESPONSE><CODE>1965</CODE><TEXT>limit</TEXT></RESPONSE></SIMPLE_RETURN>',
    }));
    await expect(run(server, null)).rejects.toMatchObject({
      kind: 'rate-limited',
      retryAfterMs: 181_000,
    });
  });
});

test('[CN4] XML that is cut, nested without end, or declares entities is not used', async () => {
  await withServer([rowOf(1)], async (server) => {
    const open = '<HOST_LIST_VM_DETECTION_OUTPUT><RESPONSE><HOST_LIST>';
    const bombs = [
      `${open}<HOST><ID>1</ID>`,
      '<A>'.repeat(5_000),
      `<!DOCTYPE A [<!ENTITY x "boom"><!ENTITY y "&x;&x;">]><A>&y;</A>`,
      `<!DOCTYPE A [<!ENTITY x SYSTEM "file:///etc/passwd">]><A>&x;</A>`,
      `${open}<HOST><ID>one</ID></HOST></HOST_LIST></RESPONSE></HOST_LIST_VM_DETECTION_OUTPUT>`,
    ];
    for (const bytes of bombs) {
      server.on('POST', /detection\/$/, () => ({ headers: XML, bytes }));
      await expect(run(server, null), bytes.slice(0, 60)).rejects.toMatchObject({ kind: 'answer' });
    }
  });
});

test('a next page that does not lead on, or elsewhere: only its number is taken', async () => {
  await withServer([], async (server) => {
    const answer = (id: number) =>
      `<HOST_LIST_VM_DETECTION_OUTPUT><RESPONSE><WARNING><CODE>1980</CODE><URL>https://elsewhere.example.com/?id_min=${id}</URL></WARNING></RESPONSE></HOST_LIST_VM_DETECTION_OUTPUT>`;
    server.on('POST', /detection\/$/, (request) => {
      const idMin = Number(request.form().get('id_min') ?? 0);
      return { headers: XML, bytes: answer(idMin === 0 ? 9 : 9) };
    });
    await expect(run(server, null)).rejects.toThrow(/does not lead on/);
    expect(server.requests).toHaveLength(2);
  });
});

test('without the KnowledgeBase an alert is called by its QID; a missing right is named', async () => {
  await withServer([rowOf(1)], async (server) => {
    server.on('POST', /knowledge_base/, () => ({ status: 403, headers: XML, bytes: '' }));
    const { rows } = await run(server, null);
    expect(rows[0]?.KB).toBeUndefined();
    expect(map(rows[0])).toMatchObject({
      alert: { title: 'QID 38739', category: 'Vulnerability' },
    });
    server.on('POST', /detection\/$/, () => ({ status: 403, headers: XML, bytes: '' }));
    await expect(run(server, null)).rejects.toThrow(/API access/);
  });
});

function map(record: unknown) {
  if (qualys.delivers !== 'alerts') throw new Error('alerts are expected');
  const settings = qualys.schema.parse(settingsOf('https://qualysapi.example.com'));
  return qualys.map(record, new ImportTally(START, null), '', settings);
}

test('map: title and CVEs of the KnowledgeBase, severity by QDS; one key as long as it lasts', () => {
  expect(map(rowOf(0))).toMatchObject({
    alert: {
      title: 'Deprecated SSH settings',
      description:
        'CVE: CVE-2008-5161, CVE-2023-48795.\nPort: tcp 22.\nStatus: Active.\nSSH & <weak> ciphers',
      severity: 'HIGH',
      source: 'Qualys',
      sourceHost: 'srv-1000.example.com',
      destIp: '192.0.2.30',
      detector: 'qualys:38739',
      category: 'General remote services',
      createdAt: '2026-10-01T08:00:00.000Z',
    },
  });
  const { DETECTION, ...rest } = rowOf(0);
  const { QDS: _, ...plain } = DETECTION;
  expect(map({ ...rest, DETECTION: { ...plain, SEVERITY: '5' } })).toMatchObject({
    alert: { severity: 'CRITICAL' },
  });
  expect(map({ ...rest, DETECTION: { ...plain, STATUS: 'Fixed' } })).toMatchObject({
    type: 'skipped',
  });
  const key = (record: unknown) => qualys.delivers === 'alerts' && qualys.key?.(record);
  expect(key({ ...rest, DETECTION: { ...DETECTION, STATUS: 'Active', TIMES_FOUND: '9' } })).toBe(
    key(rowOf(0)),
  );
});
