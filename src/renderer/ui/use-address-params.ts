import { useCallback, useState } from 'react';
import { type NavigateOptions, useSearchParams } from 'react-router-dom';

/** Characters; what is beyond is not searched for. */
const SEARCH_LENGTH = 200;

type Change = URLSearchParams | Record<string, string>;
type Put = (change: Change | ((now: URLSearchParams) => Change), options?: NavigateOptions) => void;

/**
 * The router's `useSearchParams`, except that a change starts from the newest address and not from
 * that of the last render: two changes in quick succession (a figure clicked, then a search typed)
 * are both kept.
 */
export function useAddressParams(): readonly [URLSearchParams, Put] {
  const [params, setParams] = useSearchParams();
  const put = useCallback<Put>(
    (change, options) => {
      const newest = new URLSearchParams(window.location.search);
      setParams(typeof change === 'function' ? change(newest) : change, options);
    },
    [setParams],
  );
  return [params, put];
}

/**
 * The text of a search box whose value stands in the address as `q`. A figure or a link that leads
 * elsewhere empties the box; the echo of an earlier key stroke does not take back a later one.
 */
export function useSearchText(q: string, put: (text: string) => void) {
  const [typed, setTyped] = useState(q);
  const [seen, setSeen] = useState(q);
  const [awaited, setAwaited] = useState<readonly string[]>([]);
  if (q !== seen) {
    setSeen(q);
    const echo = awaited.indexOf(q);
    setAwaited(echo === -1 ? [] : awaited.slice(echo + 1));
    if (echo === -1) setTyped(q);
  }
  const type = (text: string) => {
    setTyped(text);
    setAwaited([...awaited, text.trimStart().slice(0, SEARCH_LENGTH)]);
    put(text);
  };
  return [typed, type] as const;
}
