/**
 * Grants a session with the workspace's server. Defences: the socket is the port's (isolation, ledger,
 * addresses); TLS is verified in full (authorities of the system and one that was given, the name of the
 * host) whatever the environment says; without TLS to this machine alone; the password itself never
 * crosses: where the server asks for it in clear or as MD5, the connection ends (SCRAM, RFC 5802, with
 * channel binding where TLS offers it); an answer that never ends is cut off; what the environment or a
 * file of libpq's says of TLS and passwords does not count.
 */
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import pg from 'pg';
import { kindOfAddress } from '../../../platform/egress/address-kind.ts';
import { createContexts } from '../../../platform/egress/connect.ts';
import type { Dial, Dialled } from '../../../platform/egress/dial.ts';
import { EgressFailure, type EgressReason } from '../../../platform/egress-port.ts';
import { SyncFailure } from '../sync-server.port.ts';
import { failureOfConnecting } from './connection-failures.ts';
import type { Credentials, ServerAddress } from './joining.types.ts';

export interface ConnectDeps {
  readonly dial: Dial;
  readonly reason: EgressReason;
  readonly signal?: AbortSignal;
  /** Until the session stands, ms. */
  readonly connectMs?: number;
}

const CONNECT_MS = 15_000;
/** Of one answer: eight times the largest page that a server of ours gives. */
const MOST_ANSWER_BYTES = 64 * 1024 * 1024;

/** @throws SyncFailure, and nothing else. Later errors: `networkFailure` of connection-failures.ts. */
export async function connectPostgres(
  credentials: Credentials,
  { dial, reason, signal, connectMs = CONNECT_MS }: ConnectDeps,
): Promise<pg.Client> {
  const { host, port, tls } = credentials.address;
  const where = `${host}:${port}`;
  if (tls === null && !isThisMachine(host)) throw plainRefused(where);
  try {
    const asked = { reason, host, port, connectMs, ...(signal === undefined ? {} : { signal }) };
    return await openSession(credentials, await dial(asked), connectMs);
  } catch (error) {
    throw failureOfConnecting(error, where);
  }
}

/** Written as this machine, as the port understands it. */
export const isThisMachine = (host: string): boolean =>
  host.toLowerCase() === 'localhost' || kindOfAddress(host) === 'loopback';

const plainRefused = (where: string) =>
  new SyncFailure(
    'certificate',
    `${where} is another machine, and without TLS what is sent could be read on the way. Nothing was sent. Set TLS up on the server.`,
  );

async function openSession(
  { address, login, password }: Credentials,
  { socket, endAs }: Dialled,
  connectMs: number,
): Promise<pg.Client> {
  const { host, port, database } = address;
  const where = `${host}:${port}`;
  const timer = setTimeout(() => {
    const text = `${where} did not open a session for ${connectMs / 1000} seconds.`;
    socket.destroy(new EgressFailure('timeout', text));
  }, connectMs);
  try {
    const client = new pg.Client({
      ...{ host, port, database, user: login, password },
      stream: () => connected(socket),
      ssl: tlsOf(address),
      enableChannelBinding: true,
      application_name: 'Watchfloor',
      client_encoding: 'UTF8',
      keepAlive: true,
    });
    // Whoever uses the client hears of it where they wait; nobody may be waiting.
    client.on('error', () => {});
    const wire = (client as unknown as { connection: Wire }).connection;
    refuseBarePasswords(wire, where);
    guardAnswers(wire, where);
    return await client.connect().then(() => client);
  } catch (error) {
    const failure = failureOfConnecting(error, where);
    if (failure.kind === 'certificate') endAs('certificate');
    socket.destroy();
    throw failure;
  } finally {
    clearTimeout(timer);
  }
}

/** `pg` connects the stream it is given; this one is connected already. */
function connected(socket: Socket): Socket {
  return Object.assign(socket, {
    connect() {
      setImmediate(() => socket.emit('connect'));
      return socket;
    },
  });
}

function tlsOf({ tls }: ServerAddress) {
  if (tls === null) return false;
  const secureContext = createContexts()(tls.authority ?? undefined);
  return { secureContext, rejectUnauthorized: true };
}

/** What `pg` speaks the protocol through. */
interface Wire {
  on(event: string, listener: (...args: never[]) => void): unknown;
  emit(event: 'error', error: Error): void;
  attachListeners(stream: Duplex): void;
}

/** A server that is not what it says would get the password itself so. */
function refuseBarePasswords(wire: Wire, where: string): void {
  const on = wire.on.bind(wire);
  wire.on = (event, listener) => {
    if (event !== 'authenticationCleartextPassword' && event !== 'authenticationMD5Password')
      return on(event, listener);
    return on(event, () => {
      const text = `${where} asks for the password in a way that would give it away. Nothing was sent. The server must ask for SCRAM (password_encryption = scram-sha-256, and scram-sha-256 in pg_hba.conf).`;
      wire.emit('error', new SyncFailure('broken', text));
    });
  };
}

/** `pg` reads messages where they arrive, and throws there where one is none. */
function guardAnswers(wire: Wire, where: string): void {
  let bytes = 0;
  const attach = wire.attachListeners.bind(wire);
  wire.attachListeners = (stream) => {
    const on = stream.on.bind(stream);
    const guarded = (read: (piece: Uint8Array) => void) => (piece: Uint8Array) => {
      bytes += piece.length;
      try {
        if (bytes > MOST_ANSWER_BYTES) throw new EgressFailure('too-large', tooLarge(where));
        read(piece);
      } catch (error) {
        stream.destroy(error instanceof EgressFailure ? error : malformed(where, error));
      }
    };
    stream.on = (event: string, listener: (...args: never[]) => void) =>
      on(event, event === 'data' ? guarded(listener as never) : (listener as never));
    attach(stream);
    stream.on = on;
  };
  const begin = () => {
    bytes = 0;
  };
  for (const event of ['readyForQuery', 'notification']) wire.on(event, begin);
}

const tooLarge = (where: string): string =>
  `An answer of ${where} is larger than any of the workspace's server: it was cut off.`;

const malformed = (where: string, cause: unknown) =>
  new SyncFailure('malformed', `What answers at ${where} does not speak PostgreSQL's protocol.`, {
    cause,
  });
