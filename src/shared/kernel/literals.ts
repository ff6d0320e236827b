/**
 * Finds which of many words stand where in a text, in one walk over it: three letters are looked up in
 * a table, which rules most places out, and the rest is compared letter by letter.
 */
const FIRST = 3;

/** Three letters in fifteen bits; others may share them. */
const roughly = (before: number, code: number): number => ((before << 5) | (code & 31)) & 0x7fff;

const keyAt = (text: string, at: number): number =>
  (text.charCodeAt(at) << 14) ^ (text.charCodeAt(at + 1) << 7) ^ text.charCodeAt(at + 2);

/** `found` is told of each place, from the first on, and ends the walk by answering true. */
export type LiteralFinder<T> = (
  text: string,
  found: (value: T, at: number) => boolean | undefined,
) => void;

/** Words of at least three letters, each with what it stands for; they are compared as they are. */
export function createLiteralFinder<T>(
  literals: Iterable<readonly [literal: string, value: T]>,
): LiteralFinder<T> {
  const byKey = new Map<number, [string, T][]>();
  const table = new Uint8Array(0x8000);
  for (const [literal, value] of literals) {
    if (literal.length < FIRST) throw new Error(`Too short to be looked for: '${literal}'`);
    let rough = 0;
    for (let at = 0; at < FIRST; at += 1) rough = roughly(rough, literal.charCodeAt(at));
    table[rough] = 1;
    const key = keyAt(literal, 0);
    const known = byKey.get(key);
    if (known) known.push([literal, value]);
    else byKey.set(key, [[literal, value]]);
  }
  return (text, found) => {
    let rough = 0;
    for (let end = 0; end < text.length; end += 1) {
      rough = roughly(rough, text.charCodeAt(end));
      const at = end + 1 - FIRST;
      if (table[rough] !== 1 || at < 0) continue;
      for (const [literal, value] of byKey.get(keyAt(text, at)) ?? [])
        if (text.startsWith(literal, at) && found(value, at)) return;
    }
  };
}
