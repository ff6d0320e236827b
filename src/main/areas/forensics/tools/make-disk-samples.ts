/**
 * Small records of NTFS made byte by byte, for the self-test of the disk family: what is read back
 * must be what was put in. The layouts are those that the readers name.
 */
import type { FileMoment } from '../../../../shared/areas/forensics/bodyfile/macb.ts';

const GAP_MS = 11_644_473_600_000n;

export interface MadeFile {
  readonly number: number;
  readonly sequence?: number;
  readonly flags?: number;
  readonly base?: readonly [record: number, sequence: number];
  /** Created, modified, changed, accessed. */
  readonly standard?: readonly FileMoment[];
  readonly names?: readonly {
    readonly name: string;
    readonly parent: readonly [record: number, sequence: number];
    readonly space?: number;
    readonly times: readonly FileMoment[];
  }[];
  readonly streams?: readonly { readonly name: string; readonly content: string }[];
}

/** FILETIME in 8 bytes. */
export function fileTimeBytes({ ms, nanos }: FileMoment): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE((BigInt(ms) + GAP_MS) * 10_000n + BigInt(Math.floor(nanos / 100)));
  return bytes;
}

export function makeMftRecord(file: MadeFile, size: 1024 | 4096 = 1024): Buffer {
  const record = Buffer.alloc(size);
  const sectors = size / 512;
  record.write('FILE', 0, 'latin1');
  record.writeUInt16LE(48, 4);
  record.writeUInt16LE(sectors + 1, 6);
  record.writeUInt16LE(file.sequence ?? 1, 16);
  record.writeUInt16LE(Math.max(1, file.names?.length ?? 0), 18);
  record.writeUInt16LE(72, 20);
  record.writeUInt16LE(file.flags ?? 1, 22);
  record.writeUInt32LE(size, 28);
  if (file.base) reference(file.base).copy(record, 32);
  record.writeUInt32LE(file.number, 44);
  let at = 72;
  for (const attribute of attributesOf(file)) at += attribute.copy(record, at);
  record.writeUInt32LE(0xffffffff, at);
  record.writeUInt32LE(at + 8, 24);
  record.writeUInt16LE(1, 48);
  for (let n = 0; n < sectors; n++) {
    const end = (n + 1) * 512 - 2;
    record.copy(record, 50 + n * 2, end, end + 2);
    record.writeUInt16LE(1, end);
  }
  return record;
}

function attributesOf({ standard, names = [], streams = [] }: MadeFile): Buffer[] {
  const made: Buffer[] = [];
  if (standard) made.push(resident(0x10, '', Buffer.concat([times(standard), Buffer.alloc(16)])));
  for (const { name, parent, space = 1, times: written } of names) {
    const text = Buffer.from(name, 'utf16le');
    const head = Buffer.alloc(26);
    head.writeUInt8(text.length / 2, 24);
    head.writeUInt8(space, 25);
    made.push(resident(0x30, '', Buffer.concat([reference(parent), times(written), head, text])));
  }
  for (const { name, content } of streams)
    made.push(resident(0x80, name, Buffer.from(content, 'utf8')));
  return made;
}

function resident(type: number, name: string, value: Buffer): Buffer {
  const text = Buffer.from(name, 'utf16le');
  const valueAt = eight(24 + text.length);
  const attribute = Buffer.alloc(eight(valueAt + value.length));
  attribute.writeUInt32LE(type, 0);
  attribute.writeUInt32LE(attribute.length, 4);
  attribute.writeUInt8(name.length, 9);
  attribute.writeUInt16LE(24, 10);
  attribute.writeUInt32LE(value.length, 16);
  attribute.writeUInt16LE(valueAt, 20);
  text.copy(attribute, 24);
  value.copy(attribute, valueAt);
  return attribute;
}

const times = (moments: readonly FileMoment[]): Buffer => Buffer.concat(moments.map(fileTimeBytes));

function reference([record, sequence]: readonly [number, number]): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUIntLE(record, 0, 6);
  bytes.writeUInt16LE(sequence, 6);
  return bytes;
}

const eight = (value: number): number => Math.ceil(value / 8) * 8;

export interface MadeChange {
  readonly version: 2 | 3 | 4;
  readonly usn: number;
  readonly file: readonly [record: number, sequence: number];
  readonly parent: readonly [record: number, sequence: number];
  readonly at: FileMoment;
  readonly reason: number;
  readonly name: string;
}

/** A record of the change journal; of version 4 without name and time, with one extent. */
export function makeUsnRecord(change: MadeChange): Buffer {
  const { version, name } = change;
  const text = version === 4 ? Buffer.alloc(16) : Buffer.from(name, 'utf16le');
  const wide = version === 2 ? 0 : 16;
  const head = version === 4 ? 64 : 60 + wide;
  const record = Buffer.alloc(eight(head + text.length));
  record.writeUInt32LE(record.length, 0);
  record.writeUInt16LE(version, 4);
  reference(change.file).copy(record, 8);
  reference(change.parent).copy(record, version === 2 ? 16 : 24);
  record.writeBigUInt64LE(BigInt(change.usn), 24 + wide);
  if (version === 4) {
    record.writeUInt32LE(change.reason, 48);
    record.writeUInt16LE(1, 60);
    record.writeUInt16LE(16, 62);
  } else {
    fileTimeBytes(change.at).copy(record, 32 + wide);
    record.writeUInt32LE(change.reason, 40 + wide);
    record.writeUInt32LE(0x20, 52 + wide);
    record.writeUInt16LE(text.length, 56 + wide);
    record.writeUInt16LE(head, 58 + wide);
  }
  text.copy(record, head);
  return record;
}
