/**
 * AWS CloudTrail out of the bucket that a trail writes into. It reads with the rights of the access key
 * or role, and changes nothing there. Defences: the secret signs requests and is sent nowhere; names are
 * encoded before they become part of an address; files are bounded, packed and unpacked.
 */
import type { Connector } from '../connector.types.ts';
import { stsAddressOf } from './aws/aws-settings.ts';
import { fetchBucket } from './cloudtrail/fetch-bucket.ts';
import { keyOfEvent, mapEvent } from './cloudtrail/map-event.ts';
import { probeBucket } from './cloudtrail/probe-bucket.ts';
import {
  type BucketSettings,
  bucketFields,
  bucketSettings,
  s3Address,
} from './cloudtrail/settings.ts';
import { originOf } from './kit/settings.ts';

export const awsCloudTrail: Connector<BucketSettings> = {
  id: 'aws-cloudtrail',
  name: 'AWS CloudTrail',
  vendor: 'AWS',
  type: 'CLOUD',
  summary: 'Calls to AWS that matter for security, from the bucket of a trail.',
  schema: bucketSettings,
  fields: bucketFields,
  origins(settings) {
    const sts = settings.roleArn === '' ? [] : [stsAddressOf(settings, settings.region)];
    return [...new Set([s3Address(settings), ...sts].map(originOf))];
  },
  probe: probeBucket,
  fetch: fetchBucket,
  delivers: 'alerts',
  key: keyOfEvent,
  map: mapEvent,
};
