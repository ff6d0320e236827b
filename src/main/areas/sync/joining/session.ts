/** One errand to the server: a session is opened, asked, and closed; errors in the words of the page. */
import { z } from 'zod';
import { AppError } from '../../../../shared/contract/errors.ts';
import type { Dial } from '../../../platform/egress/dial.ts';
import type { SyncFailure } from '../sync-server.port.ts';
import { connectPostgres } from './connect-postgres.ts';
import { networkFailure } from './connection-failures.ts';
import type { Credentials } from './joining.types.ts';
import { createServerCalls, type ServerCalls } from './server-calls.store.ts';

export interface Errand {
  readonly dial: Dial;
  readonly credentials: Credentials;
  /** Of the ledger: id of the workspace, and why in plain words. */
  readonly subject: string;
  readonly why: string;
  /** Said where the server does not take the login. */
  readonly refused: string;
}

type Client = Awaited<ReturnType<typeof connectPostgres>>;

/** @throws AppError, and nothing else */
export async function onServer<R>(
  errand: Errand,
  fn: (calls: ServerCalls, client: Client) => Promise<R>,
): Promise<R> {
  const { dial, credentials, subject, why } = errand;
  const reason = { purpose: 'sync', subject, why } as const;
  try {
    const client = await connectPostgres(credentials, { dial, reason });
    try {
      return await fn(createServerCalls(client), client);
    } finally {
      await client.end().catch(() => {});
    }
  } catch (error) {
    throw appError(error, errand);
  }
}

function appError(error: unknown, { credentials, refused }: Errand): AppError {
  if (error instanceof AppError) return error;
  const { host, port } = credentials.address;
  const failure = networkFailure(error, `${host}:${port}`);
  if (failure) return new AppError(...wordsOf(failure, refused), { cause: error });
  if (error instanceof z.ZodError) {
    const text = `${host}:${port} answered something that no server of Watchfloor answers. Is its schema set up (sync:admin migrate)?`;
    return new AppError('unavailable', text, { cause: error });
  }
  return new AppError(...saidByServer(error, `${host}:${port}`), { cause: error });
}

function wordsOf(failure: SyncFailure, refused: string): [AppError['code'], string] {
  if (failure.kind === 'revoked') return ['conflict', refused];
  return ['unavailable', failure.message];
}

/** PostgreSQL, Appendix A. */
const SAID: Readonly<Record<string, string>> = {
  '3F000': 'has no workspace yet: set it up first (sync:admin create).',
  '42883': 'has a schema of another version: bring it up to date (sync:admin migrate).',
  '42P01': 'has no workspace yet: set it up first (sync:admin create).',
  '42501': 'does not allow this: the login lacks the right to it.',
  '25006': 'takes no changes now: it is read-only.',
  '53100': 'takes no changes now: its disk is full.',
  '55P03': 'is busy with somebody else. Try again in a moment.',
  '57014': 'took too long and gave up. Try again in a moment.',
};

function saidByServer(error: unknown, where: string): [AppError['code'], string] {
  const code = typeof error === 'object' && error && 'code' in error ? String(error.code) : '';
  const known = SAID[code];
  if (known) return ['unavailable', `${where} ${known}`];
  const own = error instanceof Error && /^(?:P0001|WF)/.test(code) ? plain(error.message) : '';
  return own === ''
    ? ['unavailable', `${where} failed (${/^[0-9A-Z]{5}$/.test(code) ? code : 'unknown'}).`]
    : ['conflict', `The server refuses: ${own}`];
}

/** What a server says is a stranger's text. */
const plain = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ').slice(0, 300);
