/** Which readers a file goes to: by its content, not by its name alone, unless a person chose. */
import type { EvidenceReader } from '../readers/reader.types.ts';

const CERTAIN = 100;
export const HEAD_BYTES = 64 * 1024;

/** A reader that stumbles over hostile bytes does not take them. */
function sureness(reader: EvidenceReader, head: Uint8Array, name: string): number {
  try {
    const sure = reader.recognise(head, name);
    return Number.isFinite(sure) ? sure : 0;
  } catch {
    return 0;
  }
}

/** The surest, and of each other family those that are certain; in this order. Empty where none is. */
export function chooseReaders(
  readers: readonly EvidenceReader[],
  { head, name, chosen }: { head: Uint8Array; name: string; chosen: readonly string[] | null },
): readonly EvidenceReader[] {
  if (chosen !== null && chosen.length > 0)
    return chosen.flatMap((id) => readers.find((reader) => reader.id === id) ?? []);
  const sure = readers
    .map((reader) => ({ reader, sure: sureness(reader, head, name) }))
    .filter(({ sure: n }) => n > 0)
    .toSorted((a, b) => b.sure - a.sure);
  const best = sure[0];
  if (!best) return [];
  const families = new Set([best.reader.family]);
  const further = sure.slice(1).filter(({ reader, sure: n }) => {
    if (n < CERTAIN || families.has(reader.family)) return false;
    families.add(reader.family);
    return true;
  });
  return [best.reader, ...further.map(({ reader }) => reader)];
}

const BINARY_SHARE = 0.02;

/** What a file that no reader takes looks like. */
export function looksOf(head: Uint8Array): string {
  if (head.length === 0) return 'Empty';
  const utf16 = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  if (utf16) return 'Text (UTF-16)';
  let controls = 0;
  for (const byte of head) if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) controls++;
  return controls / head.length > BINARY_SHARE ? 'Unknown binary' : 'Text';
}
