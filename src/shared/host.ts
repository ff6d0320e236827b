import type { ServerEvent } from './contract/events.ts';

export interface HostRequest {
  readonly method: string;
  /** Path with query, beginning with `/api/`. */
  readonly path: string;
  /** JSON text, or absent. */
  readonly body?: string;
}

export interface HostResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A file the user chose. What `ref` is, only its host knows: a Blob, or an opaque handle. */
export interface HostFile {
  readonly name: string;
  readonly size: number;
  readonly ref: unknown;
}

/**
 * All that a host does for the page. Two implementations (desktop over the preload bridge, browser
 * over fetch), one contract suite. At most 12 functions: what can be a call of the API is one.
 */
export interface Host {
  readonly kind: 'desktop' | 'browser';
  /** One call of the API, answered once. Rejects only where no answer came. */
  request(request: HostRequest): Promise<HostResponse>;
  /**
   * Changes, until the returned function is called; reconnects by itself. `onConnection` hears
   * when the stream begins and when it breaks off.
   */
  subscribe(
    listener: (event: ServerEvent) => void,
    onConnection?: (isConnected: boolean) => void,
  ): () => void;
  /** The platform's file dialog; empty when dismissed. */
  pickFiles(): Promise<HostFile[]>;
  /** Files of a drop event (`DataTransfer.files`). */
  takeDropped(files: ReadonlyArray<unknown>): Promise<HostFile[]>;
  /** Sends a file (or its first `headBytes`) to an endpoint whose body is bytes. */
  sendFile(file: HostFile, request: HostRequest, headBytes?: number): Promise<HostResponse>;
  /** Saves the answer of a GET as a file, streamed; false when dismissed. */
  saveAs(path: string, suggestedName: string): Promise<boolean>;
  /** Saves what the page itself made (a picture of a chart) as a file; false when dismissed. */
  saveContent(content: Uint8Array, suggestedName: string): Promise<boolean>;
  /** Leaves the page for one of the core's own: `/api/login`, `/api/logout`, `/`. */
  navigate(path: '/' | '/api/login' | '/api/logout'): void;
}
