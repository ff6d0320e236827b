/**
 * Below the port: refuses every other way out of this thread. Defences: connections (net, tls, http,
 * https, http2, fetch and whatever is built on sockets of Node), look-ups of names and datagrams go
 * nowhere unless the port opens them, isolated or not; while the workspace is isolated nothing but
 * loopback is listened on, and what others hold open is cut; threads of code that is not ours do not
 * start. Not held: native code and programs that are started as processes of their own.
 */
import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { pathToFileURL } from 'node:url';
import threads from 'node:worker_threads';
import { EgressFailure } from '../egress-port.ts';
import { kindOfAddress } from './address-kind.ts';
import type { Resolve } from './destination.ts';
import type { IsolationSwitch } from './isolation-switch.ts';
import { guardListening } from './listening-guard.ts';

export interface NetworkGuard {
  /** Within it, and synchronously, connections may be opened: the port's alone. */
  permit<R>(open: () => R): R;
  /** The look-up of names as it was before: the port's alone. */
  readonly resolve: Resolve;
  /** Who hears of what was refused: 'net.connect to 192.0.2.1:443'. */
  onRefused(listener: (what: string) => void): void;
  /** A server of the developer's own on this machine, which the desktop passes requests on to. */
  allowLocal(port: number): void;
  /** Puts everything back (tests). */
  remove(): void;
}

type Any = (this: unknown, ...args: unknown[]) => unknown;
/** What is patched: an object of Node and one of its functions. */
type Owner = Record<string, Any>;

const RESOLVERS =
  /^(?:lookup|lookupService|resolve|resolve4|resolve6|resolveAny|resolveCaa|resolveCname|resolveMx|resolveNaptr|resolveNs|resolvePtr|resolveSoa|resolveSrv|resolveTlsa|resolveTxt|reverse)$/;

const failure = (what: string): EgressFailure =>
  new EgressFailure(
    'isolated',
    `Nothing leaves this machine but through the one way out: ${what} was refused.`,
  );

export interface GuardDeps {
  readonly isolation: IsolationSwitch;
  /** Folders of our own code: threads start from these alone. */
  readonly ownCode: readonly URL[];
}

/** To be called once per thread, before anything else runs. */
export function installNetworkGuard({ isolation, ownCode }: GuardDeps): NetworkGuard {
  const undo: (() => void)[] = [];
  const locals = new Set<number>();
  let isPermitted = false;
  let hear: (what: string) => void = () => {};
  const refuse = (what: string): EgressFailure => {
    hear(what);
    return failure(what);
  };
  const patch = (owner: unknown, name: string, make: (original: Any) => Any) => {
    const target = owner as Owner;
    const original = target[name];
    if (original === undefined) return;
    target[name] = make(original);
    undo.push(() => {
      target[name] = original;
    });
  };
  const resolve = dns.lookup as Resolve;

  patch(
    net.Socket.prototype,
    'connect',
    (original) =>
      function connect(this: unknown, ...args) {
        const target = targetOf(args);
        const isOwn = isPermitted || (target.isLocal && locals.has(target.port));
        if (isOwn) return original.apply(this, args);
        const socket = this as net.Socket;
        socket.destroy(refuse(`net.connect to ${target.words}`));
        return socket;
      },
  );
  for (const resolver of [dns, dns.Resolver.prototype])
    for (const name of namesOf(resolver, RESOLVERS))
      patch(
        resolver,
        name,
        (original) =>
          function look(this: unknown, ...args) {
            // In figures it is no question; `listen` on an address asks so.
            if (net.isIP(String(args[0])) !== 0 && name === 'lookup')
              return original.apply(this, args);
            if (isLocalName(args[0], locals)) return original.apply(this, args);
            const error = refuse(`dns.${name} of ${String(args[0]).slice(0, 255)}`);
            const callback = args.at(-1);
            if (typeof callback === 'function') queueMicrotask(() => callback(error));
            return {};
          },
      );
  for (const resolver of [dns.promises, dns.promises.Resolver.prototype])
    for (const name of namesOf(resolver, RESOLVERS))
      patch(resolver, name, () => async (asked) => {
        throw refuse(`dns.${name} of ${String(asked).slice(0, 255)}`);
      });
  for (const name of ['send', 'connect'])
    patch(
      dgram.Socket.prototype,
      name,
      () =>
        function send(this: unknown, ...args) {
          const error = refuse(`dgram.${name}`);
          const callback = args.at(-1);
          const socket = this as dgram.Socket;
          queueMicrotask(() =>
            typeof callback === 'function' ? callback(error) : socket.emit('error', error),
          );
        },
    );
  patch(threads, 'Worker', (original) => guardedWorker(original, ownCode, refuse));
  guardListening({ patch, isolation, refuse });
  syncBuiltinESMExports();
  return {
    permit(open) {
      isPermitted = true;
      try {
        return open();
      } finally {
        isPermitted = false;
      }
    },
    resolve,
    onRefused(listener) {
      hear = listener;
    },
    allowLocal: (port) => locals.add(port),
    remove() {
      for (const back of undo.toReversed()) back();
      syncBuiltinESMExports();
    },
  };
}

