import { describe, expect, test } from 'vitest';
import { taxii } from '../../src/main/areas/integrations/connectors/taxii.connector.ts';
import { connectorContext } from '../helpers/connector-context.ts';
import { describeConnector } from '../helpers/connector-suite.ts';
import { openVendorServer, type VendorServer } from '../helpers/vendor-server.ts';

const NOW = Date.parse('2026-11-22T12:00:00.000Z');
const SECRET = 'not-to-be-seen-taxii-1';
const A = '11111111-1111-4111-8111-111111111111';
const B = '22222222-2222-4222-8222-222222222222';
const TYPE = 'application/taxii+json;version=2.1';

const indicator = (at: number, more: object = {}) => ({
  type: 'indicator',
  spec_version: '2.1',
  id: `indicator--00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
  created: '2026-11-01T00:00:00.000Z',
  modified: '2026-11-01T00:00:00.000Z',
  name: `beacon ${at}`,
  indicator_types: ['malicious-activity'],
  pattern: `[ipv4-addr:value = '203.0.113.${at}']`,
  pattern_type: 'stix',
  valid_from: '2026-11-01T00:00:00.000Z',
  valid_until: '2027-01-01T00:00:00.000Z',
  confidence: 80,
  labels: ['beacon'],
  object_marking_refs: ['marking-definition--55d920b0-5e8b-4f79-9ee9-91f868d9b421'],
  ...more,
});

/** Groups of ten share a time; those added later are of now. */
const addedAt = (at: number) =>
  new Date(
    at < 35 ? NOW - 86_400_000 * 2 + Math.floor(at / 10) * 1_000 : NOW - 1_000,
  ).toISOString();

/** Discovery, collections and objects as TAXII 2.1 has them; `hasNext` false: only by the header. */
function serve(server: VendorServer, records: unknown[], hasNext = true): void {
  const guarded =
    (answer: () => { json: unknown; headers?: Record<string, string> }) =>
    (request: { headers: Readonly<Record<string, string>> }) => {
      const user = `Basic ${Buffer.from(`reader:${SECRET}`).toString('base64')}`;
      if (request.headers.authorization !== user) return { status: 401, json: { title: 'no' } };
      if (request.headers.accept !== TYPE) return { status: 406, json: { title: 'media type' } };
      const { json, headers } = answer();
      return { json, headers: { 'content-type': TYPE, ...headers } };
    };
  const root = `${server.origin}/api1/`;
  server.on(
    'GET',
    '/taxii2/',
    guarded(() => ({ json: { title: 'Test', api_roots: [root] } })),
  );
  server.on(
    'GET',
    '/api1/collections/',
    guarded(() => ({
      json: {
        collections: [
          { id: B, title: 'b', can_read: true, can_write: false },
          { id: A, title: 'a', can_read: true, can_write: false },
          { id: '33333333-3333-4333-8333-333333333333', title: 'c', can_read: false },
        ],
      },
    })),
  );
  server.on('GET', /^\/api1\/collections\/[^/]+\/objects\/$/, (request) =>
    guarded(() => {
      const isA = request.path.includes(A);
      const after = request.query.get('added_after') ?? '';
      const limit = Number(request.query.get('limit'));
      const begin = Number(request.query.get('next') ?? 0);
      const found = records
        .map((object, at) => ({ object, added: addedAt(at), isOfA: at % 2 === 0 }))
        .filter(({ added, isOfA }) => isOfA === isA && Date.parse(added) > Date.parse(after));
      const page = found.slice(begin, begin + limit);
      const more = begin + limit < found.length;
      return {
        headers: { 'x-taxii-date-added-last': page.at(-1)?.added ?? '' },
        json: {
          ...(page.length === 0 ? {} : { objects: page.map(({ object }) => object) }),
          more,
          ...(more && hasNext ? { next: String(begin + limit) } : {}),
        },
      };
    })(request),
  );
}

describeConnector({
  connector: taxii,
  settings: (origin) => ({ address: `${origin}/taxii2`, user: 'reader' }),
  secrets: { secret: SECRET },
  serve,
  records: (count, from = 0) => Array.from({ length: count }, (_, at) => indicator(from + at)),
});

describe('connector taxii, its own', () => {
  const map = (record: unknown) => {
    if (taxii.delivers !== 'indicators') throw new Error('indicators');
    return taxii.map(record, taxii.schema.parse({ address: 'https://taxii.example.com' }));
  };

  test('an indicator with TLP, confidence, life and labels', () => {
    expect(map(indicator(9))).toMatchObject({
      type: 'indicators',
      indicators: [
        {
          type: 'ip',
          value: '203.0.113.9',
          severity: 'HIGH',
          confidence: 80,
          tlp: 'AMBER',
          expiresAt: '2027-01-01T00:00:00.000Z',
          firstSeen: '2026-11-01T00:00:00.000Z',
          isRevoked: false,
          labels: ['beacon', 'malicious-activity'],
        },
      ],
    });
  });

  test('several comparisons, revoked, benign, and patterns that are not understood', () => {
    const two =
      "[domain-name:value = 'c2.example.com'] OR [url:value = 'https://c2.example.com/a']";
    expect(map(indicator(1, { pattern: two, revoked: true }))).toMatchObject({
      indicators: [
        { type: 'domain', isRevoked: true },
        { type: 'url', isRevoked: true },
      ],
    });
    expect(map(indicator(1, { indicator_types: ['benign'] })).type).toBe('skipped');
    expect(map(indicator(1, { pattern_type: 'sigma' }))).toEqual({
      type: 'skipped',
      reason: 'pattern of type sigma',
    });
    expect(map({ type: 'malware' })).toEqual({
      type: 'skipped',
      reason: 'objects that are no indicators',
    });
  });

  test('[CN1] a server without next: by the header, and times that pages cut through lose nothing', async () => {
    const server = await openVendorServer();
    try {
      serve(
        server,
        Array.from({ length: 35 }, (_, at) => indicator(at)),
        false,
      );
      const context = connectorContext(taxii, {
        settings: { address: `${server.origin}/taxii2`, user: 'reader', collections: A },
        secrets: { secret: SECRET },
        now: NOW,
        batchSize: 7,
      });
      const seen = new Set<string>();
      let cursor: string | null = null;
      for (let calls = 0; calls < 30; calls++) {
        const page = await taxii.fetch(context, cursor);
        for (const one of page.records) seen.add(JSON.parse(Buffer.from(one).toString()).id);
        cursor = page.cursor;
        if (!page.hasMore) break;
      }
      expect(seen.size).toBe(18);
    } finally {
      await server.close();
    }
  });

  test('[CN22] an API root at another server is refused before the secret goes there', async () => {
    const server = await openVendorServer();
    const other = await openVendorServer();
    try {
      server.on('GET', '/taxii2/', () => ({ json: { api_roots: [`${other.origin}/api1/`] } }));
      const context = connectorContext(taxii, {
        settings: { address: `${server.origin}/taxii2`, user: 'reader' },
        secrets: { secret: SECRET },
      });
      await expect(taxii.fetch(context, null)).rejects.toMatchObject({ kind: 'settings' });
      expect(other.requests).toEqual([]);
    } finally {
      await server.close();
      await other.close();
    }
  });

  test('a collection that may not be read is named', async () => {
    const server = await openVendorServer();
    try {
      serve(server, []);
      const context = connectorContext(taxii, {
        settings: { address: `${server.origin}/taxii2`, user: 'reader', collections: 'other-id' },
        secrets: { secret: SECRET },
      });
      await expect(taxii.probe(context)).rejects.toMatchObject({
        kind: 'permission',
        message: expect.stringMatching(/can_read.*other-id/),
      });
    } finally {
      await server.close();
    }
  });
});
