/** What was typed, with a star before each word, so that it is looked for inside of words; null where that is no other search. */
export function insideWords(text: string): string | null {
  const starred = text.replace(/"[^"]*(?:"|$)|[^\s"]+/g, (piece) =>
    /^[*"]/.test(piece) ? piece : `*${piece}`,
  );
  return starred === text ? null : starred;
}
