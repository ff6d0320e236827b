import { describe, expect, test } from 'vitest';
import { ImportTally } from '../../src/main/areas/alerts/import/tally.ts';
import { awsGuardDuty } from '../../src/main/areas/integrations/connectors/aws-guardduty.connector.ts';
import { isSigned, refusal } from '../helpers/aws-signature.ts';
import { connectorContext } from '../helpers/connector-context.ts';
import { describeConnector } from '../helpers/connector-suite.ts';
import { openVendorServer, type VendorServer } from '../helpers/vendor-server.ts';

const NOW = Date.parse('2026-11-22T12:00:00.000Z');
const KEY = 'AKIAEXAMPLEEXAMPLE00';
const SECRET = 'not-to-be-seen/guardduty+1';
const DETECTOR = '0123456789abcdef0123456789abcdef';

interface Finding {
  readonly id: string;
  readonly updatedAt: string;
  readonly archived?: boolean;
}

/** The first 35 lie in the days before, those added later in the last minutes. */
function finding(at: number) {
  const time = at < 35 ? NOW - 3_600_000 * (40 - at) : NOW - 60_000 * 5 + at;
  const iso = new Date(time).toISOString();
  return {
    accountId: '111122223333',
    arn: `arn:aws:guardduty:eu-central-1:111122223333:detector/${DETECTOR}/finding/f${at}`,
    createdAt: iso,
    description: `203.0.113.9 is performing SSH brute force attacks against i-0example${at}.`,
    id: `f${at}`,
    partition: 'aws',
    region: 'eu-central-1',
    resource: {
      resourceType: 'Instance',
      instanceDetails: {
        instanceId: `i-0example${at}`,
        networkInterfaces: [{ privateIpAddress: '192.0.2.10', publicIp: '198.51.100.10' }],
        tags: [{ key: 'Name', value: `web-${at}` }],
      },
    },
    schemaVersion: '2.0',
    service: {
      action: {
        actionType: 'NETWORK_CONNECTION',
        networkConnectionAction: {
          connectionDirection: 'INBOUND',
          localIpDetails: { ipAddressV4: '192.0.2.10' },
          remoteIpDetails: { ipAddressV4: '203.0.113.9' },
        },
      },
      archived: false,
      count: 3,
      eventFirstSeen: iso,
      eventLastSeen: iso,
    },
    severity: 5,
    title: `i-0example${at} is under SSH brute force attack.`,
    type: 'UnauthorizedAccess:EC2/SSHBruteForce',
    updatedAt: iso,
  };
}

/** ListDetectors, ListFindings and GetFindings as published: criteria, order, pages by token. */
function serve(server: VendorServer, records: unknown[], stale = { left: 0 }): void {
  const findings = () => records as Finding[];
  const guarded =
    (answer: (body: never) => unknown) =>
    async (request: Parameters<Parameters<VendorServer['on']>[2]>[0]) => {
      const isKnown = await isSigned(request, {
        origin: server.origin,
        service: 'guardduty',
        region: 'eu-central-1',
        accessKeyId: KEY,
        secretAccessKey: SECRET,
      });
      if (!isKnown) return refusal('UnrecognizedClientException');
      if (request.body.includes('nextToken') && stale.left-- > 0)
        return refusal('BadRequestException', 400);
      return { json: answer((request.body.length > 0 ? request.json() : null) as never) };
    };
  server.on(
    'GET',
    '/detector',
    guarded(() => ({ detectorIds: [DETECTOR] })),
  );
  server.on(
    'POST',
    `/detector/${DETECTOR}/findings`,
    guarded((body: Asked) => {
      const { greaterThanOrEqual, lessThanOrEqual } = body.findingCriteria.criterion.updatedAt;
      const found = findings()
        .filter(({ updatedAt }) => {
          const at = Date.parse(updatedAt);
          return at >= greaterThanOrEqual && at <= lessThanOrEqual;
        })
        .sort((a, b) => Date.parse(a.updatedAt) - Date.parse(b.updatedAt));
      const begin = Number(body.nextToken ?? 0);
      const end = begin + body.maxResults;
      const findingIds = found.slice(begin, end).map(({ id }) => id);
      return { findingIds, nextToken: end < found.length ? String(end) : '' };
    }),
  );
  server.on(
    'POST',
    `/detector/${DETECTOR}/findings/get`,
    guarded(({ findingIds }: { findingIds: string[] }) => {
      if (findingIds.length === 0 || findingIds.length > 50) throw new Error('1 to 50 ids');
      return { findings: findings().filter(({ id }) => findingIds.includes(id)) };
    }),
  );
}

async function fetchMany(
  fetch: (cursor: string) => Promise<{ cursor: string; hasMore: boolean }>,
  from: string,
): Promise<void> {
  let cursor = from;
  for (let calls = 0; calls < 20; calls++) {
    const page = await fetch(cursor);
    if (!page.hasMore) return;
    cursor = page.cursor;
  }
}

interface Asked {
  readonly findingCriteria: {
    readonly criterion: {
      readonly updatedAt: { readonly greaterThanOrEqual: number; readonly lessThanOrEqual: number };
    };
  };
  readonly maxResults: number;
  readonly nextToken?: string;
}

const settings = (address: string) => ({
  accessKeyId: KEY,
  regions: 'eu-central-1',
  address,
});

describeConnector({
  connector: awsGuardDuty,
  settings,
  secrets: { secretAccessKey: SECRET },
  serve,
  records: (count, from = 0) => Array.from({ length: count }, (_, at) => finding(from + at)),
});

