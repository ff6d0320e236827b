/**
 * Grants a connection of its own to a server that an administrator named, for a protocol that is not
 * HTTP (PostgreSQL). Defences are those of the port beside it: nothing is looked up or opened while the
 * workspace is isolated, and what is open is cut; a private network only for the named host, loopback
 * only where it is written as loopback, metadata and link-local never, and the address that really
 * answered is looked at again; an entry in the ledger before anything is opened, ended with what went
 * over the wire. Whoever gets the socket sees to TLS.
 */
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { EgressFailure, type EgressReason } from '../egress-port.ts';
import type { EgressDeps } from './create-egress.ts';
import { type Destination, destinationOf, guardedLookup } from './destination.ts';
import { connectionFailure } from './egress-failures.ts';
import type { IsolationSwitch } from './isolation-switch.ts';
import type { EgressLedger, EgressOutcome } from './ledger.types.ts';

export interface DialRequest {
  readonly reason: EgressReason;
  /** A name or an address in figures, without brackets. */
  readonly host: string;
  readonly port: number;
  /** Until the connection stands, ms. */
  readonly connectMs: number;
  readonly signal?: AbortSignal;
}

export interface Dialled {
  /** Connected. An isolation destroys it with `EgressFailure` 'isolated'. */
  readonly socket: Socket;
  /** How its entry in the ledger ends, where it is not the socket itself that knows (TLS). */
  endAs(outcome: EgressOutcome): void;
}

/** @throws EgressFailure, and nothing else */
export type Dial = (request: DialRequest) => Promise<Dialled>;

const ISOLATED =
  'This workspace is isolated: nothing leaves this machine. Nothing was sent and no name was looked up.';
const CUT = 'This workspace was isolated: the connection was cut.';

export function createDial(deps: EgressDeps): Dial {
  return async (asked) => {
    const { url, name } = targetOf(asked);
    const end = deps.ledger.begin(asked.reason, `postgres://${name}`);
    try {
      if (asked.signal?.aborted) throw new EgressFailure('cancelled', 'It was cancelled.');
      const destination = destinationOf(url, url.origin);
      if (isShut(deps.isolation)) throw new EgressFailure('isolated', ISOLATED);
      return await open({ ...deps, asked, destination, name, end });
    } catch (error) {
      const failure = connectionFailure(error, name, false);
      end({ outcome: failure.kind, status: null, bytesSent: 0, bytesReceived: 0 });
      throw failure;
    }
  };
}

/** @throws EgressFailure 'refused' */
function targetOf({ host, port }: DialRequest): { url: URL; name: string } {
  const bracketed = isIP(host) === 6 ? `[${host}]` : host;
  const url = URL.parse(`https://${bracketed}:${port}`);
  const isHost = isIP(host) !== 0 || /^[a-z0-9](?:[a-z0-9._-]{0,252}[a-z0-9])?$/i.test(host);
  if (!isHost || url === null || !Number.isInteger(port) || port < 1 || port > 65_535) {
    const text =
      'The server cannot be called: its address is no name or address of a machine with a port from 1 to 65535.';
    throw new EgressFailure('refused', text);
  }
  return { url, name: `${bracketed}:${port}` };
}

/** A switch that cannot be read is shut. */
function isShut(isolation: IsolationSwitch): boolean {
  try {
    return isolation.isIsolated();
  } catch {
    return true;
  }
}

interface Opening extends EgressDeps {
  readonly asked: DialRequest;
  readonly destination: Destination;
  readonly name: string;
  readonly end: ReturnType<EgressLedger['begin']>;
}

function open(opening: Opening): Promise<Dialled> {
  const { asked, destination, name, permit = (fn) => fn() } = opening;
  const { host, port } = destination;
  const lookup = guardedLookup(destination, opening.resolve);
  const socket = permit(() => connectPlain({ host, port, lookup }));
  return new Promise<Dialled>((settle, refuse) => {
    let isUp = false;
    const line = watch(opening, socket, (error) => {
      if (!isUp) refuse(connectionFailure(error, name, false));
    });
    const timer = setTimeout(() => {
      const text = `${name} did not take the connection for ${asked.connectMs / 1000} seconds.`;
      socket.destroy(new EgressFailure('timeout', text));
    }, asked.connectMs);
    socket.once('close', () => clearTimeout(timer));
    socket.once('connect', () => {
      clearTimeout(timer);
      const { remoteAddress } = socket;
      if (remoteAddress !== undefined && !destination.mayReach(remoteAddress)) {
        const text = `${name} leads to an address that may not be called.`;
        socket.destroy(new EgressFailure('refused', text));
        return;
      }
      isUp = true;
      settle({ socket, endAs: line.endAs });
    });
  });
}

/** Cuts it at isolation, and ends its entry when it is closed, whoever closes it. */
function watch(
  { isolation, asked, name, end }: Opening,
  socket: Socket,
  onClosed: (error: unknown) => void,
) {
  let outcome: EgressOutcome = 'answered';
  let error: unknown;
  const onAbort = () => socket.destroy(new EgressFailure('cancelled', 'It was cancelled.'));
  const stopWatching = isolation.onChange(() => {
    if (isShut(isolation)) socket.destroy(new EgressFailure('isolated', CUT));
  });
  asked.signal?.addEventListener('abort', onAbort, { once: true });
  let hasBegun = false;
  socket.once('connect', () => {
    hasBegun = true;
  });
  socket.on('error', (reason) => {
    error ??= reason;
    if (outcome === 'answered') outcome = connectionFailure(reason, name, hasBegun).kind;
  });
  socket.once('close', () => {
    stopWatching();
    asked.signal?.removeEventListener('abort', onAbort);
    const { bytesWritten: bytesSent, bytesRead: bytesReceived } = socket;
    end({ outcome, status: null, bytesSent, bytesReceived });
    onClosed(error);
  });
  return {
    endAs(known: EgressOutcome) {
      outcome = known;
    },
  };
}
