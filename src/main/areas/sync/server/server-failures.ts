/** What went wrong at the server, in the one kind of error that synchronising knows. */
import { z } from 'zod';
import { networkFailure } from '../joining/connection-failures.ts';
import { SyncFailure, type SyncFailureKind } from '../sync-server.port.ts';

interface SqlError {
  readonly code: string;
  readonly message: string;
  readonly detail: string | undefined;
}

interface Meaning {
  readonly kind: SyncFailureKind;
  readonly text: (error: SqlError) => string;
}

/** Ours (0005_push.sql), whose messages hold names of tables at most, then those of PostgreSQL, Appendix A. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  WF001: {
    kind: 'clock',
    text: () => 'The clock of this workstation is ahead of the server’s by more than a minute.',
  },
  WF002: { kind: 'version', text: ({ message }) => `${message}.` },
  WF003: { kind: 'revoked', text: ({ message }) => `${message}.` },
  WF004: { kind: 'refused', text: ({ message }) => `${message}. Nothing of it was taken.` },
  WF005: { kind: 'busy', text: ({ message }) => `${message}. It is tried again.` },
  WF006: { kind: 'broken', text: ({ message }) => `${message}: it is compared first.` },
  '28P01': revoked(),
  '28000': revoked(),
  '42501': revoked(),
  '25006': readOnly('takes no changes now (read-only, or a standby)'),
  '53100': readOnly('has no room left on its disk'),
  '53200': busy('has no memory left'),
  '53300': busy('has no room for another connection'),
  '53400': busy('reached a limit of its configuration'),
  '55P03': busy('waited for others for too long'),
  '57014': busy('took too long and gave up'),
  '40P01': busy('met another write'),
  '40001': busy('met another write'),
  // Ended by its administrator, or by a waiting workstation because it held the others up.
  '57P01': unreachable('ended the session'),
  '57P02': unreachable('stopped'),
  '57P03': unreachable('is starting, stopping or recovering'),
  '42883': oldServer(),
  '3F000': oldServer(),
  '42P01': oldServer(),
};

/** The data were not what a table holds. */
const DATA_CLASSES = new Set(['22', '23', '21']);

function revoked(): Meaning {
  return { kind: 'revoked', text: () => 'The server does not take this login any more.' };
}
function readOnly(what: string): Meaning {
  return { kind: 'read-only', text: () => `The server ${what}. Nothing is lost here.` };
}
function busy(what: string): Meaning {
  return { kind: 'busy', text: () => `The server ${what}. It is tried again.` };
}
function unreachable(what: string): Meaning {
  return { kind: 'unreachable', text: () => `The server ${what}.` };
}
function oldServer(): Meaning {
  const text =
    'The server was not set up for this Watchfloor: run sync:admin migrate with the owner’s login.';
  return { kind: 'version', text: () => text };
}

export function failureOf(error: unknown, where: string): SyncFailure {
  if (error instanceof z.ZodError) {
    const text = 'The server’s answer is not one of a Watchfloor server.';
    return new SyncFailure('malformed', text, { cause: error });
  }
  const sql = sqlErrorOf(error);
  const meaning = sql && (MEANINGS[sql.code] ?? meaningOfClass(sql.code));
  if (!sql || !meaning) {
    const text = 'The server could not do it.';
    return networkFailure(error, where) ?? new SyncFailure('broken', text, { cause: error });
  }
  const serverNow = Number(sql.detail);
  const isClock = meaning.kind === 'clock' && Number.isSafeInteger(serverNow);
  return new SyncFailure(meaning.kind, meaning.text(sql), {
    cause: error,
    ...(isClock ? { serverNow } : {}),
  });
}

function meaningOfClass(code: string): Meaning | undefined {
  if (!DATA_CLASSES.has(code.slice(0, 2))) return undefined;
  const text = 'The server does not take these values. Nothing of the batch was taken.';
  return { kind: 'refused', text: () => text };
}

function sqlErrorOf(error: unknown): SqlError | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string')
    return null;
  if (!/^[0-9A-Z]{5}$/.test(error.code) || /^E[A-Z]/.test(error.code)) return null;
  const detail = 'detail' in error && typeof error.detail === 'string' ? error.detail : undefined;
  return { code: error.code, message: error.message, detail };
}
