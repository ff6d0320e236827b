/**
 * Indicators are written harmless ('hxxps://bad[.]example') so that nobody opens them by accident.
 * This gives the text as it was meant, with the way back to where each character stood.
 */
export interface Refanged {
  readonly text: string;
  /** Where the character at this place of `text` stands in what was written; one more for the end. */
  at(place: number): number;
}

const DEFANGED =
  /\bhxxp(s?)(?=[:[({])|\bfxp(?=[:[({])|\[:\/\/\]|[[({] {0,2}(?::|\.|dot|@|at|\/) {0,2}[\])}]/gi;

function meant(written: string): string {
  const lower = written.toLowerCase();
  if (lower.startsWith('hxxp')) return `http${lower.slice(4)}`;
  if (lower === 'fxp') return 'ftp';
  if (lower === '[://]') return '://';
  const inner = lower.slice(1, -1).trim();
  if (inner === 'dot') return '.';
  return inner === 'at' ? '@' : inner;
}

export function refang(written: string): Refanged {
  const isPlain = !/[[({]|xxp|fxp/i.test(written);
  if (isPlain) return { text: written, at: (place) => place };
  const pieces: string[] = [];
  /** From this place of the result on, what was written lies so much further right. */
  const shifts: { readonly from: number; readonly by: number }[] = [];
  let length = 0;
  let read = 0;
  for (const match of written.matchAll(DEFANGED)) {
    const [found] = match;
    const kept = written.slice(read, match.index);
    const instead = meant(found);
    pieces.push(kept, instead);
    length += kept.length + instead.length;
    read = match.index + found.length;
    shifts.push({ from: length, by: read - length });
  }
  pieces.push(written.slice(read));
  return {
    text: pieces.join(''),
    at(place) {
      let low = 0;
      let high = shifts.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((shifts[middle]?.from ?? 0) <= place) low = middle + 1;
        else high = middle;
      }
      return place + (shifts[low - 1]?.by ?? 0);
    },
  };
}
