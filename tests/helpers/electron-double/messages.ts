/** What crosses between the two halves of the double. */

/** Chromium cannot open `app://`; its pages live here, and every address is translated on the way. */
export const PAGE_ORIGIN = 'https://watchfloor.test';
export const APP_ORIGIN = 'app://watchfloor';

export const CONFIG_VARIABLE = 'WATCHFLOOR_ELECTRON_DOUBLE';

export interface DoubleConfig {
  readonly home: string;
  readonly storageBackend: 'gnome_libsecret' | 'basic_text';
  readonly isPackaged: boolean;
}

export interface FrameInfo {
  readonly url: string;
  readonly origin: string;
  readonly isMain: boolean;
}

export interface PageRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array | undefined;
}

export interface PageAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array;
}

export interface OpenedWindow {
  readonly id: number;
  readonly preload: string;
  readonly width: number;
  readonly height: number;
}

export interface Navigation {
  readonly windowId: number;
  readonly url: string;
  readonly isMainFrame: boolean;
  readonly isRedirect: boolean;
}

export function toPageUrl(url: string): string {
  return url.startsWith(APP_ORIGIN) ? PAGE_ORIGIN + url.slice(APP_ORIGIN.length) : url;
}

export function toAppUrl(url: string): string {
  return url.startsWith(PAGE_ORIGIN) ? APP_ORIGIN + url.slice(PAGE_ORIGIN.length) : url;
}
