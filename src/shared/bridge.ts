import type { ServerEvent } from './contract/events.ts';
import type { HostRequest, HostResponse } from './host.ts';

/** The one channel that the page's calls take on the desktop, and the one that events come back on. */
export const BRIDGE_REQUEST_CHANNEL = 'watchfloor:request';
export const BRIDGE_EVENT_CHANNEL = 'watchfloor:event';

/** A file that the user chose, named by an opaque handle; its path stays in the main process. */
export interface BridgeFile {
  readonly handle: string;
  readonly name: string;
  readonly size: number;
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
  sendFile(handle: string, request: HostRequest, headBytes?: number): Promise<HostResponse>;
  saveAs(path: string, suggestedName: string): Promise<boolean>;
  navigate(path: CorePage): void;
}

/** What the preload script sends over the one channel; the main process parses it with zod. */
export type BridgeCall =
  | { readonly type: 'request'; readonly request: HostRequest }
  | { readonly type: 'subscribe' }
  | { readonly type: 'pick-files' }
  | { readonly type: 'register-dropped'; readonly paths: readonly string[] }
  | {
      readonly type: 'send-file';
      readonly handle: string;
      readonly request: HostRequest;
      readonly headBytes?: number;
    }
  | { readonly type: 'save-as'; readonly path: string; readonly suggestedName: string }
  | { readonly type: 'navigate'; readonly path: CorePage };
