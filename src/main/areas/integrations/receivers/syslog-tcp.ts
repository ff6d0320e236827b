/**
 * Syslog over TCP (RFC 6587) and TLS (RFC 5425). Where the spool has no room, sockets are no longer read:
 * the sender's own buffers fill, and nothing is lost. Connections, their silence and the length of a
 * message are bounded.
 */
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { bindError, placeOf } from './bind-error.ts';
import { createFramer } from './framing.ts';
import type { Inbox, Listener } from './listener.types.ts';

/** At once; one more is closed. */
const MOST_CONNECTIONS = 500;
/** A sender that says nothing for so long has gone. */
const IDLE_MS = 30 * 60_000;

export interface TlsIdentity {
  readonly cert: string;
  readonly key: string;
}

export async function listenTcp(
  {
    address,
    port,
    tls,
  }: { readonly address: string; readonly port: number; readonly tls: TlsIdentity | null },
  inbox: Inbox,
): Promise<Listener> {
  const sockets = new Set<Socket>();
  const held = new Set<Held>();
  const accept = (socket: Socket) => readMessages(socket, inbox, held);
  const server = tls === null ? createServer(accept) : secureServer(tls, accept, inbox);
  // Also those whose handshake has not ended.
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.maxConnections = MOST_CONNECTIONS;
  server.on('drop', () => inbox.rejected(`connections beyond ${MOST_CONNECTIONS}`));
  await listen(server, address, port);
  const bound = server.address();
  const at = typeof bound === 'object' && bound !== null ? bound : { address, port };
  return {
    bound: [placeOf(tls === null ? 'TCP' : 'TLS', at.address, at.port)],
    tick() {
      if (held.size === 0 || inbox.isFull()) return;
      for (const one of [...held]) one.settle();
    },
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      for (const one of held) inbox.lost('closed while there was no room', one.left());
      held.clear();
      return closed;
    },
  };
}

function secureServer(tls: TlsIdentity, accept: (socket: Socket) => void, inbox: Inbox): Server {
  const server = createTlsServer(
    {
      cert: tls.cert,
      key: tls.key,
      minVersion: 'TLSv1.2',
      handshakeTimeout: 10_000,
    },
    accept,
  );
  server.on('tlsClientError', () => inbox.rejected('connections without a TLS handshake'));
  return server;
}

export function listen(server: Server, address: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new Error(bindError(error, address, port))));
    server.listen({ host: address, port, exclusive: true }, () => {
      server.removeAllListeners('error');
      server.on('error', () => {});
      resolve();
    });
  });
}

/** Messages that were read and wait for room; they outlive their connection. */
interface Held {
  settle(): void;
  left(): number;
}

function readMessages(socket: Socket, inbox: Inbox, held: Set<Held>): void {
  const framer = createFramer();
  let waiting: Buffer[] = [];
  let hasEnded = false;

  const settle = (): void => {
    let taken = 0;
    for (const message of waiting) {
      if (!inbox.put(message)) break;
      taken++;
    }
    waiting = waiting.slice(taken);
    inbox.rejected('messages longer than 256 KiB', framer.takeTooLong());
    if (waiting.length > 0) {
      socket.pause();
      held.add(self);
      return;
    }
    held.delete(self);
    if (hasEnded) socket.end();
    else socket.resume();
  };
  const self: Held = { settle, left: () => waiting.length };

  socket.setTimeout(IDLE_MS, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: Buffer) => {
    const found = framer.push(chunk);
    waiting = waiting.length === 0 ? found : [...waiting, ...found];
    settle();
  });
  socket.on('end', () => {
    waiting = [...waiting, ...framer.end()];
    hasEnded = true;
    settle();
  });
}
