import { expect, test } from 'vitest';
import { cutText, plainUntrusted, splitUntrusted, type TextPart } from './untrusted-text.ts';

/** The parts as one line: marks in brackets, breaks as ⏎. */
function readable(text: string): string {
  return splitUntrusted(text).map(readPart).join('');
}

function readPart(part: TextPart): string {
  if (part.type === 'text') return part.value;
  if (part.type === 'newline') return '⏎';
  return part.count > 1 ? `[${part.code}×${part.count}]` : `[${part.code}]`;
}

test('plain text, markup and the scripts of the world stay as they are', () => {
  for (const text of [
    '<script>alert(1)</script>',
    'Zürich',
    'שלום',
    'नमस्ते',
    '東京',
    'a\tb',
    '⚠️ 👍🏽',
  ]) {
    expect(readable(text)).toBe(text);
  }
});

test.each([
  ['right-to-left override', 'invoice\u202Efdp.exe', 'invoice[U+202E]fdp.exe'],
  ['isolate', '\u2066x\u2069', '[U+2066]x[U+2069]'],
  ['zero-width space', 'pay\u200Bpal', 'pay[U+200B]pal'],
  ['NUL', 'a\u0000b', 'a[U+0000]b'],
  ['escape', '\u001B[31mred', '[U+001B][31mred'],
  ['C1 control', '\u009B31m', '[U+009B]31m'],
  ['soft hyphen', 'ad\u00ADmin', 'ad[U+00AD]min'],
  ['byte order mark', '\uFEFFx', '[U+FEFF]x'],
  ['line separator', 'a\u2028b', 'a[U+2028]b'],
  ['Hangul filler', 'a\u3164b', 'a[U+3164]b'],
  ['tag character', 'a\u{E0041}', 'a[U+E0041]'],
  ['variation selector without an emoji', 'a\u{FE0F}', 'a[U+FE0F]'],
  ['supplementary variation selector', 'a\u{E0100}', 'a[U+E0100]'],
  ['private use', '\uE000', '[U+E000]'],
  ['lone surrogate', 'a\uD800', 'a[U+D800]'],
])('%s is shown by its code point', (_, text, expected) => {
  expect(readable(text)).toBe(expected);
});

test('line breaks are breaks, however written; a lone return is marked', () => {
  expect(readable('a\nb\r\nc\rd')).toBe('a⏎b⏎c[U+000D]d');
});

test('a run of the same mark is one mark with its length', () => {
  expect(splitUntrusted('\u0000'.repeat(1_000_000))).toEqual([
    { type: 'mark', code: 'U+0000', count: 1_000_000 },
  ]);
});

test('marks stacked to draw over other lines are shown by name', () => {
  expect(readable(`e${'\u0301'.repeat(7)}`)).toBe(`e${'\u0301'.repeat(4)}[U+0301×3]`);
});

test('text is cut by length, never within a surrogate pair', () => {
  expect(cutText('abcdef', 6)).toEqual({ shown: 'abcdef', isCut: false });
  expect(cutText('abcdef', 3)).toEqual({ shown: 'abc', isCut: true });
  expect(cutText('ab👍c', 3)).toEqual({ shown: 'ab', isCut: true });
});

test('what can only be text names what hides, on one line and within its length', () => {
  expect(plainUntrusted('invoice\u202Efdp.exe\nnext', 80)).toBe('invoice⟨U+202E⟩fdp.exe next');
  expect(plainUntrusted('a'.repeat(90), 80)).toBe(`${'a'.repeat(80)}…`);
});
