/** What people type, as words to look up and a check of the value itself. Nothing typed is an error. */
import { fold, TERM_BYTES, toTerm, wordsOf } from './term-words.ts';
import type { Needle } from './word-reader.ts';

/** Must hold within one value. `needles` may be none: then every value has to be looked at. */
export interface Piece {
  readonly needles: readonly Needle[];
  /** Folded; every value for which the piece holds has it. */
  readonly text: string;
  /** Null where the words found say it all. */
  readonly holds: ((folded: string) => boolean) | null;
}

const PIECES_MOST = 30;
const WORD_CHAR = /[\p{L}\p{N}\p{M}]/u;

const isWordAt = (text: string, at: number): boolean =>
  at >= 0 && at < text.length && WORD_CHAR.test(text.charAt(at));

/** Where `needle` occurs in `text` as whole words at the ends asked for. */
function occurs(text: string, needle: string, whole: { start: boolean; end: boolean }): boolean {
  const startsWord = whole.start && isWordAt(needle, 0);
  const endsWord = whole.end && isWordAt(needle, needle.length - 1);
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1)) {
    if (startsWord && isWordAt(text, at - 1)) continue;
    if (endsWord && isWordAt(text, at + needle.length)) continue;
    return true;
  }
  return false;
}

/** Words of the needle; those at its open ends may be part of a longer word. */
function needlesOf(folded: string, open: { start: boolean; end: boolean }): Needle[] {
  const words = wordsOf(folded);
  return words.flatMap(({ text, start, end }) => {
    if (open.start && start === 0) return [];
    return [{ term: toTerm(text), isPrefix: open.end && end === folded.length }];
  });
}

function isPlainWord(folded: string): boolean {
  const [word, ...others] = wordsOf(folded);
  return (
    word !== undefined &&
    others.length === 0 &&
    word.text === folded &&
    Buffer.byteLength(folded) < TERM_BYTES
  );
}

/** `typed` without quotes: its beginning is enough. In quotes: whole words, in a row. */
function pieceOf(typed: string, isQuoted: boolean): Piece {
  const folded = fold(typed);
  return {
    needles: needlesOf(folded, { start: false, end: !isQuoted }),
    text: folded,
    holds: isPlainWord(folded)
      ? null
      : (text) => occurs(text, folded, { start: true, end: isQuoted }),
  };
}

/**
 * An open quote runs to the end. A star at the end of a word says what is meant anyway; before one, it is
 * looked for inside of words, too, in every value: seconds among millions.
 */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  for (const match of text.matchAll(/"([^"]*)(?:"|$)|[^\s"]+/g)) {
    const quoted = match[1];
    const typed =
      quoted === undefined ? match[0].replace(/(?<=[\p{L}\p{N}])\*$/u, '') : quoted.trim();
    const inside = quoted === undefined ? /^\*+([^*].*)$/.exec(typed)?.[1] : undefined;
    if (inside !== undefined) pieces.push(containsPiece(inside));
    else if (typed !== '') pieces.push(pieceOf(typed, quoted !== undefined));
    if (pieces.length === PIECES_MOST) break;
  }
  return pieces;
}

export function isPiece(value: string): Piece {
  const folded = fold(value);
  return {
    needles: needlesOf(folded, { start: false, end: false }),
    text: folded,
    holds: (text) => text === folded,
  };
}

export function startsWithPiece(value: string): Piece {
  const folded = fold(value);
  return {
    needles: needlesOf(folded, { start: false, end: true }),
    text: folded,
    holds: (text) => text.startsWith(folded),
  };
}

export function containsPiece(value: string): Piece {
  const folded = fold(value);
  return {
    needles: needlesOf(folded, { start: true, end: true }),
    text: folded,
    holds: (text) => text.includes(folded),
  };
}
