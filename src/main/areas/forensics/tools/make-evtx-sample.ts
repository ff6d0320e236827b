/**
 * An event log of Windows with one record of direct binary XML, for the self-test of its reader
 * (libyal, 'Windows XML Event Log (EVTX) format').
 */
import { crc32 } from 'node:zlib';
import { fileTimeBytes } from './make-disk-samples.ts';

const CHUNK_BYTES = 65_536;
const RECORDS_AT = 512;

export interface SampleElement {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly content: string | readonly SampleElement[];
}

const le = (value: number, bytes: 2 | 4): Buffer => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntLE(value, 0, bytes);
  return buffer;
};
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
const value = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x05, 0x01]), le(text.length, 2), utf16(text)]);

/** A name stands where it is used. @param at where it begins in the chunk. */
const named = (text: string, at: number): Buffer =>
  Buffer.concat([le(at + 4, 4), le(0, 4), le(0, 2), le(text.length, 2), utf16(text), le(0, 2)]);

function element({ name, attributes = {}, content }: SampleElement, at: number): Buffer {
  const list = Object.entries(attributes);
  const parts: Buffer[] = [];
  const here = () => at + 5 + parts.reduce((sum, part) => sum + part.length, 0);
  parts.push(named(name, here()));
  if (list.length > 0) {
    const from = here() + 4;
    let made: Buffer = Buffer.alloc(0);
    for (const [index, [key, text]] of list.entries()) {
      const token = Buffer.from([index < list.length - 1 ? 0x46 : 0x06]);
      const called = named(key, from + made.length + 1);
      made = Buffer.concat([made, token, called, value(text)]);
    }
    parts.push(le(made.length, 4), made);
  }
  parts.push(Buffer.from([0x02]));
  if (typeof content === 'string') parts.push(value(content));
  else for (const child of content) parts.push(element(child, here()));
  parts.push(Buffer.from([0x04]));
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([list.length > 0 ? 0x41 : 0x01]), le(body.length, 4), body]);
}

/** @param ms when the record was written. */
export function makeEvtx(root: SampleElement, id: number, ms: number): Buffer {
  const fragment = Buffer.from([0x0f, 0x01, 0x01, 0x00]);
  const xml = element(root, RECORDS_AT + 24 + fragment.length);
  const head = Buffer.alloc(16);
  head.writeUInt32LE(0x2a2a, 0);
  head.writeBigUInt64LE(BigInt(id), 8);
  const written = fileTimeBytes({ ms, nanos: 0 });
  const bare = Buffer.concat([head, written, fragment, xml, Buffer.from([0])]);
  const size = Math.ceil((bare.length + 4) / 8) * 8;
  const record = Buffer.concat([bare, Buffer.alloc(size - 4 - bare.length), le(size, 4)]);
  record.writeUInt32LE(size, 4);
  const chunk = Buffer.alloc(CHUNK_BYTES);
  record.copy(chunk, RECORDS_AT);
  chunk.write('ElfChnk\0', 'latin1');
  for (const [at, number] of [
    [8, 1],
    [16, 1],
    [24, id],
    [32, id],
  ] as const)
    chunk.writeBigUInt64LE(BigInt(number), at);
  chunk.writeUInt32LE(128, 40);
  chunk.writeUInt32LE(RECORDS_AT, 44);
  chunk.writeUInt32LE(RECORDS_AT + size, 48);
  chunk.writeUInt32LE(crc32(record), 52);
  chunk.writeUInt32LE(crc32(chunk.subarray(128, RECORDS_AT), crc32(chunk.subarray(0, 120))), 124);
  const file = Buffer.alloc(4_096);
  file.write('ElfFile\0', 'latin1');
  file.writeBigUInt64LE(BigInt(id + 1), 24);
  file.writeUInt32LE(128, 32);
  file.writeUInt16LE(1, 36);
  file.writeUInt16LE(3, 38);
  file.writeUInt16LE(4_096, 40);
  file.writeUInt16LE(1, 42);
  file.writeUInt32LE(crc32(file.subarray(0, 120)), 124);
  return Buffer.concat([file, chunk]);
}
