import { type ConnectorContext, ConnectorFailure } from '../../connector.types.ts';
import { type AwsCredentials, askBytes, askText } from '../aws/aws-call.ts';
import { readXml, textAt } from '../aws/aws-xml.ts';
import { type BucketSettings, s3Address } from './settings.ts';
import { MAX_FILE_BYTES } from './trail-file.ts';

export interface Bucket {
  readonly context: ConnectorContext<BucketSettings>;
  readonly credentials: AwsCredentials;
}

export interface TrailObject {
  readonly key: string;
  /** ms since 1970. */
  readonly modified: number;
}

export interface Listing {
  readonly objects: readonly TrailObject[];
  readonly prefixes: readonly string[];
  /** Whether there is more behind the last key. */
  readonly isCut: boolean;
}

/** As many as ListObjectsV2 gives at once. */
const MOST_KEYS = 1_000;

/** ListObjectsV2 (API of 2006-03-01): in the order of the keys, after `after`. */
export async function listObjects(
  { context, credentials }: Bucket,
  asked: { readonly prefix: string; readonly after: string | null; readonly isFlat: boolean },
): Promise<Listing> {
  const { settings } = context;
  const query = [
    ['list-type', '2'],
    ['encoding-type', 'url'],
    ['max-keys', String(MOST_KEYS)],
    ['prefix', asked.prefix],
    ...(asked.isFlat ? [] : [['delimiter', '/']]),
    ...(asked.after === null ? [] : [['start-after', asked.after]]),
  ].map((pair) => pair.map(encodeURIComponent).join('='));
  const text = await askText(context, credentials, {
    service: 's3',
    region: settings.region,
    method: 'GET',
    url: `${s3Address(settings)}/${settings.bucket}?${query.join('&')}`,
    action: `s3:ListBucket on ${settings.bucket}`,
    why: 'which files of the trail there are',
    maxBytes: 16 * 1024 * 1024,
  });
  const xml = await readXml(text);
  if (xml.name !== 'ListBucketResult')
    throw new ConnectorFailure('answer', 'S3 answered without a list. Check the address.');
  const named = (name: string) => xml.children.filter((child) => child.name === name);
  return {
    objects: named('Contents').map((one) => ({
      key: decoded(textAt(one, 'Key') ?? ''),
      modified: Date.parse(textAt(one, 'LastModified') ?? ''),
    })),
    prefixes: named('CommonPrefixes').map((one) => decoded(textAt(one, 'Prefix') ?? '')),
    isCut: textAt(xml, 'IsTruncated') === 'true',
  };
}

/** `encoding-type=url` writes a blank as plus. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** The folders right below, all of them. */
export async function listFolders(bucket: Bucket, prefix: string): Promise<readonly string[]> {
  const all: string[] = [];
  let after: string | null = null;
  for (;;) {
    const { prefixes, isCut }: Listing = await listObjects(bucket, {
      prefix,
      after,
      isFlat: false,
    });
    all.push(...prefixes);
    const last = prefixes.at(-1);
    if (!isCut || last === undefined || last === after) return all.sort();
    // Behind everything of that folder.
    after = `${last}\uffff`;
  }
}

export async function getObject({ context, credentials }: Bucket, key: string): Promise<Buffer> {
  const { settings } = context;
  const path = key.split('/').map(encodeURIComponent).join('/');
  const { body } = await askBytes(context, credentials, {
    service: 's3',
    region: settings.region,
    method: 'GET',
    url: `${s3Address(settings)}/${settings.bucket}/${path}`,
    action: `s3:GetObject on ${settings.bucket}`,
    why: 'a file of the trail',
    maxBytes: MAX_FILE_BYTES,
  });
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts);
}
