/** A connection of its own for one request: no agent, no proxy that the environment names. */
import { X509Certificate } from 'node:crypto';
import { type ClientRequest, request } from 'node:http';
import { connect as connectPlain, type LookupFunction, type Socket } from 'node:net';
import {
  connect as connectTls,
  createSecureContext,
  getCACertificates,
  type SecureContext,
} from 'node:tls';
import { EgressFailure, type EgressRequest } from '../egress-port.ts';
import type { Destination } from './destination.ts';
import { PACKINGS } from './unpack.ts';

const MAX_HEAD_BYTES = 16_384;

/** What the port writes itself, and what would lead past it. */
const OWN_HEADERS =
  /^(?:host|connection|keep-alive|transfer-encoding|content-length|upgrade|te|trailer|expect|user-agent|proxy-.*)$/i;

export type ContextFor = (ca: string | undefined) => SecureContext;

/** Authorities of Node's own list, of the system and of the organisation; read once each. */
export function createContexts(): ContextFor {
  const known = new Map<string, SecureContext>();
  const trusted = () => [...getCACertificates('default'), ...ofSystem()];
  return (ca = '') => {
    const context = known.get(ca);
    if (context) return context;
    try {
      // A context passes over what it cannot read.
      if (ca !== '') new X509Certificate(ca);
      const made = createSecureContext({
        ca: ca === '' ? trusted() : [...trusted(), ca],
        minVersion: 'TLSv1.2',
      });
      if (known.size > MOST_CONTEXTS) known.clear();
      known.set(ca, made);
      return made;
    } catch {
      const text =
        'The certificate of the authority that was given cannot be read: it must be PEM.';
      throw new EgressFailure('certificate', text);
    }
  };
}

const MOST_CONTEXTS = 50;

/** Where the system's own cannot be read, those that come with Node are enough. */
function ofSystem(): readonly string[] {
  try {
    return getCACertificates('system');
  } catch {
    return [];
  }
}

export interface Outgoing {
  readonly asked: EgressRequest;
  readonly url: URL;
  readonly destination: Destination;
  readonly lookup: LookupFunction;
  readonly contextFor: ContextFor;
  /** Of the guard below: within it one connection may be opened. */
  readonly permit: <R>(open: () => R) => R;
}

function openSocket({ asked, url, destination, lookup, contextFor, permit }: Outgoing): Socket {
  const { host, port, serverName } = destination;
  const secureContext = url.protocol === 'https:' ? contextFor(asked.tls?.ca) : null;
  return permit(() => {
    if (secureContext === null) return connectPlain({ host, port, lookup });
    return connectTls({
      ...{ host, port, lookup, secureContext },
      ...(serverName === undefined ? {} : { servername: serverName }),
      rejectUnauthorized: true,
      ALPNProtocols: ['http/1.1'],
    });
  });
}

function headersOf({ asked, url }: Outgoing): Record<string, string> {
  const own = Object.entries(asked.headers).filter(([name]) => !OWN_HEADERS.test(name));
  const body = asked.body === null ? null : Buffer.byteLength(asked.body);
  return {
    'accept-encoding': PACKINGS,
    ...Object.fromEntries(own.map(([name, value]) => [name.toLowerCase(), value])),
    host: url.host,
    'user-agent': 'Watchfloor',
    ...(body === null ? {} : { 'content-length': String(body) }),
    connection: 'close',
  };
}

/** @throws EgressFailure before anything is opened */
export function openRequest(outgoing: Outgoing): { request: ClientRequest; socket: Socket } {
  const { asked, url } = outgoing;
  const socket = openSocket(outgoing);
  try {
    const opened = request({
      method: asked.method,
      path: `${url.pathname}${url.search}`,
      headers: headersOf(outgoing),
      maxHeaderSize: MAX_HEAD_BYTES,
      createConnection: () => socket,
    });
    return { request: opened, socket };
  } catch {
    socket.on('error', () => {});
    socket.destroy();
    const text = `The request to ${url.host} cannot be written: a header holds a sign that no header may hold.`;
    throw new EgressFailure('refused', text);
  }
}
