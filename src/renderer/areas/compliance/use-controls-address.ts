import { useEffect, useMemo, useRef, useState } from 'react';
import { useAddressParams } from '../../ui/use-address-params.ts';
import {
  CONTROL_PARAM,
  type ControlView,
  type FilterText,
  filterOfAddress,
  viewOfAddress,
  withControl,
  withFilterText,
  withoutFilter,
  withView,
} from './controls.filter-url.ts';

const TYPING_PAUSE_MS = 200;

/** Filter, view and open control live in the address; what is typed reaches it after a short pause. */
export function useControlsAddress() {
  const [params, setParams] = useAddressParams();
  const address = params.toString();
  const filter = useMemo(() => filterOfAddress(new URLSearchParams(address)), [address]);
  const q = filter.q ?? '';
  const [text, setText] = useState(q);
  const written = useRef(q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The address changed by itself (a link, Back): the field follows, unless it is our own echo.
  useEffect(() => {
    if (q === written.current) return;
    written.current = q;
    clearTimeout(timer.current);
    setText(q);
  }, [q]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const openId = params.get(CONTROL_PARAM);
  return {
    filter,
    view: viewOfAddress(params),
    openId,
    text,
    type(next: string) {
      setText(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        written.current = next.trim() === '' ? '' : next;
        setParams((now) => withFilterText(now, { q: next }), { replace: true });
      }, TYPING_PAUSE_MS);
    },
    change: (part: FilterText) => setParams((now) => withFilterText(now, part), { replace: true }),
    clear() {
      clearTimeout(timer.current);
      written.current = '';
      setText('');
      setParams(withoutFilter, { replace: true });
    },
    setView: (view: ControlView) => setParams((now) => withView(now, view), { replace: true }),
    open: (id: string | null) =>
      setParams((now) => withControl(now, id), { replace: openId !== null && id !== null }),
  };
}
export type ControlsAddress = ReturnType<typeof useControlsAddress>;
