/**
 * Rule files as somebody brought them: a ZIP, a folder (one JSON line a file: {path, text}) or a single file.
 * They are a stranger's. Defences: everything is read in memory and nothing is written to a path that an
 * archive names; names that lead out of it are rejected; sizes of the archive, of each file as it really
 * inflates, of all together and the number of entries are limited; encrypted and linked entries are not read.
 */
import { Buffer } from 'node:buffer';
import { on } from 'node:events';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import type { Entry, ZipFile } from 'yauzl';
import {
  isHostilePath,
  isRuleFile,
  RULE_LIMITS,
} from '../../../../shared/areas/forensics/rules/rules.rules.ts';
import { AppError } from '../../../../shared/contract/errors.ts';

export interface RuleFile {
  readonly path: string;
  readonly text: string;
}

export interface RuleFiles {
  readonly files: readonly RuleFile[];
  readonly rejected: readonly { file: string; reason: string }[];
  /** Files that are no rules: pictures, readmes, logs. */
  readonly passedOver: number;
  /** SHA-256 is made of these. */
  readonly bytes: number;
}

type FileLimits = Pick<typeof RULE_LIMITS, 'upload' | 'entries' | 'file' | 'total'>;

const isWanted = (path: string) => isRuleFile(path) !== null || /\.tests\.json$/i.test(path);
const shown = (path: string) => path.replace(/[\p{Cc}\p{Cf}]/gu, '\uFFFD').slice(0, 300);
const mebibytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MiB`;

/** @throws AppError 'too-large' over the limit of an upload; 'bad-input' where nothing can be read. */
export async function collectRuleFiles(
  source: AsyncIterable<Uint8Array>,
  name: string,
  limits: FileLimits = RULE_LIMITS,
): Promise<RuleFiles> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    size += chunk.byteLength;
    if (size > limits.upload)
      throw new AppError(
        'too-large',
        `Rule files of more than ${mebibytes(limits.upload)} are not read`,
      );
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  if (bytes.length === 0) throw new AppError('bad-input', 'The file is empty');
  if (isZip(bytes)) return readArchive(bytes, limits);
  if (/\.ndjson$/i.test(name)) return readFolder(bytes, limits);
  if (!isWanted(name))
    throw new AppError(
      'bad-input',
      'Rules come as .yml, .yaml, .yar or .yara files, in a folder or a ZIP',
    );
  const gathered = gather(limits);
  gathered.add(name.replace(/^.*[/\\]/, ''), bytes);
  return gathered.result(bytes.length);
}

const isZip = (bytes: Buffer) =>
  bytes.length > 4 && bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);

function gather(limits: FileLimits) {
  const files: RuleFile[] = [];
  const rejected: { file: string; reason: string }[] = [];
  const seen = new Set<string>();
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let passedOver = 0;
  let total = 0;
  const reject = (file: string, reason: string) => rejected.push({ file: shown(file), reason });
  return {
    reject,
    passOver: () => {
      passedOver++;
    },
    left: () => Math.max(0, Math.min(limits.file, limits.total - total)),
    isFull: () => total >= limits.total,
    add(path: string, bytes: Uint8Array) {
      if (bytes.length > limits.file) return reject(path, `larger than ${mebibytes(limits.file)}`);
      if (seen.has(path)) return reject(path, 'its name is in here twice');
      total += bytes.length;
      if (total > limits.total)
        return reject(path, `all rules together are larger than ${mebibytes(limits.total)}`);
      seen.add(path);
      try {
        files.push({ path, text: decoder.decode(bytes) });
      } catch {
        reject(path, 'not UTF-8');
      }
      return undefined;
    },
    result: (size: number): RuleFiles => ({ files, rejected, passedOver, bytes: size }),
  };
}

/** One JSON line a file, as the page sends a folder. */
function readFolder(bytes: Buffer, limits: FileLimits): RuleFiles {
  const gathered = gather(limits);
  let entries = 0;
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(10, at);
    const line = bytes.subarray(at, end < 0 ? bytes.length : end);
    at = end < 0 ? bytes.length : end + 1;
    if (line.length === 0) continue;
    if (++entries > limits.entries) {
      gathered.reject('', `more than ${limits.entries} files; the rest was not read`);
      break;
    }
    const file = lineOf(line);
    if (file === null) gathered.reject(`line ${entries}`, 'not a line of a folder');
    else if (isHostilePath(file.path))
      gathered.reject(file.path, 'its name leads out of the folder');
    else if (isWanted(file.path)) gathered.add(file.path, Buffer.from(file.text));
    else gathered.passOver();
  }
  return gathered.result(bytes.length);
}

function lineOf(line: Buffer): RuleFile | null {
  try {
    const { path, text } = JSON.parse(line.toString('utf8')) as Partial<RuleFile>;
    return typeof path === 'string' && typeof text === 'string' ? { path, text } : null;
  } catch {
    return null;
  }
}

async function readArchive(bytes: Buffer, limits: FileLimits): Promise<RuleFiles> {
  const yauzl = await import('yauzl');
  const damaged = (cause: unknown) =>
    new AppError('bad-input', 'The archive cannot be read: it is damaged, or no ZIP', { cause });
  // Names stay bytes: yauzl would refuse the archive over a hostile one instead of showing it.
  const options = {
    lazyEntries: true,
    decodeStrings: false,
    validateEntrySizes: true,
    autoClose: false,
  } as const;
  const zip = await new Promise<ZipFile>((resolve, reject) =>
    yauzl.fromBuffer(bytes, options, (error, opened) =>
      error ? reject(damaged(error)) : resolve(opened),
    ),
  );
  const gathered = gather(limits);
  let entries = 0;
  try {
    const found = on(zip, 'entry', { close: ['end'] });
    zip.readEntry();
    for await (const [entry] of found as AsyncIterable<[Entry]>) {
      const raw: unknown = entry.fileName;
      const path = Buffer.isBuffer(raw) ? raw.toString('utf8') : String(raw);
      if (++entries > limits.entries) {
        gathered.reject('', `more than ${limits.entries} entries; the rest was not read`);
        break;
      }
      await take(zip, entry, path, gathered);
      if (gathered.isFull()) {
        gathered.reject(
          path,
          `all rules together are larger than ${mebibytes(limits.total)}; the rest was not read`,
        );
        break;
      }
      zip.readEntry();
    }
  } catch (error) {
    if (gathered.result(0).files.length === 0)
      throw error instanceof AppError ? error : damaged(error);
    gathered.reject('', 'the archive is damaged from here on; what came before was read');
  }
  return gathered.result(bytes.length);
}

async function take(
  zip: ZipFile,
  entry: Entry,
  path: string,
  gathered: ReturnType<typeof gather>,
): Promise<void> {
  if (path.endsWith('/')) return;
  if (isHostilePath(path)) return void gathered.reject(path, 'its name leads out of the archive');
  if (!isWanted(path)) return gathered.passOver();
  if (((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000)
    return void gathered.reject(path, 'a link');
  if ((entry.generalPurposeBitFlag & 1) !== 0) return void gathered.reject(path, 'encrypted');
  const left = gathered.left();
  if (entry.uncompressedSize > left)
    return void gathered.reject(path, `larger than ${mebibytes(left)}`);
  try {
    const content = await inflate(zip, entry, left);
    if (content === null) gathered.reject(path, 'larger than it says');
    else gathered.add(path, content);
  } catch {
    gathered.reject(path, 'damaged: it cannot be unpacked');
  }
}

/** Null where there is more than there may be. */
async function inflate(zip: ZipFile, entry: Entry, limit: number): Promise<Buffer | null> {
  const open = promisify(zip.openReadStream.bind(zip)) as (entry: Entry) => Promise<Readable>;
  const stream = await open(entry);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) {
      stream.destroy();
      return null;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
