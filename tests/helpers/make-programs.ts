/** Small programs for Windows (PE, 32-bit) and Linux (ELF, 64-bit), made byte by byte. They do nothing. */

interface PeParts {
  readonly sections?: readonly string[];
  /** At the start of the first section. */
  readonly data?: Uint8Array;
  /** Names, or numbers for imports by number. */
  readonly imports?: Readonly<Record<string, readonly (string | number)[]>>;
  readonly delayed?: Readonly<Record<string, readonly (string | number)[]>>;
  /** Functions that lead to another library: 'name' → 'ntdll.Name'. */
  readonly forwards?: Readonly<Record<string, string>>;
}

const FILE_ALIGNMENT = 0x200;
const PAGE = 0x1000;

const up = (value: number, to: number) => Math.ceil(value / to) * to;

/** Texts and tables behind each other at known addresses. */
class Area {
  readonly bytes: Buffer;
  #used = 0;
  readonly #base: number;

  constructor(base: number, size: number) {
    this.#base = base;
    this.bytes = Buffer.alloc(size);
  }

  take(size: number): number {
    const at = this.#used;
    this.#used = up(at + size, 4);
    if (this.#used > this.bytes.length) throw new Error('The area is too small');
    return at + this.#base;
  }

  put32(address: number, value: number): void {
    this.bytes.writeUInt32LE(value >>> 0, address - this.#base);
  }

  put16(address: number, value: number): void {
    this.bytes.writeUInt16LE(value, address - this.#base);
  }

  text(value: string, lead = 0): number {
    const address = this.take(lead + value.length + 1);
    this.bytes.write(value, address - this.#base + lead, 'latin1');
    return address;
  }
}

function thunks(area: Area, functions: readonly (string | number)[]): number {
  const table = area.take((functions.length + 1) * 4);
  for (const [n, name] of functions.entries()) {
    const value = typeof name === 'number' ? 0x80000000 + name : area.text(name, 2);
    area.put32(table + n * 4, value);
  }
  return table;
}

function putImports(area: Area, imports: NonNullable<PeParts['imports']>): number {
  const libraries = Object.entries(imports);
  const table = area.take((libraries.length + 1) * 20);
  for (const [n, [library, functions]] of libraries.entries()) {
    const at = table + n * 20;
    area.put32(at, thunks(area, functions));
    area.put32(at + 12, area.text(library));
    area.put32(at + 16, thunks(area, functions));
  }
  return table;
}

function putDelayed(area: Area, delayed: NonNullable<PeParts['delayed']>): number {
  const libraries = Object.entries(delayed);
  const table = area.take((libraries.length + 1) * 32);
  for (const [n, [library, functions]] of libraries.entries()) {
    const at = table + n * 32;
    area.put32(at, 1);
    area.put32(at + 4, area.text(library));
    area.put32(at + 12, thunks(area, functions));
    area.put32(at + 16, thunks(area, functions));
  }
  return table;
}

/** Answers address and size, which spans the texts that forwards point to. */
function putExports(area: Area, forwards: Readonly<Record<string, string>>) {
  const names = Object.keys(forwards);
  const table = area.take(40);
  const functions = area.take((names.length + 1) * 4);
  const nameTable = area.take(names.length * 4);
  const numbers = area.take(names.length * 2);
  area.put32(table + 12, area.text('made.dll'));
  area.put32(table + 16, 5);
  area.put32(table + 20, names.length + 1);
  area.put32(table + 24, names.length);
  area.put32(table + 28, functions);
  area.put32(table + 32, nameTable);
  area.put32(table + 36, numbers);
  for (const [n, name] of names.entries()) {
    area.put32(functions + n * 4, area.text(forwards[name] ?? ''));
    area.put32(nameTable + n * 4, area.text(name));
    area.put16(numbers + n * 2, n);
  }
  const end = area.take(4);
  area.put32(functions + names.length * 4, PAGE);
  return { address: table, size: end - table };
}

function putSections(
  head: Buffer,
  table: number,
  names: readonly string[],
  size: { data: number; first: number; tablesAt: number },
): void {
  for (const [n, name] of names.entries()) {
    const at = table + n * 40;
    const isFirst = n === 0;
    head.write(name, at, 8, 'latin1');
    head.writeUInt32LE(isFirst ? size.data : 8_192, at + 8);
    head.writeUInt32LE(isFirst ? PAGE : size.tablesAt + (n - 1) * 8_192, at + 12);
    head.writeUInt32LE(isFirst ? size.first : n === 1 ? 8_192 : 0, at + 16);
    head.writeUInt32LE(isFirst ? head.length : n === 1 ? head.length + size.first : 0, at + 20);
    head.writeUInt32LE(isFirst ? 0x60000020 : 0x40000040, at + 36);
  }
}

export function makePe(parts: PeParts = {}): Buffer {
  const data = parts.data ?? Buffer.from('nothing');
  const names = parts.sections ?? ['.text', '.data'];
  const first = up(Math.max(data.length, 16), FILE_ALIGNMENT);
  const tablesAt = PAGE + up(first, PAGE);
  const area = new Area(tablesAt, 8_192);
  const directories = Array.from({ length: 16 }, () => [0, 0]);
  if (parts.imports) directories[1] = [putImports(area, parts.imports), 20];
  if (parts.delayed) directories[13] = [putDelayed(area, parts.delayed), 32];
  if (parts.forwards) {
    const { address, size } = putExports(area, parts.forwards);
    directories[0] = [address, size];
  }
  const head = Buffer.alloc(FILE_ALIGNMENT * 2);
  head.write('MZ');
  head.writeUInt32LE(0x80, 0x3c);
  head.write('PE\0\0', 0x80, 'latin1');
  head.writeUInt16LE(332, 0x84);
  head.writeUInt16LE(names.length, 0x86);
  head.writeUInt32LE(1_700_000_000, 0x88);
  head.writeUInt16LE(224, 0x94);
  head.writeUInt16LE(0x102, 0x96);
  const optional = 0x98;
  head.writeUInt16LE(0x10b, optional);
  head.writeUInt32LE(PAGE, optional + 16);
  head.writeUInt32LE(0x400000, optional + 28);
  head.writeUInt32LE(PAGE, optional + 32);
  head.writeUInt32LE(FILE_ALIGNMENT, optional + 36);
  head.writeUInt32LE(tablesAt + up(8_192, PAGE), optional + 56);
  head.writeUInt32LE(head.length, optional + 60);
  head.writeUInt16LE(3, optional + 68);
  head.writeUInt32LE(16, optional + 92);
  for (const [n, [address = 0, size = 0]] of directories.entries()) {
    head.writeUInt32LE(address, optional + 96 + n * 8);
    head.writeUInt32LE(size, optional + 100 + n * 8);
  }
  putSections(head, optional + 224, names, { data: data.length, first, tablesAt });
  const code = Buffer.alloc(first);
  code.set(data);
  return Buffer.concat([head, code, area.bytes]);
}

/** One loaded segment with these bytes; no sections. */
export function makeElf(data: Uint8Array): Buffer {
  const head = Buffer.alloc(120);
  head.write('\x7fELF\x02\x01\x01', 'latin1');
  head.writeUInt16LE(2, 16);
  head.writeUInt16LE(62, 18);
  head.writeUInt32LE(1, 20);
  head.writeBigUInt64LE(0x400078n, 24);
  head.writeBigUInt64LE(64n, 32);
  head.writeUInt16LE(64, 52);
  head.writeUInt16LE(56, 54);
  head.writeUInt16LE(1, 56);
  head.writeUInt32LE(1, 64);
  head.writeUInt32LE(5, 68);
  head.writeBigUInt64LE(0x400000n, 80);
  head.writeBigUInt64LE(BigInt(head.length + data.length), 96);
  head.writeBigUInt64LE(BigInt(head.length + data.length), 104);
  return Buffer.concat([head, data]);
}
