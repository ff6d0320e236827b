import { EventEmitter } from 'node:events';
import type { FrameInfo } from '../messages.ts';
import { handlers } from './parent.ts';
import { windowOf } from './windows.ts';

type InvokeHandler = (event: unknown, ...args: unknown[]) => unknown;

class IpcMain extends EventEmitter {
  readonly #handlersByChannel = new Map<string, InvokeHandler>();

  handle(channel: string, handler: InvokeHandler): void {
    if (this.#handlersByChannel.has(channel)) {
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    }
    this.#handlersByChannel.set(channel, handler);
  }

  async invoke(channel: string, event: unknown, args: readonly unknown[]): Promise<unknown> {
    const handler = this.#handlersByChannel.get(channel);
    if (!handler) throw new Error(`No handler registered for '${channel}'`);
    return structuredClone(await handler(event, ...structuredClone(args)));
  }

  /** Everything that a page could reach. */
  channels(): string[] {
    return [...this.#handlersByChannel.keys(), ...this.eventNames().map(String)];
  }
}

export const ipcMain = new IpcMain();

interface Invocation {
  readonly windowId: number;
  readonly channel: string;
  readonly args: readonly unknown[];
  readonly frame: FrameInfo;
}

handlers['ipc.invoke'] = ({ windowId, channel, args, frame }: Invocation) => {
  const { webContents } = windowOf(windowId);
  const event = { type: 'frame', sender: webContents, senderFrame: webContents.frameOf(frame) };
  return ipcMain.invoke(channel, event, args);
};
handlers['ipc.channels'] = () => ipcMain.channels();
