/**
 * Grants the page its powers on the desktop: the eight functions of `Bridge`, all over one channel.
 * Defences: context isolation and sandbox (window.ts); no generic send or on; nothing of Electron
 * is handed over; the main process checks the sender and parses every call (ipc.ts).
 */
import { contextBridge, ipcRenderer, webUtils } from 'electron';
import {
  BRIDGE_EVENT_CHANNEL,
  BRIDGE_REQUEST_CHANNEL,
  type Bridge,
  type BridgeAnswer,
  type BridgeCall,
} from '../shared/bridge.ts';
import type { ServerEvent } from '../shared/contract/events.ts';

async function call<T>(payload: BridgeCall): Promise<T> {
  const answer = (await ipcRenderer.invoke(BRIDGE_REQUEST_CHANNEL, payload)) as BridgeAnswer;
  if (!answer.ok) throw new Error(answer.message);
  return answer.value as T;
}

/** Empty for a File that a script made; what is no File at all throws. */
function pathOf(file: unknown): string {
  try {
    return webUtils.getPathForFile(file as File);
  } catch {
    return '';
  }
}

const bridge: Bridge = {
  request: (request) => call({ type: 'request', request }),
  onEvent(listener) {
    const receive = (_: unknown, event: ServerEvent) => listener(event);
    ipcRenderer.on(BRIDGE_EVENT_CHANNEL, receive);
    void call({ type: 'subscribe' });
    return () => void ipcRenderer.off(BRIDGE_EVENT_CHANNEL, receive);
  },
  pickFiles: () => call({ type: 'pick-files' }),
  registerDropped(files) {
    const paths = files.map(pathOf).filter((path) => path !== '');
    return call({ type: 'register-dropped', paths });
  },
  sendFile: (handle, request) => call({ type: 'send-file', handle, request }),
  saveAs: (path, suggestedName) => call({ type: 'save-as', path, suggestedName }),
  saveContent: (content, suggestedName) => call({ type: 'save-content', content, suggestedName }),
  navigate: (path) => void call({ type: 'navigate', path }),
};

contextBridge.exposeInMainWorld('watchfloor', bridge);
