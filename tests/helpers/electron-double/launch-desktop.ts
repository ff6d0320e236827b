/**
 * Starts the real built desktop (main entry, preload script, page) without Electron: the main
 * process is a Node process in which `electron` is the double, its windows are Chromium pages here.
 *
 * What differs from Electron: the page's origin is `https://watchfloor.test` (Chromium cannot open
 * `app://`); preload script and page share one world; answers arrive whole, not streamed; popups
 * and downloads are stopped after they began, not before; safeStorage encrypts nothing.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright';
import { ChromiumWindow } from './chromium-window.ts';
import {
  CONFIG_VARIABLE,
  type DoubleConfig,
  type FrameInfo,
  type OpenedWindow,
} from './messages.ts';
import { createRpc, type Rpc } from './rpc.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const REGISTER = new URL('./main/register.ts', import.meta.url).href;
const CHROMIUM = process.env.WATCHFLOOR_CHROMIUM ?? '/usr/bin/chromium';
const START_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 10_000;

export interface LaunchOptions {
  readonly dataDir: string;
  readonly args?: readonly string[];
  readonly storageBackend?: DoubleConfig['storageBackend'];
  /** A browser to open the windows in; without it one is started, and ended with the desktop. */
  readonly browser?: Browser;
}

/** The main process as a test may poke it. */
export interface DesktopMain {
  readonly pid: number;
  /** Resolves with the exit code. */
  readonly exited: Promise<number | null>;
  /** A message of a frame that need not be ours. */
  invokeFrom(frame: FrameInfo, channel: string, payload: unknown): Promise<unknown>;
  channels(): Promise<string[]>;
  isPermissionGranted(permission: string, requestingUrl: string): Promise<boolean>;
  isDeviceGranted(): Promise<boolean>;
  clickMenu(...labels: string[]): Promise<void>;
  /** What the operating system was asked to show. */
  notifications(): Promise<{ title: string; body: string }[]>;
  clickNotification(title: string): Promise<void>;
  /** Takes the focus away from the window. */
  blur(): Promise<void>;
  isFocused(): Promise<boolean>;
  stderr(): string;
}

export interface Desktop {
  readonly page: Page;
  readonly main: DesktopMain;
  /** Addresses that navigation, popup, download or request were denied for. */
  readonly deniedUrls: readonly string[];
  /** What the next file dialog answers; without it dialogs are dismissed. */
  answerOpenDialog(paths: readonly string[]): void;
  answerSaveDialog(path: string): void;
  /** Presses a button of the next question; without it questions are cancelled. */
  answerQuestion(button: string): Promise<void>;
  /** What the application asked in message boxes. */
  readonly questions: readonly string[];
  /** Closes the window as its user would; whether it closed. */
  closeWindow(): Promise<boolean>;
  dropFiles(selector: string, paths: readonly string[]): Promise<void>;
  /** Quits as the user would; rejects where the application does not end by itself. */
  close(): Promise<void>;
  /** Ends the main process as a crash would. */
  kill(): Promise<void>;
}

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    // Nothing may leave: no name resolves but the browser host's.
    args: [
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
      '--force-color-profile=srgb',
    ],
  });
}

/** @throws Error with the text of the error dialog where the application cannot start. */
export async function launchDesktop(options: LaunchOptions): Promise<Desktop> {
  const browser = options.browser ?? (await launchBrowser());
  const endBrowser = () => (options.browser ? Promise.resolve() : browser.close());
  const desktop = new RunningDesktop(options, browser, endBrowser);
  try {
    await desktop.started();
    return desktop;
  } catch (error) {
    await desktop.kill();
    throw error;
  }
}

class RunningDesktop implements Desktop {
  readonly main: DesktopMain;
  readonly #rpc: Rpc;
  readonly #child;
  readonly #endBrowser: () => Promise<unknown>;
  readonly #windowsById = new Map<number, ChromiumWindow>();
  readonly #started = Promise.withResolvers<void>();
  readonly #openAnswers: (readonly string[])[] = [];
  readonly #saveAnswers: string[] = [];
  readonly questions: string[] = [];
  #stderr = '';

