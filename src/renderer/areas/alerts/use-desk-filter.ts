import { useEffect, useMemo, useRef, useState } from 'react';
import type { AlertFilter } from '../../../shared/areas/alerts/alerts.contract.ts';
import type { QueryError } from '../../../shared/areas/views/query-lexer.ts';
import { useTimeZone } from '../../ui/time-zone.ts';
import { useAddressParams } from '../../ui/use-address-params.ts';
import {
  filterFromParams,
  filterKey,
  OPEN_ALERT_PARAM,
  withFilter,
  withOpenAlert,
} from './alerts.filter-url.ts';
import { readTyped } from './typed-query.ts';

/** From the last key stroke to the server's query. */
const TYPING_PAUSE_MS = 150;

export interface DeskFilter {
  /** What the address says: the server is asked for this. */
  readonly settled: AlertFilter;
  /** With what is being typed right now: filters what is loaded. */
  readonly live: AlertFilter;
  readonly text: string;
  /** Why the text cannot be asked for; the list stays as it was. */
  readonly error: QueryError | null;
  readonly setText: (text: string) => void;
  readonly change: (part: Partial<AlertFilter>) => void;
  readonly clear: () => void;
  readonly openId: string | null;
  readonly open: (id: string | null) => void;
}

/** A text that cannot be read leaves the filter as it is. */
function withText(filter: AlertFilter, text: string, zone: string): AlertFilter {
  const typed = readTyped(text);
  if (typed.type === 'error') return filter;
  const { q: _, query: __, zone: ___, ...rest } = filter;
  if (typed.type === 'query') return { ...rest, query: typed.query, zone };
  return typed.q.trim() ? { ...rest, q: text } : rest;
}

/** The address holds the filter and the open alert; typing reaches it after a short pause. */
export function useDeskFilter(): DeskFilter {
  const [params, setParams] = useAddressParams();
  const address = params.toString();
  const shownZone = useTimeZone();
  const pageZone = () => shownZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  // biome-ignore lint/correctness/useExhaustiveDependencies: pageZone is made of the shown zone
  const settled = useMemo(() => {
    const filter = filterFromParams(new URLSearchParams(address));
    return filter.query ? { ...filter, zone: pageZone() } : filter;
  }, [address, shownZone]);
  const q = settled.query ?? settled.q ?? '';
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
    written.current = filter.query ?? filter.q ?? '';
    setParams((now) => withFilter(now, filter), { replace: true });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: pageZone is made of the shown zone
  const live = useMemo(
    () => (text === q ? settled : withText(settled, text, pageZone())),
    [settled, text, q, shownZone],
  );
  // What a link has in `q` is words, whatever it looks like.
  const isAsItCame = text === q && settled.query === undefined;
  const typed = useMemo(() => (isAsItCame ? null : readTyped(text)), [text, isAsItCame]);
  const openId = params.get(OPEN_ALERT_PARAM);
  return {
    settled,
    live,
    text,
    error: typed?.type === 'error' ? typed.error : null,
    setText: (next) => {
      setTextState(next);
      clearTimeout(timer.current);
      if (readTyped(next).type === 'error') return;
      timer.current = setTimeout(() => write(withText(settled, next, pageZone())), TYPING_PAUSE_MS);
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
