import { EventEmitter } from 'node:events';
import { APP_ORIGIN, type FrameInfo, type Navigation, type OpenedWindow } from '../messages.ts';
import { app } from './app.ts';
import { handlers, parent } from './parent.ts';
import { emitPreventable } from './preventable.ts';
import { addWindow, openWindows, removeWindow, windowOf } from './windows.ts';

interface WindowOptions {
  readonly width?: number;
  readonly height?: number;
  readonly webPreferences?: Readonly<Record<string, unknown>>;
}

/** What every page of this application must be made with; a window without them is refused. */
const REQUIRED_PREFERENCES = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  webviewTag: false,
};

class WebContents extends EventEmitter {
  readonly id: number;
  readonly mainFrame: { url: string; origin: string } = { url: '', origin: 'null' };
  openHandler: (details: { url: string }) => { action: string } = () => ({ action: 'allow' });
  #isDestroyed = false;

  constructor(id: number) {
    super();
    this.id = id;
  }

  send(channel: string, ...args: unknown[]): void {
    parent.tell('window.send', { windowId: this.id, channel, args: structuredClone(args) });
  }

  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.openHandler = handler;
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  destroy(): void {
    this.#isDestroyed = true;
  }

  /** The frame as Electron would name it: the same object for the top frame, always. */
  frameOf(frame: FrameInfo): { url: string; origin: string } {
    if (!frame.isMain) return { url: frame.url, origin: frame.origin };
    return Object.assign(this.mainFrame, { url: frame.url, origin: frame.origin });
  }
}

let lastId = 0;

export class BrowserWindow extends EventEmitter {
  readonly id: number;
  readonly webContents: WebContents;
  readonly #bounds: { x: number; y: number; width: number; height: number };
  readonly #opened: Promise<void>;
  #isMaximized = false;
  #isFocused = true;
  #isMinimized = false;
  #isDestroyed = false;

  constructor(options: WindowOptions) {
    super();
    lastId += 1;
    this.id = lastId;
    const preferences = options.webPreferences ?? {};
    for (const [name, value] of Object.entries(REQUIRED_PREFERENCES)) {
      if (preferences[name] !== value) throw new Error(`webPreferences.${name} must be ${value}`);
    }
    this.webContents = new WebContents(this.id);
    this.#bounds = { x: 0, y: 0, width: options.width ?? 800, height: options.height ?? 600 };
    addWindow(this);
    app.emit('web-contents-created', {}, this.webContents);
    const { width, height } = this.#bounds;
    const opened: OpenedWindow = {
      id: this.id,
      preload: String(preferences.preload),
      width,
      height,
    };
    this.#opened = parent.call('window.open', opened);
  }

  async loadURL(url: string): Promise<void> {
    await this.#opened;
    await parent.call('window.load', { windowId: this.id, url });
    this.emit('ready-to-show');
  }

  show(): void {
    parent.tell('window.show', { windowId: this.id });
  }

  focus(): void {
    this.#isFocused = true;
  }

  /** Another window of the desktop comes to the front. */
  blur(): void {
    this.#isFocused = false;
  }

  isFocused(): boolean {
    return this.#isFocused;
  }

  restore(): void {
    this.#isMinimized = false;
  }

  isMinimized(): boolean {
    return this.#isMinimized;
  }

  maximize(): void {
    this.#isMaximized = true;
  }

  isMaximized(): boolean {
    return this.#isMaximized;
  }

  getNormalBounds(): { x: number; y: number; width: number; height: number } {
    return { ...this.#bounds };
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  /** False where a listener, or the page with the consent of `will-prevent-unload`, kept it open. */
  async close(): Promise<boolean> {
    if (emitPreventable(this, 'close')) return false;
    if (!(await parent.call<boolean>('window.unload', { windowId: this.id }))) return false;
    this.#isDestroyed = true;
    this.webContents.destroy();
    removeWindow(this);
    parent.tell('window.close', { windowId: this.id });
    this.emit('closed');
    if (openWindows().length === 0) app.windowsAreClosed();
    return true;
  }
}

handlers['window.close'] = ({ windowId }: { windowId: number }) => windowOf(windowId).close();

/** The page asks to stay: true where the application leaves all the same. */
handlers['window.preventUnload'] = ({ windowId }: { windowId: number }) =>
  emitPreventable(windowOf(windowId).webContents, 'will-prevent-unload');

handlers['window.blur'] = ({ windowId }: { windowId: number }) => {
  windowOf(windowId).blur();
};

handlers['window.isFocused'] = ({ windowId }: { windowId: number }) =>
  windowOf(windowId).isFocused();

/** True where the application refuses. Loads that it started itself are not asked about, as in Electron. */
handlers['window.navigate'] = ({ windowId, url, isMainFrame, isRedirect }: Navigation) => {
  const { webContents } = windowOf(windowId);
  const fields = { url, isMainFrame, isSameDocument: false };
  if (isRedirect) return emitPreventable(webContents, 'will-redirect', fields);
  const isPrevented = emitPreventable(webContents, 'will-frame-navigate', fields);
  return (isMainFrame && emitPreventable(webContents, 'will-navigate', fields)) || isPrevented;
};

handlers['window.opening'] = ({ windowId, url }: { windowId: number; url: string }) =>
  windowOf(windowId).webContents.openHandler({ url }).action;

handlers['window.loaded'] = ({ windowId, url }: { windowId: number; url: string }) => {
  const { webContents } = windowOf(windowId);
  webContents.frameOf({ url, origin: APP_ORIGIN, isMain: true });
  webContents.emit('did-finish-load');
};
