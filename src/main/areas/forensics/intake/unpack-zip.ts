/**
 * Reads members of a ZIP archive, decrypted and expanded. Defences: members that share bytes of the
 * archive with one another are not read (bombs without nesting are made of these); checksums are
 * compared; what the caller allows to come out is counted there. Nothing is written.
 */
import { createInflateRaw, createZstdDecompress, inflateRawSync } from 'node:zlib';
import type { RandomBytes } from '../readers/reader.types.ts';
import { type ArchiveHost, type ArchiveMember, PasswordNeeded } from './archive.types.ts';
import { through } from './through.ts';
import {
  aes,
  aesHeadBytes,
  type Decrypter,
  runningCrc,
  TRADITIONAL_HEAD,
  traditional,
} from './zip-crypt.ts';
import {
  LOCAL_BYTES,
  readLocal,
  readPart,
  readZipDirectory,
  type ZipEntry,
} from './zip-directory.ts';

const ENCRYPTED = 1;
const STRONG = 0x40;
const AES_METHOD = 99;
const STORED = 0;
const DEFLATED = 8;
const ZSTANDARD = 93;
const PIECE = 256 * 1024;
/** A traditional password is proven on so much; its own check lets one of 256 wrong ones pass. */
const PROVEN_BYTES = 4 * 1024 * 1024;

const cp437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/** UTF-8 where it says so or is; otherwise the code page of the format. */
function nameOf({ rawName, isUtf8 }: ZipEntry): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(rawName);
  } catch {
    if (isUtf8) return rawName.toString('utf8');
    return Array.from(rawName, (byte) =>
      byte < 128 ? String.fromCharCode(byte) : (cp437[byte - 128] ?? '?'),
    ).join('');
  }
}

const methodOf = ({ method, aes: sealed }: ZipEntry): number =>
  method === AES_METHOD && sealed ? sealed.method : method;

const isEncrypted = ({ flags }: ZipEntry): boolean => (flags & ENCRYPTED) !== 0;

const TYPES = { link: 0o120000, folder: 0o040000, file: 0o100000 } as const;

function typeOf(entry: ZipEntry, name: string): ArchiveMember['type'] {
  const kind = (entry.unixMode ?? 0) & 0o170000;
  if (kind === TYPES.link) return 'link';
  if (/[/\\]$/.test(name) && (entry.packed ?? 1) === 0) return 'folder';
  if (kind === 0 || kind === TYPES.file || kind === TYPES.folder) return 'file';
  return 'device';
}

function refusalOf(entry: ZipEntry): string | null {
  const method = methodOf(entry);
  if (![STORED, DEFLATED, ZSTANDARD].includes(method))
    return `compressed by a method that is not read (${method})`;
  if (!isEncrypted(entry)) return null;
  const isKnown = entry.method !== AES_METHOD || aesHeadBytes(entry.aes?.strength ?? 0) !== null;
  if ((entry.flags & STRONG) !== 0 || !isKnown) return 'encrypted by a method that is not read';
  if (entry.packed === null) return 'encrypted, and its end is not known';
  return null;
}

/** @throws PasswordNeeded before anything is read. */
export async function* zipMembers(
  bytes: RandomBytes,
  host: ArchiveHost,
  most: number,
): AsyncGenerator<ArchiveMember> {
  const { entries, problems, isByHeaders } = readZipDirectory(bytes, most);
  for (const problem of problems) host.problem(problem, null, isByHeaders);
  const keys = createKeys(bytes, host.passwords);
  const overlapping = isByHeaders ? new Set<ZipEntry>() : findOverlaps(entries);
  for (const entry of entries) {
    const isAsked = !host.goesOn && isEncrypted(entry) && refusalOf(entry) === null;
    if (isAsked && !overlapping.has(entry)) keys.open(entry);
    if (isAsked) break;
  }
  for (const entry of entries) {
    const name = nameOf(entry);
    const type = typeOf(entry, name);
    const refusal = overlapping.has(entry)
      ? 'shares its bytes with another member, as in a bomb; not read'
      : (refusalOf(entry) ??
        (host.goesOn && isEncrypted(entry) && !keys.canOpen(entry) ? 'encrypted, not read' : null));
    host.reached(entry.at);
    yield {
      name,
      type,
      target: type === 'link' ? await linkTarget(bytes, entry, refusal) : null,
      refusal,
      open: () => readMember(bytes, entry, keys),
    };
  }
}

/** All but the first of members whose places cross. */
function findOverlaps(entries: readonly ZipEntry[]): ReadonlySet<ZipEntry> {
  const found = new Set<ZipEntry>();
  let end = -1;
  for (const entry of entries.toSorted((a, b) => a.at - b.at)) {
    if (entry.at < end) found.add(entry);
    end = Math.max(end, entry.at + LOCAL_BYTES + entry.rawName.length + (entry.packed ?? 0));
  }
  return found;
}

async function linkTarget(
  bytes: RandomBytes,
  entry: ZipEntry,
  refusal: string | null,
): Promise<string | null> {
  if (refusal !== null || isEncrypted(entry) || entry.method !== STORED) return null;
  const local = readLocal(bytes, entry.at);
  if (local === null) return null;
  return readPart(bytes, local.dataAt, Math.min(entry.packed ?? 0, 1_024)).toString('utf8');
}

