/** Asks once for every key and keeps the answer, as long as whoever asks lives. */
export function remembered<T, R>(
  keyOf: (value: T) => string,
  ask: (value: T) => R,
): (value: T) => R {
  const known = new Map<string, R>();
  return (value) => {
    const key = keyOf(value);
    const before = known.get(key);
    if (before !== undefined) return before;
    const answer = ask(value);
    known.set(key, answer);
    return answer;
  };
}
