/**
 * Verifies an audit package of Watchfloor: a ZIP file, or a folder into which it was extracted.
 *
 *   node verify.mjs PACKAGE [--fingerprint HEX]
 *
 * Needs Node 18 or newer and nothing else. It writes nothing, extracts nothing and follows no link.
 * Exit code 0: nothing is wrong. 1: every PROBLEM line names what is. 2: it could not run.
 * verify.py does the same in Python; ZIP is read as in APPNOTE.TXT 6.3.10.
 */
import { createHash, createPublicKey, verify as verifySignature } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInflateRaw } from 'node:zlib';

const CONTROL = ['manifest.json', 'checkpoint.json', 'signature.json'];
const CUSTODY = 'custody.ndjson';
/** Bytes; what is larger is not read: these files are read into memory. */
const MAX_JSON = 512 * 1024 * 1024;
const MAX_LINE = 16 * 1024 * 1024;
const MAX_ENTRIES = 2_000_000;
const SHA256 = /^[0-9a-f]{64}$/;

/** Text of others on a terminal: quoted, and only what is printed as it is. */
const quoted = (text) =>
  JSON.stringify(String(text)).replace(
    /[^\x20-\x7e]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
const grouped = (hex) => hex.match(/.{1,4}/g)?.join(' ') ?? '';

class Report {
  problems = 0;
  problem(text) {
    this.problems++;
    process.stdout.write(`PROBLEM  ${text}\n`);
  }
  note(text) {
    process.stdout.write(`NOTE     ${text}\n`);
  }
}

/** Why a path may not be in a package; null where it may. */
function unsafePath(path) {
  if (typeof path !== 'string' || path === '') return 'it has no name';
  if (/\p{Cc}/u.test(path)) return 'it holds control characters';
  if (path.includes('\\')) return 'it holds a backslash';
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return 'it is absolute';
  if (path.split('/').some((part) => part === '..' || part === '.' || part === ''))
    return 'it leads out of its folder';
  return null;
}

// ---------------------------------------------------------------------------------------- ZIP

async function readAt(file, offset, length) {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, offset);
  if (bytesRead !== length) throw new Error('the archive ends too early');
  return buffer;
}

/** Where the central directory is. */
async function readEnd(file, size) {
  const tail = await readAt(file, Math.max(0, size - 65_557), Math.min(size, 65_557));
  let at = tail.length - 22;
  while (at >= 0 && tail.readUInt32LE(at) !== 0x06054b50) at--;
  if (at < 0) throw new Error('it is no ZIP archive, or its end is cut off');
  const endOffset = size - tail.length + at;
  if (at + 22 + tail.readUInt16LE(at + 20) !== tail.length)
    throw new Error('there are bytes after the end of the archive');
  let count = tail.readUInt16LE(at + 10);
  let length = tail.readUInt32LE(at + 12);
  let offset = tail.readUInt32LE(at + 16);
  let before = endOffset;
  if (endOffset >= 20) {
    const locator = await readAt(file, endOffset - 20, 20);
    if (locator.readUInt32LE(0) === 0x07064b50) {
      before = Number(locator.readBigUInt64LE(8));
      const end64 = await readAt(file, before, 56);
      if (end64.readUInt32LE(0) !== 0x06064b50) throw new Error('its ZIP64 end is damaged');
      count = Number(end64.readBigUInt64LE(32));
      length = Number(end64.readBigUInt64LE(40));
      offset = Number(end64.readBigUInt64LE(48));
    }
  }
  if (offset + length !== before) throw new Error('its directory is damaged or was cut off');
  if (count > MAX_ENTRIES || length > MAX_JSON) throw new Error('its directory is too large');
  return { count, length, offset };
}

