/**
 * Answers everything that the window loads from `app://watchfloor`: the page's files and the core's
 * own pages. Defences: only our exact host is served; a request that names another origin is
 * refused; the core's checks (session, media type, size) run as they do for the browser host.
 */
import type { Protocol } from 'electron';
import { APP_ORIGIN, APP_SCHEME, isAppUrl, isCorePath, isPageSource } from './app-address.ts';

type Fetch = (request: Request) => Promise<Response>;

/** To be called before the application is ready. `standard` gives the scheme origins and paths. */
export function registerAppScheme(protocol: Protocol): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: APP_SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true },
    },
  ]);
}

export function serveAppScheme(protocol: Protocol, handle: Fetch): void {
  protocol.handle(APP_SCHEME, handle);
}

/** @param developmentPage answers for the page's files while the development server runs. */
export function createAppSchemeHandler(coreFetch: Fetch, developmentPage?: Fetch): Fetch {
  return async (request) => {
    if (!isAppUrl(request.url)) return new Response('Not found', { status: 404 });
    const origin = request.headers.get('origin');
    if (origin !== null && origin !== APP_ORIGIN) return new Response('Forbidden', { status: 403 });
    const { pathname } = new URL(request.url);
    const isPage = !isCorePath(pathname) || isPageSource(pathname);
    return developmentPage && isPage ? developmentPage(request) : coreFetch(request);
  };
}
