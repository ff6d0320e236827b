/**
 * Grants the way out: whatever leaves this machine leaves here. Defences: while the workspace is isolated
 * nothing is asked of DNS and nothing is opened, and what is open is cut; addresses as in
 * `destination.ts`; a connection of its own per request, without the proxies that the environment may
 * name; no redirect is followed; TLS is verified whatever the environment says; answers are bounded as
 * they arrive and as they are unpacked; every wait has an end; every attempt is in the ledger.
 * Whoever asks for 'identity' gets the bytes as they come and looks at the encoding itself.
 */
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import {
  type Egress,
  type EgressAnswer,
  EgressFailure,
  type EgressRequest,
} from '../egress-port.ts';
import { type ContextFor, createContexts, openRequest } from './connect.ts';
import {
  type Destination,
  destinationOf,
  guardedLookup,
  parseTarget,
  type Resolve,
} from './destination.ts';
import { connectionFailure } from './egress-failures.ts';
import type { IsolationSwitch } from './isolation-switch.ts';
import type { EgressLedger, EgressOutcome } from './ledger.types.ts';
import { assertPacking, bounded, unpacked } from './unpack.ts';
import { createWatchdog } from './watchdog.ts';

export interface EgressDeps {
  readonly isolation: IsolationSwitch;
  readonly ledger: EgressLedger;
  /** Of the guard below the port; absent where there is none (tests). */
  readonly permit?: <R>(open: () => R) => R;
  /** Of names; the system's where it is absent. */
  readonly resolve?: Resolve;
}

const ISOLATED =
  'This workspace is isolated: nothing leaves this machine. Nothing was sent and no name was looked up.';

export function createEgress(deps: EgressDeps): Egress {
  const contextFor = createContexts();
  return async (asked) => {
    const url = parseTarget(asked.url);
    const end = once(deps.ledger.begin(asked.reason, url.origin));
    try {
      if (asked.signal.aborted) throw cancelled();
      const destination = destinationOf(url, asked.namedOrigin);
      assertMayLeave(deps.isolation, asked, destination);
      return await send({ ...deps, asked, url, destination, contextFor, end });
    } catch (error) {
      const failure = connectionFailure(error, url.host, false);
      end({ outcome: failure.kind, status: null, bytesSent: 0, bytesReceived: 0 });
      throw failure;
    }
  };
}

function once<T>(fn: (value: T) => void): (value: T) => void {
  let isDone = false;
  return (value) => {
    if (isDone) return;
    isDone = true;
    fn(value);
  };
}

/** A switch that cannot be read is shut. @throws EgressFailure 'isolated' */
function assertMayLeave(
  isolation: IsolationSwitch,
  { reason }: EgressRequest,
  { isLoopback }: Destination,
): void {
  const isLocalModel = reason.purpose === 'model' && isLoopback;
  try {
    if (!isolation.isIsolated() || (isLocalModel && isolation.allowsLocalModel())) return;
  } catch {
    // Said below.
  }
  throw new EgressFailure('isolated', ISOLATED);
}

const cancelled = () => new EgressFailure('cancelled', 'The request was cancelled.');

interface Sending extends EgressDeps {
  readonly asked: EgressRequest;
  readonly url: URL;
  readonly destination: Destination;
  readonly contextFor: ContextFor;
  readonly end: ReturnType<EgressLedger['begin']>;
}

/** One connection from its opening to its entry in the ledger. */
interface Line {
  readonly host: string;
  readonly failure: () => EgressFailure | undefined;
  readonly watchdog: ReturnType<typeof createWatchdog>;
  /** The head of the answer has come. */
  readonly begun: (status: number) => void;
  /** Closes it and ends its entry, once. */
  readonly close: (outcome: EgressOutcome) => void;
}