  constructor(options: LaunchOptions, browser: Browser, endBrowser: () => Promise<unknown>) {
    this.#endBrowser = endBrowser;
    this.#child = startMain(options);
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      this.#stderr += chunk;
    });
    const exited = once(this.#child, 'exit').then(([code]) => code as number | null);
    void exited.then((code) =>
      this.#started.reject(new Error(`The application ended (${code}): ${this.#stderr}`)),
    );
    this.#rpc = createRpc(
      {
        send: (message) => {
          // It may end between the question and the answer; nobody waits for that one.
          if (this.#child.connected) this.#child.send(message as object, () => {});
        },
        onMessage: (listener) => this.#child.on('message', listener),
      },
      this.#handlers(browser),
    );
    this.main = this.#mainOf(exited);
  }

  started(): Promise<void> {
    const timer = setTimeout(
      () => this.#started.reject(new Error(`No window appeared: ${this.#stderr}`)),
      START_TIMEOUT_MS,
    );
    return this.#started.promise.finally(() => clearTimeout(timer));
  }

  get page(): Page {
    return this.#window().page;
  }

  get deniedUrls(): readonly string[] {
    return this.#window().deniedUrls;
  }

  #window(): ChromiumWindow {
    const window = [...this.#windowsById.values()].at(-1);
    if (!window) throw new Error('There is no window');
    return window;
  }

  answerOpenDialog(paths: readonly string[]): void {
    this.#openAnswers.push(paths);
  }

  answerSaveDialog(path: string): void {
    this.#saveAnswers.push(path);
  }

  answerQuestion(button: string): Promise<void> {
    return this.#rpc.call('dialog.answerMessage', { button });
  }

  closeWindow(): Promise<boolean> {
    return this.#rpc.call('window.close', { windowId: [...this.#windowsById.keys()].at(-1) ?? 0 });
  }

  dropFiles(selector: string, paths: readonly string[]): Promise<void> {
    const pathsByFile = paths.map((path) => [`${basename(path)} ${statSync(path).size}`, path]);
    return this.#window().dropFiles(selector, Object.fromEntries(pathsByFile));
  }

  async close(): Promise<void> {
    this.#rpc.tell('app.quit', {});
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    const code = await this.main.exited;
    clearTimeout(timer);
    await this.#endBrowser();
    if (code !== 0) throw new Error(`The application ended with ${code}: ${this.#stderr}`);
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.main.exited;
    for (const window of this.#windowsById.values()) await window.close();
    await this.#endBrowser();
  }

  #handlers(browser: Browser) {
    return {
      'window.open': async (opened: OpenedWindow) => {
        const window = await ChromiumWindow.open(browser, this.#rpc, opened);
        this.#windowsById.set(opened.id, window);
      },
      'window.load': ({ windowId, url }: { windowId: number; url: string }) =>
        this.#windowsById.get(windowId)?.load(url),
      'window.show': () => this.#started.resolve(),
      'window.send': (sent: { windowId: number; channel: string; args: unknown[] }) =>
        this.#windowsById.get(sent.windowId)?.send(sent.channel, sent.args),
      'window.unload': ({ windowId }: { windowId: number }) =>
        this.#windowsById.get(windowId)?.unload() ?? true,
      'window.close': async ({ windowId }: { windowId: number }) => {
        await this.#windowsById.get(windowId)?.close();
        this.#windowsById.delete(windowId);
      },
      'dialog.open': () => {
        const filePaths = this.#openAnswers.shift();
        return { canceled: !filePaths, filePaths: filePaths ?? [] };
      },
      'dialog.save': () => {
        const filePath = this.#saveAnswers.shift();
        return { canceled: filePath === undefined, filePath: filePath ?? '' };
      },
      'dialog.message': ({ message }: { message: string }) => {
        this.questions.push(message);
      },
      'dialog.error': ({ title, content }: { title: string; content: string }) =>
        this.#started.reject(new Error(`${title}: ${content}`)),
      theme: ({ source }: { source: 'system' | 'light' | 'dark' }) => {
        const colorScheme = source === 'system' ? null : source;
        return Promise.all(
          [...this.#windowsById.values()].map(({ page }) => page.emulateMedia({ colorScheme })),
        );
      },
    };
  }

  #mainOf(exited: Promise<number | null>): DesktopMain {
    const rpc = this.#rpc;
    const windowId = () => [...this.#windowsById.keys()].at(-1) ?? 0;
    return {
      pid: this.#child.pid ?? 0,
      exited,
      invokeFrom: (frame, channel, payload) =>
        rpc.call('ipc.invoke', { windowId: windowId(), channel, args: [payload], frame }),
      channels: () => rpc.call('ipc.channels', {}),
      isPermissionGranted: (permission, requestingUrl) =>
        rpc.call('session.isGranted', { permission, requestingUrl }),
      isDeviceGranted: () => rpc.call('session.isDeviceGranted', {}),
      clickMenu: (...labels) => rpc.call('menu.click', { labels }),
      notifications: () => rpc.call('notifications.shown', {}),
      clickNotification: (title) => rpc.call('notifications.click', { title }),
      blur: () => rpc.call('window.blur', { windowId: windowId() }),
      isFocused: () => rpc.call('window.isFocused', { windowId: windowId() }),
      stderr: () => this.#stderr,
    };
  }
}

function startMain(options: LaunchOptions) {
  const config: DoubleConfig = {
    home: join(options.dataDir, 'home'),
    storageBackend: options.storageBackend ?? 'gnome_libsecret',
    isPackaged: true,
  };
  const { NODE_OPTIONS: _, WATCHFLOOR_DATA_DIR: __, ...environment } = process.env;
  return fork(
    join(ROOT, 'out/main/electron.js'),
    ['--data-dir', options.dataDir, ...(options.args ?? [])],
    {
      execArgv: ['--import', REGISTER],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: { ...environment, [CONFIG_VARIABLE]: JSON.stringify(config) },
    },
  );
}
