/** How long after `g` the second letter counts. */
export const GO_WITHIN_MS = 1_500;

/** A place to go to; `goKey` is pressed after `g`. */
export interface GoPlace {
  readonly goKey: string;
  readonly path: string;
  readonly label: string;
}

export interface GoPress {
  /** Lower case. */
  readonly key: string;
  /** Milliseconds on any clock that only goes forward. */
  readonly at: number;
  /** The key belongs to a field, a dialog or a shortcut with a modifier. */
  readonly isElsewhere: boolean;
}

export type GoResult =
  | { readonly type: 'ignored' }
  | { readonly type: 'begun' }
  | { readonly type: 'go'; readonly path: string };

/** Reads `g d`, `g a` and so on out of key presses. */
export function createGoKeys(
  places: ReadonlyArray<Pick<GoPlace, 'goKey' | 'path'>>,
): (press: GoPress) => GoResult {
  let begunAt: number | null = null;
  return (press) => {
    const isSecond = begunAt !== null && press.at - begunAt <= GO_WITHIN_MS;
    begunAt = null;
    if (press.isElsewhere) return { type: 'ignored' };
    if (isSecond) {
      const place = places.find(({ goKey }) => goKey === press.key);
      if (place) return { type: 'go', path: place.path };
    }
    if (press.key !== 'g') return { type: 'ignored' };
    begunAt = press.at;
    return { type: 'begun' };
  };
}
