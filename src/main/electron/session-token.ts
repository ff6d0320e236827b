/**
 * Holds the session token of the desktop's own window. Defences: the token is taken out of every
 * answer before the page sees it and attached to every request on its way to the core; on disk it
 * exists only encrypted by the operating system's key store, or not at all.
 */
import { SESSION_COOKIE } from '../http/session.ts';

/** Keeps the token between starts. `load` answers undefined where there is none that can be read. */
export interface TokenVault {
  load(): Promise<string | undefined>;
  save(token: string): Promise<void>;
  clear(): Promise<void>;
}

type CoreFetch = (request: Request) => Promise<Response>;

export interface SignedInFetch {
  /** Passes a request on as the signed-in user; the answer carries no Set-Cookie. */
  fetch: CoreFetch;
  /** Whether a session is held that the core has not refused. */
  isSignedIn(): boolean;
}

/** Answers of these set, replace or end the session; elsewhere 401 means that it has ended. */
const SIGN_IN_PATHS: ReadonlySet<string> = new Set(['/api/login', '/api/setup', '/api/logout']);

export async function createSignedInFetch(
  coreFetch: CoreFetch,
  vault: TokenVault,
): Promise<SignedInFetch> {
  let token = await vault.load();

  async function hold(next: string | undefined): Promise<void> {
    if (next === token) return;
    token = next;
    await (next === undefined ? vault.clear() : vault.save(next));
  }

  async function learn(path: string, sent: string | undefined, answer: Response): Promise<void> {
    if (SIGN_IN_PATHS.has(path)) {
      const change = sessionChange(answer.headers.getSetCookie());
      if (change) await hold(change.token);
    } else if (answer.status === 401 && sent !== undefined && sent === token) {
      await hold(undefined);
    }
  }

  return {
    isSignedIn: () => token !== undefined,
    async fetch(request) {
      const sent = token;
      const answer = await coreFetch(withCookie(request, sent));
      await learn(new URL(request.url).pathname, sent, answer);
      return withoutSetCookie(answer);
    },
  };
}

function withCookie(request: Request, token: string | undefined): Request {
  const headers = new Headers(request.headers);
  headers.delete('cookie');
  if (token !== undefined) headers.set('cookie', `${SESSION_COOKIE}=${token}`);
  return new Request(request, { headers });
}

function withoutSetCookie(answer: Response): Response {
  if (answer.headers.getSetCookie().length === 0) return answer;
  const headers = new Headers(answer.headers);
  headers.delete('set-cookie');
  return new Response(answer.body, {
    status: answer.status,
    statusText: answer.statusText,
    headers,
  });
}

/** What Set-Cookie lines (RFC 6265, section 4.1) say of the session: its new token, or its end. */
export function sessionChange(
  setCookies: readonly string[],
): { token: string | undefined } | undefined {
  for (const line of setCookies) {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const cut = pair.indexOf('=');
    if (pair.slice(0, cut) !== SESSION_COOKIE) continue;
    const value = pair.slice(cut + 1);
    const isEnded = attributes.some((attribute) => /^max-age=(0|-\d+)$/i.test(attribute));
    return { token: value === '' || isEnded ? undefined : value };
  }
  return undefined;
}
