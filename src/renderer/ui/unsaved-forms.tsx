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

type Report = (form: string, isDirty: boolean) => void;

const UnsavedContext = createContext<Report | null>(null);

/**
 * Asks before the page around forms is left, as long as one of them holds what is not saved. Where
 * the window is closed, the browser puts the question, on the desktop the main process.
 */
export function UnsavedForms({ children }: { children: ReactNode }) {
  const [dirty, setDirty] = useState<ReadonlySet<string>>(() => new Set());
  const report = useMemo<Report>(
    () => (form, isDirty) =>
      setDirty((now) => {
        if (now.has(form) === isDirty) return now;
        const next = new Set(now);
        if (isDirty) next.add(form);
        else next.delete(form);
        return next;
      }),
    [],
  );
  const isDirty = dirty.size > 0;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && currentLocation.pathname !== nextLocation.pathname,
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

/** Says for a form inside `UnsavedForms` whether it holds what is not saved. */
export function useUnsaved(isDirty: boolean): void {
  const report = useContext(UnsavedContext);
  const form = useId();
  useEffect(() => {
    report?.(form, isDirty);
    return () => report?.(form, false);
  }, [report, form, isDirty]);
}

function useCloseWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isOn]);
}
