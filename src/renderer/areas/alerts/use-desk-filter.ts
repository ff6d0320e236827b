import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { AlertFilter } from '../../../shared/areas/alerts/alerts.contract.ts';
import {
  filterFromParams,
  filterKey,
  OPEN_ALERT_PARAM,
  withFilter,
  withOpenAlert,
} from './alerts.filter-url.ts';

/** From the last key stroke to the server's query. */
const TYPING_PAUSE_MS = 150;

export interface DeskFilter {
  /** What the address says: the server is asked for this. */
  readonly settled: AlertFilter;
  /** With what is being typed right now: filters what is loaded. */
  readonly live: AlertFilter;
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly change: (part: Partial<AlertFilter>) => void;
  readonly clear: () => void;
  readonly openId: string | null;
  readonly open: (id: string | null) => void;
}

const withText = (filter: AlertFilter, text: string): AlertFilter => {
  const { q: _, ...rest } = filter;
  return text.trim() ? { ...rest, q: text } : rest;
};

/** The address holds the filter and the open alert; typing reaches it after a short pause. */
export function useDeskFilter(): DeskFilter {
  const [params, setParams] = useSearchParams();
  // The router's setter holds the address of its own render; a late write needs the newest one.
  const latest = useRef(setParams);
  useEffect(() => {
    latest.current = setParams;
  });
  const address = params.toString();
  const settled = useMemo(() => filterFromParams(new URLSearchParams(address)), [address]);
  const q = settled.q ?? '';
  const [text, setTextState] = useState(q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const written = useRef(q);

  // The address changed by itself (a link, Back): the field follows, unless it is our own echo.
  useEffect(() => {
    if (q === written.current) return;
    written.current = q;
    clearTimeout(timer.current);
    setTextState(q);
  }, [q]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const write = (filter: AlertFilter) => {
    clearTimeout(timer.current);
    written.current = filter.q ?? '';
    latest.current((now) => withFilter(now, filter), { replace: true });
  };
  const live = useMemo(() => withText(settled, text), [settled, text]);
  const openId = params.get(OPEN_ALERT_PARAM);
  return {
    settled,
    live,
    text,
    setText: (next) => {
      setTextState(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => write(withText(settled, next)), TYPING_PAUSE_MS);
    },
    change: (part) => write({ ...live, ...part }),
    clear: () => {
      setTextState('');
      write({});
    },
    openId,
    open: (id) => setParams((now) => withOpenAlert(now, id), { replace: openId !== null }),
  };
}

export function isTyping(filter: DeskFilter): boolean {
  return filterKey(filter.live) !== filterKey(filter.settled);
}
