/** What went wrong on the way to the server, in the one kind of error that synchronising knows. */
import { connectionFailure } from '../../../platform/egress/egress-failures.ts';
import { EgressFailure } from '../../../platform/egress-port.ts';
import { SyncFailure, type SyncFailureKind } from '../sync-server.port.ts';

/** While the session is opened. */
export function failureOfConnecting(error: unknown, where: string): SyncFailure {
  if (error instanceof SyncFailure) return error;
  const bySql = SQLSTATES[codeOf(error)];
  if (bySql) return new SyncFailure(bySql.kind, bySql.text(where), { cause: error });
  const message = error instanceof Error ? error.message : '';
  if (/does not support SSL|establishing an SSL/.test(message)) {
    const text = `${where} does not offer TLS. Nothing was sent. Set TLS up on the server (ssl = on, with a certificate).`;
    return new SyncFailure('certificate', text, { cause: error });
  }
  if (/SASL|SCRAM/.test(message)) {
    const text = `${where} did not prove that it knows the password. It may not be the server it says it is.`;
    return new SyncFailure('certificate', text, { cause: error });
  }
  return networkFailure(error, where) ?? unreachable(error, where);
}

const unreachable = (cause: unknown, where: string) =>
  new SyncFailure('unreachable', `The connection to ${where} broke off.`, { cause });

/** Null where it is no matter of the network. */
export function networkFailure(error: unknown, where: string): SyncFailure | null {
  if (error instanceof SyncFailure) return error;
  if (error instanceof EgressFailure)
    return new SyncFailure(KINDS[error.kind] ?? 'unreachable', error.message, { cause: error });
  const code = codeOf(error);
  if (/^[0-9A-Z]{5}$/.test(code) && !/^E/.test(code)) return null;
  if (code !== '') {
    const failure = connectionFailure(error, where, false);
    return new SyncFailure(KINDS[failure.kind] ?? 'unreachable', failure.message, { cause: error });
  }
  const message = error instanceof Error ? error.message : '';
  const isCut = /^Connection terminated|^Client has encountered a connection error/.test(message);
  return isCut ? unreachable(error, where) : null;
}

const KINDS: Readonly<Partial<Record<EgressFailure['kind'], SyncFailureKind>>> = {
  isolated: 'isolated',
  certificate: 'certificate',
  broken: 'unreachable',
  cancelled: 'unreachable',
};

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

interface Said {
  readonly kind: SyncFailureKind;
  readonly text: (where: string) => string;
}

/** PostgreSQL, Appendix A: what a server says before there is a session. */
const SQLSTATES: Readonly<Record<string, Said>> = {
  // invalid_password: wrong, used, revoked and run out look the same from outside.
  '28P01': {
    kind: 'revoked',
    text: (where) => `${where} does not take this login any more: it was revoked, or replaced.`,
  },
  '28000': {
    kind: 'revoked',
    text: (where) => `${where} does not let this login in (revoked, or not in pg_hba.conf).`,
  },
  '3D000': {
    kind: 'broken',
    text: (where) => `${where} has no database of this name any more.`,
  },
  '42501': { kind: 'revoked', text: (where) => `${where} no longer lets this login connect.` },
  '53300': {
    kind: 'busy',
    text: (where) => `${where} has no room for another connection (max_connections).`,
  },
  '57P03': {
    kind: 'unreachable',
    text: (where) => `${where} is starting, stopping or recovering.`,
  },
  '57P01': { kind: 'unreachable', text: (where) => `${where} was stopped by its administrator.` },
};
