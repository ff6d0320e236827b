/**
 * A vendor's interface for tests of connectors: a real HTTP or HTTPS server on a free port of the
 * loopback, with scripted routes, and with every way a vendor's side misbehaves.
 */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { createServer as createSafeServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { makeAuthority } from './make-certificate.ts';

export interface VendorRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  json(): unknown;
  form(): URLSearchParams;
}

/** What a route answers. `bytes` is sent as it is, whatever the headers say. */
export type VendorAnswer =
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly json?: unknown;
      readonly bytes?: string | Uint8Array;
    }
  /** Nothing ever comes. */
  | 'hang'
  /** The beginning of an answer, then nothing. */
  | 'stall'
  /** An answer that does not end. */
  | 'endless'
  /** The connection is cut in the middle. */
  | 'cut';

export type VendorRoute = (request: VendorRequest) => VendorAnswer | Promise<VendorAnswer>;

export interface VendorServer {
  /** 'http://127.0.0.1:39123' or 'https://localhost:…'. */
  readonly origin: string;
  /** PEM of its certificate, to be trusted; null without TLS. */
  readonly ca: string | null;
  /** What has come, in order. */
  readonly requests: readonly VendorRequest[];
  /** Later ones go first; a path as text or as an expression over the whole path. */
  on(method: string, path: string | RegExp, route: VendorRoute): void;
  /** Instead of the routes, for requests to paths that match; null ends it. */
  fault(answer: VendorAnswer | VendorRoute | null, paths?: RegExp): void;
  close(): Promise<void>;
}

/** Answers that are asked for again and again. */
export const VENDOR_FAULTS = {
  status: (status: number, headers: Record<string, string> = {}): VendorAnswer => ({
    status,
    headers,
    json: { error: 'as scripted' },
  }),
  tooMany: (retryAfter: string): VendorAnswer => ({
    status: 429,
    headers: { 'retry-after': retryAfter },
    json: { error: 'slow down' },
  }),
  notJson: { bytes: '{"hits": [', headers: { 'content-type': 'application/json' } },
  loginPage: {
    bytes: '<!doctype html><title>Sign in</title>',
    headers: { 'content-type': 'text/html' },
  },
  /** 'Zürich' in Latin-1, called JSON. */
  wrongCharset: {
    bytes: Buffer.from('{"name":"Z\u00fcrich"}', 'latin1'),
    headers: { 'content-type': 'application/json; charset=utf-8' },
  },
  redirectTo: (address: string): VendorAnswer => ({
    status: 302,
    headers: { location: address },
    bytes: '',
  }),
} as const;

export async function openVendorServer(
  options: { readonly tls?: 'localhost' | 'elsewhere' } = {},
): Promise<VendorServer> {
  const requests: VendorRequest[] = [];
  const routes: { method: string; path: string | RegExp; route: VendorRoute }[] = [];
  let fault: { answer: VendorAnswer | VendorRoute; paths: RegExp | null } | null = null;
  const answerOf = (request: VendorRequest): VendorAnswer | Promise<VendorAnswer> => {
    if (fault && (fault.paths === null || fault.paths.test(request.path)))
      return typeof fault.answer === 'function' ? fault.answer(request) : fault.answer;
    const found = routes.find(
      ({ method, path }) =>
        method === request.method &&
        (typeof path === 'string' ? path === request.path : path.test(request.path)),
    );
    return found ? found.route(request) : { status: 404, json: { error: 'no such route' } };
  };
  const listener: RequestListener = async (incoming, response) => {
    try {
      const request = await readRequest(incoming);
      requests.push(request);
      send(response, await answerOf(request));
    } catch {
      response.destroy();
    }
  };
  const keys = options.tls ? makeKeys(options.tls) : null;
  const server = keys
    ? createSafeServer({ key: keys.key, cert: keys.cert }, listener)
    : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: keys ? `https://localhost:${port}` : `http://127.0.0.1:${port}`,
    ca: keys?.ca ?? null,
    requests,
    on(method, path, route) {
      routes.unshift({ method, path, route });
    },
    fault(answer, paths) {
      fault = answer === null ? null : { answer, paths: paths ?? null };
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function readRequest(incoming: IncomingMessage): Promise<VendorRequest> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  const body = Buffer.concat(parts);
  const url = new URL(incoming.url ?? '/', 'http://vendor');
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [
      name,
      [value ?? ''].flat().join(', '),
    ]),
  );
  return {
    method: incoming.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers,
    body,
    json: () => JSON.parse(body.toString('utf8')),
    form: () => new URLSearchParams(body.toString('utf8')),
  };
}

function send(response: ServerResponse, answer: VendorAnswer): void {
  if (answer === 'hang') return;
  if (typeof answer === 'string') {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"padding":"');
    if (answer === 'cut') response.destroy();
    if (answer === 'endless') pour(response);
    return;
  }
  const { status = 200, headers = {}, json, bytes } = answer;
  const type = json === undefined ? {} : { 'content-type': 'application/json' };
  response.writeHead(status, { ...type, ...headers });
  response.end(json === undefined ? (bytes ?? '') : JSON.stringify(json));
}

/** As fast as the other side takes it, until it goes. */
function pour(response: ServerResponse): void {
  const piece = Buffer.alloc(256 * 1024, 'a');
  const more = () => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', more);
  more();
}

/** Of an authority that whoever asks must be told to trust; for localhost, or for another name. */
function makeKeys(name: 'localhost' | 'elsewhere') {
  const authority = makeAuthority();
  const host = name === 'localhost' ? 'localhost' : 'elsewhere.example.com';
  return { ...authority.issue([host]), ca: authority.cert };
}
