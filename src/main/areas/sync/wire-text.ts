/**
 * Texts as they cross the wire: PostgreSQL stores no U+0000, so it is written as two characters of
 * the private use area's end, and so is the first of them. Everything else is as it was.
 */
const MARK = '\uf8fe';

export function encodeText(text: string): string {
  if (!text.includes('\0') && !text.includes(MARK)) return text;
  return text.replaceAll(MARK, `${MARK}1`).replaceAll('\0', `${MARK}0`);
}

export function decodeText(text: string): string {
  if (!text.includes(MARK)) return text;
  return text.replaceAll(`${MARK}0`, '\0').replaceAll(`${MARK}1`, MARK);
}
