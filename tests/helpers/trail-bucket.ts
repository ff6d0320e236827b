import { gzipSync } from 'node:zlib';
import { isSigned, xmlRefusal } from './aws-signature.ts';
import type { VendorServer } from './vendor-server.ts';

export interface TrailFile {
  readonly key: string;
  readonly modified: string;
  readonly bytes: Buffer;
}

export const trailFile = (records: readonly unknown[]): Buffer =>
  gzipSync(JSON.stringify({ Records: records }));

const escaped = (text: string) => encodeURIComponent(text).replaceAll('%20', '+');

/** ListObjectsV2 and GetObject as published, over these files; `most` keys a page. */
export function serveBucket(
  server: VendorServer,
  bucket: string,
  signing: { readonly accessKeyId: string; readonly secretAccessKey: string },
  files: () => readonly TrailFile[],
  most = 5,
): void {
  const known = { origin: server.origin, service: 's3', region: 'eu-central-1', ...signing };
  server.on('GET', new RegExp(`^/${bucket}(?:/.*)?$`), async (request) => {
    if (!(await isSigned(request, known))) return xmlRefusal('SignatureDoesNotMatch');
    const key = decodeURIComponent(request.path.slice(bucket.length + 2));
    if (key !== '') {
      const file = files().find((one) => one.key === key);
      return file ? { bytes: file.bytes } : xmlRefusal('NoSuchKey', 404);
    }
    const { isCut, text } = listed(files(), request.query, most);
    return {
      headers: { 'content-type': 'application/xml' },
      bytes: `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${bucket}</Name><IsTruncated>${isCut}</IsTruncated>${text}</ListBucketResult>`,
    };
  });
}

function listed(
  files: readonly TrailFile[],
  query: URLSearchParams,
  most: number,
): { isCut: boolean; text: string } {
  const prefix = query.get('prefix') ?? '';
  const after = query.get('start-after') ?? '';
  const delimiter = query.get('delimiter');
  const found = new Map<string, string>();
  for (const { key, modified } of [...files].sort((a, b) => (a.key < b.key ? -1 : 1))) {
    if (!key.startsWith(prefix) || key <= after) continue;
    const end = delimiter === null ? -1 : key.indexOf(delimiter, prefix.length);
    const name = end === -1 ? key : key.slice(0, end + 1);
    if (found.has(name)) continue;
    if (found.size >= most) return { isCut: true, text: [...found.values()].join('') };
    found.set(
      name,
      end === -1
        ? `<Contents><Key>${escaped(key)}</Key><LastModified>${modified}</LastModified></Contents>`
        : `<CommonPrefixes><Prefix>${escaped(name)}</Prefix></CommonPrefixes>`,
    );
  }
  return { isCut: false, text: [...found.values()].join('') };
}
