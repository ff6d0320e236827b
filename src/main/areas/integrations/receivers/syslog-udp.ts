/** Syslog over UDP (RFC 5426): one message a datagram. Nobody is told to slow down, so losses are counted. */
import { createSocket, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { bindError, placeOf } from './bind-error.ts';
import { trimmed } from './framing.ts';
import { kernelDrops } from './kernel-drops.ts';
import type { Inbox, Listener } from './listener.types.ts';

/** Asked for; the system gives what it allows (net.core.rmem_max). */
const WANTED_BUFFER = 32 * 1_048_576;

export async function listenUdp(
  { address, port }: { readonly address: string; readonly port: number },
  inbox: Inbox,
): Promise<Listener> {
  const socket = createSocket({ type: isIPv6(address) ? 'udp6' : 'udp4', reuseAddr: false });
  await bind(socket, address, port);
  growBuffer(socket);
  const bound = socket.address();
  let drops = kernelDrops(bound.port) ?? 0;
  socket.on('message', (datagram) => {
    const message = trimmed(datagram);
    if (message.length === 0) return;
    if (!inbox.put(message)) inbox.lost('the spool is full');
  });
  socket.on('error', () => inbox.rejected('the socket reported an error'));
  const countDrops = () => {
    const now = kernelDrops(bound.port) ?? drops;
    if (now > drops) inbox.lost('dropped by the system before they could be read', now - drops);
    drops = now;
  };
  return {
    bound: [placeOf('UDP', bound.address, bound.port)],
    tick: countDrops,
    close() {
      countDrops();
      return new Promise((resolve) => socket.close(() => resolve()));
    },
  };
}

function bind(socket: Socket, address: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('error', (error) => {
      socket.close();
      reject(new Error(bindError(error, address, port)));
    });
    socket.bind({ address, port, exclusive: true }, () => {
      socket.removeAllListeners('error');
      resolve();
    });
  });
}

function growBuffer(socket: Socket): void {
  for (let size = WANTED_BUFFER; size >= 1_048_576; size /= 2) {
    try {
      socket.setRecvBufferSize(size);
      return;
    } catch {
      // Less, then.
    }
  }
}
