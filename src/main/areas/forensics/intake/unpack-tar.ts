/**
 * Members of a tape archive (POSIX.1-1988 ustar with pax and GNU extensions) as they stream by. Headers
 * are read by the package `tar`, the walk is ours: pulled, so that no more is in memory than one
 * piece, and with no code near it that can write a file, follow a link or make a device.
 */
import { Header, Pax } from 'tar';
import type { ArchiveHost, ArchiveMember } from './archive.types.ts';
import { type Puller, pull } from './pull.ts';

const BLOCK = 512;
const META_BYTES = 1024 * 1024;
const CHECKSUM_AT = 148;

/** Whether the first block is a header: its own checksum says so, whatever its magic. */
export function isTar(head: Uint8Array): boolean {
  if (head.length < BLOCK || head[0] === 0) return false;
  let sum = 0;
  for (let at = 0; at < BLOCK; at++)
    sum += at >= CHECKSUM_AT && at < CHECKSUM_AT + 8 ? 32 : (head[at] ?? 0);
  const text = Buffer.from(head.subarray(CHECKSUM_AT, CHECKSUM_AT + 8)).toString('latin1');
  const stated = /^[ 0]*([0-7]{1,7})[ \0]/.exec(text)?.[1];
  return stated !== undefined && Number.parseInt(stated, 8) === sum;
}

const TYPES: Readonly<Record<string, ArchiveMember['type']>> = {
  File: 'file',
  OldFile: 'file',
  ContiguousFile: 'file',
  Directory: 'folder',
  GNUDumpDir: 'folder',
  Link: 'link',
  SymbolicLink: 'link',
  CharacterDevice: 'device',
  BlockDevice: 'device',
  FIFO: 'device',
};
const META = new Set([
  'ExtendedHeader',
  'GlobalExtendedHeader',
  'OldExtendedHeader',
  'NextFileHasLongPath',
  'NextFileHasLongLinkpath',
]);

/** What extension headers said of the members behind them. */
interface Extended {
  next: Pax | undefined;
  all: Pax | undefined;
  path: string | undefined;
  target: string | undefined;
}

/** `reached` hears bytes of `source`. */
export async function* tarMembers(
  source: AsyncIterable<Uint8Array>,
  host: ArchiveHost,
): AsyncGenerator<ArchiveMember> {
  const puller = pull(source);
  const said: Extended = { next: undefined, all: undefined, path: undefined, target: undefined };
  let nulls = 0;
  try {
    for (;;) {
      const at = puller.position;
      host.reached(at);
      const block = await puller.take(BLOCK);
      if (block.length < BLOCK) {
        if (nulls === 0) host.problem('the archive ends without its end mark', `byte ${at}`, false);
        return;
      }
      if (block.every((byte) => byte === 0)) {
        nulls++;
        if (nulls === 2) return;
        continue;
      }
      nulls = 0;
      const header = readHeader(block, said);
      if (header === null) {
        host.problem('a header is damaged; the next one was looked for', `byte ${at}`, true);
        continue;
      }
      if (META.has(header.type)) {
        await readMeta(puller, header, said, host);
        continue;
      }
      yield* memberOf(puller, header, said);
      Object.assign(said, { next: undefined, path: undefined, target: undefined });
    }
  } finally {
    await puller.close();
  }
}

function readHeader(block: Buffer, said: Extended): Header | null {
  if (!isTar(block)) return null;
  try {
    const header = new Header(block, 0, said.next, said.all);
    const size = header.size ?? 0;
    return Number.isSafeInteger(size) && size >= 0 ? header : null;
  } catch {
    return null;
  }
}

async function readMeta(
  puller: Puller,
  header: Header,
  said: Extended,
  host: ArchiveHost,
): Promise<void> {
  const size = header.size ?? 0;
  const padding = (BLOCK - (size % BLOCK)) % BLOCK;
  if (size > META_BYTES) {
    host.problem('an extension header is too large', `byte ${puller.position}`, true);
    await puller.skip(size + padding);
    return;
  }
  const text = (await puller.take(size)).toString('utf8');
  await puller.skip(padding);
  const name = text.replace(/\0.*$/s, '');
  switch (header.type) {
    case 'NextFileHasLongPath':
      said.path = name;
      return;
    case 'NextFileHasLongLinkpath':
      said.target = name;
      return;
    case 'GlobalExtendedHeader':
      said.all = Pax.parse(text, said.all, true);
      return;
    default:
      said.next = Pax.parse(text, said.next, false);
  }
}

async function* memberOf(
  puller: Puller,
  header: Header,
  said: Extended,
): AsyncGenerator<ArchiveMember> {
  const type = TYPES[header.type] ?? null;
  // A link has no bytes, whatever its header says.
  const size = type === 'link' ? 0 : (header.size ?? 0);
  const end = puller.position + size;
  yield {
    name: said.path ?? header.path ?? '',
    type: type ?? 'file',
    target: type === 'link' ? (said.target ?? header.linkpath ?? null) : null,
    refusal: type === null ? `of a kind that is not read (${header.type})` : null,
    async *open() {
      yield* puller.body(size);
      if (puller.position < end) throw new Error('the archive ends within a member');
    },
  };
  await puller.skip(end - puller.position + ((BLOCK - (size % BLOCK)) % BLOCK));
}
