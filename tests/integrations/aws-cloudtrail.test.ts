import { describe, expect, test } from 'vitest';
import { ImportTally } from '../../src/main/areas/alerts/import/tally.ts';
import { awsCloudTrail } from '../../src/main/areas/integrations/connectors/aws-cloudtrail.connector.ts';
import { xmlRefusal } from '../helpers/aws-signature.ts';
import { connectorContext } from '../helpers/connector-context.ts';
import { describeConnector } from '../helpers/connector-suite.ts';
import { serveBucket, type TrailFile, trailFile } from '../helpers/trail-bucket.ts';
import { openVendorServer, type VendorServer } from '../helpers/vendor-server.ts';

const NOW = Date.parse('2026-11-22T12:00:00.000Z');
const SIGNING = {
  accessKeyId: 'AKIAEXAMPLEEXAMPLE00',
  secretAccessKey: 'not-to-be-seen/cloudtrail+1',
};
const BUCKET = 'example-trail';
const iso = (ms: number) => new Date(ms).toISOString();

/** The first 35 in the days before; those added later were taken by S3 in the last minutes. */
const takenAt = (at: number) => (at < 35 ? NOW - 3_600_000 * (90 - at) : NOW - 60_000 * 4);

function event(at: number, more: object = {}) {
  return {
    eventVersion: '1.09',
    userIdentity: {
      type: 'IAMUser',
      principalId: 'AIDAEXAMPLE',
      arn: 'arn:aws:iam::111122223333:user/ada',
      accountId: '111122223333',
      userName: 'ada',
    },
    eventTime: iso(takenAt(at) - 300_000),
    eventSource: 'iam.amazonaws.com',
    eventName: 'CreateAccessKey',
    awsRegion: 'us-east-1',
    sourceIPAddress: '203.0.113.7',
    userAgent: 'aws-cli/2.17',
    requestParameters: { userName: `user-${at}` },
    responseElements: null,
    eventID: `0000-${at}`,
    readOnly: false,
    eventType: 'AwsApiCall',
    managementEvent: true,
    recipientAccountId: '111122223333',
    eventCategory: 'Management',
    ...more,
  };
}

/**
 * Five records a file, in two accounts and three regions. The later ones lie in files whose names come
 * before those that are there already, as when a delivery was held up.
 */
function filesOf(records: readonly unknown[]): TrailFile[] {
  const files: TrailFile[] = [];
  for (let at = 0; at < records.length; at += 5) {
    const account = at % 2 === 0 ? '111122223333' : '444455556666';
    const region = ['eu-central-1', 'us-east-1', 'us-west-2'][(at / 5) % 3];
    const taken = takenAt(at);
    const day = iso(taken).slice(0, 10);
    const stamp = at < 35 ? 'T0900Z' : 'T0005Z';
    const name = `${account}_CloudTrail_${region}_${day.replaceAll('-', '')}${stamp}_${at} a+b.json.gz`;
    files.push({
      key: `org/AWSLogs/o-example1/${account}/CloudTrail/${region}/${day.replaceAll('-', '/')}/${name}`,
      modified: iso(taken),
      bytes: trailFile(records.slice(at, at + 5)),
    });
  }
  const digest =
    'org/AWSLogs/o-example1/111122223333/CloudTrail-Digest/eu-central-1/2026/11/21/d.json.gz';
  return [...files, { key: digest, modified: iso(NOW), bytes: Buffer.from('no log') }];
}

const settings = (address: string) => ({
  accessKeyId: SIGNING.accessKeyId,
  bucket: BUCKET,
  region: 'eu-central-1',
  prefix: 'org/',
  address,
});

describeConnector({
  connector: awsCloudTrail,
  settings,
  secrets: { secretAccessKey: SIGNING.secretAccessKey },
  serve: (server, records) => serveBucket(server, BUCKET, SIGNING, () => filesOf(records)),
  records: (count, from = 0) => Array.from({ length: count }, (_, at) => event(from + at)),
});

