import { EventEmitter } from 'node:events';
import type { App, Session, WebContents } from 'electron';
import { describe, expect, test } from 'vitest';
import {
  denyByDefaultForContents,
  denyDevices,
  denyDownloads,
  denyNavigation,
  denyNewWindows,
  denyOffOriginRequests,
  denyPermissions,
  denyWebviews,
  isPermissionAllowed,
  isRequestAllowed,
  isTrustedSender,
} from '../../src/main/electron/security.ts';

const OWN = 'app://watchfloor/alerts';
const FOREIGN = [
  'https://watchfloor/',
  'https://evil.example/app://watchfloor/',
  'app://watchfloor.evil.example/',
  'app://user@watchfloor/',
  'app://watchfloor:81/',
  'app:watchfloor/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'about:blank',
  'not an address',
  '',
];

type Handler = (...args: unknown[]) => unknown;

/** A session that keeps what is installed on it, as Electron's does. */
class FakeSession extends EventEmitter {
  readonly installed = new Map<string, Handler>();
  readonly webRequest = {
    onBeforeRequest: (handler: Handler) => this.installed.set('beforeRequest', handler),
  };
  readonly setPermissionRequestHandler = (handler: Handler) =>
    this.installed.set('permissionRequest', handler);
  readonly setPermissionCheckHandler = (handler: Handler) =>
    this.installed.set('permissionCheck', handler);
  readonly setDevicePermissionHandler = (handler: Handler) => this.installed.set('device', handler);
  readonly setDisplayMediaRequestHandler = (handler: Handler) =>
    this.installed.set('display', handler);

  call(name: string, ...args: unknown[]): unknown {
    const handler = this.installed.get(name);
    if (!handler) throw new Error(`${name} was not installed`);
    return handler(...args);
  }

  asSession(): Session {
    return this as unknown as Session;
  }
}

class FakeContents extends EventEmitter {
  openHandler: Handler | undefined;
  setWindowOpenHandler(handler: Handler): void {
    this.openHandler = handler;
  }

  /** Whether the application prevented an event. */
  isPrevented(name: string, fields: Record<string, unknown> = {}): boolean {
    let isPrevented = false;
    const preventDefault = () => {
      isPrevented = true;
    };
    this.emit(name, { ...fields, preventDefault });
    return isPrevented;
  }

  asContents(): WebContents {
    return this as unknown as WebContents;
  }
}

function answerOf(call: (answer: (value: unknown) => void) => void): unknown {
  let answered: unknown = 'no answer';
  call((value) => {
    answered = value;
  });
  return answered;
}

describe('permissions', () => {
  const session = new FakeSession();
  denyPermissions(session.asSession());
  const ask = (permission: string, requestingUrl: string) =>
    answerOf((answer) => {
      session.call('permissionRequest', null, permission, answer, { requestingUrl });
    });

  test.each([
    'media',
    'geolocation',
    'notifications',
    'clipboard-read',
    'openExternal',
    'fileSystem',
    'fullscreen',
    'unknown',
  ])('[DS5] %s is denied to our own page', (permission) => {
    expect(ask(permission, OWN)).toBe(false);
    expect(session.call('permissionCheck', null, permission, 'app://watchfloor/')).toBe(false);
  });

  test('[DS5] copying is allowed to our own page', () => {
    expect(ask('clipboard-sanitized-write', OWN)).toBe(true);
    const origin = 'app://watchfloor/';
    expect(session.call('permissionCheck', null, 'clipboard-sanitized-write', origin)).toBe(true);
  });

  test.each(FOREIGN)('[DS5] copying is denied to "%s"', (url) => {
    expect(isPermissionAllowed('clipboard-sanitized-write', url)).toBe(false);
  });

  test('[DS5] devices and screens are denied', () => {
    const devices = new FakeSession();
    denyDevices(devices.asSession());
    expect(devices.call('device', { deviceType: 'usb' })).toBe(false);
    expect(answerOf((answer) => devices.call('display', {}, answer))).toBeNull();
  });
});

