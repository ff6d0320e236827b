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

export interface InteractionProbe {
  /** Milliseconds from each input to the paint that follows it. */
  stop(): number[];
}

export function recordInteractions(): InteractionProbe {
  const latencies: number[] = [];
  const onInput = (event: Event) => {
    const at = event.timeStamp;
    // A task after the frame's callbacks: the frame has been drawn by then.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => latencies.push(performance.now() - at);
      port2.postMessage(null);
    });
  };
  for (const type of ['keydown', 'pointerdown']) {
    window.addEventListener(type, onInput, { capture: true });
  }
  return {
    stop() {
      for (const type of ['keydown', 'pointerdown']) {
        window.removeEventListener(type, onInput, { capture: true });
      }
      return latencies;
    },
  };
}
