import type { ServerEvent } from '../../shared/contract/events.ts';
import type { Host, HostFile, HostRequest, HostResponse } from '../../shared/host.ts';

/** What the preload script exposes as `window.watchfloor`. A file's `ref` is an opaque handle. */
export interface DesktopBridge {
  request(request: HostRequest): Promise<HostResponse>;
  onEvent(listener: (event: ServerEvent) => void): () => void;
  pickFiles(): Promise<HostFile[]>;
  registerDropped(files: File[]): Promise<HostFile[]>;
  sendFile(handle: string, request: HostRequest, headBytes?: number): Promise<HostResponse>;
  saveAs(path: string, suggestedName: string): Promise<boolean>;
  navigate(path: '/' | '/api/login' | '/api/logout'): void | Promise<void>;
}

declare global {
  interface Window {
    readonly watchfloor?: DesktopBridge;
  }
}

/** The host over the preload bridge: the core runs in the same application, nothing to connect to. */
export function createElectronHost(bridge: DesktopBridge): Host {
  return {
    kind: 'desktop',
    request: (request) => bridge.request(request),
    subscribe(listener, onConnection) {
      const stop = bridge.onEvent(listener);
      onConnection?.(true);
      return stop;
    },
    pickFiles: () => bridge.pickFiles(),
    takeDropped: (files) =>
      bridge.registerDropped(files.filter((file): file is File => file instanceof File)),
    async sendFile(file, request, headBytes) {
      if (typeof file.ref !== 'string') throw new Error('This file was not chosen in this window.');
      return headBytes === undefined
        ? bridge.sendFile(file.ref, request)
        : bridge.sendFile(file.ref, request, headBytes);
    },
    saveAs: (path, suggestedName) => bridge.saveAs(path, suggestedName),
    navigate(path) {
      void bridge.navigate(path);
    },
  };
}
