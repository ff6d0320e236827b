import { generateKeyPairSync } from 'node:crypto';
import { jwtVerify } from 'jose';
import { describe, expect, test } from 'vitest';
import { ImportTally } from '../../src/main/areas/alerts/import/tally.ts';
import { googleCloudAudit } from '../../src/main/areas/integrations/connectors/google-cloud-audit.connector.ts';
import { connectorContext } from '../helpers/connector-context.ts';
import { describeConnector } from '../helpers/connector-suite.ts';
import { openVendorServer, type VendorServer } from '../helpers/vendor-server.ts';

const NOW = Date.parse('2026-11-22T12:00:00.000Z');
const EMAIL = 'watchfloor@example-project.iam.gserviceaccount.com';
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const KEY = JSON.stringify({
  type: 'service_account',
  project_id: 'example-project',
  private_key_id: 'key-1',
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  client_email: EMAIL,
});

/** Received in groups of five; those added later are of the last minutes and tell of hours before. */
const receivedAt = (at: number) =>
  at < 35 ? NOW - 86_400_000 + Math.floor(at / 5) * 1_000 : NOW - 120_000;
const iso = (ms: number) => new Date(ms).toISOString();

const entry = (at: number, payload: object = {}, more: object = {}) => ({
  protoPayload: {
    '@type': 'type.googleapis.com/google.cloud.audit.AuditLog',
    serviceName: 'iam.googleapis.com',
    methodName: 'google.iam.admin.v1.CreateServiceAccountKey',
    resourceName: `projects/-/serviceAccounts/${at}`,
    authenticationInfo: { principalEmail: 'ada@example.com' },
    requestMetadata: { callerIp: '203.0.113.7', callerSuppliedUserAgent: 'gcloud/500' },
    status: {},
    ...payload,
  },
  insertId: `insert-${at}`,
  resource: { type: 'service_account', labels: { project_id: 'example-project' } },
  timestamp: iso(receivedAt(at) - (at < 35 ? 1_000 : 7_200_000)),
  severity: 'NOTICE',
  logName: 'projects/example-project/logs/cloudaudit.googleapis.com%2Factivity',
  receiveTimestamp: iso(receivedAt(at)),
  ...more,
});

interface Asked {
  readonly resourceNames: readonly string[];
  readonly filter: string;
  readonly pageSize: number;
  readonly pageToken?: string;
  readonly orderBy: string;
}

/** entries.list: the signature of the token, the bounds of the filter, pages by token, an empty one. */
function serve(server: VendorServer, records: unknown[], stale = { left: 0 }): void {
  server.on('POST', '/v2/entries:list', async (request) => {
    const token = request.headers.authorization?.slice('Bearer '.length) ?? '';
    const checked = await jwtVerify(token, publicKey, {
      issuer: EMAIL,
      audience: 'https://logging.googleapis.com/',
      currentDate: new Date(NOW),
    }).catch(() => null);
    if (checked?.protectedHeader.kid !== 'key-1') return { status: 401, json: {} };
    const asked = request.json() as Asked;
    const bound = (sign: string) =>
      Date.parse(new RegExp(`receiveTimestamp${sign}="([^"]+)"`).exec(asked.filter)?.[1] ?? '');
    const found = (records as ReturnType<typeof entry>[])
      .filter(({ receiveTimestamp }) => {
        const at = Date.parse(receiveTimestamp);
        return at >= bound('>') && at <= bound('<');
      })
      .sort((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp));
    if (asked.pageToken === undefined) return { json: { nextPageToken: 'at-0' } };
    if (stale.left-- > 0) return { status: 400, json: { error: { status: 'INVALID_ARGUMENT' } } };
    const begin = Number(asked.pageToken.slice(3));
    const end = begin + asked.pageSize;
    const entries = found.slice(begin, end);
    return {
      json: {
        ...(entries.length === 0 ? {} : { entries }),
        ...(end < found.length ? { nextPageToken: `at-${end}` } : {}),
      },
    };
  });
}

const settings = (address: string) => ({ resources: 'projects/example-project', address });

describeConnector({
  connector: googleCloudAudit,
  settings,
  secrets: { serviceAccountKey: KEY },
  serve,
  records: (count, from = 0) => Array.from({ length: count }, (_, at) => entry(from + at)),
});

