import { useCallback, useLayoutEffect, useRef } from 'react';

/** A function that stays the same object and always runs the newest version of itself. */
export function useStableCallback<A extends unknown[], R>(
  run: (...args: A) => R,
): (...args: A) => R {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  return useCallback((...args: A) => latest.current(...args), []);
}
