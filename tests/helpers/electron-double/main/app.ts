import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { config, handlers } from './parent.ts';
import { emitPreventable } from './preventable.ts';
import { takeSingleInstanceLock } from './single-instance.ts';
import { openWindows } from './windows.ts';

class App extends EventEmitter {
  readonly isPackaged = config.isPackaged;
  readonly #paths = new Map([
    ['home', config.home],
    ['userData', join(config.home, 'userData')],
    ['downloads', join(config.home, 'Downloads')],
    ['temp', join(config.home, 'tmp')],
  ]);
  #isReady = false;
  #isQuitting = false;
  readonly #ready: Promise<void>;

  constructor() {
    super();
    // Ready comes after the entry module has been evaluated, as in Electron.
    this.#ready = new Promise((resolve) =>
      setTimeout(() => {
        this.#isReady = true;
        this.emit('ready');
        resolve();
      }, 20),
    );
  }

  isReady(): boolean {
    return this.#isReady;
  }

  whenReady(): Promise<void> {
    return this.#ready;
  }

  getName(): string {
    return 'watchfloor';
  }

  getVersion(): string {
    return '0.0.0-double';
  }

  getPath(name: string): string {
    const path = this.#paths.get(name);
    if (path === undefined) throw new Error(`Failed to get '${name}' path`);
    return path;
  }

  setPath(name: string, path: string): void {
    this.#paths.set(name, path);
  }

  setAppUserModelId(): void {}

  enableSandbox(): void {
    if (this.#isReady) throw new Error('app.enableSandbox() must be called before app is ready');
  }

  requestSingleInstanceLock(): boolean {
    return takeSingleInstanceLock(this.getPath('userData'), () => this.emit('second-instance'));
  }

  quit(): void {
    if (emitPreventable(this, 'before-quit')) return;
    this.#isQuitting = true;
    void this.#closeAll().then((areClosed) => {
      this.#isQuitting = areClosed;
      if (areClosed && !emitPreventable(this, 'will-quit')) this.exit(0);
    });
  }

  async #closeAll(): Promise<boolean> {
    for (const window of openWindows()) {
      if (!(await window.close())) return false;
    }
    return true;
  }

  exit(code = 0): void {
    this.emit('quit', {}, code);
    process.exit(code);
  }

  /** The last window is gone: told, unless this is the quitting itself. */
  windowsAreClosed(): void {
    if (!this.#isQuitting) this.emit('window-all-closed');
  }
}

export const app = new App();

handlers['app.quit'] = () => app.quit();
process.on('SIGTERM', () => app.quit());
process.on('SIGINT', () => app.quit());