describe('navigation', () => {
  const contents = new FakeContents();
  denyNavigation(contents.asContents());

  test.each(['will-navigate', 'will-frame-navigate', 'will-redirect'])(
    '[DS6] %s to another origin is prevented, to our own not',
    (event) => {
      for (const url of FOREIGN) expect(contents.isPrevented(event, { url }), url).toBe(true);
      expect(contents.isPrevented(event, { url: OWN })).toBe(false);
      expect(contents.isPrevented(event, { url: 'app://watchfloor/api/logout' })).toBe(false);
    },
  );

  test('[DS7] no page opens a window', () => {
    const opener = new FakeContents();
    denyNewWindows(opener.asContents());
    expect(opener.openHandler?.({ url: OWN })).toEqual({ action: 'deny' });
  });

  test('[DS7] no page attaches a webview', () => {
    const page = new FakeContents();
    denyWebviews(page.asContents());
    expect(page.isPrevented('will-attach-webview')).toBe(true);
  });

  test('[DS6] [DS7] every page that comes into being is covered', () => {
    const app = new EventEmitter();
    denyByDefaultForContents(app as unknown as App);
    const page = new FakeContents();
    app.emit('web-contents-created', {}, page);
    expect(page.isPrevented('will-navigate', { url: 'https://evil.example/' })).toBe(true);
    expect(page.isPrevented('will-attach-webview')).toBe(true);
    expect(page.openHandler?.({})).toEqual({ action: 'deny' });
  });
});

describe('traffic', () => {
  test('[DS7] downloads of the page are prevented', () => {
    const session = new FakeSession();
    denyDownloads(session.asSession());
    let isPrevented = false;
    session.emit('will-download', {
      preventDefault() {
        isPrevented = true;
      },
    });
    expect(isPrevented).toBe(true);
  });

  test.each([
    'https://evil.example/beacon',
    'http://127.0.0.1:4780/api/alerts',
    'ws://127.0.0.1:5173/',
    'file:///etc/passwd',
    'blob:https://evil.example/1',
    'app://other/',
    'not an address',
  ])('[DS8] a request to %s is cancelled', (url) => {
    const session = new FakeSession();
    denyOffOriginRequests(session.asSession());
    expect(answerOf((answer) => session.call('beforeRequest', { url }, answer))).toEqual({
      cancel: true,
    });
  });

  test.each([OWN, 'app://watchfloor/assets/a.js', 'blob:app://watchfloor/1', 'data:image/png,'])(
    '[DS8] a request to %s goes through',
    (url) => {
      expect(isRequestAllowed(url)).toBe(true);
    },
  );

  test('[DS8] the development server is reachable only where it is named', () => {
    expect(isRequestAllowed('ws://127.0.0.1:5173/', ['ws://127.0.0.1:5173'])).toBe(true);
    expect(isRequestAllowed('ws://127.0.0.1:5174/', ['ws://127.0.0.1:5173'])).toBe(false);
  });
});

describe('senders of bridge calls', () => {
  const mainFrame = { url: OWN, origin: 'app://watchfloor' };

  test('[DS2] the top frame of our own window is heard', () => {
    expect(isTrustedSender(mainFrame, mainFrame)).toBe(true);
  });

  test('[DS2] another frame is not, even with our address', () => {
    expect(isTrustedSender({ ...mainFrame }, mainFrame)).toBe(false);
    expect(isTrustedSender(null, mainFrame)).toBe(false);
    expect(isTrustedSender(null, null)).toBe(false);
  });

  test.each(FOREIGN)('[DS2] our frame is not heard while it shows "%s"', (url) => {
    const away = { url, origin: 'app://watchfloor' };
    expect(isTrustedSender(away, away)).toBe(false);
  });

  test('[DS2] our frame is not heard with another origin', () => {
    const opaque = { url: OWN, origin: 'null' };
    expect(isTrustedSender(opaque, opaque)).toBe(false);
  });
});