/** Sizes and place of an entry that needs more than 32 bits. */
function zip64Fields(entry, extra) {
  for (let at = 0; at + 4 <= extra.length; ) {
    const id = extra.readUInt16LE(at);
    const length = extra.readUInt16LE(at + 2);
    const field = extra.subarray(at + 4, at + 4 + length);
    at += 4 + length;
    if (id !== 1) continue;
    let place = 0;
    for (const name of ['size', 'packed', 'offset']) {
      if (entry[name] !== 0xffffffff || place + 8 > field.length) continue;
      entry[name] = Number(field.readBigUInt64LE(place));
      place += 8;
    }
  }
}

async function readDirectory(file, size) {
  const { count, length, offset } = await readEnd(file, size);
  const bytes = await readAt(file, offset, length);
  const entries = [];
  let at = 0;
  while (at + 46 <= bytes.length && bytes.readUInt32LE(at) === 0x02014b50) {
    const nameLength = bytes.readUInt16LE(at + 28);
    const extraLength = bytes.readUInt16LE(at + 30);
    const entry = {
      flags: bytes.readUInt16LE(at + 8),
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      mode: bytes.readUInt32LE(at + 38) >>> 16,
      offset: bytes.readUInt32LE(at + 42),
      name: bytes.toString('utf8', at + 46, at + 46 + nameLength),
    };
    const extraAt = at + 46 + nameLength;
    zip64Fields(entry, bytes.subarray(extraAt, extraAt + extraLength));
    entries.push(entry);
    at = extraAt + extraLength + bytes.readUInt16LE(at + 32);
  }
  if (entries.length !== count || at !== bytes.length) throw new Error('its directory is damaged');
  return entries;
}

async function openZip(path, size, report) {
  const file = await open(path, 'r');
  const entries = new Map();
  const folded = new Map();
  for (const entry of await readDirectory(file, size)) {
    const { name } = entry;
    const why = unsafePath(name);
    if (why) report.problem(`Unsafe path in the archive: ${quoted(name)}, ${why}`);
    else if (entries.has(name)) report.problem(`The archive holds ${quoted(name)} twice`);
    else if (folded.has(name.toLowerCase()))
      report.problem(`Two names differ in case only: ${quoted(name)}`);
    else if ((entry.mode & 0o170000) === 0o120000)
      report.problem(`The archive holds a link: ${quoted(name)}`);
    else if (entry.flags & 1) report.problem(`Encrypted file in the archive: ${quoted(name)}`);
    else if (entry.method !== 0 && entry.method !== 8)
      report.problem(`Unknown compression of ${quoted(name)}`);
    else {
      entries.set(name, entry);
      folded.set(name.toLowerCase(), name);
    }
  }
  return {
    names: [...entries.keys()],
    close: () => file.close(),
    async *read(name) {
      const { offset, packed, method } = entries.get(name);
      const head = await readAt(file, offset, 30);
      if (head.readUInt32LE(0) !== 0x04034b50) throw new Error('its place in the archive is wrong');
      const nameLength = head.readUInt16LE(26);
      const local = await readAt(file, offset + 30, nameLength);
      if (local.toString('utf8') !== name) throw new Error('it has two names in the archive');
      if (packed === 0) return;
      const start = offset + 30 + nameLength + head.readUInt16LE(28);
      const raw = createReadStream(path, { start, end: start + packed - 1 });
      if (method === 0) return yield* raw;
      const inflate = createInflateRaw();
      raw.on('error', (error) => inflate.destroy(error));
      try {
        yield* raw.pipe(inflate);
      } finally {
        raw.destroy();
      }
    },
  };
}

// ------------------------------------------------------------------------------------- folder

async function openFolder(root, report) {
  const names = [];
  async function walk(folder, prefix) {
    for (const name of (await readdir(folder)).sort()) {
      const path = prefix + name;
      const info = await lstat(join(folder, name));
      if (info.isDirectory()) await walk(join(folder, name), `${path}/`);
      else if (!info.isFile()) report.problem(`Neither file nor folder: ${quoted(path)}`);
      else if (unsafePath(path))
        report.problem(`Unsafe path: ${quoted(path)}, ${unsafePath(path)}`);
      else names.push(path);
    }
  }
  await walk(root, '');
  return {
    names,
    close: async () => {},
    read: (name) => createReadStream(join(root, ...name.split('/'))),
  };
}

