/** Archives of every sort, made byte by byte: whole, encrypted, damaged and hostile. */
import { createCipheriv, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { Header } from 'tar';

export interface ZipPart {
  readonly name: string;
  readonly content: Uint8Array;
  readonly isStored?: boolean;
  /** Encrypts with this. */
  readonly password?: string;
  readonly encryption?: 'traditional' | 'aes';
  /** Unix mode of the directory entry: 0o120777 is a link. */
  readonly mode?: number;
  /** Another CRC than that of the content. */
  readonly crc?: number;
  /** The directory points here instead. */
  readonly at?: number;
}

const TABLE = Int32Array.from({ length: 256 }, (_, n) => {
  let value = n;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function traditional(plain: Uint8Array, password: string, check: number): Buffer {
  const keys = [0x12345678, 0x23456789, 0x34567890] as [number, number, number];
  const step = (crc: number, byte: number) => (crc >>> 8) ^ (TABLE[(crc ^ byte) & 255] ?? 0);
  const feed = (byte: number) => {
    keys[0] = step(keys[0], byte);
    keys[1] = (Math.imul(keys[1] + (keys[0] & 255), 134_775_813) + 1) | 0;
    keys[2] = step(keys[2], keys[1] >>> 24);
  };
  for (const byte of Buffer.from(password)) feed(byte);
  const head = randomBytes(12);
  head[11] = check;
  return Buffer.from(
    Uint8Array.from(Buffer.concat([head, plain]), (byte) => {
      const mix = (keys[2] | 2) & 0xffff;
      const pad = (Math.imul(mix, mix ^ 1) >>> 8) & 255;
      feed(byte);
      return byte ^ pad;
    }),
  );
}

function aes256(plain: Uint8Array, password: string): Buffer {
  const salt = randomBytes(16);
  const keys = pbkdf2Sync(password, salt, 1000, 66, 'sha1');
  const cipher = createCipheriv('aes-256-ecb', keys.subarray(0, 32), null).setAutoPadding(false);
  const out = Buffer.from(plain);
  for (let at = 0, n = 1; at < out.length; at += 16, n++) {
    const counter = Buffer.alloc(16);
    counter.writeUInt32LE(n, 0);
    const pad = cipher.update(counter);
    for (let k = 0; k < 16 && at + k < out.length; k++)
      out[at + k] = (out[at + k] ?? 0) ^ (pad[k] ?? 0);
  }
  const seal = createHmac('sha1', keys.subarray(32, 64)).update(out).digest().subarray(0, 10);
  return Buffer.concat([salt, keys.subarray(64), out, seal]);
}

interface Written {
  readonly local: Buffer;
  readonly central: (at: number) => Buffer;
}

function writePart(part: ZipPart): Written {
  const name = Buffer.from(part.name);
  const crc = part.crc ?? crc32(part.content);
  const method = part.isStored ? 0 : 8;
  let data: Uint8Array = part.isStored ? part.content : deflateRawSync(part.content);
  const isAes = part.password !== undefined && part.encryption === 'aes';
  let extra = Buffer.alloc(0);
  if (part.password !== undefined)
    data = isAes ? aes256(data, part.password) : traditional(data, part.password, crc >>> 24);
  if (isAes) {
    extra = Buffer.from([0x01, 0x99, 7, 0, 2, 0, 0x41, 0x45, 3, method, 0]);
  }
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(0x800 | (part.password === undefined ? 0 : 1), 2);
  common.writeUInt16LE(isAes ? 99 : method, 4);
  common.writeUInt32LE(isAes ? 0 : crc, 10);
  common.writeUInt32LE(data.length, 14);
  common.writeUInt32LE(part.content.length, 18);
  common.writeUInt16LE(name.length, 22);
  common.writeUInt16LE(extra.length, 24);
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, name, extra, data]);
  return {
    local,
    central(at) {
      const tail = Buffer.alloc(14);
      tail.writeUInt32LE(((part.mode ?? 0o100644) << 16) >>> 0, 6);
      tail.writeUInt32LE(part.at ?? at, 10);
      const head = Buffer.from('PK\x01\x02\x14\x03', 'latin1');
      return Buffer.concat([head, common, tail, name, extra]);
    },
  };
}

/** `isCut`: without its directory and end. */
export function makeZip(parts: readonly ZipPart[], { isCut = false } = {}): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let at = 0;
  for (const part of parts) {
    const { local, central } = writePart(part);
    locals.push(local);
    centrals.push(central(at));
    at += local.length;
  }
  if (isCut) return Buffer.concat(locals);
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length & 0xffff, 8);
  end.writeUInt16LE(parts.length & 0xffff, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, directory, end]);
}

export interface TarPart {
  readonly name: string;
  readonly content?: Uint8Array;
  readonly type?: 'File' | 'SymbolicLink' | 'Link' | 'CharacterDevice' | 'FIFO' | 'Directory';
  readonly target?: string;
}

export function makeTar(parts: readonly TarPart[]): Buffer {
  const blocks = parts.map(({ name, content = Buffer.alloc(0), type = 'File', target }) => {
    const header = new Header({
      ...{ path: name, type, size: content.length, mode: 0o644, uid: 0, gid: 0 },
      ...{ mtime: new Date(0), ...(target === undefined ? {} : { linkpath: target }) },
    });
    const block = Buffer.alloc(512);
    header.encode(block, 0);
    return Buffer.concat([block, content, Buffer.alloc((512 - (content.length % 512)) % 512)]);
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

/** Zeros that were pressed together: `mib` of them come out. */
export function gzipBomb(mib: number): Buffer {
  return gzipSync(Buffer.alloc(mib * 1024 * 1024), { level: 9 });
}

/** Archives in archives, each with `width` copies of the one inside, as 42.zip is. */
export function nestedBomb(depth: number, width: number, mib: number): Buffer {
  let inner = makeZip([{ name: '0.dll', content: Buffer.alloc(mib * 1024 * 1024) }]);
  for (let n = 0; n < depth; n++)
    inner = makeZip(
      Array.from({ length: width }, (_, k) => ({
        name: `lib ${k}.zip`,
        // Each differs, so that none is passed over as known.
        content: Buffer.concat([inner, Buffer.from([k])]),
      })),
    );
  return inner;
}

/** Every entry of the directory names the same bytes. */
export function overlappingBomb(entries: number, mib: number): Buffer {
  const content = Buffer.alloc(mib * 1024 * 1024);
  return makeZip([
    { name: 'kernel', content },
    ...Array.from({ length: entries }, (_, k) => ({
      name: `f${k}`,
      content: Buffer.alloc(0),
      at: 0,
    })),
  ]);
}

/** `lines('one', 'two')` as the program bzip2 writes it. */
export const bzip2OfLines = (): Buffer =>
  Buffer.from(
    'QlpoOTFBWSZTWYX0a8sAAAJHgAAQAiUIAAIBhIAgADEA000EAaaaYADumlzLxdyRThQkIX0a8sA=',
    'base64',
  );
