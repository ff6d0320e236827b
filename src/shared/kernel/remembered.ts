/**
 * The same answers, each worked out once as long as it is remembered: for what repeats from row to row
 * of a batch. `fn` must be pure, and what it gives must not be changed.
 */
export function remembered<T>(fn: (text: string) => T, most = 2_000): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    if (known.size >= most) known.clear();
    const made = fn(text);
    known.set(text, made);
    return made;
  };
}