// -------------------------------------------------------------------------------------- checks

/** Reads on until the content is longer than it may be: nothing inflates without bound. */
async function hashOf(source, name, limit) {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of source.read(name)) {
    size += chunk.length;
    if (size > limit) throw new Error(`it is longer than ${limit} bytes`);
    hash.update(chunk);
  }
  return { size, sha256: hash.digest('hex') };
}

async function readWhole(source, name) {
  const chunks = [];
  let size = 0;
  for await (const chunk of source.read(name)) {
    size += chunk.length;
    if (size > MAX_JSON) throw new Error('it is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function readControl(source, report) {
  const found = {};
  for (const name of CONTROL) {
    if (!source.names.includes(name)) {
      report.problem(`${name} is missing`);
      continue;
    }
    try {
      const bytes = await readWhole(source, name);
      const value = JSON.parse(bytes.toString('utf8'));
      if (value === null || typeof value !== 'object' || Array.isArray(value))
        throw new Error('it is no object');
      found[name] = { bytes, value };
    } catch (error) {
      report.problem(`${name} cannot be read: ${quoted(error.message)}`);
    }
  }
  return found;
}

function checkSignature(control, expected, report) {
  const signature = control['signature.json']?.value;
  const checkpoint = control['checkpoint.json'];
  if (!signature || !checkpoint) return null;
  const raw = Buffer.from(String(signature.publicKey), 'base64');
  if (signature.algorithm !== 'Ed25519' || raw.length !== 32) {
    report.problem('signature.json names no Ed25519 key');
    return null;
  }
  const fingerprint = createHash('sha256').update(raw).digest('hex');
  if (signature.fingerprint !== fingerprint)
    report.problem('signature.json states another fingerprint than that of its key');
  if (expected !== null && expected !== fingerprint)
    report.problem(
      `The package was signed by another key: its fingerprint is ${grouped(fingerprint)}, expected was ${grouped(expected)}`,
    );
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw]);
  let isGood = false;
  try {
    const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
    const bytes = Buffer.from(String(signature.signature), 'base64');
    isGood = verifySignature(null, checkpoint.bytes, key, bytes);
  } catch {
    isGood = false;
  }
  if (!isGood) report.problem('The signature does not fit checkpoint.json: it was changed');
  return fingerprint;
}

function checkCheckpoint(control, report) {
  const checkpoint = control['checkpoint.json']?.value;
  const manifest = control['manifest.json'];
  if (!checkpoint || !manifest) return;
  if (checkpoint.format !== 'watchfloor-checkpoint' || checkpoint.formatVersion !== 1)
    report.problem('checkpoint.json is of an unknown format');
  const sha256 = createHash('sha256').update(manifest.bytes).digest('hex');
  if (checkpoint.manifestSha256 !== sha256)
    report.problem('manifest.json was changed: checkpoint.json holds another SHA-256 of it');
  if (checkpoint.packageId !== manifest.value.packageId)
    report.problem('checkpoint.json belongs to another package');
  const heads = createHash('sha256');
  for (const { id, custody } of listOf(manifest.value.evidence))
    heads.update(`${id} ${custody?.entries} ${custody?.head ?? '-'}\n`);
  if (checkpoint.custodyHeadsSha256 !== heads.digest('hex'))
    report.problem('The ends of the chains of custody are not those of checkpoint.json');
}

const listOf = (value) =>
  Array.isArray(value) ? value.filter((item) => item !== null && typeof item === 'object') : [];