describe('connector aws-cloudtrail, its own', () => {
  const context = (server: VendorServer, batchSize = 1_000) =>
    connectorContext(awsCloudTrail, {
      settings: settings(server.origin),
      secrets: { secretAccessKey: SIGNING.secretAccessKey },
      now: NOW,
      batchSize,
    });

  const inServer = async (files: readonly TrailFile[], work: (server: VendorServer) => unknown) => {
    const server = await openVendorServer();
    try {
      serveBucket(server, BUCKET, SIGNING, () => files);
      await work(server);
    } finally {
      await server.close();
    }
  };

  test('[CN24] a file that is no log is one rejected record, and those behind it are read', () =>
    inServer(
      filesOf(Array.from({ length: 8 }, (_, at) => event(at))).map((file, at) =>
        at === 0 ? { ...file, bytes: file.bytes.subarray(0, 40) } : file,
      ),
      async (server) => {
        const { records } = await awsCloudTrail.fetch(context(server), null);
        const outcomes = records.map((bytes) => mapped(JSON.parse(Buffer.from(bytes).toString())));
        expect(outcomes.map(({ type }) => type).sort()).toEqual([
          'alert',
          'alert',
          'alert',
          'rejected',
        ]);
        expect(outcomes.find(({ type }) => type === 'rejected')).toMatchObject({
          reason: 'a file that could not be read: it is no JSON in UTF-8, or cut, or too large',
        });
      },
    ));

  test('a file that is not packed is read too', () =>
    inServer(
      filesOf([event(1)]).map((file) => ({
        ...file,
        bytes: Buffer.from(JSON.stringify({ Records: [event(1)] })),
      })),
      async (server) => {
        const page = await awsCloudTrail.fetch(context(server), null);
        expect(page.records.map(String)).toEqual([JSON.stringify(event(1))]);
      },
    ));

  test('the probe names the right that is missing', () =>
    inServer(filesOf([event(1)]), async (server) => {
      server.fault(xmlRefusal('AccessDenied'), /json\.gz$/);
      await expect(awsCloudTrail.probe(context(server))).rejects.toMatchObject({
        kind: 'permission',
        message: expect.stringContaining('s3:GetObject on example-trail'),
      });
      server.fault(xmlRefusal('AccessDenied'));
      await expect(awsCloudTrail.probe(context(server))).rejects.toMatchObject({
        message: expect.stringContaining('s3:ListBucket on example-trail'),
      });
      server.fault(xmlRefusal('SlowDown', 400));
      await expect(awsCloudTrail.probe(context(server))).rejects.toMatchObject({
        kind: 'rate-limited',
      });
    }));

  const ANYONE = JSON.stringify({ Statement: [{ Effect: 'Allow', Principal: '*' }] });
  test.each([
    ['a listed call', {}, 'Access key created by ada', 'MEDIUM', ['T1098.001']],
    [
      'root without a rule of its own',
      {
        eventName: 'RunInstances',
        eventSource: 'ec2.amazonaws.com',
        userIdentity: { type: 'Root' },
      },
      'Root user used by root',
      'HIGH',
      ['T1078.004'],
    ],
    [
      'a failed sign-in',
      {
        eventName: 'ConsoleLogin',
        eventSource: 'signin.amazonaws.com',
        responseElements: { ConsoleLogin: 'Failure' },
        errorMessage: 'Failed authentication',
      },
      'Console sign-in failed by ada',
      'MEDIUM',
      ['T1110'],
    ],
    [
      'a sign-in without MFA',
      {
        eventName: 'ConsoleLogin',
        eventSource: 'signin.amazonaws.com',
        responseElements: { ConsoleLogin: 'Success' },
        additionalEventData: { MFAUsed: 'No' },
      },
      'Console sign-in without MFA by ada',
      'MEDIUM',
      ['T1078.004'],
    ],
    [
      'a public bucket policy',
      {
        eventName: 'PutBucketPolicy',
        eventSource: 's3.amazonaws.com',
        requestParameters: { bucketName: 'reports', bucketPolicy: ANYONE },
      },
      'Bucket made public by ada',
      'HIGH',
      ['T1530'],
    ],
    [
      'a group open to all',
      {
        eventName: 'AuthorizeSecurityGroupIngress',
        eventSource: 'ec2.amazonaws.com',
        requestParameters: {
          ipPermissions: { items: [{ ipRanges: { items: [{ cidrIp: '0.0.0.0/0' }] } }] },
        },
      },
      'Security group opened to every address by ada',
      'HIGH',
      ['T1562.007'],
    ],
    [
      'logging stopped by a role’s session',
      {
        eventName: 'StopLogging',
        eventSource: 'cloudtrail.amazonaws.com',
        userIdentity: { type: 'AssumedRole', principalId: 'AROAEXAMPLE:grace' },
      },
      'Trail stopped by grace',
      'CRITICAL',
      ['T1562.008'],
    ],
  ])('%s', (_, more, title, severity, techniques) => {
    expect(mapped(event(1, more))).toMatchObject({
      type: 'alert',
      alert: { title, severity, techniques, sourceIp: '203.0.113.7', source: 'AWS CloudTrail' },
    });
  });

  test.each([
    ['a call that only reads', { eventName: 'ListUsers', readOnly: true }, 'calls that only read'],
    ['a refused call', { errorCode: 'AccessDenied' }, 'calls that AWS refused or that failed'],
    ['any other change', { eventName: 'TagUser' }, 'calls that no rule names'],
    [
      'a sign-in as usual',
      { eventName: 'ConsoleLogin', responseElements: { ConsoleLogin: 'Success' } },
      'console sign-ins as usual',
    ],
  ])('skipped by its reason: %s', (_, more, reason) => {
    expect(mapped(event(1, more))).toEqual({ type: 'skipped', reason });
  });

  test('the setting widens: refused calls, then every change', () => {
    const refused = event(1, {
      errorCode: 'Client.UnauthorizedOperation',
      eventName: 'RunInstances',
    });
    expect(mapped(refused, 'refused')).toMatchObject({ alert: { severity: 'LOW' } });
    expect(mapped(event(1, { eventName: 'TagUser' }), 'refused').type).toBe('skipped');
    expect(mapped(event(1, { eventName: 'TagUser' }), 'changes')).toMatchObject({
      alert: { title: 'iam TagUser by ada', severity: 'LOW' },
    });
  });
});

function mapped(record: unknown, events = 'listed') {
  if (awsCloudTrail.delivers !== 'alerts') throw new Error('alerts');
  const given = awsCloudTrail.schema.parse({ ...settings('https://vendor.example.com'), events });
  return awsCloudTrail.map(record, new ImportTally(NOW, null), '', given);
}
