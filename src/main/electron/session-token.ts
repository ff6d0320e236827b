/**
 * Holds the session token of the desktop's own window. Defences: the token is taken out of every
 * answer before the page sees it and attached to every request on its way to the core; on disk it
 * exists only encrypted by the operating system's key store, or not at all.
 */

/**
 * Keeps the session between starts: its cookie, as `name=token`. `load` answers undefined where
 * there is none that can be read.
 */
export interface TokenVault {
  load(): Promise<string | undefined>;
  save(cookie: string): Promise<void>;
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
  let held = await vault.load();

  async function hold(next: string | undefined): Promise<void> {
    if (next === held) return;
    held = next;
    await (next === undefined ? vault.clear() : vault.save(next));
  }

  async function learn(path: string, sent: string | undefined, answer: Response): Promise<void> {
    if (SIGN_IN_PATHS.has(path)) {
      const change = sessionChange(answer.headers.getSetCookie());
      if (change) await hold(change.cookie);
    } else if (answer.status === 401 && sent !== undefined && sent === held) {
      await hold(undefined);
    }
  }

  return {
    isSignedIn: () => held !== undefined,
    async fetch(request) {
      const sent = held;
      const answer = await coreFetch(withCookie(request, sent));
      await learn(new URL(request.url).pathname, sent, answer);
      return withoutSetCookie(answer);
    },
  };
}

function withCookie(request: Request, cookie: string | undefined): Request {
  const headers = new Headers(request.headers);
  headers.delete('cookie');
  if (cookie !== undefined) headers.set('cookie', cookie);
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

/**
 * What Set-Cookie (RFC 6265, section 4.1) says of the session: its new cookie, or its end. The core
 * sets this one cookie and no other.
 */
export function sessionChange(
  setCookies: readonly string[],
): { cookie: string | undefined } | undefined {
  const line = setCookies.at(-1);
  if (line === undefined) return undefined;
  const [cookie = '', ...attributes] = line.split(';').map((part) => part.trim());
  const isEnded = attributes.some((attribute) => /^max-age=(0|-\d+)$/i.test(attribute));
  return { cookie: isEnded || /^[^=]*=?$/.test(cookie) ? undefined : cookie };
}
