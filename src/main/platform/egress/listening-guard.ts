/** While the workspace is isolated only this machine is listened to, and what others hold open is cut. */
import dgram from 'node:dgram';
import net from 'node:net';
import type { EgressFailure } from '../egress-port.ts';
import { kindOfAddress } from './address-kind.ts';
import type { IsolationSwitch } from './isolation-switch.ts';

type Any = (this: unknown, ...args: unknown[]) => unknown;

interface ListeningDeps {
  readonly patch: (owner: unknown, name: string, make: (original: Any) => Any) => void;
  readonly isolation: IsolationSwitch;
  readonly refuse: (what: string) => EgressFailure;
}

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && kindOfAddress(address) === 'loopback';

/** Of the arguments of `listen` and `bind`: a path is of this machine, no address is every address. */
function isOfThisMachine(args: readonly unknown[]): boolean {
  const [first, second] = (Array.isArray(args[0]) ? args[0] : args) as unknown[];
  if (typeof first === 'object' && first !== null) {
    const { host, address, path } = first as { host?: string; address?: string; path?: string };
    return typeof path === 'string' || isLoopback(host ?? address);
  }
  if (typeof first === 'string' && Number.isNaN(Number(first))) return true;
  return typeof second === 'string' && isLoopback(second);
}

export function guardListening({ patch, isolation, refuse }: ListeningDeps): void {
  const servers = new Set<net.Server>();
  const sockets = new Set<net.Socket | dgram.Socket>();

  patch(
    net.Server.prototype,
    'listen',
    (original) =>
      function listen(this: unknown, ...args) {
        const server = this as net.Server;
        if (isolation.isIsolated() && !isOfThisMachine(args)) {
          const error = refuse('listening to other machines');
          queueMicrotask(() => server.emit('error', error));
          return server;
        }
        servers.add(server);
        server.once('close', () => servers.delete(server));
        server.on('connection', (socket: net.Socket) => {
          sockets.add(socket);
          socket.once('close', () => sockets.delete(socket));
        });
        return original.apply(this, args);
      },
  );
  patch(
    dgram.Socket.prototype,
    'bind',
    (original) =>
      function bind(this: unknown, ...args) {
        const socket = this as dgram.Socket;
        if (isolation.isIsolated() && !isOfThisMachine(args)) {
          const error = refuse('listening to other machines');
          queueMicrotask(() => socket.emit('error', error));
          return socket;
        }
        sockets.add(socket);
        socket.once('close', () => sockets.delete(socket));
        return original.apply(this, args);
      },
  );

  isolation.onChange(() => {
    if (!isolation.isIsolated()) return;
    for (const server of servers) if (!isLocalServer(server)) server.close();
    for (const socket of sockets) cut(socket);
  });
}

function isLocalServer(server: net.Server): boolean {
  const at = server.address();
  return at === null || typeof at === 'string' || isLoopback(at.address);
}

function cut(socket: net.Socket | dgram.Socket): void {
  if (socket instanceof net.Socket) {
    // One of a path has no address: it is of this machine.
    const { remoteAddress } = socket;
    const isLocal = remoteAddress === undefined || isMappedLoopback(remoteAddress);
    if (!isLocal) socket.destroy();
    return;
  }
  try {
    if (!isLoopback(socket.address().address)) socket.close();
  } catch {
    // It is not bound yet: binding was refused or asks again.
  }
}

const isMappedLoopback = (address: string): boolean =>
  isLoopback(address.replace(/^::ffff:(?=\d+\.)/, ''));
