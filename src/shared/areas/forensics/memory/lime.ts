/**
 * What sort of memory image a file is, by its first bytes; and the ranges of one that LiME wrote
 * (its README, 'Lime Range Header'): each with a head of 32 bytes.
 */
const LIME_HEAD = 32;
const MAX_RANGES = 10_000;

export interface LimeRange {
  /** Physical addresses, the last one included. */
  readonly from: bigint;
  readonly to: bigint;
}

const startsWith = (head: Uint8Array, text: string): boolean =>
  head.length >= text.length && [...text].every((letter, n) => head[n] === letter.charCodeAt(0));

export function memoryKind(head: Uint8Array): string | null {
  if (startsWith(head, 'EMiL')) return 'LiME';
  if (startsWith(head, 'PAGEDUMP')) return 'Windows crash dump (32 bit)';
  if (startsWith(head, 'PAGEDU64')) return 'Windows crash dump (64 bit)';
  const isCore = startsWith(head, '\x7fELF') && (head[5] === 2 ? head[17] : head[16]) === 4;
  return isCore ? 'ELF core' : null;
}

/** @param read fills bytes from a place in the file, and says how many there were. */
export function limeRanges(
  read: (offset: number, into: Uint8Array) => number,
  size: number,
): { readonly ranges: readonly LimeRange[]; readonly isWhole: boolean } {
  const ranges: LimeRange[] = [];
  const head = new Uint8Array(LIME_HEAD);
  const view = new DataView(head.buffer);
  let at = 0;
  while (at < size && ranges.length < MAX_RANGES) {
    if (read(at, head) < LIME_HEAD || !startsWith(head, 'EMiL')) return { ranges, isWhole: false };
    const [from, to] = [view.getBigUint64(8, true), view.getBigUint64(16, true)];
    if (to < from || to - from >= BigInt(size)) return { ranges, isWhole: false };
    ranges.push({ from, to });
    at += LIME_HEAD + Number(to - from) + 1;
  }
  return { ranges, isWhole: at === size };
}
