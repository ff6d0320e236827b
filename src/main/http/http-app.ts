import { type Context, Hono } from 'hono';
import type { z } from 'zod';
import type { Endpoint } from '../../shared/contract/define.ts';
import { AppError, badInput } from '../../shared/contract/errors.ts';
import { NEXT_CURSOR_HEADER, TOTAL_COUNT_HEADER } from '../../shared/kernel/paging.ts';
import type { Log } from '../platform/log.ts';
import { errorResponse } from './errors.ts';
import {
  checkMediaType,
  checkOrigin,
  checkPermission,
  isForm,
  readBody,
  requireSession,
} from './guard.ts';
import type { PageFiles } from './page.ts';
import { isPageAnswer, type Route, type RouteInput } from './route.ts';
import type { SessionPort } from './session.ts';

export interface HttpDeps {
  /** The only origin that is served, e.g. `http://127.0.0.1:4780`. */
  readonly origin: string;
  readonly routes: readonly Route[];
  readonly sessions: SessionPort;
  readonly page: PageFiles | undefined;
  /** What is read inside is what this account may see (db/need-to-know.ts); null: nobody is signed in. */
  readonly viewing: <R>(account: string | null, fn: () => R) => R;
  readonly log: Log;
  /** Hears how long each call took, in milliseconds. */
  readonly onAnswered?: (endpoint: Endpoint, ms: number) => void;
}

/** Headers of every answer. Referrers stay inside, so that our own forms still name their origin. */
const COMMON_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
};

function parsed(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value);
  if (!result.success) throw badInput(result.error);
  return result.data;
}

function queryOf(request: Request): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of new URL(request.url).searchParams) {
    values[name] = name in values ? `${values[name]},${value}` : value;
  }
  return values;
}

interface Body {
  readonly body: unknown;
  readonly form: Readonly<Record<string, string>>;
}

/** A form is left to its route, which answers with a page that shows what is wrong. */
async function bodyOf(endpoint: Endpoint, request: Request): Promise<Body> {
  if (!endpoint.body || endpoint.body === 'bytes') return { body: undefined, form: {} };
  const text = await readBody(request);
  if (isForm(request))
    return { body: undefined, form: Object.fromEntries(new URLSearchParams(text)) };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AppError('bad-input', 'The body is not valid JSON', {
      issues: [{ path: '', message: 'The body is not valid JSON' }],
    });
  }
  return { body: parsed(endpoint.body, value), form: {} };
}

function answerResponse(endpoint: Endpoint, answer: unknown): Response {
  if (answer instanceof Response) return answer;
  const status = endpoint.status ?? 200;
  if (!isPageAnswer(answer)) return Response.json(answer, { status });
  const headers: Record<string, string> = {};
  if (answer.total !== null) headers[TOTAL_COUNT_HEADER] = String(answer.total);
  if (answer.nextCursor) headers[NEXT_CURSOR_HEADER] = answer.nextCursor;
  return Response.json(answer.rows, { status, headers });
}

async function serve(deps: HttpDeps, served: Route, context: Context): Promise<Response> {
  const { endpoint, handle } = served;
  const request = context.req.raw;
  const session = checkPermission(endpoint, request, deps.sessions);
  checkMediaType(endpoint, request);
  const input = {
    params: parsed(endpoint.params, context.req.param()),
    query: parsed(endpoint.query, queryOf(request)),
    ...(await bodyOf(endpoint, request)),
    session,
    request,
  };
  const answer = () => handle(input as RouteInput<Endpoint>);
  return answerResponse(endpoint, await deps.viewing(session?.user.id ?? null, answer));
}

function withCommonHeaders(response: Response, pathname: string): Response {
  for (const [name, value] of Object.entries(COMMON_HEADERS)) response.headers.set(name, value);
  if (pathname.startsWith('/api/') && !response.headers.has('Cache-Control')) {
    response.headers.set('Cache-Control', 'no-store');
  }
  return response;
}

/** The core's only door: `fetch` takes a request and answers it; no socket is needed. */
export function createHttpApp(deps: HttpDeps): Hono {
  const app = new Hono();
  app.use(async (context, next) => {
    checkOrigin(context.req.raw, deps.origin);
    await next();
  });
  for (const served of deps.routes) {
    const path = served.endpoint.path.replace(/\{(\w+)\}/g, ':$1');
    app.on(served.endpoint.method, path, async (context) => {
      const started = performance.now();
      try {
        return await serve(deps, served, context);
      } finally {
        deps.onAnswered?.(served.endpoint, performance.now() - started);
      }
    });
  }
  app.all('/api/*', (context) => {
    requireSession(context.req.raw, deps.sessions);
    throw new AppError('not-found', 'There is no such call');
  });
  app.get('*', (context) => {
    const response = deps.page?.respond(new URL(context.req.url).pathname);
    if (!response) throw new AppError('not-found', 'Not found');
    return response;
  });
  app.onError((error) => errorResponse(error, deps.log));
  app.notFound(() => errorResponse(new AppError('not-found', 'Not found'), deps.log));
  return app;
}

/** Adds what every answer carries, whoever made it. */
export async function fetchWithHeaders(app: Hono, request: Request): Promise<Response> {
  const response = await app.fetch(request);
  return withCommonHeaders(response, new URL(request.url).pathname);
}
