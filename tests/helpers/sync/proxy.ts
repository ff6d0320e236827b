/** A stretch of bad network before a TCP server on loopback: it cuts, stalls, delays and throttles; bytes stay in order. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Weather {
  /** ms before a chunk goes on. */
  readonly delayMs: number;
  /** Bytes a second in each direction; none: as fast as it goes. */
  readonly bytesPerSecond: number | null;
  /** That rate is of all connections together, as on one link; else of each. */
  readonly isOneLink: boolean;
  /** Nothing goes on, and nothing is refused. */
  readonly isStalled: boolean;
}

export const FAIR: Weather = {
  delayMs: 0,
  bytesPerSecond: null,
  isOneLink: false,
  isStalled: false,
};

export interface TcpProxy {
  readonly port: number;
  set(weather: Partial<Weather>): void;
  /** Every connection that stands ends now. */
  cut(): void;
  /** Ends every connection once so many more bytes came from the server. */
  cutAfter(bytes: number): void;
  connections(): number;
  close(): Promise<void>;
}

export async function openTcpProxy(target: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let weather = FAIR;
  let bytesLeft = Number.POSITIVE_INFINITY;
  const cut = () => {
    bytesLeft = Number.POSITIVE_INFINITY;
    for (const socket of sockets) socket.destroy();
  };

  /** What crosses now, each way: the next waits for its end. */
  const links = { up: Promise.resolve(), down: Promise.resolve() };
  function cross(ms: number, way: keyof typeof links): Promise<void> {
    if (!weather.isOneLink) return sleep(ms);
    links[way] = links[way].then(() => sleep(ms));
    return links[way];
  }

  async function hold(bytes: number, to: Socket, way: keyof typeof links): Promise<void> {
    while (weather.isStalled && !to.destroyed) await sleep(5);
    if (weather.delayMs > 0) await sleep(weather.delayMs);
    if (weather.bytesPerSecond !== null) await cross((bytes / weather.bytesPerSecond) * 1_000, way);
  }

  async function carry(from: Socket, to: Socket, isAnswer: boolean): Promise<void> {
    for await (const chunk of from as AsyncIterable<Buffer>) {
      await hold(chunk.length, to, isAnswer ? 'down' : 'up');
      if (to.destroyed) return;
      if (isAnswer) bytesLeft -= chunk.length;
      // The last bytes before a cut still arrive: half an answer is worse than none.
      const left = bytesLeft < 0 ? chunk.subarray(0, chunk.length + bytesLeft) : chunk;
      if (!to.write(left)) await once(to, 'drain');
      if (bytesLeft < 0) return cut();
    }
    to.end();
  }

  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    carry(client, upstream, false).catch(() => upstream.destroy());
    carry(upstream, client, true).catch(() => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port');
  return {
    port: address.port,
    set(change) {
      weather = { ...weather, ...change };
    },
    cut,
    cutAfter(bytes) {
      bytesLeft = bytes;
    },
    connections: () => sockets.size / 2,
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
