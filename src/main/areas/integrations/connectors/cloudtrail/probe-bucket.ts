import {
  type ConnectorContext,
  ConnectorFailure,
  type ProbeResult,
} from '../../connector.types.ts';
import { credentialsOf } from '../aws/assume-role.ts';
import { getObject, listObjects } from './s3-api.ts';
import type { BucketSettings } from './settings.ts';
import { streamsOf } from './streams.ts';

/** Lists, and reads one file: two rights, and the one that is missing is named. */
export async function probeBucket(context: ConnectorContext<BucketSettings>): Promise<ProbeResult> {
  const { settings } = context;
  const bucket = { context, credentials: await credentialsOf(context, settings.region) };
  const streams = await streamsOf(bucket, null);
  const [first] = streams;
  if (first === undefined)
    throw new ConnectorFailure(
      'settings',
      `There are no files of a trail in ${settings.bucket} below ${settings.prefix === '' ? '' : `${settings.prefix}/`}AWSLogs/. Check bucket and prefix.`,
    );
  const { objects } = await listObjects(bucket, { prefix: first, after: null, isFlat: true });
  const [object] = objects;
  if (object !== undefined) await getObject(bucket, object.key);
  const accounts = new Set(streams.map((stream) => stream.split('/').at(-4)));
  return {
    text: `${accounts.size} account${accounts.size === 1 ? '' : 's'} and ${streams.length} region${streams.length === 1 ? '' : 's'} of a trail can be read.`,
    version: null,
  };
}
