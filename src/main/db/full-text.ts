/**
 * A range of rows of a full-text index. The driver binds numbers as floating point, which FTS5 does not
 * take for bounds (SQLite, fts5_main.c, fts5GetRowidLimit): without the cast it reads every match.
 */
export const ROWID_RANGE = 'rowid BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER)';

export const WORDS_MOST = 20;

/**
 * What is typed as an FTS5 query (SQLite, "FTS5 Extension", section 3): every word must occur, the
 * beginning of one is enough; one of a single letter only where it is the last and `isLastOpen`, since
 * no index is kept of so short beginnings. Null where nothing in it can be searched for.
 */
export function wordsQuery(text: string, isLastOpen = false): string | null {
  const words = text
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, WORDS_MOST);
  if (words.length === 0) return null;
  return words
    .map((word, place) =>
      word.length > 1 || (isLastOpen && place === words.length - 1) ? `"${word}" *` : `"${word}"`,
    )
    .join(' AND ');
}
