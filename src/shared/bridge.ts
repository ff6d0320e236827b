import type { ServerEvent } from './contract/events.ts';
import type { HostFile, HostRequest, HostResponse } from './host.ts';

/** The one channel that the page's calls take on the desktop, and the one that events come back on. */
export const BRIDGE_REQUEST_CHANNEL = 'watchfloor:request';
export const BRIDGE_EVENT_CHANNEL = 'watchfloor:event';

/** A file that the user chose; `ref` is an opaque handle, its path stays in the main process. */
export interface BridgeFile extends HostFile {
  readonly ref: string;
}

/** Pages of the core that the window may be sent to. */
export const CORE_PAGES = ['/', '/api/login', '/api/logout'] as const;
export type CorePage = (typeof CORE_PAGES)[number];

/**
 * `window.watchfloor`: everything that the desktop gives the page, and nothing else. The preload
 * script implements it; `renderer/host/electron.ts` turns it into a `Host`.
 */
export interface Bridge {
  request(request: HostRequest): Promise<HostResponse>;
  /** Begins with `hello`; ends when the returned function is called. */
  onEvent(listener: (event: ServerEvent) => void): () => void;
  pickFiles(): Promise<BridgeFile[]>;
  /** Files of a drop event. What is not a file on a disk is left out. */
  registerDropped(files: ReadonlyArray<unknown>): Promise<BridgeFile[]>;
  /** The core reads the file by its handle, and only as much of it as the endpoint needs. */
  sendFile(handle: string, request: HostRequest): Promise<HostResponse>;
  saveAs(path: string, suggestedName: string): Promise<boolean>;
  /** What the page itself made, as a file; bytes in base64. */
  saveContent(content: string, suggestedName: string): Promise<boolean>;
  navigate(path: CorePage): void;
}

/** What the preload script sends over the one channel; the main process parses it with zod. */
export type BridgeCall =
  | { readonly type: 'request'; readonly request: HostRequest }
  | { readonly type: 'subscribe' }
  | { readonly type: 'pick-files' }
  | { readonly type: 'register-dropped'; readonly paths: readonly string[] }
  | { readonly type: 'send-file'; readonly handle: string; readonly request: HostRequest }
  | { readonly type: 'save-as'; readonly path: string; readonly suggestedName: string }
  | {
      readonly type: 'save-content';
      readonly content: string;
      readonly suggestedName: string;
    }
  | { readonly type: 'navigate'; readonly path: CorePage };

/** What comes back: a failure is a value, so that the page sees its message and nothing around it. */
export type BridgeAnswer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string };
