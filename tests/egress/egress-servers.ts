/** A server on this machine that answers as a test says, and a port to it with its ledger in the hand. */
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSafeServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createEgress, type EgressDeps } from '../../src/main/platform/egress/create-egress.ts';
import type { EgressEnd } from '../../src/main/platform/egress/ledger.types.ts';
import type {
  Egress,
  EgressAnswer,
  EgressFailure,
  EgressRequest,
} from '../../src/main/platform/egress-port.ts';

export interface Served {
  readonly port: number;
  readonly origin: string;
  readonly asked: string[];
  connections(): Promise<number>;
  close(): Promise<void>;
}

export async function serve(
  listener: RequestListener,
  tls?: { readonly key: string; readonly cert: string },
): Promise<Served> {
  const asked: string[] = [];
  const listen: RequestListener = (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    listener(request, response);
  };
  const server: Server = tls ? createSafeServer(tls, listen) : createServer(listen);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    asked,
    connections: () => new Promise((done) => server.getConnections((_error, count) => done(count))),
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

export interface TestPort {
  readonly egress: Egress;
  readonly entries: ({ origin: string; why: string } & Partial<EgressEnd>)[];
  setIsolated(isIsolated: boolean): void;
}

export function openPort(
  more: Partial<EgressDeps> & { allowsLocalModel?: boolean } = {},
): TestPort {
  const entries: TestPort['entries'] = [];
  const listeners = new Set<() => void>();
  let isIsolated = false;
  const egress = createEgress({
    isolation: {
      isIsolated: () => isIsolated,
      allowsLocalModel: () => more.allowsLocalModel ?? true,
      onChange(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    ledger: {
      begin({ why }, origin) {
        const entry = { origin, why };
        entries.push(entry);
        return (end) => Object.assign(entry, end);
      },
    },
    ...more,
  });
  return {
    egress,
    entries,
    setIsolated(value) {
      isIsolated = value;
      for (const listener of listeners) listener();
    },
  };
}

export function ask(url: string, more: Partial<EgressRequest> = {}): EgressRequest {
  return {
    reason: { purpose: 'connector', subject: 'test', why: 'a test' },
    method: 'GET',
    url,
    headers: {},
    body: null,
    signal: new AbortController().signal,
    limits: { beginMs: 2000, idleMs: 2000, totalMs: 5000, maxBytes: 1_000_000 },
    namedOrigin: URL.parse(url)?.origin ?? '',
    ...more,
  };
}

export async function textOf(answer: EgressAnswer): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of answer.body) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

/** How a request fails, also where it does so while it is read. */
export async function failureOf(answer: Promise<EgressAnswer>): Promise<EgressFailure> {
  const error: unknown = await answer.then(textOf).then(
    () => new Error('it was answered'),
    (reason: unknown) => reason,
  );
  if (error instanceof Error && error.name === 'EgressFailure') return error as EgressFailure;
  throw error;
}
