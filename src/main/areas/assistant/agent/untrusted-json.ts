/**
 * How text of strangers reaches a model: as JSON values, between delimiters nobody can guess.
 * Defences: control, bidirectional and invisible characters are taken out; fields are cut to a stated
 * length; signs of which chat templates make roles are escaped; nothing of it stands in a system text.
 */
import { isInvisible } from '../../../../shared/areas/assistant/injection-views.ts';

/** Characters of a field of the brief, and of the one long text a tool may give. */
const FIELD_MAX = 600;
export const LONG_FIELD_MAX = 3_000;
export const TITLE_MAX = 300;
export const QUESTION_MAX = 2_000;
const NAME_MAX = 60;

/** One line of visible text. */
export function visible(text: string): string {
  let out = '';
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    const isSpace = code === 0x09 || code === 0x0a || code === 0x0d;
    // Half of a pair is no character.
    if (code >= 0xd800 && code <= 0xdfff) out += '\ufffd';
    else if (isSpace) out += ' ';
    else if (!isInvisible(code)) out += letter;
  }
  return out;
}

export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = /[\ud800-\udbff]/.test(text.charAt(max - 2)) ? max - 2 : max - 1;
  return `${text.slice(0, end)}…`;
}

export function cleanFields(
  fields: Readonly<Record<string, string>>,
  max = FIELD_MAX,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [cut(visible(name), NAME_MAX), cut(visible(value), max)]),
  );
}

/** JSON in which no sign stands of which a template makes a role or a tag. */
export function inertJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>|\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

export const delimited = (value: unknown, delimiter: string): string =>
  `DATA ${delimiter}\n${inertJson(value)}\nEND ${delimiter}`;

/** Fields whose JSON has at most so many bytes: the longest are cut first. */
export function fitted(
  fields: Readonly<Record<string, string>>,
  maxBytes: number,
): Record<string, string> {
  const fit = { ...fields };
  while (Buffer.byteLength(inertJson(fit)) > maxBytes) {
    const [name, value] = Object.entries(fit).reduce((a, b) => (b[1].length > a[1].length ? b : a));
    if (value.length < 2) delete fit[name];
    else fit[name] = cut(value, Math.max(1, Math.floor(value.length * 0.7)));
  }
  return fit;
}
