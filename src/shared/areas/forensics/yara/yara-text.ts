/** What is no code in a YARA text ('Writing YARA rules' of the YARA documentation). */

/** Behind what begins at `at` and is no code: a comment, a text or a regular expression; else `at`. */
export function passOver(text: string, at: number): number {
  const first = text[at];
  if (first === '"') return endOfQuoted(text, at, '"');
  if (first !== '/') return at;
  const second = text[at + 1];
  if (second === '/') {
    const end = text.indexOf('\n', at);
    return end < 0 ? text.length : end;
  }
  if (second === '*') {
    const end = text.indexOf('*/', at + 2);
    return end < 0 ? text.length : end + 2;
  }
  return endOfQuoted(text, at, '/');
}

function endOfQuoted(text: string, at: number, quote: string): number {
  for (let to = at + 1; to < text.length; to++) {
    const character = text[to];
    if (character === '\\') to += 1;
    else if (character === quote) return to + 1;
    else if (character === '\n') return to;
  }
  return text.length;
}
