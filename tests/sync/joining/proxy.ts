/** A line to a server that breaks off right after a statement has reached it, before the answer comes back. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Proxy {
  readonly port: number;
  /** What comes back after a statement with these words is thrown away, and the line is cut. */
  swallowAnswerTo(words: string | null): void;
  /** A statement with these words does not reach it: the line is cut. */
  cutAt(words: string | null): void;
  close(): Promise<void>;
}

const CUT_AFTER_MS = 300;

export async function openProxy(target: number): Promise<Proxy> {
  const sockets = new Set<Socket>();
  let swallowed: string | null = null;
  let cut: string | null = null;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer((here) => {
    const there = connect(target, '127.0.0.1');
    keep(here);
    keep(there);
    let isSwallowing = false;
    here.on('data', (piece) => {
      if (cut !== null && piece.includes(cut)) {
        here.destroy();
        return;
      }
      if (swallowed !== null && !isSwallowing && piece.includes(swallowed)) {
        isSwallowing = true;
        // The server has done it by then.
        setTimeout(() => here.destroy(), CUT_AFTER_MS);
      }
      there.write(piece);
    });
    there.on('data', (piece) => {
      if (!isSwallowing) here.write(piece);
    });
    here.on('close', () => there.destroy());
    there.on('close', () => here.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    swallowAnswerTo(words) {
      swallowed = words;
    },
    cutAt(words) {
      cut = words;
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