interface Opened {
  readonly decrypter: Decrypter;
  readonly from: number;
  readonly to: number;
}

/** Finds the password of a member among those given; one that was right is tried first. */
function createKeys(bytes: RandomBytes, passwords: readonly string[]) {
  const known = passwords.flatMap((password) => {
    const utf8 = Buffer.from(password, 'utf8');
    const latin = Buffer.from(password, 'latin1');
    return latin.equals(utf8) ? [utf8] : [utf8, latin];
  });
  const proven = new Set<Buffer>();

  function openWith(entry: ZipEntry, key: Buffer, from: number, to: number): Opened | null {
    if (entry.aes && entry.method === AES_METHOD) {
      const { strength } = entry.aes;
      const headBytes = aesHeadBytes(strength) ?? 0;
      const decrypter = aes(key, readPart(bytes, from, headBytes), strength);
      if (!decrypter) return null;
      const end = Math.max(from + headBytes, to - decrypter.trailerBytes);
      return { decrypter, from: from + headBytes, to: end };
    }
    const check = (entry.flags & 8) !== 0 ? entry.dosTime >>> 8 : entry.crc >>> 24;
    const decrypter = traditional(key, readPart(bytes, from, TRADITIONAL_HEAD), check);
    return decrypter && { decrypter, from: from + TRADITIONAL_HEAD, to };
  }

  function isProven(entry: ZipEntry, { decrypter, from, to }: Opened): boolean {
    if (entry.method === AES_METHOD || to - from > PROVEN_BYTES) return true;
    try {
      const packed = decrypter.update(readPart(bytes, from, to - from));
      const plain =
        entry.method === DEFLATED
          ? inflateRawSync(packed, { maxOutputLength: 16 * PROVEN_BYTES })
          : packed;
      const crc = runningCrc();
      crc.update(plain);
      return crc.value === entry.crc;
    } catch (error) {
      // Too much came out to look at: that much came out without an error.
      return error instanceof RangeError;
    }
  }

  const keys = {
    canOpen(entry: ZipEntry): boolean {
      try {
        keys.open(entry);
        return true;
      } catch (error) {
        if (error instanceof PasswordNeeded) return false;
        throw error;
      }
    },
    /** Null where its header is missing. @throws PasswordNeeded. */
    open(entry: ZipEntry): Opened | null {
      const local = readLocal(bytes, entry.at);
      if (local === null) return null;
      const to = Math.min(bytes.size, local.dataAt + (entry.packed ?? 0));
      for (const key of [...proven, ...known.filter((one) => !proven.has(one))]) {
        const opened = openWith(entry, key, local.dataAt, to);
        if (opened === null) continue;
        if (!proven.has(key)) {
          if (!isProven(entry, opened)) continue;
          proven.add(key);
        }
        // What was looked at moved the cipher on.
        return openWith(entry, key, local.dataAt, to);
      }
      throw new PasswordNeeded(known.length > 0);
    },
  };
  return keys;
}
type Keys = ReturnType<typeof createKeys>;

async function* readMember(
  bytes: RandomBytes,
  entry: ZipEntry,
  keys: Keys,
): AsyncGenerator<Uint8Array> {
  const local = readLocal(bytes, entry.at);
  if (local === null) throw new Error('the header of a member is missing');
  const end = entry.packed === null ? bytes.size : local.dataAt + entry.packed;
  const opened = isEncrypted(entry) ? keys.open(entry) : null;
  const packed = readPacked(bytes, {
    from: opened?.from ?? local.dataAt,
    to: Math.min(bytes.size, opened?.to ?? end),
    decrypter: opened?.decrypter ?? null,
  });
  const crc = runningCrc();
  for await (const piece of expand(packed, methodOf(entry))) {
    crc.update(piece);
    yield piece;
  }
  if (end > bytes.size) throw new Error('the archive ends within a member');
  const isCrcThere = entry.aes?.version !== 2 && entry.packed !== null;
  if (isCrcThere && crc.value !== entry.crc) throw new Error('the checksum of a member differs');
  if (
    opened &&
    !opened.decrypter.isGenuine(readPart(bytes, opened.to, opened.decrypter.trailerBytes))
  )
    throw new Error('the seal of an encrypted member differs');
}

interface Packed {
  readonly from: number;
  readonly to: number;
  readonly decrypter: Decrypter | null;
}

async function* readPacked(
  bytes: RandomBytes,
  { from, to, decrypter }: Packed,
): AsyncGenerator<Uint8Array> {
  for (let at = from; at < to; at += PIECE) {
    const piece = readPart(bytes, at, Math.min(PIECE, to - at));
    yield decrypter ? decrypter.update(piece) : piece;
  }
}

function expand(packed: AsyncIterable<Uint8Array>, method: number): AsyncIterable<Uint8Array> {
  if (method === DEFLATED) return through(packed, createInflateRaw({ chunkSize: PIECE }));
  if (method === ZSTANDARD) return through(packed, createZstdDecompress({ chunkSize: PIECE }));
  return packed;
}
