/** Bundled and evaluated in a page: the host that this page would make for itself. */
import './jitless.ts';
import { createBrowserHost } from '../../../src/renderer/host/browser.ts';
import { browserDeps } from '../../../src/renderer/host/browser-deps.ts';
import { createElectronHost } from '../../../src/renderer/host/electron.ts';
import type { Host } from '../../../src/shared/host.ts';

export function openHost(): Host {
  return window.watchfloor
    ? createElectronHost(window.watchfloor)
    : createBrowserHost(browserDeps(window));
}
