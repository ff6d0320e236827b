/**
 * Sigma's texts (rules specification 2.1.0, 'String Wildcard' and 'Escape Character'): `*` and `?` are
 * wildcards, a backslash before `*`, `?` or a backslash takes their meaning away and stands for itself
 * before anything else.
 */
import type { Piece, Place } from './sigma.types.ts';

export function parseText(value: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let text = '';
  for (let at = 0; at < value.length; at++) {
    const char = value.charAt(at);
    const next = value.charAt(at + 1);
    if (char === '\\' && (next === '\\' || next === '*' || next === '?')) {
      text += next;
      at++;
    } else if (char === '*' || char === '?') {
      pushText(pieces, text);
      text = '';
      pushWild(pieces, char === '*' ? 'many' : 'one');
    } else text += char;
  }
  pushText(pieces, text);
  return pieces;
}

function pushText(pieces: Piece[], text: string): void {
  if (text !== '') pieces.push({ text });
}

/** Two `*` in a row say no more than one. */
function pushWild(pieces: Piece[], wild: 'many' | 'one'): void {
  const last = pieces.at(-1);
  if (wild === 'many' && last && 'wild' in last && last.wild === 'many') return;
  pieces.push({ wild });
}

/** The text where it has no wildcard, else null. */
export function plainText(pieces: readonly Piece[]): string | null {
  let text = '';
  for (const piece of pieces) {
    if ('wild' in piece) return null;
    text += piece.text;
  }
  return text;
}

const MANY: Piece = { wild: 'many' };

function isMany(piece: Piece | undefined): boolean {
  return piece !== undefined && 'wild' in piece && piece.wild === 'many';
}

/** startswith, endswith and contains put a `*` where there is none yet. */
export function placed(pieces: readonly Piece[], place: Place): readonly Piece[] {
  const before = place === 'contains' || place === 'ends' ? !isMany(pieces[0]) : false;
  const after = place === 'contains' || place === 'starts' ? !isMany(pieces.at(-1)) : false;
  if (before && after && pieces.length === 0) return [MANY];
  return [...(before ? [MANY] : []), ...pieces, ...(after ? [MANY] : [])];
}

const DASHES = '-/–—―';

export function isDash(char: string): boolean {
  return char !== '' && DASHES.includes(char);
}

const WORD = /[\p{L}\p{N}_]/u;

/** Turns each dash that begins a word (`-exec`, ` /c`) into one that any dash matches. */
export function withDashes(pieces: readonly Piece[]): readonly Piece[] {
  return pieces.flatMap((piece) => ('wild' in piece ? [piece] : splitDashes(piece.text)));
}

function splitDashes(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const begins = at === 0 || !WORD.test(text.charAt(at - 1));
    if (!isDash(text.charAt(at)) || !begins || !WORD.test(text.charAt(at + 1))) continue;
    pushText(pieces, text.slice(from, at));
    pieces.push({ wild: 'dash' });
    from = at + 1;
  }
  pushText(pieces, text.slice(from));
  return pieces;
}

/** Where a text without inner wildcards stands in the value, or null where it needs the glob. */
export function simplePlace(
  pieces: readonly Piece[],
): { readonly place: Place; readonly text: string } | null {
  const starts = isMany(pieces[0]);
  const ends = pieces.length > 1 && isMany(pieces.at(-1));
  const text = plainText(pieces.slice(starts ? 1 : 0, ends ? -1 : undefined));
  if (text === null) return null;
  if (starts && ends) return { place: 'contains', text };
  if (starts) return { place: pieces.length === 1 ? 'contains' : 'ends', text };
  return { place: ends ? 'starts' : 'is', text };
}
