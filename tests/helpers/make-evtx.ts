/** Writes small event logs byte by byte, after libyal's 'Windows XML Event Log (EVTX) format'. */
import { crc32 } from 'node:zlib';
import type { EvtxSource } from '../../src/shared/areas/forensics/evtx/evtx.types.ts';

const CHUNK_BYTES = 65_536;
const HEADER_BYTES = 4_096;
const RECORDS_AT = 512;
/** 2026-01-02T03:04:05.6789012Z. */
const WRITTEN = 134_117_966_456_789_012n;

export type XmlPart =
  | string
  | { readonly value: number; readonly isOptional?: boolean }
  | { readonly cdata: string }
  | { readonly entity: string }
  | { readonly character: number }
  | { readonly instruction: readonly [target: string, data: string] }
  | XmlElement;

export interface XmlElement {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, readonly XmlPart[]>>;
  readonly content?: readonly XmlPart[];
}

/** By type code, with its bytes. */
export type XmlValue = readonly [type: number, bytes: Uint8Array];

export function utf16(text: string): Uint8Array {
  return Buffer.from(text, 'utf16le');
}

export function integer(value: bigint | number, bytes: 1 | 2 | 4 | 8): Uint8Array {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64LE(BigInt.asUintN(64, BigInt(value)));
  return buffer.subarray(0, bytes);
}

/** One chunk in the making: records are written one after another. */
export class ChunkMaker {
  readonly bytes = Buffer.alloc(CHUNK_BYTES);
  at = RECORDS_AT;
  readonly #names = new Map<string, number>();
  readonly #templates = new Map<string, { at: number; id: number }>();
  #isDefinition = false;
  #last = RECORDS_AT;

  /** A record whose event is an instance of a template; the same `key` refers to the one before. */
  record(id: number | bigint, key: string, root: XmlElement, values: readonly XmlValue[]): number {
    return this.open(id, () => this.instance(key, root, values));
  }

  /** A record whose event stands in it without a template. */
  direct(id: number | bigint, root: XmlElement): number {
    return this.open(id, () => {
      this.fragment();
      this.element(root);
    });
  }

  /** @returns where it begins in the chunk */
  open(id: number | bigint, write: () => void): number {
    const start = this.at;
    this.#last = start;
    this.u32(0x2a2a, 0);
    this.put(integer(id, 8));
    this.put(integer(WRITTEN, 8));
    write();
    this.u8(0);
    while ((this.at - start + 4) % 8 !== 0) this.u8(0);
    const size = this.at - start + 4;
    this.u32(size);
    this.bytes.writeUInt32LE(size, start + 4);
    return start;
  }

  instance(key: string, root: XmlElement, values: readonly XmlValue[]): void {
    this.fragment();
    const known = this.#templates.get(key);
    const id = known?.id ?? 0x1000 + this.#templates.size;
    this.u8(0x0c, 0x01);
    this.u32(id, known?.at ?? this.at + 8);
    if (!known) this.#definition(key, id, root);
    this.u32(values.length);
    for (const [type, bytes] of values) {
      this.u16(bytes.length);
      this.u8(type, 0);
    }
    for (const [, bytes] of values) this.put(bytes);
  }

  fragment(): void {
    this.u8(0x0f, 0x01, 0x01, 0x00);
  }

