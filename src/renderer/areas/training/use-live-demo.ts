import { useCallback, useEffect, useState } from 'react';

const STEP = 10;
const STEP_MS = 300;
export const DEMO_END = 100;

export interface LiveDemo {
  /** Null before the first start. */
  readonly percent: number | null;
  readonly isRunning: boolean;
  /** From the beginning, also while it runs. */
  start(): void;
}

/** The demonstration's progress: 0 to 100 in steps of 10 every 300 ms; it ends with the page. */
export function useLiveDemo(): LiveDemo {
  const [run, setRun] = useState(0);
  const [percent, setPercent] = useState<number | null>(null);
  useEffect(() => {
    if (run === 0) return;
    let reached = 0;
    const timer = setInterval(() => {
      reached += STEP;
      setPercent(reached);
      if (reached >= DEMO_END) clearInterval(timer);
    }, STEP_MS);
    return () => clearInterval(timer);
  }, [run]);
  const start = useCallback(() => {
    setPercent(0);
    setRun((count) => count + 1);
  }, []);
  return { percent, isRunning: percent !== null && percent < DEMO_END, start };
}
