import type { Bridge } from '../../shared/bridge.ts';
import type { Host } from '../../shared/host.ts';

declare global {
  interface Window {
    /** There on the desktop only: what the preload script exposes. */
    readonly watchfloor?: Bridge;
  }
}

/** The host over the preload bridge: the core runs in the same application, nothing to connect to. */
export function createElectronHost(bridge: Bridge): Host {
  return {
    kind: 'desktop',
    request: (request) => bridge.request(request),
    subscribe(listener, onConnection) {
      return bridge.onEvent((event) => {
        if (event.type === 'hello') onConnection?.(true);
        listener(event);
      });
    },
    pickFiles: () => bridge.pickFiles(),
    takeDropped: (files) => bridge.registerDropped(files),
    /** The core reads the file itself, and only as much of it as the endpoint needs. */
    async sendFile(file, request) {
      if (typeof file.ref !== 'string') throw new Error('This file was not chosen in this window.');
      return bridge.sendFile(file.ref, request);
    },
    saveAs: (path, suggestedName) => bridge.saveAs(path, suggestedName),
    saveContent: (content, suggestedName) => bridge.saveContent(toBase64(content), suggestedName),
    navigate: (path) => bridge.navigate(path),
  };
}

/** A call takes so many arguments and no more. */
const BYTES_AT_ONCE = 8_192;

function toBase64(content: Uint8Array): string {
  let text = '';
  for (let at = 0; at < content.length; at += BYTES_AT_ONCE) {
    text += String.fromCharCode(...content.subarray(at, at + BYTES_AT_ONCE));
  }
  return btoa(text);
}
