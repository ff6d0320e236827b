/**
 * What a person types becomes an FTS5 query (SQLite, "FTS5 Extension", section 3): every word must
 * occur, as the beginning of a word of any searched field. A word of several parts, like an
 * address or a host name, must occur as such: `192.168.10` finds 192.168.10.18.
 */
const HAS_TOKEN = /[\p{L}\p{N}]/u;

/** The MATCH expression, or null where nothing typed can be searched for (only punctuation). */
export function matchExpression(text: string): string | null {
  const words = text.split(/\s+/).filter((word) => HAS_TOKEN.test(word));
  if (words.length === 0) return null;
  return words.map((word) => phrase(word)).join(' AND ');
}

/** One letter or digit alone is a whole word: as a beginning it would match most of the index. */
function phrase(word: string): string {
  const quoted = `"${word.replaceAll('"', ' ').replaceAll('\0', ' ')}"`;
  return [...word].filter((character) => HAS_TOKEN.test(character)).length > 1
    ? `${quoted} *`
    : quoted;
}
