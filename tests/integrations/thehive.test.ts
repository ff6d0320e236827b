import { describe, expect, test } from 'vitest';
import { ImportTally } from '../../src/main/areas/alerts/import/tally.ts';
import type { PushItem } from '../../src/main/areas/integrations/connector.types.ts';
import { theHive } from '../../src/main/areas/integrations/connectors/thehive.connector.ts';
import { connectorContext } from '../helpers/connector-context.ts';
import { describeConnector } from '../helpers/connector-suite.ts';
import {
  openVendorServer,
  type VendorRequest,
  type VendorServer,
} from '../helpers/vendor-server.ts';

const NOW = Date.parse('2026-11-22T12:00:00.000Z');
const KEY = 'not-to-be-seen-thehive-1';

/** Five at one moment; those added later are of the last minutes. */
const madeAt = (at: number) =>
  at < 35 ? NOW - 86_400_000 + Math.floor(at / 5) * 60_000 : NOW - 120_000;

const alert = (at: number, more: object = {}) => ({
  _id: `~${1000 + at}`,
  _type: 'Alert',
  _createdBy: 'siem@example.com',
  _createdAt: madeAt(at),
  type: 'detection',
  source: 'Suricata',
  sourceRef: `ref-${at}`,
  title: `Beacon ${at}`,
  description: 'Traffic to 203.0.113.9',
  severity: 3,
  severityLabel: 'HIGH',
  date: madeAt(at) - 60_000,
  tags: ['attack.t1071.001'],
  tlp: 2,
  pap: 2,
  status: 'New',
  ...more,
});

interface Row {
  readonly _id: string;
  readonly _type: string;
  readonly _createdAt: number;
  readonly source?: string;
  readonly sourceRef?: string;
}
type Step = Record<string, unknown>;

const observablesOf = (row: Row | undefined) =>
  (row?._type === 'Alert'
    ? [
        {
          _id: '~1',
          _type: 'Observable',
          dataType: 'ip',
          data: `10.0.0.${row.sourceRef?.slice(4)}`,
        },
        { _id: '~2', _type: 'Observable', dataType: 'hostname', data: 'srv-9' },
        { _id: '~3', _type: 'Observable', dataType: 'ip', data: '203.0.113.9' },
        { _id: '~4', _type: 'Observable', dataType: 'file', attachment: { name: 'a.exe' } },
        { _id: '~5', _type: 'Observable', dataType: 'username', data: 'pat' },
      ]
    : []) as unknown as Row[];

/** The steps of the query interface that are used here: list, filter, sort, page, count. */
function answer(rows: readonly Row[], steps: readonly Step[]): unknown {
  let found = [...rows];
  for (const step of steps) {
    if (step._name === 'listAlert') found = found.filter(({ _type }) => _type === 'Alert');
    else if (step._name === 'listCase') found = found.filter(({ _type }) => _type === 'Case');
    else if (step._name === 'filter')
      found = found.filter((row) => (step._and as Step[]).every((one) => holds(row, one)));
    else if (step._name === 'sort')
      found.sort((a, b) => a._createdAt - b._createdAt || (a._id < b._id ? -1 : 1));
    else if (step._name === 'getAlert' || step._name === 'getCase')
      found = found.filter(({ _id }) => _id === step.idOrName);
    else if (step._name === 'observables') found = observablesOf(found[0]);
    else if (step._name === 'page') return found.slice(Number(step.from), Number(step.to));
    else if (step._name === 'count') return found.length;
    else throw new Error(`no such step: ${step._name}`);
  }
  return found;
}

function holds(row: Row, condition: Step): boolean {
  const [name, asked] = Object.entries(condition)[0] as [
    string,
    { _field: string; _value: unknown },
  ];
  const value = (row as unknown as Record<string, unknown>)[asked._field];
  if (name === '_eq') return value === asked._value;
  return name === '_gte'
    ? Number(value) >= Number(asked._value)
    : Number(value) <= Number(asked._value);
}

function serve(server: VendorServer, records: unknown[]): void {
  const guarded = (work: (request: VendorRequest) => unknown) => (request: VendorRequest) =>
    request.headers.authorization === `Bearer ${KEY}`
      ? (work(request) as { json: unknown })
      : { status: 401, json: { type: 'AuthenticationError', message: 'Authentication failure' } };
  server.on(
    'POST',
    '/api/v1/query',
    guarded((request) => ({
      json: answer(records as Row[], (request.json() as { query: Step[] }).query),
    })),
  );
  server.on(
    'GET',
    '/api/v1/user/current',
    guarded(() => ({ json: { login: 'reader@example.com' } })),
  );
  server.on('GET', '/api/v1/status', () => ({ json: { versions: { TheHive: '5.4.2' } } }));
  server.on(
    'POST',
    '/api/v1/alert',
    guarded((request) => {
      const given = request.json() as Row;
      const isThere = (records as Row[]).some(
        ({ source, sourceRef }) => source === given.source && sourceRef === given.sourceRef,
      );
      if (isThere) return { status: 400, json: { type: 'CreateError', message: 'already exists' } };
      const made = { ...given, _id: `~${9000 + records.length}`, _type: 'Alert', _createdAt: NOW };
      records.push(made);
      return { status: 201, json: made };
    }),
  );
}

describeConnector({
  connector: theHive,
  settings: (address) => ({ address }),
  secrets: { apiKey: KEY },
  serve,
  records: (count, from = 0) => Array.from({ length: count }, (_, at) => alert(from + at)),
});