/** Every file that the manifest names, and those that it does not. */
async function checkFiles(source, manifest, report) {
  const present = new Set(source.names);
  const stated = new Map();
  const missing = [];
  for (const file of listOf(manifest.files)) {
    const why = unsafePath(file.path);
    if (why) report.problem(`Unsafe path in the manifest: ${quoted(file.path)}, ${why}`);
    else if (stated.has(file.path)) report.problem(`The manifest names ${quoted(file.path)} twice`);
    else if (!SHA256.test(file.sha256) || !Number.isSafeInteger(file.size) || file.size < 0)
      report.problem(`The manifest states no size or SHA-256 of ${quoted(file.path)}`);
    else stated.set(file.path, file);
  }
  for (const file of stated.values()) {
    if (!present.has(file.path)) {
      missing.push(file);
      continue;
    }
    try {
      const { size, sha256 } = await hashOf(source, file.path, file.size);
      if (size !== file.size || sha256 !== file.sha256)
        report.problem(
          `Changed file: ${quoted(file.path)} (SHA-256 ${sha256}, the manifest says ${file.sha256})`,
        );
    } catch (error) {
      report.problem(`Changed file: ${quoted(file.path)} (${quoted(error.message)})`);
    }
  }
  const extra = source.names.filter((name) => !stated.has(name) && !CONTROL.includes(name));
  await nameMissingAndExtra(source, { missing, extra }, report);
  return stated;
}

async function nameMissingAndExtra(source, { missing, extra }, report) {
  const gone = new Set(missing);
  for (const name of extra) {
    const largest = Math.max(0, ...missing.map(({ size }) => size));
    const found = await hashOf(source, name, largest).catch(() => null);
    const twin = [...gone].find((file) => found !== null && file.sha256 === found.sha256);
    if (twin) {
      gone.delete(twin);
      report.problem(`Renamed file: ${quoted(twin.path)} is here as ${quoted(name)}`);
    } else report.problem(`Extra file: ${quoted(name)} is not in the manifest`);
  }
  for (const { path } of gone) report.problem(`Missing file: ${quoted(path)}`);
}

function checkEvidence(manifest, stated, report) {
  const named = new Set();
  for (const item of listOf(manifest.evidence)) {
    if (item.path === null) {
      report.note(`Evidence ${quoted(item.id)} has no file here: ${quoted(item.absent)}`);
      continue;
    }
    named.add(item.path);
    if (stated.get(item.path)?.sha256 !== item.sha256)
      report.problem(`Evidence ${quoted(item.id)}: its file is not the one of the manifest`);
  }
  for (const { path, role } of stated.values())
    if (role === 'evidence' && !named.has(path))
      report.problem(`${quoted(path)} belongs to no evidence of the manifest`);
}

async function* linesOf(source, name) {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  for await (const chunk of source.read(name)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop();
    if (rest.length > MAX_LINE) throw new Error('a line is too long');
    yield* lines;
  }
  if (rest !== '') yield rest;
}

const NO_ENTRY = { position: 0, mac: null, before: new Set(), count: 0 };

function checkEntry(entry, { evidence, ends }, report) {
  const { evidenceId, position } = entry;
  const end = ends.get(evidenceId) ?? { ...NO_ENTRY, macs: new Set([null]) };
  const which = `Custody of ${quoted(evidenceId)}: entry ${quoted(position)}`;
  if (!evidence.has(evidenceId)) report.problem(`${which} belongs to no evidence of the manifest`);
  const { mac = null, sha256 } = entry;
  // Two workstations of one workspace may have added the next entry at once.
  const isBeside = position === end.position && position > 0 && !end.macs.has(mac);
  if (!isBeside && position !== end.position + 1)
    report.problem(`${which} comes after ${end.position}: entries are missing or reordered`);
  if (!(isBeside ? end.before : end.macs).has(entry.previous ?? null))
    report.problem(`${which} does not link to the entry before it`);
  const before = isBeside ? end.before : end.macs;
  const macs = isBeside ? end.macs.add(mac) : new Set([mac]);
  ends.set(evidenceId, { position, mac, macs, before, sha256, count: end.count + 1 });
}

