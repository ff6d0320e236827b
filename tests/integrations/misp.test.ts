import { describe, expect, test } from 'vitest';
import { misp } from '../../src/main/areas/integrations/connectors/misp.connector.ts';
import { connectorContext } from '../helpers/connector-context.ts';
import { describeConnector } from '../helpers/connector-suite.ts';
import { openVendorServer, type VendorServer } from '../helpers/vendor-server.ts';

const NOW = Date.parse('2026-11-22T12:00:00.000Z');
const KEY = 'not-to-be-seen-misp-1';

/** The first 35 share two seconds of yesterday; those added later are of the last minutes. */
const seconds = (at: number) =>
  Math.floor((at < 35 ? NOW - 86_400_000 + (at % 2) * 1_000 : NOW - 240_000) / 1_000);

const attribute = (at: number, more: object = {}) => ({
  id: String(at + 1),
  event_id: '7',
  category: 'Network activity',
  type: 'ip-dst',
  to_ids: true,
  uuid: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
  timestamp: String(seconds(at)),
  comment: 'seen in beacon',
  deleted: false,
  first_seen: null,
  last_seen: null,
  value: `203.0.113.${at}`,
  Event: { id: '7', info: 'Intrusion at example.com', threat_level_id: '1' },
  Tag: [{ name: 'tlp:amber' }, { name: 'kill-chain:Command and Control' }],
  ...more,
});

interface Asked {
  readonly page: number;
  readonly limit: number;
  readonly timestamp: readonly [string, string];
  readonly deleted: readonly number[];
}

function serve(server: VendorServer, records: unknown[]): void {
  server.on('POST', '/attributes/restSearch', (request) => {
    if (request.headers.authorization !== KEY)
      return {
        status: 403,
        json: { name: 'Authentication failed. Please make sure you pass the API key.' },
      };
    const { page, limit, timestamp } = request.json() as Asked;
    const [from, to] = timestamp.map(Number);
    const found = (records as { timestamp: string }[]).filter((one) => {
      const at = Number(one.timestamp);
      return at >= (from ?? 0) && at <= (to ?? 0);
    });
    return {
      headers: { 'x-result-count': String(found.length) },
      json: { response: { Attribute: found.slice((page - 1) * limit, page * limit) } },
    };
  });
  server.on('GET', '/servers/getVersion', () => ({ json: { version: '2.5.10' } }));
  server.on('GET', '/users/view/me', () => ({ json: { User: { email: 'reader@example.com' } } }));
}

describeConnector({
  connector: misp,
  settings: (address) => ({ address }),
  secrets: { authKey: KEY },
  serve,
  records: (count, from = 0) => Array.from({ length: count }, (_, at) => attribute(from + at)),
});

describe('connector misp, its own', () => {
  const map = (record: unknown, more: object = {}) => {
    if (misp.delivers !== 'indicators') throw new Error('indicators');
    return misp.map(record, misp.schema.parse({ address: 'https://misp.example.com', ...more }));
  };

  test('an attribute becomes an indicator with TLP, event and tags', () => {
    expect(map(attribute(1, { first_seen: '2026-11-20T10:00:00.000000+00:00' }))).toEqual({
      type: 'indicators',
      indicators: [
        {
          type: 'ip',
          value: '203.0.113.1',
          severity: 'HIGH',
          confidence: null,
          tlp: 'AMBER',
          description: 'seen in beacon; Intrusion at example.com; Network activity',
          firstSeen: '2026-11-20T10:00:00.000Z',
          lastSeen: null,
          expiresAt: null,
          isRevoked: false,
          labels: ['kill-chain:Command and Control'],
        },
      ],
    });
  });

  test.each([
    ['ip-src|port', '203.0.113.4|443', [['ip', '203.0.113.4']]],
    ['ip-dst', '203.0.113.0/24', [['cidr', '203.0.113.0/24']]],
    [
      'domain|ip',
      'c2.example.com|203.0.113.4',
      [
        ['domain', 'c2.example.com'],
        ['ip', '203.0.113.4'],
      ],
    ],
    ['filename|sha256', `a.exe|${'0'.repeat(64)}`, [['sha256', '0'.repeat(64)]]],
    ['vulnerability', 'CVE-2026-0001', [['cve', 'CVE-2026-0001']]],
  ])('type %s of %s', (type, value, expected) => {
    const outcome = map(attribute(1, { type, value }));
    const found = outcome.type === 'indicators' ? outcome.indicators : [];
    expect(found.map((one) => [one.type, one.value])).toEqual(expected);
  });

  test('a deleted one is revoked; one that is not for detection is skipped unless asked for', () => {
    expect(map(attribute(1, { deleted: '1' }))).toMatchObject({
      indicators: [{ isRevoked: true }],
    });
    expect(map(attribute(1, { to_ids: false })).type).toBe('skipped');
    expect(map(attribute(1, { to_ids: false }), { onlyForDetection: false }).type).toBe(
      'indicators',
    );
    expect(map(attribute(1, { type: 'text' }))).toEqual({
      type: 'skipped',
      reason: 'attributes of other types',
    });
  });

  test('a hit of a warninglist lowers it and says which', () => {
    const warnings = [{ match: '203.0.113.1', warninglist_name: 'Public resolvers' }];
    expect(map(attribute(1, { warnings }))).toMatchObject({
      indicators: [
        { severity: 'LOW', labels: expect.arrayContaining(['warninglist: Public resolvers']) },
      ],
    });
  });

  test('of several TLP the strictest counts', () => {
    const Tag = ['tlp:green', 'tlp:amber+strict', 'TLP:CLEAR'].map((name) => ({ name }));
    expect(map(attribute(1, { Tag }))).toMatchObject({ indicators: [{ tlp: 'AMBER+STRICT' }] });
  });

  test('[CN5] where an attribute leaves the window between two pages, none behind it is lost', async () => {
    const server = await openVendorServer();
    try {
      const records = Array.from({ length: 35 }, (_, at) => attribute(at));
      serve(server, records);
      const context = connectorContext(misp, {
        settings: { address: server.origin },
        secrets: { authKey: KEY },
        now: NOW,
        batchSize: 10,
      });
      const seen = new Set<string>();
      let cursor: string | null = null;
      for (let calls = 0; calls < 20; calls++) {
        const page = await misp.fetch(context, cursor);
        for (const one of page.records) seen.add(JSON.parse(Buffer.from(one).toString()).uuid);
        // A change after the first page: its attribute now belongs to a later window.
        if (calls === 0) records.splice(0, 1);
        cursor = page.cursor;
        if (!page.hasMore) break;
      }
      expect(seen.size).toBe(35);
    } finally {
      await server.close();
    }
  });
});
