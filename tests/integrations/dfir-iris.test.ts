import { describe, expect, test } from 'vitest';
import { ImportTally } from '../../src/main/areas/alerts/import/tally.ts';
import type { PushItem } from '../../src/main/areas/integrations/connector.types.ts';
import { dfirIris } from '../../src/main/areas/integrations/connectors/dfir-iris.connector.ts';
import { connectorContext } from '../helpers/connector-context.ts';
import { describeConnector } from '../helpers/connector-suite.ts';
import {
  openVendorServer,
  type VendorRequest,
  type VendorServer,
} from '../helpers/vendor-server.ts';

const NOW = Date.parse('2026-11-22T12:00:00.000Z');
const KEY = 'not-to-be-seen-iris-1';
const naive = (ms: number) => new Date(ms).toISOString().slice(0, 19);

/** Seven at one second; those added later are of the last minutes. */
const madeAt = (at: number) =>
  at < 35 ? NOW - 86_400_000 + Math.floor(at / 7) * 1_000 : NOW - 120_000;

const alert = (at: number, more: object = {}) => ({
  alert_id: at + 1,
  alert_uuid: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
  alert_title: `Credential dumping ${at}`,
  alert_description: 'lsass was read (T1003.001)',
  alert_source: 'Wazuh',
  alert_source_ref: `w-${at}`,
  alert_source_event_time: naive(madeAt(at) - 60_000),
  alert_creation_time: naive(madeAt(at)),
  alert_tags: 'T1003,windows',
  severity: { severity_id: 5, severity_name: 'High' },
  classification: { name: 'intrusions' },
  assets: [
    {
      asset_name: 'ws-7.example.com',
      asset_ip: '192.0.2.7',
      asset_type: { asset_name: 'Windows - Computer' },
    },
    { asset_name: 'ada', asset_type: { asset_name: 'Windows Account - AD' } },
  ],
  iocs: [{ ioc_value: '203.0.113.9', ioc_type: { type_name: 'ip-dst' } }],
  ...more,
});
type Row = ReturnType<typeof alert>;

function serve(server: VendorServer, records: unknown[], cases: unknown[] = []): void {
  const guarded = (work: (request: VendorRequest) => unknown) => (request: VendorRequest) =>
    request.headers.authorization === `Bearer ${KEY}`
      ? { json: { status: 'success', message: '', data: work(request) } }
      : { status: 401, json: { status: 'error', message: 'Authentication required' } };
  server.on(
    'GET',
    '/alerts/filter',
    guarded(({ query }) => {
      const from = query.get('creation_start_date');
      const to = query.get('creation_end_date');
      const reference = query.get('source_reference');
      const found = (records as Row[])
        .filter(
          (one) =>
            from === null ||
            (one.alert_creation_time >= from && one.alert_creation_time <= (to ?? '')),
        )
        .filter((one) => reference === null || one.alert_source_ref.includes(reference))
        .sort((a, b) => (a.alert_source_event_time < b.alert_source_event_time ? -1 : 1));
      const [page, size] = [Number(query.get('page')), Number(query.get('per_page'))];
      return { total: found.length, alerts: found.slice((page - 1) * size, page * size) };
    }),
  );
  server.on(
    'GET',
    '/manage/cases/list',
    guarded(() => cases),
  );
  server.on(
    'GET',
    '/api/versions',
    guarded(() => ({ iris_current: '2.4.20' })),
  );
  const words = (path: string, list: unknown[]) =>
    server.on(
      'GET',
      path,
      guarded(() => list),
    );
  words('/manage/severities/list', [
    { severity_id: 1, severity_name: 'Medium' },
    { severity_id: 6, severity_name: 'Critical' },
  ]);
  words('/manage/alert-status/list', [{ status_id: 2, status_name: 'New' }]);
  words('/manage/tlp/list', [{ tlp_id: 2, tlp_name: 'amber' }]);
  words('/manage/ioc-types/list', [
    { type_id: 76, type_name: 'ip-any' },
    { type_id: 96, type_name: 'other' },
  ]);
  server.on(
    'POST',
    '/alerts/add',
    guarded((request) => {
      const made = { ...(request.json() as object), alert_id: 500 + records.length };
      records.push(made);
      return made;
    }),
  );
}

describeConnector({
  connector: dfirIris,
  settings: (address) => ({ address, includeCases: false }),
  secrets: { apiKey: KEY },
  serve,
  records: (count, from = 0) => Array.from({ length: count }, (_, at) => alert(from + at)),
});

