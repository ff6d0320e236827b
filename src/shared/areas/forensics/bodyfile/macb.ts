/** Times of a file, those that are equal told once: what mactime of The Sleuth Kit calls 'macb'. */

/** Milliseconds since 1970 UTC, cut off, and what is beyond them: 0 to 999,999 ns. */
export interface FileMoment {
  readonly ms: number;
  readonly nanos: number;
}

/** Modified, accessed, changed (the record itself), born; null where there is none. */
export interface FileTimes {
  readonly m: FileMoment | null;
  readonly a: FileMoment | null;
  readonly c: FileMoment | null;
  readonly b: FileMoment | null;
}

export interface MacbMoment extends FileMoment {
  /** Four letters or dots: 'm.c.'. */
  readonly macb: string;
}

const LETTERS = ['m', 'a', 'c', 'b'] as const;

export const isSameMoment = (one: FileMoment | null, other: FileMoment | null): boolean =>
  one !== null && other !== null && one.ms === other.ms && one.nanos === other.nanos;

/** 'm.c.': which of these times are this one. */
export const lettersAt = (times: FileTimes, at: FileMoment): string =>
  LETTERS.map((letter) => (isSameMoment(times[letter], at) ? letter : '.')).join('');

/** One entry for each distinct time, in the order m, a, c, b of its first letter. */
export function macbMoments(times: FileTimes): readonly MacbMoment[] {
  const found: MacbMoment[] = [];
  for (const letter of LETTERS) {
    const at = times[letter];
    if (at === null || found.some((one) => isSameMoment(one, at))) continue;
    found.push({ ms: at.ms, nanos: at.nanos, macb: lettersAt(times, at) });
  }
  return found;
}
