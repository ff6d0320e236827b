import type { ServerEvent } from '../../shared/contract/events.ts';

export type Listener = (event: ServerEvent) => void;

/** Hands every event of the core to every listener. A listener that throws harms nobody else. */
export class EventHub {
  readonly #listeners = new Set<Listener>();

  readonly emit = (event: ServerEvent): void => {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch {
        this.#listeners.delete(listener);
      }
    }
  };

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

const HELLO = `data: ${JSON.stringify({ type: 'hello' } satisfies ServerEvent)}\n\n`;
const KEEP_ALIVE_MS = 25_000;
/** Events that wait for a listener that has stalled; then it is let go, and may come again. */
const MAX_UNREAD = 10_000;

/**
 * Server-sent events (WHATWG HTML, section 9.2): `data:` lines of JSON, a comment as a sign of life.
 * `isOpen` is asked before each: a session that has ended hears nothing more. A greeting is the last
 * it hears: whoever greets back by asking learns that it has ended.
 * `heard` leaves out what this session may not hear of.
 */
export function eventStream(
  hub: EventHub,
  signal: AbortSignal,
  isOpen: () => boolean = () => true,
  heard: (event: ServerEvent) => ServerEvent | null = (event) => event,
): Response {
  const encoder = new TextEncoder();
  let stop = () => {};
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string) => {
        const isHeard = (controller.desiredSize ?? 0) > -MAX_UNREAD;
        if (isHeard && isOpen()) return controller.enqueue(encoder.encode(text));
        stop();
        if (isHeard) controller.enqueue(encoder.encode(HELLO));
        controller.close();
      };
      const unsubscribe = hub.subscribe((event) => {
        const told = heard(event);
        if (told !== null) send(`data: ${JSON.stringify(told)}\n\n`);
      });
      const timer = setInterval(() => send(': still here\n\n'), KEEP_ALIVE_MS);
      stop = () => {
        clearInterval(timer);
        unsubscribe();
      };
      signal.addEventListener('abort', stop, { once: true });
      send(`retry: 1000\n${HELLO}`);
    },
    cancel: () => stop(),
  });
  return new Response(stream, {
    headers: {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    },
  });
}
