/** Texts with wildcards inside: pieces between `*` are looked for one after the other, leftmost first. */

import type { Piece } from './sigma.types.ts';
import { isDash } from './sigma-text.ts';

/** One letter of a segment: itself, or what may stand there. */
type Letter = string | 'any' | 'dash';

interface Segment {
  readonly letters: readonly Letter[];
  /** The longest run of plain letters, and where it begins; empty where there is none. */
  readonly run: string;
  readonly runAt: number;
}

/** @param pieces folded as the texts are. */
export function compileGlob(pieces: readonly Piece[]): (text: string) => boolean {
  const { segments, opensFree, closesFree } = split(pieces);
  const [only] = segments;
  if (!only) return pieces.length > 0 ? () => true : (text) => text === '';
  const least = segments.reduce((sum, { letters }) => sum + letters.length, 0);
  return (text) => {
    if (text.length < least) return false;
    let at = 0;
    for (const [index, segment] of segments.entries()) {
      const isLast = index === segments.length - 1;
      const isFixed = index === 0 && !opensFree;
      if (isLast && !closesFree) return endsWith(text, segment, at, isFixed);
      const found = isFixed ? (fitsAt(text, segment, 0) ? 0 : -1) : find(text, segment, at);
      if (found < 0) return false;
      at = found + segment.letters.length;
    }
    return true;
  };
}

function endsWith(text: string, segment: Segment, from: number, isFixed: boolean): boolean {
  const at = text.length - segment.letters.length;
  if (at < from || (isFixed && at !== 0)) return false;
  return fitsAt(text, segment, at);
}

function split(pieces: readonly Piece[]): {
  readonly segments: readonly Segment[];
  readonly opensFree: boolean;
  readonly closesFree: boolean;
} {
  const isFree = (piece: Piece | undefined) =>
    piece !== undefined && 'wild' in piece && piece.wild === 'many';
  const lists: Letter[][] = [[]];
  for (const piece of pieces) {
    const last = lists.at(-1);
    if ('text' in piece) last?.push(...piece.text.split(''));
    else if (piece.wild === 'many') lists.push([]);
    else last?.push(piece.wild === 'one' ? 'any' : 'dash');
  }
  return {
    segments: lists.filter((letters) => letters.length > 0).map(segmentOf),
    opensFree: isFree(pieces[0]),
    closesFree: isFree(pieces.at(-1)),
  };
}

function segmentOf(letters: readonly Letter[]): Segment {
  let [run, runAt] = ['', 0];
  let [current, from] = ['', 0];
  for (const [at, letter] of letters.entries()) {
    if (letter.length > 1) current = '';
    else {
      if (current === '') from = at;
      current += letter;
      if (current.length > run.length) [run, runAt] = [current, from];
    }
  }
  return { letters, run, runAt };
}

function find(text: string, segment: Segment, from: number): number {
  const { run, runAt, letters } = segment;
  const last = text.length - letters.length;
  if (run === '') {
    for (let at = from; at <= last; at++) if (fitsAt(text, segment, at)) return at;
    return -1;
  }
  for (let at = text.indexOf(run, from + runAt); at >= 0; at = text.indexOf(run, at + 1)) {
    const start = at - runAt;
    if (start > last) return -1;
    if (fitsAt(text, segment, start)) return start;
  }
  return -1;
}

function fitsAt(text: string, { letters }: Segment, start: number): boolean {
  if (start + letters.length > text.length) return false;
  for (const [at, letter] of letters.entries()) {
    if (letter === 'any') continue;
    const char = text.charAt(start + at);
    if (letter === 'dash' ? !isDash(char) : char !== letter) return false;
  }
  return true;
}
