import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useMemo,
  useState,
} from 'react';
import { useBlocker } from 'react-router-dom';
import { ConfirmDialog } from './confirm.tsx';
import { isLeft } from './unsaved-places.ts';

/** `params`: what of the address the form belongs to, beside its path; null where it holds nothing. */
type Report = (form: string, params: readonly string[] | null) => void;

const UnsavedContext = createContext<Report | null>(null);
const ParamsContext = createContext<readonly string[]>([]);

/**
 * Asks before the page around forms is left, as long as one of them holds what is not saved. Where
 * the window is closed, the browser puts the question, on the desktop the main process.
 */
export function UnsavedForms({ children }: { children: ReactNode }) {
  const [dirty, setDirty] = useState<ReadonlyMap<string, readonly string[]>>(() => new Map());
  const report = useMemo<Report>(
    () => (form, params) =>
      setDirty((now) => {
        if (params === null && !now.has(form)) return now;
        const next = new Map(now);
        if (params === null) next.delete(form);
        else next.set(form, params);
        return next;
      }),
    [],
  );
  const isDirty = dirty.size > 0;
  const blocker = useBlocker(({ currentLocation, nextLocation }) =>
    [...dirty.values()].some((params) => isLeft(params, currentLocation, nextLocation)),
  );
  useCloseWarning(isDirty);
  return (
    <UnsavedContext value={report}>
      {children}
      <ConfirmDialog
        open={blocker.state === 'blocked'}
        onClose={() => blocker.reset?.()}
        title="Leave without saving?"
        text="What you changed on this page is not saved. Leaving loses it."
        confirmLabel="Leave"
        cancelLabel="Stay"
        tone="destructive"
        onConfirm={() => blocker.proceed?.()}
      />
    </UnsavedContext>
  );
}

/** Forms in here belong to a record that the address names by these parameters: another one leaves them. */
export function UnsavedOfRecord(props: { params: readonly string[]; children: ReactNode }) {
  return <ParamsContext value={props.params}>{props.children}</ParamsContext>;
}

/** Says for a form inside `UnsavedForms` whether it holds what is not saved. */
export function useUnsaved(isDirty: boolean): void {
  const report = useContext(UnsavedContext);
  const params = useContext(ParamsContext);
  const form = useId();
  useEffect(() => {
    report?.(form, isDirty ? params : null);
    return () => report?.(form, null);
  }, [report, form, params, isDirty]);
}

function useCloseWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isOn]);
}
