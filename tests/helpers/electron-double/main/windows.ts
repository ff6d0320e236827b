import type { BrowserWindow } from './browser-window.ts';

const windowsById = new Map<number, BrowserWindow>();

export function addWindow(window: BrowserWindow): void {
  windowsById.set(window.id, window);
}

export function removeWindow(window: BrowserWindow): void {
  windowsById.delete(window.id);
}

export function openWindows(): BrowserWindow[] {
  return [...windowsById.values()];
}

/** @throws where the window is gone. */
export function windowOf(id: number): BrowserWindow {
  const window = windowsById.get(id);
  if (!window) throw new Error(`The double has no window ${id}`);
  return window;
}
