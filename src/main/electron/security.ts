/**
 * Takes powers away from the page: whatever a page could ask of Electron and this product does not
 * need is denied here, each by a function of its own with a test (tests/security/electron-*).
 * Defences: permissions, devices, downloads, requests to other origins, navigation, new windows and
 * webviews are denied by default; calls of the bridge are taken from our own main frame only.
 */
import type { App, Session, WebContents, WebFrameMain } from 'electron';
import { APP_ORIGIN, isAppUrl } from './app-address.ts';

/** Copying an indicator on purpose is the one permission the page uses. */
const ALLOWED_PERMISSIONS: ReadonlySet<string> = new Set(['clipboard-sanitized-write']);

export function isPermissionAllowed(permission: string, requestingUrl: string): boolean {
  return ALLOWED_PERMISSIONS.has(permission) && isAppUrl(requestingUrl);
}

export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(isPermissionAllowed(permission, details.requestingUrl)),
  );
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin) =>
    isPermissionAllowed(permission, requestingOrigin),
  );
}

/**
 * USB, HID and serial devices, and the capture of screens. Bluetooth needs no handler: without one
 * that chooses a device, every request is cancelled.
 */
export function denyDevices(session: Session): void {
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null));
}

/** Files leave through the save dialog of the bridge, never by a download of the page. */
export function denyDownloads(session: Session): void {
  session.on('will-download', (event) => event.preventDefault());
}

/**
 * What the page may load. `developmentOrigins` are the development server's, empty when packaged.
 * DevTools load themselves through the same session.
 */
export function isRequestAllowed(
  address: string,
  developmentOrigins: readonly string[] = [],
): boolean {
  if (isAppUrl(address) || address.startsWith(`blob:${APP_ORIGIN}/`)) return true;
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return (
    url.protocol === 'data:' ||
    url.protocol === 'devtools:' ||
    developmentOrigins.includes(url.origin)
  );
}

export function denyOffOriginRequests(
  session: Session,
  developmentOrigins: readonly string[] = [],
): void {
  session.webRequest.onBeforeRequest((details, answer) =>
    answer({ cancel: !isRequestAllowed(details.url, developmentOrigins) }),
  );
}

/** Frames, too: a page of another origin inside ours would be as bad as one in place of it. */
export function denyNavigation(contents: WebContents): void {
  const refuseForeign = (event: { url: string; preventDefault(): void }) => {
    if (!isAppUrl(event.url)) event.preventDefault();
  };
  contents.on('will-frame-navigate', refuseForeign);
  contents.on('will-navigate', refuseForeign);
  contents.on('will-redirect', refuseForeign);
}

export function denyNewWindows(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}

export function denyWebviews(contents: WebContents): void {
  contents.on('will-attach-webview', (event) => event.preventDefault());
}

/** All of the above for every page that comes into being, before it loads anything. */
export function denyByDefaultForContents(app: App): void {
  app.on('web-contents-created', (_event, contents) => {
    denyNavigation(contents);
    denyNewWindows(contents);
    denyWebviews(contents);
  });
}

export function denyByDefaultForSession(
  session: Session,
  developmentOrigins: readonly string[] = [],
): void {
  denyPermissions(session);
  denyDevices(session);
  denyDownloads(session);
  denyOffOriginRequests(session, developmentOrigins);
}

/** Whether a message comes from the top frame of our own window while it shows our own page. */
export function isTrustedSender(
  frame: Pick<WebFrameMain, 'url' | 'origin'> | null,
  mainFrame: unknown,
): boolean {
  return (
    frame !== null && frame === mainFrame && frame.origin === APP_ORIGIN && isAppUrl(frame.url)
  );
}
