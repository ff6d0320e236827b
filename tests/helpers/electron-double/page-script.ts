/**
 * Runs in the page before anything else, in the place of Electron's preload machinery: gives the
 * real preload script the modules that a sandboxed preload script may require, and copies what
 * crosses the bridge. Unlike Electron's, it shares the page's world: isolation itself is not tested
 * here. It is serialised, so it may use nothing from outside itself.
 */
export interface PageScriptArgs {
  readonly pageOrigin: string;
  readonly invokeBinding: string;
  readonly receiver: string;
  readonly droppedPaths: string;
}

type Preload = (require: (id: string) => unknown, module: unknown, exports: unknown) => void;

export function installElectron(args: PageScriptArgs, preload: Preload): void {
  const page = globalThis as unknown as Record<string, unknown> & { top: unknown };
  if (location.origin !== args.pageOrigin || page.top !== globalThis) return;
  const invoke = page[args.invokeBinding] as (channel: string, values: unknown[]) => unknown;
  const listenersByChannel = new Map<string, Set<(...values: unknown[]) => void>>();

  /** As the context bridge: functions are wrapped, data is copied, prototypes are lost. */
  function crossing(value: unknown): unknown {
    if (typeof value === 'function') {
      return (...values: unknown[]) => {
        const result = value(...values.map(crossing));
        return result instanceof Promise ? result.then(crossing) : crossing(result);
      };
    }
    if (typeof value !== 'object' || value === null || value instanceof Blob) return value;
    if (Array.isArray(value)) return value.map(crossing);
    return Object.fromEntries(
      Object.entries(value).map(([name, field]) => [name, crossing(field)]),
    );
  }

  const electron = {
    contextBridge: {
      exposeInMainWorld(name: string, api: object) {
        Object.defineProperty(globalThis, name, {
          value: Object.freeze(crossing(api)),
          enumerable: true,
        });
      },
    },
    ipcRenderer: {
      invoke: (channel: string, ...values: unknown[]) => invoke(channel, structuredClone(values)),
      on(channel: string, listener: (...values: unknown[]) => void) {
        const listeners = listenersByChannel.get(channel) ?? new Set();
        listenersByChannel.set(channel, listeners.add(listener));
      },
      off(channel: string, listener: (...values: unknown[]) => void) {
        listenersByChannel.get(channel)?.delete(listener);
      },
    },
    webUtils: {
      getPathForFile(file: unknown) {
        if (!(file instanceof File)) throw new TypeError('not a File');
        const paths = (page[args.droppedPaths] ?? {}) as Record<string, string>;
        return paths[`${file.name} ${file.size}`] ?? '';
      },
    },
  };
  Object.defineProperty(globalThis, args.receiver, {
    value(channel: string, values: unknown[]) {
      for (const listener of listenersByChannel.get(channel) ?? []) listener({}, ...values);
    },
  });
  const require = (id: string) => {
    if (id === 'electron') return electron;
    throw new Error(`A sandboxed preload script cannot require ${id}`);
  };
  const module = { exports: {} };
  preload(require, module, module.exports);
}