  element({ name, attributes = {}, content = [] }: XmlElement): void {
    const list = Object.entries(attributes);
    this.u8(list.length > 0 ? 0x41 : 0x01);
    if (this.#isDefinition) this.u16(0xffff);
    const sizeAt = this.at;
    this.u32(0);
    this.name(name);
    if (list.length > 0) this.#attributes(list);
    if (content.length === 0) this.u8(0x03);
    else {
      this.u8(0x02);
      for (const part of content) this.#part(part);
      this.u8(0x04);
    }
    this.bytes.writeUInt32LE(this.at - sizeAt - 4, sizeAt);
  }

  name(text: string): void {
    const known = this.#names.get(text);
    this.u32(known ?? this.at + 4);
    if (known !== undefined) return;
    this.#names.set(text, this.at);
    this.u32(0);
    this.u16(0, text.length);
    this.put(utf16(text));
    this.u16(0);
  }

  u8(...values: number[]): void {
    for (const value of values) this.bytes[this.at++] = value;
  }

  u16(...values: number[]): void {
    for (const value of values) this.at = this.bytes.writeUInt16LE(value, this.at);
  }

  u32(...values: number[]): void {
    for (const value of values) this.at = this.bytes.writeUInt32LE(value >>> 0, this.at);
  }

  put(bytes: Uint8Array): void {
    this.bytes.set(bytes, this.at);
    this.at += bytes.length;
  }

  /** Writes the header, as far as it is known, and gives the chunk. */
  finish(): Buffer {
    this.bytes.write('ElfChnk\0', 'latin1');
    this.bytes.writeUInt32LE(128, 40);
    this.bytes.writeUInt32LE(this.#last, 44);
    this.bytes.writeUInt32LE(this.at, 48);
    this.bytes.writeUInt32LE(crc32(this.bytes.subarray(RECORDS_AT, this.at)), 52);
    const pointers = this.bytes.subarray(128, RECORDS_AT);
    this.bytes.writeUInt32LE(crc32(pointers, crc32(this.bytes.subarray(0, 120))), 124);
    return this.bytes;
  }

  #definition(key: string, id: number, root: XmlElement): void {
    this.#templates.set(key, { at: this.at, id });
    this.u32(0, id, 0, 0, 0);
    const sizeAt = this.at;
    this.u32(0);
    this.#isDefinition = true;
    this.fragment();
    this.element(root);
    this.u8(0);
    this.#isDefinition = false;
    this.bytes.writeUInt32LE(this.at - sizeAt - 4, sizeAt);
  }

  #attributes(list: readonly (readonly [string, readonly XmlPart[]])[]): void {
    const sizeAt = this.at;
    this.u32(0);
    for (const [index, [name, parts]] of list.entries()) {
      this.u8(index < list.length - 1 ? 0x46 : 0x06);
      this.name(name);
      for (const part of parts) this.#part(part);
    }
    this.bytes.writeUInt32LE(this.at - sizeAt - 4, sizeAt);
  }

  #part(part: XmlPart): void {
    if (typeof part === 'string') {
      this.u8(0x05, 0x01);
      this.#text(part);
    } else if ('name' in part) this.element(part);
    else if ('value' in part) {
      this.u8(part.isOptional ? 0x0e : 0x0d);
      this.u16(part.value);
      this.u8(0x01);
    } else if ('cdata' in part) {
      this.u8(0x07);
      this.#text(part.cdata);
    } else if ('entity' in part) {
      this.u8(0x09);
      this.name(part.entity);
    } else if ('character' in part) {
      this.u8(0x08);
      this.u16(part.character);
    } else {
      this.u8(0x0a);
      this.name(part.instruction[0]);
      this.u8(0x0b);
      this.#text(part.instruction[1]);
    }
  }

  #text(text: string): void {
    this.u16(text.length);
    this.put(utf16(text));
  }
}

export interface LogOptions {
  readonly minor?: number;
  readonly chunks?: number;
  readonly flags?: number;
}

export function makeLog(chunks: readonly Uint8Array[], options: LogOptions = {}): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('ElfFile\0', 'latin1');
  header.writeUInt32LE(128, 32);
  header.writeUInt16LE(options.minor ?? 1, 36);
  header.writeUInt16LE(3, 38);
  header.writeUInt16LE(HEADER_BYTES, 40);
  header.writeUInt16LE(options.chunks ?? chunks.length, 42);
  header.writeUInt32LE(options.flags ?? 0, 120);
  header.writeUInt32LE(crc32(header.subarray(0, 120)), 124);
  return Buffer.concat([header, ...chunks]);
}

export function sourceOf(bytes: Uint8Array): EvtxSource {
  return {
    size: bytes.length,
    read(offset, into) {
      const part = bytes.subarray(offset, offset + into.length);
      into.set(part);
      return part.length;
    },
  };
}
