/**
 * Tries every way out that Node has, against a sink on this machine, and says what became of each.
 * `node ways.child.ts <tcp port> <udp port> <guarded|open> <isolated|connected>`
 */
import dgram from 'node:dgram';
import dns, { lookup, resolve4 } from 'node:dns';
import { get } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { get as getSafe } from 'node:https';
import { createRequire } from 'node:module';
import net, { connect } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { installNetworkGuard } from '../../src/main/platform/egress/network-guard.ts';
import {
  createIsolationMemory,
  createSharedIsolation,
} from '../../src/main/platform/egress/shared-isolation.ts';

const [tcp = 0, udp = 0] = process.argv.slice(2, 4).map(Number);
const isGuarded = process.argv[4] === 'guarded';
const isolation = createSharedIsolation(createIsolationMemory());
isolation.set({ isIsolated: process.argv[5] === 'isolated', allowsLocalModel: true });
const heard: string[] = [];
if (isGuarded)
  installNetworkGuard({
    isolation,
    ownCode: [new URL('../../src/', import.meta.url)],
  }).onRefused((what) => heard.push(what));

interface Ends {
  on(event: never, listener: never): unknown;
}
/** The first of what it says: an event, an error, or nothing within a second. */
const outcome = (emitter: Ends, ...events: readonly string[]): Promise<string> =>
  new Promise((done) => {
    emitter.on('error' as never, ((error: Error) => done(error.name)) as never);
    for (const event of events) emitter.on(event as never, (() => done(event)) as never);
  });
const called = (start: (done: (error: Error | null) => void) => void): Promise<string> =>
  new Promise((done) => start((error) => done(error ? error.name : 'called')));
const thread = (entry: string | URL, isText: boolean): Promise<string> => {
  const worker = new Worker(entry, { eval: isText, argv: [String(tcp)] });
  return new Promise((done) => {
    worker.on('error', (error) => done((error as Error).name));
    worker.on('exit', () => done('exit'));
  });
};

const servers = [`127.0.0.1:${udp}`];
dns.setServers(servers);
const resolver = Object.assign(new dns.Resolver({ timeout: 200, tries: 1 }));
resolver.setServers(servers);
const promised = new dns.promises.Resolver({ timeout: 200, tries: 1 });
promised.setServers(servers);
const name = () => `way-${Math.floor(performance.now() * 1000)}.example.com`;
const required = createRequire(import.meta.url)('node:net') as typeof net;
const text = (port: number) =>
  `require('net').connect(${port}, '127.0.0.1').on('error', () => {}).end('x')`;

const WAYS: Readonly<Record<string, () => Promise<string>>> = {
  'net.connect': () => outcome(connect(tcp, '127.0.0.1').end('x'), 'connect'),
  'net.connect with options': () =>
    outcome(net.connect({ port: tcp, host: '127.0.0.1' }), 'connect'),
  'net.createConnection, required': () => outcome(required.createConnection(tcp), 'connect'),
  'net.Socket': () => outcome(new net.Socket().connect(tcp, '127.0.0.1'), 'connect'),
  'a name that is this machine': () => outcome(net.connect(tcp, 'localhost'), 'connect'),
  'tls.connect': () => outcome(connectTls(tcp, '127.0.0.1'), 'connect', 'secureConnect'),
  'http.get': () => outcome(get(`http://127.0.0.1:${tcp}/`), 'response'),
  'https.get': () => outcome(getSafe(`https://127.0.0.1:${tcp}/`), 'response'),
  'http2.connect': () => outcome(connectHttp2(`http://127.0.0.1:${tcp}`), 'remoteSettings'),
  fetch: () =>
    fetch(`http://127.0.0.1:${tcp}/`).then(
      () => 'answered',
      (error: Error) => (error.cause as Error).name,
    ),
  WebSocket: () =>
    new Promise((done) => {
      const socket = new WebSocket(`ws://127.0.0.1:${tcp}/`);
      socket.onerror = () => done('error');
      socket.onopen = () => done('open');
    }),
  'dgram.send': () =>
    called((done) => dgram.createSocket('udp4').send('x', udp, '127.0.0.1', done)),
  'dgram.connect': () =>
    called((done) => {
      const socket = dgram.createSocket('udp4');
      socket.connect(udp, '127.0.0.1', ((error: Error | null) =>
        error ? done(error) : socket.send('x', done)) as never);
    }),
  'dns.lookup': () => called((done) => lookup(name(), done)),
  'dns.resolve4': () => called((done) => resolve4(name(), done)),
  'dns.Resolver': () => called((done) => resolver.resolveTxt(name(), done)),
  'dns.reverse': () => called((done) => resolver.reverse('8.8.8.8', done)),
  'dns.promises.lookup': () =>
    dns.promises.lookup(name()).then(
      () => 'answered',
      (error: Error) => error.name,
    ),
  'dns.promises.Resolver': () =>
    promised.resolve4(name()).then(
      () => 'answered',
      (error: Error) => error.name,
    ),
  'a thread from a text': () => thread(text(tcp), true),
  'a thread from a file of others': () =>
    thread(pathToFileURL(join(import.meta.dirname, 'stranger.worker.js')), false),
};

// The sink hangs up: what is said of that afterwards is nobody's.
process.on('uncaughtException', () => {});
const results: Record<string, string> = {};
for (const [way, go] of Object.entries(WAYS)) {
  const late = new Promise<string>((done) => setTimeout(() => done('nothing'), 1500));
  results[way] = await Promise.race([
    Promise.resolve()
      .then(go)
      .catch((error: Error) => error.name),
    late,
  ]);
}
process.stdout.write(JSON.stringify({ results, heard }));
process.exit(0);
