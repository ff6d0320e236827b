/**
 * Decides whether a request is heard at all. Defences, in order: exact Host (DNS rebinding), exact
 * Origin and fetch metadata (cross-site requests), media type (no body that a foreign form can
 * send, except the sign-in forms of our own page), size, session, permission.
 */

import type { Endpoint } from '../../shared/contract/define.ts';
import { AppError } from '../../shared/contract/errors.ts';
import { roleMay } from '../../shared/contract/permissions.ts';
import { type Session, type SessionPort, sessionTokenOf } from './session.ts';

const MAX_BODY_BYTES = 1024 * 1024;

const FORM_TYPE = 'application/x-www-form-urlencoded';
const FORM_PATHS: ReadonlySet<string> = new Set(['/api/login', '/api/setup']);

/** @throws AppError 'forbidden' where the request does not come from our own page or a local program. */
export function checkOrigin(request: Request, origin: string): void {
  const url = new URL(request.url);
  if (`${url.protocol}//${url.host}` !== origin) {
    throw new AppError('forbidden', 'This address is not served here');
  }
  const host = request.headers.get('host');
  if (host !== null && host !== new URL(origin).host) {
    throw new AppError('forbidden', 'This address is not served here');
  }
  const from = request.headers.get('origin');
  if (from !== null && from !== origin)
    throw new AppError('forbidden', 'Requests from other sites are refused');
  const site = request.headers.get('sec-fetch-site');
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const isNavigation = isRead && request.headers.get('sec-fetch-mode') === 'navigate';
  if ((site === 'cross-site' || site === 'same-site') && !isNavigation) {
    throw new AppError('forbidden', 'Requests from other sites are refused');
  }
}

function mediaTypeOf(request: Request): string {
  return (request.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** Simple media types, which a foreign page may send without asking first. */
const SIMPLE_TYPES: ReadonlySet<string> = new Set(['text/plain', FORM_TYPE, 'multipart/form-data']);

export function checkMediaType(endpoint: Endpoint, request: Request): void {
  if (!endpoint.body) return;
  const type = mediaTypeOf(request);
  if (endpoint.body === 'bytes') {
    if (type === '' || SIMPLE_TYPES.has(type)) {
      throw new AppError('unsupported-media', 'Send the file as application/octet-stream');
    }
    return;
  }
  if (type === 'application/json') return;
  if (type === FORM_TYPE && FORM_PATHS.has(endpoint.path)) return;
  throw new AppError('unsupported-media', 'Send the body as application/json');
}

export function isForm(request: Request): boolean {
  return mediaTypeOf(request) === FORM_TYPE;
}

/** Reads a body up to the limit. @throws AppError 'too-large' without reading on. */
export async function readBody(request: Request, limit = MAX_BODY_BYTES): Promise<string> {
  const tooLarge = () => new AppError('too-large', `The body is larger than ${limit} bytes`);
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge();
  if (!request.body) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export function findSession(request: Request, sessions: SessionPort): Session | undefined {
  const token = sessionTokenOf(request);
  return token ? sessions.find(token) : undefined;
}

/** @throws AppError 'unauthorized'. */
export function requireSession(request: Request, sessions: SessionPort): Session {
  const session = findSession(request, sessions);
  if (!session) throw new AppError('unauthorized', 'Unauthorized');
  return session;
}

/** @throws AppError 'unauthorized' or 'forbidden'. */
export function checkPermission(
  endpoint: Endpoint,
  request: Request,
  sessions: SessionPort,
): Session | undefined {
  if (endpoint.permission === 'public') return findSession(request, sessions);
  const session = requireSession(request, sessions);
  if (endpoint.permission !== 'session' && !roleMay(session.user.role, endpoint.permission)) {
    throw new AppError('forbidden', 'Forbidden');
  }
  return session;
}