describe('connector google-cloud-audit, its own', () => {
  const map = (record: unknown, events = 'listed') => {
    if (googleCloudAudit.delivers !== 'alerts') throw new Error('alerts');
    const given = { ...settings('https://logging.example.com'), events };
    return googleCloudAudit.map(
      record,
      new ImportTally(NOW, null),
      '',
      googleCloudAudit.schema.parse(given),
    );
  };

  test('a call that matters, with who, whence and what', () => {
    expect(map(entry(1))).toMatchObject({
      alert: {
        title: 'Key of a service account created by ada@example.com',
        severity: 'MEDIUM',
        sourceUser: 'ada@example.com',
        sourceIp: '203.0.113.7',
        sourceHost: 'projects/-/serviceAccounts/1',
        detector: 'gcp:iam.googleapis.com:google.iam.admin.v1.CreateServiceAccountKey',
        category: 'Identity',
        techniques: ['T1098.001'],
        timeBasis: 'recorded',
      },
    });
  });

  test('access opened to everyone, and what a policy denied', () => {
    const opened = {
      methodName: 'SetIamPolicy',
      serviceData: { policyDelta: { bindingDeltas: [{ action: 'ADD', member: 'allUsers' }] } },
    };
    expect(map(entry(1, opened))).toMatchObject({
      alert: { title: 'Access opened to everyone by ada@example.com', severity: 'HIGH' },
    });
    const logName = 'projects/example-project/logs/cloudaudit.googleapis.com%2Fpolicy';
    expect(map(entry(1, { status: { code: 7 } }, { logName }))).toMatchObject({
      alert: { title: 'Call denied by a policy by ada@example.com', severity: 'MEDIUM' },
    });
  });

  test.each([
    ['a refused call', { status: { code: 7 } }, {}, 'calls that failed or were refused'],
    ['the end of long work', {}, { operation: { last: true } }, 'ends of calls told before'],
    [
      'any other call',
      { methodName: 'v1.compute.instances.start' },
      {},
      'administrative calls that no rule names',
    ],
  ])('skipped by its reason: %s', (_, payload, more, reason) => {
    expect(map(entry(1, payload, more))).toEqual({ type: 'skipped', reason });
  });

  test('the setting widens to every administrative change', () => {
    expect(map(entry(1, { methodName: 'v1.compute.instances.start' }), 'all')).toMatchObject({
      alert: { title: 'start by ada@example.com', severity: 'LOW' },
    });
  });

  test('[CN22] the key never leaves; the token is short-lived', async () => {
    const server = await openVendorServer();
    try {
      serve(server, []);
      const context = connectorContext(googleCloudAudit, {
        settings: settings(server.origin),
        secrets: { serviceAccountKey: KEY },
        now: NOW,
      });
      await googleCloudAudit.probe(context);
      const sent = JSON.stringify(server.requests.map(({ headers, body }) => [headers, `${body}`]));
      expect(sent).not.toContain('PRIVATE KEY');
      const token = server.requests[0]?.headers.authorization?.split('.')[1] ?? '';
      const { iat, exp } = JSON.parse(Buffer.from(token, 'base64url').toString());
      expect(exp - iat).toBeLessThanOrEqual(600);
    } finally {
      await server.close();
    }
  });

  test('[CN23] a page token that is no longer known begins the window anew', async () => {
    const server = await openVendorServer();
    try {
      const stale = { left: 0 };
      serve(
        server,
        Array.from({ length: 25 }, (_, at) => entry(at)),
        stale,
      );
      const context = connectorContext(googleCloudAudit, {
        settings: settings(server.origin),
        secrets: { serviceAccountKey: KEY },
        now: NOW,
        batchSize: 10,
      });
      const seen = new Set<string>();
      let cursor: string | null = null;
      for (let calls = 0; calls < 20; calls++) {
        if (calls === 2) stale.left = 1;
        const page = await googleCloudAudit.fetch(context, cursor);
        for (const one of page.records) seen.add(JSON.parse(Buffer.from(one).toString()).insertId);
        cursor = page.cursor;
        if (!page.hasMore) break;
      }
      expect(seen.size).toBe(25);
    } finally {
      await server.close();
    }
  });

  test('a refusal names the role that is missing', async () => {
    const server = await openVendorServer();
    try {
      server.fault({ status: 403, json: { error: { status: 'PERMISSION_DENIED' } } });
      const context = connectorContext(googleCloudAudit, {
        settings: settings(server.origin),
        secrets: { serviceAccountKey: KEY },
      });
      await expect(googleCloudAudit.probe(context)).rejects.toMatchObject({
        kind: 'permission',
        message: expect.stringContaining('logging.logEntries.list'),
      });
    } finally {
      await server.close();
    }
  });
});
