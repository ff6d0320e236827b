/** What differs between two texts, by word: for people, so small and bounded rather than minimal. */
export interface DiffPart {
  readonly type: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Cells of the table of a comparison; beyond them what lies between the ends is shown whole. */
const MAX_CELLS = 1_000_000;

export function diffTexts(from: string, to: string): DiffPart[] {
  const a = wordsOf(from);
  const b = wordsOf(to);
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (
    tail < a.length - head &&
    tail < b.length - head &&
    a[a.length - 1 - tail] === b[b.length - 1 - tail]
  )
    tail += 1;
  return joined([
    ...a.slice(0, head).map((text): DiffPart => ({ type: 'same', text })),
    ...between(a.slice(head, a.length - tail), b.slice(head, b.length - tail)),
    ...a.slice(a.length - tail).map((text): DiffPart => ({ type: 'same', text })),
  ]);
}

/** Words with the space after them, so that the parts joined are the text. */
function wordsOf(text: string): string[] {
  return text.match(/\S+\s*|\s+/g) ?? [];
}

/** By the longest common subsequence (Wagner and Fischer's table, read from its end). */
function between(a: readonly string[], b: readonly string[]): DiffPart[] {
  if (a.length * b.length > MAX_CELLS || a.length === 0 || b.length === 0)
    return [
      { type: 'removed', text: a.join('') },
      { type: 'added', text: b.join('') },
    ];
  const at = commonLengths(a, b);
  const parts: DiffPart[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      parts.push({ type: 'same', text: a[i] ?? '' });
      [i, j] = [i + 1, j + 1];
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) {
      parts.push({ type: 'removed', text: a[i] ?? '' });
      i += 1;
    } else {
      parts.push({ type: 'added', text: b[j] ?? '' });
      j += 1;
    }
  }
  return parts;
}

/** How many words the ends of `a` after i and of `b` after j have in common, in order. */
function commonLengths(a: readonly string[], b: readonly string[]) {
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] =
        a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  return at;
}

/** Neighbours of one type as one part. */
function joined(parts: readonly DiffPart[]): DiffPart[] {
  const found: DiffPart[] = [];
  for (const part of parts) {
    const last = found.at(-1);
    if (part.text === '') continue;
    if (last?.type === part.type)
      found[found.length - 1] = { type: part.type, text: last.text + part.text };
    else found.push(part);
  }
  return found;
}