describe('connector aws-guardduty, its own', () => {
  const context = (server: VendorServer, more: object = {}) =>
    connectorContext(awsGuardDuty, {
      settings: { ...settings(server.origin), ...more },
      secrets: { secretAccessKey: SECRET },
      now: NOW,
      batchSize: 50,
    });

  test('a finding becomes an alert with host, addresses, technique and its first time', () => {
    const outcome =
      awsGuardDuty.delivers === 'alerts' &&
      awsGuardDuty.map(
        finding(1),
        new ImportTally(NOW, null),
        '',
        awsGuardDuty.schema.parse(settings('https://vendor.example.com')),
      );
    expect(outcome).toMatchObject({
      type: 'alert',
      alert: {
        title: 'i-0example1 is under SSH brute force attack.',
        severity: 'MEDIUM',
        source: 'Amazon GuardDuty',
        sourceHost: 'web-1',
        sourceIp: '203.0.113.9',
        destIp: '192.0.2.10',
        detector: 'guardduty:UnauthorizedAccess:EC2/SSHBruteForce',
        category: 'UnauthorizedAccess',
        techniques: ['T1110'],
        createdAt: finding(1).createdAt,
        timeBasis: 'recorded',
      },
    });
  });

  test.each([
    [1, 'LOW'],
    [3.9, 'LOW'],
    [4, 'MEDIUM'],
    [6.9, 'MEDIUM'],
    [7, 'HIGH'],
    [8.9, 'HIGH'],
    [9, 'CRITICAL'],
    [10, 'CRITICAL'],
  ])('severity %d is %s', (severity, expected) => {
    const record = { ...finding(1), severity };
    const given = awsGuardDuty.schema.parse(settings('https://vendor.example.com'));
    const outcome =
      awsGuardDuty.delivers === 'alerts' &&
      awsGuardDuty.map(record, new ImportTally(NOW, null), '', given);
    expect(outcome).toMatchObject({ alert: { severity: expected } });
  });

  test('a finding that AWS changed keeps its key and its time', () => {
    if (awsGuardDuty.delivers !== 'alerts') throw new Error('alerts');
    const before = finding(1);
    const after = { ...before, updatedAt: new Date(NOW).toISOString(), severity: 8 };
    expect(awsGuardDuty.key?.(after)).toBe(awsGuardDuty.key?.(before));
  });

  test('the probe names the action that is missing', async () => {
    const server = await openVendorServer();
    try {
      serve(server, [finding(1)]);
      server.fault(refusal('AccessDeniedException'), /findings\/get$/);
      await expect(awsGuardDuty.probe(context(server))).rejects.toMatchObject({
        kind: 'permission',
        message: expect.stringContaining('guardduty:GetFindings in eu-central-1'),
      });
    } finally {
      await server.close();
    }
  });

  test('[CN23] a token that is no longer known begins its detector anew', async () => {
    const server = await openVendorServer();
    try {
      const stale = { left: 0 };
      const findings = Array.from({ length: 35 }, (_, at) => finding(at));
      serve(server, findings, stale);
      const small = (cursor: string | null) =>
        awsGuardDuty.fetch({ ...context(server), batchSize: 20 }, cursor);
      const first = await small(null);
      stale.left = 1;
      const again = await small(first.cursor);
      expect(again.records.map(String)).toEqual(first.records.map(String));
      const rest = await small(again.cursor);
      expect(rest).toMatchObject({ hasMore: false });
      expect(rest.records).toHaveLength(15);
      stale.left = 100;
      await expect(fetchMany(small, first.cursor)).rejects.toMatchObject({ kind: 'settings' });
    } finally {
      await server.close();
    }
  });

  test('a role is assumed by STS, and its own key and token sign', async () => {
    const server = await openVendorServer();
    const sts = await openVendorServer();
    try {
      const role = 'arn:aws:iam::444455556666:role/watchfloor';
      sts.on('POST', '/', async (request) => {
        const known = { origin: sts.origin, service: 'sts', region: 'eu-central-1' };
        const isKnown = await isSigned(request, {
          ...known,
          accessKeyId: KEY,
          secretAccessKey: SECRET,
        });
        const form = request.form();
        if (!isKnown || form.get('RoleArn') !== role || form.get('ExternalId') !== 'ours')
          return {
            status: 403,
            bytes: '<ErrorResponse><Error><Code>AccessDenied</Code></Error></ErrorResponse>',
          };
        return {
          headers: { 'content-type': 'text/xml' },
          bytes: `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult><Credentials><AccessKeyId>ASIAEXAMPLEEXAMPLE00</AccessKeyId><SecretAccessKey>temporary/secret+1</SecretAccessKey><SessionToken>token-1==</SessionToken><Expiration>2026-11-22T12:15:00Z</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>`,
        };
      });
      server.on('GET', '/detector', async (request) => {
        const isKnown = await isSigned(request, {
          origin: server.origin,
          service: 'guardduty',
          region: 'eu-central-1',
          accessKeyId: 'ASIAEXAMPLEEXAMPLE00',
          secretAccessKey: 'temporary/secret+1',
          sessionToken: 'token-1==',
        });
        return isKnown ? { json: { detectorIds: [] } } : refusal('UnrecognizedClientException');
      });
      const given = { roleArn: role, externalId: 'ours', stsAddress: sts.origin };
      await expect(awsGuardDuty.fetch(context(server, given), null)).resolves.toMatchObject({
        records: [],
        hasMore: false,
      });
      const other = { ...given, externalId: 'theirs' };
      await expect(awsGuardDuty.fetch(context(server, other), null)).rejects.toMatchObject({
        kind: 'permission',
        message: expect.stringContaining('sts:AssumeRole'),
      });
    } finally {
      await server.close();
      await sts.close();
    }
  });
});