function send(sending: Sending): Promise<EgressAnswer> {
  const { asked, url, destination, contextFor, permit = (open) => open() } = sending;
  const lookup = guardedLookup(destination, sending.resolve);
  const { request, socket } = openRequest({
    ...{ asked, url, destination, lookup, contextFor, permit },
  });
  const line = openLine(sending, request, socket);
  return new Promise<EgressAnswer>((settle, refuse) => {
    let hasBegun = false;
    const fail = (error: unknown) => {
      const failure = line.failure() ?? connectionFailure(error, url.host, hasBegun);
      line.close(failure.kind);
      refuse(failure);
    };
    request.on('error', fail);
    request.on('response', (answer) => {
      hasBegun = true;
      // Errors reach whoever reads the body; nobody may be reading yet.
      answer.on('error', () => {});
      line.begun(answer.statusCode ?? 0);
      try {
        settle(answerOf(answer, asked, line));
      } catch (error) {
        fail(error);
      }
    });
    request.end(asked.body ?? undefined);
  });
}

function openLine(
  { asked, url, destination, isolation, end }: Sending,
  request: ClientRequest,
  socket: Socket,
): Line {
  let failure: EgressFailure | undefined;
  let status: number | null = null;
  const close = once((outcome: EgressOutcome) => {
    watchdog.stop();
    stopWatching();
    asked.signal.removeEventListener('abort', onAbort);
    const { bytesWritten: bytesSent, bytesRead: bytesReceived } = socket;
    request.destroy(failure);
    socket.destroy();
    end({ outcome, status, bytesSent, bytesReceived });
  });
  const fail = (reason: EgressFailure) => {
    failure ??= reason;
    close(failure.kind);
  };
  const watchdog = createWatchdog(asked.limits, url.host, fail);
  const onAbort = () => fail(cancelled());
  asked.signal.addEventListener('abort', onAbort, { once: true });
  const stopWatching = isolation.onChange(() => {
    try {
      assertMayLeave(isolation, asked, destination);
    } catch {
      fail(new EgressFailure('isolated', 'This workspace was isolated: the connection was cut.'));
    }
  });
  socket.once('connect', () => {
    // What was looked up was allowed; this is what is really on the other end.
    if (socket.remoteAddress !== undefined && !destination.mayReach(socket.remoteAddress))
      fail(new EgressFailure('refused', `${url.host} leads to an address that may not be called.`));
  });
  return {
    ...{ host: url.host, failure: () => failure, watchdog, close },
    begun(code) {
      status = code;
      watchdog.rest();
    },
  };
}

/** @throws EgressFailure */
function answerOf(answer: IncomingMessage, asked: EgressRequest, line: Line): EgressAnswer {
  const status = answer.statusCode ?? 0;
  if (status >= 300 && status < 400)
    throw new EgressFailure(
      'redirected',
      `${line.host} points elsewhere (${status}). Nothing was sent there; set the address up that it really has.`,
    );
  const isRaw = asked.headers['accept-encoding'] === 'identity';
  const encoding = answer.headers['content-encoding'] ?? null;
  if (!isRaw) assertPacking(encoding, line.host);
  return {
    status,
    header: (name) => [answer.headers[name.toLowerCase()] ?? []].flat().join(', ') || null,
    body: read(answer, { asked, line, encoding: isRaw ? null : encoding }),
  };
}

interface Reading {
  readonly asked: EgressRequest;
  readonly line: Line;
  readonly encoding: string | null;
}

async function* read(answer: IncomingMessage, one: Reading): AsyncGenerator<Uint8Array> {
  const { line, encoding } = one;
  const { maxBytes } = one.asked.limits;
  let outcome: EgressOutcome = 'answered';
  try {
    const wire = bounded(watched(answer, line), maxBytes, line.host);
    if (encoding === null) yield* wire;
    else yield* bounded(unpacked(wire, encoding), maxBytes, line.host);
  } catch (error) {
    const failure = line.failure() ?? connectionFailure(error, line.host, true);
    outcome = failure.kind;
    throw failure;
  } finally {
    line.close(outcome);
  }
}

/** The watchdog counts while a piece is waited for, not while it is read. */
async function* watched(answer: IncomingMessage, line: Line): AsyncGenerator<Uint8Array> {
  const failure = line.failure();
  if (failure) throw failure;
  line.watchdog.wait();
  for await (const piece of answer) {
    line.watchdog.rest();
    yield piece as Uint8Array;
    line.watchdog.wait();
  }
}