/** Order, gaps and links. The codes themselves need the secret key of the installation. */
async function checkCustody(source, manifest, report) {
  const evidence = new Map(listOf(manifest.evidence).map((item) => [item.id, item]));
  const ends = new Map();
  let entries = 0;
  if (!source.names.includes(CUSTODY)) return;
  try {
    for await (const line of linesOf(source, CUSTODY)) {
      entries++;
      checkEntry(JSON.parse(line), { evidence, ends }, report);
    }
  } catch (error) {
    report.problem(`${CUSTODY} cannot be read: ${quoted(error.message)}`);
    return;
  }
  for (const [id, { custody, sha256 }] of evidence) {
    const end = ends.get(id) ?? { mac: null, count: 0, sha256: null };
    if (custody?.entries !== end.count || (custody?.head ?? null) !== end.mac)
      report.problem(`Custody of ${quoted(id)} does not end where the manifest says`);
    if (end.sha256 && sha256 && end.sha256 !== sha256)
      report.problem(`Custody of ${quoted(id)} ends with another SHA-256 than its file has`);
  }
  report.note(
    `${entries} entries of custody: order and links were checked; their keyed codes need the installation's secret key and were not.`,
  );
}

async function verifyPackage(source, expected, report) {
  const control = await readControl(source, report);
  const fingerprint = checkSignature(control, expected, report);
  checkCheckpoint(control, report);
  const manifest = control['manifest.json']?.value;
  if (manifest) {
    if (manifest.format !== 'watchfloor-audit-package' || manifest.formatVersion !== 1)
      report.problem('manifest.json is of an unknown format');
    const stated = await checkFiles(source, manifest, report);
    checkEvidence(manifest, stated, report);
    await checkCustody(source, manifest, report);
    report.note(`${stated.size} files and ${listOf(manifest.evidence).length} pieces of evidence.`);
  }
  if (fingerprint && expected === null)
    report.note(
      `Signed by the key with the fingerprint ${grouped(fingerprint)}. Compare it with the one that the audited organisation tells you by another way: --fingerprint does so.`,
    );
}

function readArguments(args) {
  let path = null;
  let expected = null;
  for (let at = 0; at < args.length; at++) {
    if (args[at] === '--fingerprint') {
      expected = (args[++at] ?? '').replace(/[^0-9A-Fa-f]/g, '').toLowerCase();
      if (!SHA256.test(expected)) return null;
    } else if (args[at].startsWith('--') || path !== null) return null;
    else path = args[at];
  }
  return path === null ? null : { path, expected };
}

async function main() {
  const options = readArguments(process.argv.slice(2));
  if (!options) {
    process.stderr.write('Usage: node verify.mjs PACKAGE.zip|FOLDER [--fingerprint HEX]\n');
    return 2;
  }
  const info = await lstat(options.path).catch(() => null);
  if (!info || !(info.isFile() || info.isDirectory())) {
    process.stderr.write(`${quoted(options.path)} is neither a file nor a folder\n`);
    return 2;
  }
  const report = new Report();
  let source = null;
  try {
    source = info.isDirectory()
      ? await openFolder(options.path, report)
      : await openZip(options.path, info.size, report);
    await verifyPackage(source, options.expected, report);
  } catch (error) {
    report.problem(`The package cannot be read: ${quoted(error.message)}`);
  }
  await source?.close();
  if (report.problems > 0) {
    const n = report.problems;
    process.stdout.write(`\nNOT VERIFIED: ${n} problem${n === 1 ? '' : 's'}.\n`);
    return 1;
  }
  process.stdout.write('\nVERIFIED: nothing is missing, added or changed.\n');
  return 0;
}

process.exitCode = await main();