describe('connector dfir-iris, its own', () => {
  const context = (server: VendorServer) =>
    connectorContext(dfirIris, {
      settings: { address: server.origin, customerId: 3 },
      secrets: { apiKey: KEY },
      now: NOW,
      batchSize: 10,
    });
  const map = (record: unknown) => {
    if (dfirIris.delivers !== 'alerts') throw new Error('alerts');
    const settings = dfirIris.schema.parse({ address: 'https://iris.example.com' });
    return dfirIris.map(record, new ImportTally(NOW, null), '', settings);
  };
  const inServer = async (
    records: unknown[],
    cases: unknown[],
    work: (server: VendorServer) => Promise<unknown>,
  ) => {
    const server = await openVendorServer();
    try {
      serve(server, records, cases);
      await work(server);
    } finally {
      await server.close();
    }
  };

  test('an alert with machine, account, address and techniques', () => {
    expect(map(alert(1))).toMatchObject({
      alert: {
        title: 'Credential dumping 1',
        severity: 'HIGH',
        source: 'DFIR-IRIS',
        sourceHost: 'ws-7.example.com',
        sourceUser: 'ada',
        sourceIp: '192.0.2.7',
        destIp: '203.0.113.9',
        detector: 'iris:Wazuh',
        category: 'intrusions',
        techniques: ['T1003', 'T1003.001'],
        createdAt: '2026-11-21T11:59:00.000Z',
        timeBasis: 'recorded',
      },
    });
    expect(map(alert(1, { alert_source: 'Watchfloor' })).type).toBe('skipped');
  });

  const cases = Array.from({ length: 23 }, (_, at) => ({
    case_id: 23 - at,
    case_uuid: `c-${23 - at}`,
    case_name: `#${23 - at} - Intrusion`,
    case_description: 'T1566',
    case_open_date: '11/03/2026',
  }));

  test('cases: each once by pages, later only those that came since', () => {
    const all: unknown[] = [...cases];
    return inServer([], all, async (server) => {
      const read = async (from: string | null) => {
        const ids: number[] = [];
        let cursor = from;
        for (let calls = 0; calls < 10; calls++) {
          const page = await dfirIris.fetch(context(server), cursor);
          for (const one of page.records) ids.push(JSON.parse(Buffer.from(one).toString()).case_id);
          cursor = page.cursor;
          if (!page.hasMore) return { ids, cursor };
        }
        throw new Error('no end');
      };
      const first = await read(null);
      expect(first.ids).toEqual(Array.from({ length: 23 }, (_, at) => at + 1));
      all.push({ ...cases[0], case_id: 24, case_uuid: 'c-24' });
      expect((await read(first.cursor)).ids).toEqual([24]);
    });
  });

  test('a case: its day is month/day/year', () => {
    expect(map(cases[0])).toMatchObject({
      alert: { category: 'Case', techniques: ['T1566'], createdAt: '2026-11-03T00:00:00.000Z' },
    });
  });

  const item: PushItem = {
    kind: 'incident',
    id: '0199aaaa-0000-7000-8000-000000000002',
    title: 'Intrusion',
    description: 'Two machines',
    severity: 'CRITICAL',
    createdAt: '2026-11-22T11:00:00.000Z',
    techniques: ['T1003', 'T1021'],
    observables: [
      { type: 'ip', value: '203.0.113.9' },
      { type: 'ja3', value: '0'.repeat(32) },
    ],
    record: { id: 1 },
  };

  test('[CN21] an incident is sent once, with the numbers that this installation has', () => {
    const records: unknown[] = [];
    return inServer(records, [], async (server) => {
      const first = await dfirIris.push?.(context(server), item);
      const second = await dfirIris.push?.(context(server), item);
      expect(first).toEqual({ reference: '500', url: `${server.origin}/alerts?alert_ids=500` });
      expect(second).toEqual(first);
      expect(records).toEqual([
        expect.objectContaining({
          alert_source: 'Watchfloor',
          alert_source_ref: item.id,
          alert_severity_id: 6,
          alert_status_id: 2,
          alert_customer_id: 3,
          alert_tags: 'T1003,T1021',
          alert_source_event_time: '2026-11-22T11:00:00',
          alert_iocs: [
            expect.objectContaining({ ioc_value: '203.0.113.9', ioc_type_id: 76, ioc_tlp_id: 2 }),
            expect.objectContaining({ ioc_type_id: 96 }),
          ],
        }),
      ]);
    });
  });

  test('a customer that is not the account’s is said by IRIS and told', () =>
    inServer([], [], async (server) => {
      server.fault({ status: 400, json: { message: 'User not entitled' } }, /add$/);
      await expect(dfirIris.push?.(context(server), item)).rejects.toMatchObject({
        kind: 'settings',
        message: expect.stringContaining('User not entitled'),
      });
    }));
});
