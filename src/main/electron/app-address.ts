/** The page's address on the desktop: a scheme of our own, so that no TCP port is opened. */
export const APP_SCHEME = 'app';
const APP_HOST = 'watchfloor';
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;

/** Whether an address is one of ours, exactly: scheme, host, no user, no port. */
export function isAppUrl(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return (
    url.protocol === `${APP_SCHEME}:` &&
    url.host === APP_HOST &&
    url.username === '' &&
    url.password === ''
  );
}

/** Whether a path belongs to the core; all other paths are the page's. */
export function isCorePath(pathname: string): boolean {
  return pathname === '/api' || pathname.startsWith('/api/');
}

/** Sources of the page that the development server serves, some of them from a folder `api`. */
export function isPageSource(pathname: string): boolean {
  return /\.(tsx?|css)$/.test(pathname);
}
