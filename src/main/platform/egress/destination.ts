/**
 * Decides to which addresses a request may go. Defences: a private network only for the origin that an
 * administrator named, loopback only where that origin is written as loopback; `localhost` is never
 * looked up; a name is looked up once, every address of the answer must be allowed, and the socket goes
 * to these very addresses: a name that answers otherwise the second time is not asked a second time.
 */
import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { EgressFailure } from '../egress-port.ts';
import { type AddressKind, kindOfAddress } from './address-kind.ts';

export type Resolve = (
  name: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

export interface Destination {
  /** Without brackets: an address in figures, or a name. */
  readonly host: string;
  readonly port: number;
  readonly isLoopback: boolean;
  /** Of TLS; absent where the host is written in figures. */
  readonly serverName: string | undefined;
  mayReach(address: string): boolean;
}

const bareHost = (url: URL): string =>
  url.hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();

const refused = (text: string): EgressFailure => new EgressFailure('refused', text);

/** @throws EgressFailure 'refused' */
export function parseTarget(address: string): URL {
  const url = URL.parse(address);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw refused('The address cannot be called: it does not begin with https:// or http://.');
  if (url.username !== '' || url.password !== '')
    throw refused('The address holds a name or a password: these have fields of their own.');
  return url;
}

/** @throws EgressFailure 'refused' */
export function destinationOf(url: URL, namedOrigin: string): Destination {
  const isNamed = URL.parse(namedOrigin)?.origin === url.origin;
  const host = bareHost(url);
  const isLocalName = host === 'localhost';
  const address = isLocalName ? '127.0.0.1' : host;
  const kind = isIP(address) === 0 ? null : kindOfAddress(address);
  const isLoopback = kind === 'loopback';
  const allowed: readonly AddressKind[] = isNamed
    ? ['public', 'private', ...(isLoopback ? (['loopback'] as const) : [])]
    : ['public'];
  if (kind !== null && !allowed.includes(kind)) throw refused(REFUSALS[kind](url.host));
  return {
    host: address,
    port: Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
    isLoopback,
    serverName: isIP(host) === 0 ? host : undefined,
    mayReach: (reached) => allowed.includes(kindOfAddress(reached)),
  };
}

const REFUSALS: Readonly<Record<AddressKind, (host: string) => string>> = {
  public: (host) => `${host} may not be called.`,
  private: (host) =>
    `${host} is in a private network and is not the address that was set up: it is not called.`,
  loopback: (host) =>
    `${host} is this machine and not the address that was set up: it is not called.`,
  never: (host) => `${host} belongs to no machine that may be called: it is not called.`,
};

/** For `net.connect`. Its errors are EgressFailure, or those of the look-up. */
export function guardedLookup(
  { mayReach }: Destination,
  resolve: Resolve = lookup,
): LookupFunction {
  return (name, options, callback) => {
    resolve(name, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      if (found.length === 0 || !found.every(({ address }) => mayReach(address))) {
        const text = `The name ${name} leads to an address that may not be called: this machine, a private network that was not set up, or nobody's. It is not called.`;
        return callback(refused(text), []);
      }
      if (options.all) return callback(null, found);
      const [first] = found;
      return callback(null, first?.address ?? '', first?.family);
    });
  };
}
