export type TextPart =
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'newline' }
  | { readonly type: 'mark'; readonly code: string; readonly count: number };

/**
 * What a reader cannot see or what changes how the rest is read: control and format characters
 * (among them the bidirectional overrides of UAX #9), lone surrogates, private use, line and
 * paragraph separators, and everything that Unicode lists as ignorable by default.
 */
const INVISIBLE = /^[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]$/u;
const COMBINING = /^\p{M}$/u;
const EMOJI = /^[\p{Extended_Pictographic}\p{Emoji}]$/u;
const EMOJI_PRESENTATION = '\u{fe0f}';
/** Real scripts stack two or three; more is there to draw over the neighbouring lines. */
const COMBINING_IN_A_ROW = 4;

/** Splits text into what is shown as it is, line breaks, and code points to be shown by name. */
export function splitUntrusted(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let plain = '';
  let previous = '';
  let combining = 0;
  const flush = () => {
    if (plain) parts.push({ type: 'text', value: plain });
    plain = '';
  };
  for (const character of text.replaceAll('\r\n', '\n')) {
    combining = COMBINING.test(character) ? combining + 1 : 0;
    if (character === '\n') {
      flush();
      parts.push({ type: 'newline' });
    } else if (isHidden(character, previous) || combining > COMBINING_IN_A_ROW) {
      flush();
      pushMark(parts, codeOf(character));
    } else {
      plain += character;
    }
    previous = character;
  }
  flush();
  return parts;
}

function isHidden(character: string, previous: string): boolean {
  if (character === '\t') return false;
  if (character === EMOJI_PRESENTATION && EMOJI.test(previous)) return false;
  return INVISIBLE.test(character);
}

function pushMark(parts: TextPart[], code: string): void {
  const last = parts.at(-1);
  if (last?.type === 'mark' && last.code === code) {
    parts[parts.length - 1] = { ...last, count: last.count + 1 };
  } else {
    parts.push({ type: 'mark', code, count: 1 });
  }
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The first `max` UTF-16 units, never ending within a surrogate pair. */
export function cutText(text: string, max: number): { shown: string; isCut: boolean } {
  if (text.length <= max) return { shown: text, isCut: false };
  const last = text.charCodeAt(max - 1);
  const isHighSurrogate = last >= 0xd800 && last <= 0xdbff;
  return { shown: text.slice(0, isHighSurrogate ? max - 1 : max), isCut: true };
}

/** As plain text, for where only text can stand (the title of a dialog, a label): what hides is named. */
export function plainUntrusted(text: string, max: number): string {
  const { shown, isCut } = cutText(text, max);
  const parts = splitUntrusted(shown).map((part) =>
    part.type === 'text' ? part.value : part.type === 'newline' ? ' ' : `⟨${part.code}⟩`,
  );
  return `${parts.join('')}${isCut ? '…' : ''}`;
}
