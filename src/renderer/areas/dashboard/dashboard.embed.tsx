/** What other areas show of the dashboard's charts. */
import { lazy } from 'react';

/** Loaded when it is first shown. */
export const TimeHistogram = lazy(async () => ({
  default: (await import('./time-histogram.tsx')).TimeHistogram,
}));
