/** A package in pieces, so that tests can tamper with it and put it together again. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { fromBuffer } from 'yauzl';
import { ZipFile } from 'yazl';

export type Pieces = Map<string, Buffer>;

export function unpack(bytes: Buffer): Promise<Pieces> {
  const pieces: Pieces = new Map();
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      zip.on('end', () => resolve(pieces));
      zip.on('error', reject);
      zip.on('entry', (entry) => {
        zip.openReadStream(entry, async (failure, stream) => {
          if (failure) return reject(failure);
          const chunks: Buffer[] = [];
          for await (const chunk of stream) chunks.push(chunk as Buffer);
          pieces.set(entry.fileName, Buffer.concat(chunks));
          zip.readEntry();
        });
      });
      zip.readEntry();
    });
  });
}

export async function pack(pieces: Pieces): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, bytes] of pieces) zip.addBuffer(bytes, name);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

export function piece(pieces: Pieces, name: string): Buffer {
  const found = pieces.get(name);
  if (!found) throw new Error(`No ${name}`);
  return found;
}

interface AnyManifest {
  files: { path: string; size: number; sha256: string }[];
  evidence: { id: string; custody: { entries: number; head: string | null } }[];
}

export const manifestOf = (pieces: Pieces): AnyManifest =>
  JSON.parse(piece(pieces, 'manifest.json').toString()) as AnyManifest;

/** Writes a manifest that agrees with the files again, and signs it with a key of one's own. */
export function forge(pieces: Pieces): void {
  const manifest = manifestOf(pieces);
  for (const file of manifest.files) {
    const bytes = piece(pieces, file.path);
    file.size = bytes.length;
    file.sha256 = sha256(bytes);
  }
  pieces.set('manifest.json', Buffer.from(JSON.stringify(manifest)));
  const checkpoint = JSON.parse(piece(pieces, 'checkpoint.json').toString());
  checkpoint.manifestSha256 = sha256(piece(pieces, 'manifest.json'));
  checkpoint.custodyHeadsSha256 = sha256(
    manifest.evidence
      .map(({ id, custody }) => `${id} ${custody.entries} ${custody.head ?? '-'}\n`)
      .join(''),
  );
  const signed = Buffer.from(JSON.stringify(checkpoint));
  pieces.set('checkpoint.json', signed);
  const pair = generateKeyPairSync('ed25519');
  const raw = pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  const signature = {
    algorithm: 'Ed25519',
    publicKey: raw.toString('base64'),
    fingerprint: sha256(raw),
    signature: sign(null, signed, pair.privateKey).toString('base64'),
  };
  pieces.set('signature.json', Buffer.from(JSON.stringify(signature)));
}

/** Another name of the same length, where the archive says it: what no ZIP library writes. */
export function renameRaw(zip: Buffer, from: string, to: string): Buffer {
  if (Buffer.byteLength(from) !== Buffer.byteLength(to)) throw new Error('Not of one length');
  const bytes = Buffer.from(zip);
  const [search, replacement] = [Buffer.from(from), Buffer.from(to)];
  for (let at = bytes.indexOf(search); at >= 0; at = bytes.indexOf(search, at + 1)) {
    const isLocal = at >= 30 && bytes.readUInt32LE(at - 30) === 0x04034b50;
    const isCentral = at >= 46 && bytes.readUInt32LE(at - 46) === 0x02014b50;
    if (isLocal || isCentral) replacement.copy(bytes, at);
  }
  return bytes;
}
