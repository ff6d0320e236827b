import { type ServerEvent, serverEventSchema } from '../../shared/contract/events.ts';
import type { Host, HostFile, HostRequest, HostResponse } from '../../shared/host.ts';

/** What of EventSource is used. */
export interface EventStream {
  readonly readyState: number;
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: Event) => void) | null;
  close(): void;
}

/** What of the browser is used; `browserDeps` gives the real one. */
export interface BrowserDeps {
  fetch(path: string, init: RequestInit): Promise<Response>;
  openEvents(path: string): EventStream;
  /** Opens the file dialog; empty when dismissed. */
  chooseFiles(): Promise<File[]>;
  /** Starts a download; the browser streams it to disk. */
  download(path: string, name: string): void;
  /** Saves bytes as a download. */
  downloadContent(content: Uint8Array<ArrayBuffer>, name: string): void;
  go(path: string): void;
  /** Runs a function after a delay; the returned function calls it off. */
  later(run: () => void, delayMs: number): () => void;
}

const EVENTS_PATH = '/api/events';
const STREAM_CLOSED = 2;
const FIRST_RECONNECT_MS = 1_000;
const LAST_RECONNECT_MS = 30_000;

/** The host over the loopback address: fetch, EventSource, a file input and a download link. */
export function createBrowserHost(deps: BrowserDeps): Host {
  async function send(request: HostRequest, init: RequestInit): Promise<HostResponse> {
    const response = await deps.fetch(request.path, {
      method: request.method,
      credentials: 'same-origin',
      redirect: 'error',
      ...init,
    });
    return {
      status: response.status,
      statusText: response.statusText,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    };
  }
  return {
    kind: 'browser',
    request(request) {
      if (request.body === undefined) return send(request, {});
      return send(request, {
        headers: { 'content-type': 'application/json' },
        body: request.body,
      });
    },
    subscribe: (listener, onConnection) => followEvents(deps, listener, onConnection ?? (() => {})),
    async pickFiles() {
      return (await deps.chooseFiles()).map(toHostFile);
    },
    async takeDropped(files) {
      return files.filter((file): file is File => file instanceof File).map(toHostFile);
    },
    sendFile(file, request, headBytes) {
      if (!(file.ref instanceof Blob)) throw new Error('This file was not chosen in this window.');
      const body = headBytes === undefined ? file.ref : file.ref.slice(0, headBytes);
      return send(request, { headers: { 'content-type': 'application/octet-stream' }, body });
    },
    async saveAs(path, suggestedName) {
      deps.download(path, suggestedName);
      return true;
    },
    async saveContent(content, suggestedName) {
      deps.downloadContent(new Uint8Array(content), suggestedName);
      return true;
    },
    navigate(path) {
      deps.go(path);
    },
  };
}

/**
 * EventSource reconnects a broken stream by itself but gives up for good on any answer that is not
 * a stream (the core restarting, a session that ended); it is then opened anew, ever less often.
 */
function followEvents(
  deps: BrowserDeps,
  listener: (event: ServerEvent) => void,
  onConnection: (isConnected: boolean) => void,
): () => void {
  let stop: () => void = () => {};
  const open = (delayMs: number) => {
    let nextDelayMs = delayMs;
    const stream = deps.openEvents(EVENTS_PATH);
    stop = () => stream.close();
    stream.onopen = () => {
      nextDelayMs = FIRST_RECONNECT_MS;
      onConnection(true);
    };
    stream.onmessage = (message) => {
      const event = readEvent(message.data);
      if (event) listener(event);
    };
    stream.onerror = () => {
      onConnection(false);
      if (stream.readyState !== STREAM_CLOSED) return;
      stop = deps.later(() => open(Math.min(nextDelayMs * 2, LAST_RECONNECT_MS)), nextDelayMs);
    };
  };
  open(FIRST_RECONNECT_MS);
  return () => stop();
}

function toHostFile(file: File): HostFile {
  return { name: file.name, size: file.size, ref: file };
}

/** An event that this page does not know (a newer core) is passed over. */
function readEvent(data: unknown): ServerEvent | null {
  try {
    return serverEventSchema.safeParse(JSON.parse(String(data))).data ?? null;
  } catch {
    return null;
  }
}