describe('connector thehive, its own', () => {
  const inServer = async (records: unknown[], work: (server: VendorServer) => Promise<unknown>) => {
    const server = await openVendorServer();
    try {
      serve(server, records);
      await work(server);
    } finally {
      await server.close();
    }
  };
  const context = (server: VendorServer, batchSize = 10) =>
    connectorContext(theHive, {
      settings: { address: server.origin },
      secrets: { apiKey: KEY },
      now: NOW,
      batchSize,
    });
  const map = (record: unknown) => {
    if (theHive.delivers !== 'alerts') throw new Error('alerts');
    const settings = theHive.schema.parse({ address: 'https://thehive.example.com' });
    return theHive.map(record, new ImportTally(NOW, null), '', settings);
  };

  test('an alert and a case', () => {
    expect(map(alert(1))).toMatchObject({
      alert: {
        title: 'Beacon 1',
        severity: 'HIGH',
        source: 'TheHive',
        category: 'detection',
        detector: 'thehive:Suricata:detection',
        techniques: ['T1071.001'],
        createdAt: '2026-11-21T11:59:00.000Z',
      },
    });
    const startDate = NOW - 3_600_000;
    expect(map(alert(1, { _type: 'Case', startDate, severity: 4 }))).toMatchObject({
      alert: { severity: 'CRITICAL', category: 'Case', createdAt: '2026-11-22T11:00:00.000Z' },
    });
  });

  test('what was sent from here does not come back', () => {
    expect(map(alert(1, { source: 'Watchfloor' }))).toEqual({
      type: 'skipped',
      reason: 'alerts that were sent from here',
    });
  });

  test('cases are read behind the alerts, and both go on where they were', () =>
    inServer(
      [
        ...Array.from({ length: 12 }, (_, at) => alert(at)),
        ...Array.from({ length: 12 }, (_, at) => alert(at, { _id: `~5${at}`, _type: 'Case' })),
      ],
      async (server) => {
        const kinds: string[] = [];
        let cursor: string | null = null;
        for (let calls = 0; calls < 10; calls++) {
          const page = await theHive.fetch(context(server), cursor);
          for (const one of page.records) kinds.push(JSON.parse(Buffer.from(one).toString())._type);
          cursor = page.cursor;
          if (!page.hasMore) break;
        }
        expect(kinds.filter((kind) => kind === 'Alert')).toHaveLength(12);
        expect(kinds.filter((kind) => kind === 'Case')).toHaveLength(12);
        const rest = await theHive.fetch(context(server), cursor);
        expect(rest.records).toEqual([]);
      },
    ));

  const item: PushItem = {
    kind: 'alert',
    id: '0199aaaa-0000-7000-8000-000000000001',
    title: 'Beacon',
    description: '',
    severity: 'CRITICAL',
    createdAt: '2026-11-22T11:00:00.000Z',
    techniques: ['T1071'],
    observables: [
      { type: 'ip', value: '203.0.113.9' },
      { type: 'sha256', value: '0'.repeat(64) },
    ],
    record: {},
  };

  test('[CN21] an alert is sent once, however often it is asked for', () => {
    const records: unknown[] = [];
    return inServer(records, async (server) => {
      const first = await theHive.push?.(context(server), item);
      const second = await theHive.push?.(context(server), item);
      expect(second).toEqual(first);
      expect(first?.url).toBe(`${server.origin}/alerts/~9000/details`);
      expect(records).toHaveLength(1);
      expect(records[0]).toMatchObject({
        source: 'Watchfloor',
        sourceRef: item.id,
        severity: 4,
        observables: [
          { dataType: 'ip', data: '203.0.113.9' },
          { dataType: 'hash', data: '0'.repeat(64) },
        ],
      });
    });
  });

  test('[CN21] two at once: the one that comes second names what the first made', () => {
    const records: unknown[] = [];
    return inServer(records, async (server) => {
      const both = await Promise.all([
        theHive.push?.(context(server), item),
        theHive.push?.(context(server), item),
      ]);
      expect(both[0]).toEqual(both[1]);
      expect(records).toHaveLength(1);
    });
  });

  test('a key that may not write says which permission is missing', () =>
    inServer([], async (server) => {
      server.fault({ status: 403, json: {} }, /alert$/);
      await expect(theHive.push?.(context(server), item)).rejects.toMatchObject({
        kind: 'permission',
        message: expect.stringContaining('manageAlert'),
      });
    }));
});

test('[CN25] observables of an alert give its host, user and addresses, where the setting asks for them', async () => {
  const server = await openVendorServer();
  try {
    serve(server, [alert(1), alert(2), { ...alert(3), _type: 'Case', _id: '~9' }]);
    const context = connectorContext(theHive, {
      settings: { address: server.origin, includeObservables: true },
      secrets: { apiKey: KEY },
      now: NOW,
      batchSize: 100,
    });
    const page = await theHive.fetch(context, null);
    const tally = new ImportTally(NOW, null);
    const read = page.records.map((bytes) => JSON.parse(Buffer.from(bytes).toString()) as object);
    const mapped = read.map((record) => {
      if (theHive.delivers !== 'alerts') throw new Error('alerts');
      return theHive.map(record, tally, '', context.settings);
    });
    expect(mapped).toMatchObject([
      {
        type: 'alert',
        alert: {
          ...{ sourceIp: '10.0.0.1', destIp: '203.0.113.9', sourceHost: 'srv-9' },
          sourceUser: 'pat',
        },
      },
      { type: 'alert', alert: { sourceIp: '10.0.0.2' } },
    ]);
    expect(read[0]).toMatchObject({ _id: '~1001', observables: expect.any(Array) });
    const plain = connectorContext(theHive, {
      settings: { address: server.origin },
      secrets: { apiKey: KEY },
      now: NOW,
      batchSize: 100,
    });
    const before = server.requests.length;
    await theHive.fetch(plain, null);
    expect(server.requests.length - before).toBeLessThanOrEqual(3);
  } finally {
    await server.close();
  }
});
