/**
 * Records by HTTP: POST of JSON, NDJSON, HEC events or lines of text. Grants nothing else: one method,
 * no files, no redirects, no cookies. Defences: proof of the sender before anything is read out of the
 * body, bounded bodies, headers, times and connections, a rate for each address; 200 is answered only once
 * the database has the records, 429 where there is no room for them.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Server as NetServer } from 'node:net';
import { placeOf } from './bind-error.ts';
import type { Proof } from './http-proof.ts';
import { recordsOfBody } from './http-records.ts';
import type { Inbox, Listener } from './listener.types.ts';
import { listen, type TlsIdentity } from './syslog-tcp.ts';

/** Of one request; a sender parts what is larger. */
const MOST_BODY_BYTES = 16 * 1_048_576;
/** Of all requests that are being read or wait for the database. */
const MOST_PENDING_BYTES = 128 * 1_048_576;
const MOST_CONNECTIONS = 200;
const MOST_HEADER_BYTES = 16 * 1024;
const NO_BODY = Buffer.alloc(0);
const PATHS = /^\/(?:services\/collector(?:\/event|\/raw)?(?:\/1\.0)?|events)?$/;

export interface HttpInbox extends Inbox {
  /** Resolves true once the database has all that was put so far; false where it took too long. */
  committed(): Promise<boolean>;
}

export interface HttpListenerOptions {
  readonly address: string;
  readonly port: number;
  readonly tls: TlsIdentity | null;
  readonly proof: Proof;
  readonly mayCome: (address: string, now: number) => boolean;
  readonly now: () => number;
}

export async function listenHttp(
  options: HttpListenerOptions,
  inbox: HttpInbox,
): Promise<Listener> {
  const limits = {
    requestTimeout: 30_000,
    headersTimeout: 10_000,
    maxHeaderSize: MOST_HEADER_BYTES,
  };
  const pending = { bytes: 0 };
  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    void answer(request, response, { ...options, inbox, pending }).catch(() => request.destroy());
  };
  const server: Server =
    options.tls === null
      ? createServer(limits, onRequest)
      : createTlsServer({ ...limits, ...options.tls, minVersion: 'TLSv1.2' }, onRequest);
  server.maxConnections = MOST_CONNECTIONS;
  server.on('clientError', (_error, socket) => socket.destroy());
  await listen(server as NetServer, options.address, options.port);
  const bound = server.address();
  const at = typeof bound === 'object' && bound !== null ? bound : options;
  return {
    bound: [placeOf(options.tls === null ? 'HTTP' : 'HTTPS', at.address, at.port)],
    tick() {},
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
}

interface Answering extends HttpListenerOptions {
  readonly inbox: HttpInbox;
  readonly pending: { bytes: number };
}

interface Said {
  readonly status: number;
  readonly text: string;
  readonly more?: Readonly<Record<string, number>>;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  answering: Answering,
): Promise<void> {
  const said = refusal(request, answering) ?? (await receive(request, answering));
  const { status, text, more } = said;
  if (status === 429) response.setHeader('Retry-After', '5');
  const connection = status < 400 ? 'keep-alive' : 'close';
  response.writeHead(status, { 'Content-Type': 'application/json', Connection: connection });
  response.end(JSON.stringify({ text, code: HEC_CODES[status] ?? 6, ...more }));
}

/** What senders of HEC look at: 0 success, 4 not allowed, 9 busy, 6 not readable. */
const HEC_CODES: Readonly<Record<number, number>> = { 200: 0, 401: 4, 429: 9, 503: 9 };

/** What can be said before the body is read; null where it may come. */
function refusal(
  request: IncomingMessage,
  { proof, mayCome, now, inbox, pending }: Answering,
): Said | null {
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  if (request.method !== 'POST') return { status: 405, text: 'Send records by POST' };
  if (!PATHS.test(path)) return { status: 404, text: 'There is nothing here' };
  const address = request.socket.remoteAddress ?? '';
  if (!mayCome(address, now())) return { status: 429, text: 'Too many requests' };
  if (inbox.isFull() || pending.bytes > MOST_PENDING_BYTES)
    return { status: 429, text: 'No room for now' };
  return proof.needsBody ? null : refused(proof.check(request.headers, NO_BODY, now()), inbox);
}

function refused(wrong: string | null, inbox: Inbox): Said | null {
  if (wrong === null) return null;
  inbox.rejected(`requests refused: ${wrong}`);
  return { status: 401, text: 'Not allowed' };
}

async function receive(request: IncomingMessage, answering: Answering): Promise<Said> {
  const { pending } = answering;
  let held = 0;
  try {
    const body = await readBody(request, (bytes) => {
      held += bytes;
      pending.bytes += bytes;
    });
    if (body === null) return { status: 413, text: 'A request may have 16 MiB' };
    return await keep(request, body, answering);
  } finally {
    pending.bytes -= held;
  }
}

async function keep(
  request: IncomingMessage,
  body: Buffer,
  { proof, now, inbox }: Answering,
): Promise<Said> {
  const wrong = proof.needsBody ? proof.check(request.headers, body, now()) : null;
  const no = refused(wrong, inbox);
  if (no !== null) return no;
  const { records, broken } = recordsOfBody(body);
  inbox.rejected('parts of a body that are no records', broken);
  if (records.length === 0) return { status: 400, text: 'No records in the body' };
  let taken = 0;
  for (const record of records) {
    if (!inbox.put(record)) break;
    taken++;
  }
  const more = broken > 0 ? { records: taken, broken } : { records: taken };
  if (taken < records.length)
    return { status: 429, text: 'No room for all of it: send the same again', more };
  if (await inbox.committed()) return { status: 200, text: 'Success', more };
  return { status: 503, text: 'The database was not ready in time: send the same again', more };
}

/** Null where it is longer than allowed. */
async function readBody(
  request: IncomingMessage,
  count: (bytes: number) => void,
): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > MOST_BODY_BYTES) return null;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    count(chunk.length);
    if (size > MOST_BODY_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
