/** Every way in which a sync can fail, as a state with its cause, its cure and its patience. */
import { AppError } from '../../../../shared/contract/errors.ts';
import { MINUTE_MS } from '../../../../shared/kernel/time.ts';
import { storageError } from '../../../db/errors.ts';
import { SyncFailure, type SyncFailureKind } from '../sync-server.port.ts';
import type { LoopProblem } from './loop.types.ts';

interface Manner {
  readonly cure: string;
  /** Nothing for a person to do yet: it is tried again soon. */
  readonly passes: boolean;
  /** Longest wait before it is tried again by itself. */
  readonly capMs: number;
}

const soon = (cure: string, capMs = MINUTE_MS): Manner => ({ cure, passes: true, capMs });
/** Somebody has to do something; it is looked at now and then whether it was done. */
const person = (cure: string, capMs = 15 * MINUTE_MS): Manner => ({ cure, passes: false, capMs });

const MANNERS: Readonly<Record<LoopProblem['kind'], Manner>> = {
  unreachable: soon(
    'Nothing is lost: what you change is kept here and sent once the server answers. Check the network where this lasts.',
  ),
  isolated: soon('Sync goes on once the workspace is connected again.'),
  certificate: person(
    'Ask your administrator whether the certificate was changed; if so, join again with a new invitation. Nothing was sent.',
  ),
  revoked: person(
    'Ask your administrator. Under Settings, Sync you can leave the workspace and keep a copy.',
    60 * MINUTE_MS,
  ),
  clock: person('Set the date and time of this machine right, then sync now.'),
  version: person(
    'Update Watchfloor on this machine, or ask your administrator to migrate the server.',
  ),
  'read-only': soon(
    'Nothing is lost: what you change is kept here. Ask your administrator to look after the server.',
    5 * MINUTE_MS,
  ),
  busy: soon('Another workstation is sending. This one goes on by itself.', 10_000),
  malformed: person(
    'Nothing of the answer was taken over. Ask your administrator whether this is the right server and whether it was changed.',
  ),
  refused: person(
    'What you changed is kept here. Send the log of Settings, Sync to your administrator.',
  ),
  broken: soon('It is tried again by itself. Where this lasts, the log says more.', 5 * MINUTE_MS),
  'storage-full': person('Free space on the disk of this machine; sync then goes on.', MINUTE_MS),
  database: soon(
    'It is tried again by itself. Where this lasts, restart Watchfloor.',
    5 * MINUTE_MS,
  ),
};

export const mannerOf = (kind: LoopProblem['kind']): Manner => MANNERS[kind];

export interface Failed {
  readonly kind: LoopProblem['kind'];
  readonly cause: string;
  /** For the log, where it is none of the foreseen ones. */
  readonly unforeseen: unknown;
}

/** No message of a stranger's error is shown: it may hold paths or SQL. */
export function failedBy(thrown: unknown): Failed {
  const error = storageError(thrown);
  if (error instanceof SyncFailure)
    return { kind: error.kind, cause: bounded(error.message), unforeseen: error.cause };
  if (error instanceof AppError && error.code === 'storage-full')
    return { kind: 'storage-full', cause: 'The disk of this machine is full.', unforeseen: null };
  if (error instanceof AppError && error.code === 'unavailable')
    return { kind: 'database', cause: bounded(error.message), unforeseen: null };
  const cause = 'Something in Watchfloor failed while it synced.';
  return { kind: 'database', cause, unforeseen: error };
}

/** A server may have had a hand in it. */
const bounded = (text: string): string => (text.length > 500 ? `${text.slice(0, 499)}…` : text);

/** After these the connection is as good as before. */
export const KEEPS_CONNECTION: ReadonlySet<LoopProblem['kind']> = new Set<
  SyncFailureKind | LoopProblem['kind']
>(['busy', 'storage-full', 'database']);
