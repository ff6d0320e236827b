/** What is an archive, by its first bytes; and the one file of a compressed one. */
import { createGunzip, createZstdDecompress } from 'node:zlib';
import type { ArchiveHost, ArchiveMember } from './archive.types.ts';
import { through } from './through.ts';
import { isBzip2, unpackBzip2 } from './unpack-bzip2.ts';
import { isTar } from './unpack-tar.ts';

export type Container = 'zip' | 'tar' | 'gzip' | 'zstd' | 'bzip2';

export const CONTAINER_LABELS: Record<Container, string> = {
  zip: 'ZIP archive',
  tar: 'Tape archive (tar)',
  gzip: 'gzip',
  zstd: 'Zstandard',
  bzip2: 'bzip2',
};

const MAGIC: readonly (readonly [Container, readonly number[]])[] = [
  ['zip', [0x50, 0x4b, 3, 4]],
  // An archive without members, and one in parts.
  ['zip', [0x50, 0x4b, 5, 6]],
  ['zip', [0x50, 0x4b, 7, 8]],
  ['gzip', [0x1f, 0x8b, 8]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
];

export function containerOf(head: Uint8Array): Container | null {
  const found = MAGIC.find(([, magic]) => magic.every((byte, at) => head[at] === byte));
  if (found) return found[0];
  if (isBzip2(head)) return 'bzip2';
  return isTar(head) ? 'tar' : null;
}

const PIECE = 256 * 1024;
const FLAG_EXTRA = 4;
const FLAG_NAME = 8;

/** RFC 1952, 2.3: the name that the compressed file had; null where it does not say. */
function storedName(head: Buffer): string | null {
  const flags = head[3] ?? 0;
  if ((flags & FLAG_NAME) === 0) return null;
  let at = 10;
  if ((flags & FLAG_EXTRA) !== 0) {
    if (head.length < 12) return null;
    at += 2 + head.readUInt16LE(10);
  }
  const end = head.indexOf(0, at);
  return end > at ? head.subarray(at, end).toString('latin1') : null;
}

/** The file in a compressed one. `name`: of the compressed file. */
export async function* compressedMember(
  kind: 'gzip' | 'zstd' | 'bzip2',
  head: Buffer,
  source: AsyncIterable<Uint8Array>,
  name: string,
  host: ArchiveHost,
): AsyncGenerator<ArchiveMember> {
  const own = name.split(/[/\\]/).at(-1) ?? name;
  const bare = own
    .replace(/\.(?:gz|gzip|zst|zstd|bz2)$/i, '')
    .replace(/\.(?:tgz|tzst|tbz2?)$/i, '.tar');
  const without = bare === own ? `${own} (expanded)` : bare;
  let fed = 0;
  const counted = (async function* () {
    for await (const bytes of source) {
      fed += bytes.byteLength;
      host.reached(fed);
      yield bytes;
    }
  })();
  yield {
    name: (kind === 'gzip' ? storedName(head) : null) ?? without,
    type: 'file',
    target: null,
    refusal: null,
    open: () => opened(kind, counted),
  };
}

function opened(kind: 'gzip' | 'zstd' | 'bzip2', source: AsyncIterable<Uint8Array>) {
  switch (kind) {
    case 'gzip':
      return through(source, createGunzip({ chunkSize: PIECE }));
    case 'zstd':
      return through(source, createZstdDecompress({ chunkSize: PIECE }));
    case 'bzip2':
      return unpackBzip2(source);
  }
}
