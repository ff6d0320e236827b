/** Probes that run in the page; each is serialised, so it may use nothing from outside itself. */

export interface FrameProbe {
  stop(): {
    /** Frames of each whole second. */
    readonly perSecond: number[];
    /** Milliseconds from frame to frame. */
    readonly durations: number[];
    /** Frames in which a row in view had not been loaded. */
    readonly waiting: number;
    readonly scrolledPx: number;
  };
}

export function recordFrames(): FrameProbe {
  const scroller = document.querySelector('[role="feed"]')?.parentElement;
  const times: number[] = [];
  const from = scroller?.scrollTop ?? 0;
  let waiting = 0;
  let isStopped = false;
  const onFrame = (time: number) => {
    times.push(time);
    if (document.querySelector('[role="feed"] > div > [aria-hidden]')) waiting += 1;
    if (!isStopped) requestAnimationFrame(onFrame);
  };
  requestAnimationFrame(onFrame);
  return {
    stop() {
      isStopped = true;
      const start = times[0] ?? 0;
      const perSecond: number[] = [];
      for (const time of times) {
        const second = Math.floor((time - start) / 1000);
        perSecond[second] = (perSecond[second] ?? 0) + 1;
      }
      const durations = times.slice(1).map((time, n) => time - (times[n] ?? time));
      const scrolledPx = (scroller?.scrollTop ?? 0) - from;
      return { perSecond: perSecond.slice(0, -1), durations, waiting, scrolledPx };
    },
  };
}

/** The same of the grid of events, whose rows stand in for millions. */
export function recordEventFrames() {
  const times: number[] = [];
  const placeNow = () =>
    Number(document.querySelector('[role="grid"] tbody tr')?.getAttribute('aria-rowindex') ?? 0);
  const from = placeNow();
  let waiting = 0;
  let isStopped = false;
  const onFrame = (time: number) => {
    times.push(time);
    if (document.querySelector('[role="grid"] tbody td.col-span-6')) waiting += 1;
    if (!isStopped) requestAnimationFrame(onFrame);
  };
  requestAnimationFrame(onFrame);
  return {
    stop() {
      isStopped = true;
      const start = times[0] ?? 0;
      const perSecond: number[] = [];
      for (const time of times) {
        const second = Math.floor((time - start) / 1000);
        perSecond[second] = (perSecond[second] ?? 0) + 1;
      }
      const durations = times.slice(1).map((time, n) => time - (times[n] ?? time));
      const rows = placeNow() - from;
      return { perSecond: perSecond.slice(0, -1), durations, waiting, rows };
    },
  };
}

export interface InteractionProbe {
  /**
   * Of each interaction, milliseconds from the input to the paint after it, as the browser's own
   * Event Timing says: in steps of 8 ms, and never less than 16.
   */
  stop(): Promise<number[]>;
}

export function recordInteractions(): InteractionProbe {
  const LEAST_MS = 16;
  const longest = new Map<number, number>();
  const countNow = () =>
    (performance as Performance & { interactionCount: number }).interactionCount;
  const countBefore = countNow();
  const note = (entries: PerformanceEntryList) => {
    for (const entry of entries as (PerformanceEntry & { interactionId: number })[]) {
      if (entry.interactionId === 0) continue;
      const known = longest.get(entry.interactionId) ?? 0;
      longest.set(entry.interactionId, Math.max(known, entry.duration));
    }
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: 'event', durationThreshold: LEAST_MS } as PerformanceObserverInit);
  return {
    async stop() {
      await new Promise((resolve) => setTimeout(resolve, 500));
      note(observer.takeRecords());
      observer.disconnect();
      // An interaction of less than the least is not told of, but counted.
      const untold = Math.max(0, countNow() - countBefore - longest.size);
      return [...longest.values(), ...Array.from({ length: untold }, () => LEAST_MS)];
    },
  };
}
