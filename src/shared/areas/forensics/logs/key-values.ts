/** `name=value` pairs of logs: quoted or not, with a decoder for what a format escapes. */
import { type MutableFields, putField } from './fields.ts';
import { LOG_LIMITS } from './line-format.types.ts';

/** A name begins where a word does: else each letter of a long word would be tried. */
const PAIR = /(?<![\w.:-])([A-Za-z_][\w.:-]{0,127})=("(?:[^"\\]|\\.)*"|'[^']*'|[^\s,;]*)/g;

/** At most so many; answers how many there were. */
export function putPairs(fields: MutableFields, text: string, prefix = ''): number {
  let count = 0;
  for (const [, name = '', raw = ''] of text.matchAll(PAIR)) {
    if (++count > LOG_LIMITS.fields) break;
    const isQuoted = raw.length > 1 && (raw.startsWith('"') || raw.startsWith("'"));
    putField(fields, prefix + name, isQuoted ? raw.slice(1, -1).replaceAll('\\"', '"') : raw);
  }
  return count;
}
