/** How texts are cut into words: the same for what is kept and for what is asked. */

/** A word is looked up by its first bytes; what is longer is compared with the value itself. */
export const TERM_BYTES = 60;

/** Per char code below 128: the folded code of a word's letter or digit, or 0. */
export const WORD_CODES: Uint8Array = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  if (/[a-z0-9]/.test(char)) return code;
  return /[A-Z]/.test(char) ? code + 32 : 0;
});

/** Case is nothing; nor is it where a Greek sigma stands. */
export const fold = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');

export interface Word {
  /** Folded. */
  readonly text: string;
  /** In the folded text. */
  readonly start: number;
  readonly end: number;
}

/** Words of a folded text: letters and digits of any script, with the marks upon them. */
export function wordsOf(folded: string): Word[] {
  return [...folded.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].map((match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** As terms are kept: the first bytes of the word's UTF-8, one char each, so that they sort as bytes. */
export const toTerm = (word: string): string =>
  Buffer.from(word, 'utf8').subarray(0, TERM_BYTES).toString('latin1');
