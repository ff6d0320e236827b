/** Where a key leads in a list of options; null where it is not one of the list's. */
export function moveInList(key: string, at: number, count: number): number | null {
  const last = count - 1;
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, at + 1);
    case 'ArrowUp':
      return Math.max(0, at - 1);
    case 'PageDown':
      return Math.min(last, at + PAGE);
    case 'PageUp':
      return Math.max(0, at - PAGE);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}

const PAGE = 10;

export interface Typed {
  readonly text: string;
  /** Milliseconds on any clock that only goes forward. */
  readonly at: number;
}

const TYPED_WITHIN_MS = 800;

/** What has been typed with this letter: letters that follow soon make a word. */
export function typeLetter(typed: Typed, letter: string, at: number): Typed {
  const isSoon = at - typed.at <= TYPED_WITHIN_MS;
  return { text: (isSoon ? typed.text : '') + letter.toLowerCase(), at };
}

/**
 * The option that typed text means, seen from where the list is; -1 where there is none. One letter
 * again and again goes from one option to the next.
 */
export function findTyped(texts: readonly string[], typed: string, from: number): number {
  const isRepeated = new Set(typed).size === 1;
  const wanted = isRepeated ? typed.slice(0, 1) : typed;
  const start = isRepeated ? from + 1 : Math.max(from, 0);
  const places = texts.map((_, n) => (start + n) % texts.length);
  return places.find((place) => texts[place]?.toLowerCase().startsWith(wanted)) ?? -1;
}
