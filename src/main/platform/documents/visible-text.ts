/**
 * Text of others in a document. What a reader cannot see, what changes how the rest is read
 * (bidirectional controls, UAX #9) and what the font cannot show is written as its code point:
 * nothing is dropped, nothing disguises itself.
 */
const INVISIBLE = /^[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]$/u;
const COMBINING = /^\p{M}$/u;
/** Real scripts stack two or three; more is there to draw over the neighbouring lines. */
const COMBINING_IN_A_ROW = 4;
const PLAIN = /^[\x20-\x7e\n]*$/;

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** `canShow` says whether there is a glyph; line breaks stay, tabs become spaces. */
export function visibleText(raw: string, canShow: (codePoint: number) => boolean): string {
  if (PLAIN.test(raw)) return raw;
  let shown = '';
  let combining = 0;
  let mark = '';
  let repeats = 0;
  const flush = () => {
    if (repeats > 0) shown += repeats > 1 ? `[${mark} ×${repeats}]` : `[${mark}]`;
    repeats = 0;
  };
  for (const character of raw.replaceAll('\r\n', '\n').normalize('NFC')) {
    combining = COMBINING.test(character) ? combining + 1 : 0;
    const code = character.codePointAt(0) ?? 0;
    const isPlain = character === '\n' || character === '\t';
    const isHidden = INVISIBLE.test(character) || combining > COMBINING_IN_A_ROW || !canShow(code);
    if (isPlain || !isHidden) {
      flush();
      shown += character === '\t' ? ' ' : character;
      continue;
    }
    const name = codeOf(character);
    if (repeats > 0 && name !== mark) flush();
    mark = name;
    repeats++;
  }
  flush();
  return shown;
}
