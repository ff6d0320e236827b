/** Gives damaged copies of files to a reader of evidence: it may say anything, but it may not throw or hang. */
import type { EvidenceReader } from '../../src/main/areas/forensics/readers/reader.types.ts';
import { cpuClock } from './cpu-time.ts';
import { createRandom, type Random } from './random.ts';
import { readEvidence } from './read-evidence.ts';

const ODD = [
  '"',
  "'",
  '{',
  '[',
  '}',
  ']',
  '\\',
  '|',
  '=',
  '<',
  '>',
  '\n',
  '\r\n',
  '\0',
  '\ufeff',
  '%',
  '&#0;',
  '&x;',
  '99999999999999999999',
  '-',
  '<![CDATA[',
  '\u2028',
  '(',
  ')',
  ',',
  '\t',
];
/** What a reader may give for a file of a few KiB. */
const MOST_FIELD_CHARS = 2_000_000;

export function harmed(random: Random, bytes: Buffer): Buffer {
  const at = random.below(bytes.length);
  const length = 1 + random.below(40);
  switch (random.below(7)) {
    case 0: {
      const copy = Buffer.from(bytes);
      copy[at] = random.below(256);
      return copy;
    }
    case 1:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
    case 2:
      return Buffer.concat([
        bytes.subarray(0, at),
        Buffer.from(random.pick(ODD)),
        bytes.subarray(at),
      ]);
    case 3:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(random.below(bytes.length))]);
    case 4:
      return Buffer.concat([
        bytes.subarray(0, at),
        Buffer.from(random.pick(ODD).repeat(1 + random.below(3_000))),
        bytes.subarray(at),
      ]);
    case 5:
      return bytes.subarray(0, at);
    default: {
      const part = bytes.subarray(at, at + length * 4);
      return Buffer.concat([
        bytes.subarray(0, at),
        ...Array.from({ length: 1 + random.below(20) }, () => part),
        bytes.subarray(at),
      ]);
    }
  }
}

interface Fuzzed {
  /** ms of processor time of the slowest file. */
  readonly slowest: number;
  readonly events: number;
}

export async function fuzzReader(
  reader: EvidenceReader,
  seeds: readonly Uint8Array[],
  mutants: number,
  /** What it may refuse a file with. */
  refusal: RegExp | null = null,
): Promise<Fuzzed> {
  const random = createRandom(20_261_122);
  let slowest = 0;
  let events = 0;
  for (let mutant = 0; mutant < mutants; mutant++) {
    let bytes = Buffer.from(random.pick(seeds));
    for (let harms = 1 + random.below(3); harms > 0 && bytes.length > 0; harms--)
      bytes = Buffer.from(harmed(random, bytes));
    const spent = cpuClock();
    const name = `mutant ${mutant} of seed ${random.seed} for ${reader.id}`;
    try {
      const sure = reader.recognise(bytes, 'x.log');
      if (!(sure >= 0 && sure <= 100)) throw new Error(`recognised as ${sure}`);
      const chunk = random.pick([1 + random.below(200), 65_536]);
      const read = await readEvidence(reader, bytes, { chunk }).catch((error: Error) => {
        if (refusal?.test(error.message)) return { events: [] };
        throw error;
      });
      events += read.events.length;
      const chars = read.events.reduce(
        (sum, event) => sum + sizeOf(event.fields) + event.summary.length,
        0,
      );
      if (chars > MOST_FIELD_CHARS + bytes.length * 40)
        throw new Error(`${chars} letters of ${bytes.length} bytes`);
      if (read.events.some(({ timeMs }) => timeMs !== null && !Number.isFinite(timeMs)))
        throw new Error('a time is no number');
    } catch (error) {
      throw new Error(name, { cause: error });
    }
    slowest = Math.max(slowest, spent());
  }
  return { slowest, events };
}

function sizeOf(fields: Readonly<Record<string, string | readonly string[]>>): number {
  let size = 0;
  for (const name in fields) {
    const value = fields[name] ?? '';
    size +=
      name.length +
      (typeof value === 'string' ? value.length : value.reduce((sum, one) => sum + one.length, 0));
  }
  return size;
}
