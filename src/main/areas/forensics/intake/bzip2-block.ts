/**
 * One block of bzip2 ('BZIP2: Format Specification', sections 2.2 and 2.4; there is no standard): bits
 * from the highest down, up to six Huffman tables, move to front, and the Burrows–Wheeler transform put
 * back. Hostile input: every length and place is held to the block's size before it is used.
 */
const MAX_CODE = 20;
const GROUP = 50;
const DAMAGED = 'the compressed data is damaged';
const [RUN_A, RUN_B] = [0, 1];

/** Bits of a buffer, the highest of a byte first. */
export class Bits {
  readonly #bytes: Uint8Array;
  /** In bits. */
  at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  get left(): number {
    return this.#bytes.length * 8 - this.at;
  }

  /** The next 1 to 24 bits, 0 behind the end. */
  peek(count: number): number {
    const from = this.at >> 3;
    const bytes = this.#bytes;
    // Four bytes hold 24 bits at any place.
    const word =
      ((bytes[from] ?? 0) << 24) |
      ((bytes[from + 1] ?? 0) << 16) |
      ((bytes[from + 2] ?? 0) << 8) |
      (bytes[from + 3] ?? 0);
    return (word << (this.at & 7)) >>> (32 - count);
  }

  /** @throws where there are no more. */
  skip(count: number): void {
    if (count > this.left) throw new Error('the compressed data ends too early');
    this.at += count;
  }

  /** 1 to 24 bits. */
  read(count: number): number {
    const value = this.peek(count);
    this.skip(count);
    return value;
  }
}

/** By length of a code: the first code that is longer, what turns a code into a place, symbols by place. */
interface Table {
  readonly limits: Int32Array;
  readonly bases: Int32Array;
  readonly symbols: Uint16Array;
}

function tableOf(lengths: Uint8Array): Table {
  const limits = new Int32Array(MAX_CODE + 2).fill(-1);
  const bases = new Int32Array(MAX_CODE + 2);
  const symbols = new Uint16Array(lengths.length);
  let [code, place] = [0, 0];
  for (let length = 1; length <= MAX_CODE; length++) {
    bases[length] = place - code;
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      if (lengths[symbol] !== length) continue;
      symbols[place++] = symbol;
      code++;
    }
    limits[length] = code;
    code <<= 1;
  }
  return { limits, bases, symbols };
}

function readSymbol(bits: Bits, { limits, bases, symbols }: Table): number {
  const longest = bits.peek(MAX_CODE);
  for (let length = 1; length <= MAX_CODE; length++) {
    const code = longest >> (MAX_CODE - length);
    if (code >= (limits[length] as number)) continue;
    bits.skip(length);
    return symbols[code + (bases[length] as number)] ?? 0;
  }
  throw new Error(DAMAGED);
}

/** Which of the 256 bytes occur, in their order. */
function readBytesInUse(bits: Bits): number[] {
  const rows = bits.read(16);
  const used: number[] = [];
  for (let row = 0; row < 16; row++) {
    if ((rows & (0x8000 >> row)) === 0) continue;
    const columns = bits.read(16);
    for (let column = 0; column < 16; column++)
      if ((columns & (0x8000 >> column)) !== 0) used.push(row * 16 + column);
  }
  if (used.length === 0) throw new Error(DAMAGED);
  return used;
}

/** Which table each group of fifty symbols is written with. */
function readSelectors(bits: Bits, tables: number): Uint8Array {
  const selectors = new Uint8Array(bits.read(15));
  const front = Array.from({ length: tables }, (_, n) => n);
  for (let n = 0; n < selectors.length; n++) {
    let place = 0;
    while (bits.read(1) === 1) if (++place >= tables) throw new Error(DAMAGED);
    const [chosen = 0] = front.splice(place, 1);
    front.unshift(chosen);
    selectors[n] = chosen;
  }
  return selectors;
}

function readTable(bits: Bits, symbols: number): Table {
  const lengths = new Uint8Array(symbols);
  let length = bits.read(5);
  for (let symbol = 0; symbol < symbols; symbol++) {
    while (bits.read(1) === 1) length += bits.read(1) === 0 ? 1 : -1;
    if (length < 1 || length > MAX_CODE) throw new Error(DAMAGED);
    lengths[symbol] = length;
  }
  return tableOf(lengths);
}

/** The table of each group, in their order. */
function readGroups(bits: Bits, symbols: number): Table[] {
  const count = bits.read(3);
  if (count < 2 || count > 6) throw new Error(DAMAGED);
  const selectors = readSelectors(bits, count);
  const tables = Array.from({ length: count }, () => readTable(bits, symbols));
  return Array.from(selectors, (selector) => tables[selector] as Table);
}

/** The bytes in the order of the transform. */
function readBytes(bits: Bits, most: number): Uint8Array {
  const front = readBytesInUse(bits);
  const end = front.length + 1;
  const bytes = new Uint8Array(most);
  let [size, run, weight] = [0, 0, 1];
  const flush = () => {
    if (run === 0) return;
    if (size + run > most) throw new Error(DAMAGED);
    bytes.fill(front[0] ?? 0, size, size + run);
    size += run;
    [run, weight] = [0, 1];
  };
  for (const table of readGroups(bits, end + 1)) {
    for (let n = 0; n < GROUP; n++) {
      const symbol = readSymbol(bits, table);
      if (symbol === RUN_A || symbol === RUN_B) {
        // Digits of a number whose digits are 1 and 2, the lowest first.
        run += weight << symbol;
        weight *= 2;
        if (run > most) throw new Error(DAMAGED);
        continue;
      }
      flush();
      if (symbol === end) return bytes.subarray(0, size);
      if (size >= most) throw new Error(DAMAGED);
      const [byte = 0] = front.splice(symbol - 1, 1);
      front.unshift(byte);
      bytes[size++] = byte;
    }
  }
  throw new Error(DAMAGED);
}

/** For each place the next one, with its byte in the low eight bits. */
function linksOf(bytes: Uint8Array): Uint32Array {
  const starts = new Uint32Array(257);
  for (const byte of bytes) starts[byte + 1] = (starts[byte + 1] ?? 0) + 1;
  for (let byte = 0; byte < 256; byte++)
    starts[byte + 1] = (starts[byte + 1] ?? 0) + (starts[byte] ?? 0);
  const links = new Uint32Array(bytes.length);
  for (let place = 0; place < bytes.length; place++) {
    const byte = bytes[place] as number;
    links[starts[byte] as number] = (place << 8) >>> 0;
    starts[byte] = (starts[byte] as number) + 1;
  }
  let n = 0;
  for (let byte = 0; byte < 256; byte++)
    for (; n < (starts[byte] as number); n++) links[n] = (links[n] as number) | byte;
  return links;
}

/** The content of a block behind its mark and sum, its runs still short. */
export function readBlock(bits: Bits, most: number): Uint8Array {
  if (bits.read(1) === 1) throw new Error('compressed by a form of bzip2 that is no longer made');
  const origin = bits.read(24);
  const bytes = readBytes(bits, most);
  if (origin >= bytes.length) throw new Error(DAMAGED);
  const links = linksOf(bytes);
  const content = new Uint8Array(bytes.length);
  let link = links[origin] as number;
  for (let n = 0; n < content.length; n++) {
    content[n] = link & 0xff;
    link = links[link >>> 8] as number;
  }
  return content;
}