const namesOf = (owner: object, which: RegExp): string[] =>
  Object.getOwnPropertyNames(owner).filter((name) => which.test(name));

/** A developer's own server may be called by its name. */
const isLocalName = (name: unknown, locals: ReadonlySet<number>): boolean =>
  name === 'localhost' && locals.size > 0;

/** Of the arguments of `connect`, which Node's own callers have put into an array already. */
function targetOf(args: readonly unknown[]) {
  const given = Array.isArray(args[0]) ? (args[0] as unknown[]) : args;
  const [first, second] = given;
  const options = (
    typeof first === 'object' && first !== null
      ? first
      : typeof first === 'string' && Number.isNaN(Number(first))
        ? { path: first }
        : { port: first, host: typeof second === 'string' ? second : 'localhost' }
  ) as { host?: unknown; port?: unknown; path?: unknown };
  if (typeof options.path === 'string') return { isLocal: false, port: 0, words: 'a local socket' };
  const host = String(options.host ?? 'localhost');
  const port = Number(options.port);
  const isLocal = host === 'localhost' || kindOfAddress(host) === 'loopback';
  return { isLocal, port, words: `${host.slice(0, 255)}:${port}` };
}

/**
 * A thread has modules of its own, unguarded. Our entries install the guard themselves; a thread from a
 * text (libraries unpack archives so) is sealed by what is put before it; any other does not start.
 */
function guardedWorker(
  original: Any,
  ownCode: readonly URL[],
  refuse: (what: string) => EgressFailure,
): Any {
  const Worker = original as unknown as typeof threads.Worker;
  class GuardedWorker extends Worker {
    constructor(entry: string | URL, options?: threads.WorkerOptions) {
      if (options?.eval === true) {
        super(`${SEAL}\n${String(entry)}`, options);
        return;
      }
      const url = entry instanceof URL ? entry : pathToFileURL(entry);
      const isOwn =
        !url.pathname.includes('/node_modules/') &&
        ownCode.some((folder) => url.href.startsWith(folder.href));
      if (!isOwn) throw refuse('a thread that is not our own');
      super(entry, options);
    }
  }
  return GuardedWorker as unknown as Any;
}

/** In a thread from a text: no network at all, and no threads of its own. */
const SEAL = `{
  const refuse = () => { throw new Error('Nothing leaves this machine: this thread has no network.'); };
  require('net').Socket.prototype.connect = refuse;
  require('net').Server.prototype.listen = refuse;
  for (const name of ['send', 'connect', 'bind']) require('dgram').Socket.prototype[name] = refuse;
  const dns = require('dns');
  for (const owner of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype])
    for (const name of Object.getOwnPropertyNames(owner))
      if (/^(?:lookup|resolve|reverse)/.test(name)) owner[name] = refuse;
  require('worker_threads').Worker = refuse;
  require('module').syncBuiltinESMExports();
}`;
