/**
 * Grants access: whoever holds the token is the user. Defences: 256 random bits, only their SHA-256
 * is stored, the cookie is HttpOnly and SameSite=Strict, sessions expire, and a session dies with
 * its account.
 */
import { createHash, randomBytes } from 'node:crypto';

export const SESSION_COOKIE = 'watchfloor_session';
export const SESSION_LIFETIME_MS = 12 * 3_600_000;

export interface SessionUser {
  readonly id: string;
  readonly email: string;
  readonly role: string;
}

export interface Session {
  readonly sid: string;
  readonly user: SessionUser;
}

/** What the HTTP layer needs of the auth area. */
export interface SessionPort {
  /** The session of a token, or undefined where it is unknown, expired or its account is gone. */
  find(token: string): Session | undefined;
}

export function newSessionToken(): string {
  return randomBytes(32).toString('base64url');
}

export function sessionIdOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export function sessionTokenOf(request: Request): string | undefined {
  const header = request.headers.get('cookie');
  if (!header) return undefined;
  for (const pair of header.split(';')) {
    const [name, value] = pair.split('=', 2);
    if (name?.trim() === SESSION_COOKIE && value) return value.trim();
  }
  return undefined;
}

export function sessionCookie(token: string): string {
  return `${SESSION_COOKIE}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${SESSION_LIFETIME_MS / 1000}`;
}

export function clearedSessionCookie(): string {
  return `${SESSION_COOKIE}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0`;
}
