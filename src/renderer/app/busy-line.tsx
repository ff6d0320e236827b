import { useIsFetching, useIsMutating } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

const SILENT_FOR_MS = 200;

/** Under the top bar: something has been asked of the core and has not been answered for a while. */
export function BusyLine() {
  const isAsking = useIsFetching() + useIsMutating() > 0;
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    if (!isAsking) return setIsLong(false);
    const timer = setTimeout(() => setIsLong(true), SILENT_FOR_MS);
    return () => clearTimeout(timer);
  }, [isAsking]);
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute inset-x-0 bottom-0 h-0.5 overflow-hidden"
    >
      {isLong && <div className="h-full w-full animate-shimmer bg-accent" />}
    </div>
  );
}
