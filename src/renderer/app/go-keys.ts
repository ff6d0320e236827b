/** How long after `g` the second letter counts. */
export const GO_WITHIN_MS = 1_500;

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
  screens: ReadonlyArray<{ readonly goKey: string; readonly path: string }>,
): (press: GoPress) => GoResult {
  let begunAt: number | null = null;
  return (press) => {
    const isSecond = begunAt !== null && press.at - begunAt <= GO_WITHIN_MS;
    begunAt = null;
    if (press.isElsewhere) return { type: 'ignored' };
    if (isSecond) {
      const screen = screens.find((candidate) => candidate.goKey === press.key);
      if (screen) return { type: 'go', path: screen.path };
    }
    if (press.key !== 'g') return { type: 'ignored' };
    begunAt = press.at;
    return { type: 'begun' };
  };
}
