/**
 * A workstation leaves: the server is told where it can be reached, the place is forgotten, and what is
 * here stays as a copy of one's own or goes whole. After a revocation there is nobody to be told.
 */
import { AppError } from '../../../../shared/contract/errors.ts';
import { forgetWorkspace } from '../../../db/person-rename.ts';
import { callerOf, clearWay } from './join.ts';
import type { JoiningDeps } from './joining.deps.ts';
import type { LeaveRequest, Membership } from './joining.types.ts';
import { keepAdministered } from './people.store.ts';
import { onServer } from './session.ts';
import { startOver } from './start-over.store.ts';

const WORDS = { keep: 'LEAVE', wipe: 'WIPE' } as const;

/** @throws AppError; where a job is in the way of a wipe, before anything is changed */
export async function leave(deps: JoiningDeps, request: LeaveRequest): Promise<void> {
  const { mode, word, account } = request;
  const reason = request.reason.trim();
  const membership = deps.db.read('sync.membership', deps.store.read);
  if (!membership) throw new AppError('conflict', 'This workstation has not joined a workspace.');
  if (word !== WORDS[mode])
    throw new AppError('bad-input', `Type ${WORDS[mode]} to confirm. Nothing was changed.`);
  if (reason === '') throw new AppError('bad-input', 'Say why: the history keeps the reason.');
  await deps.pause();
  try {
    if (mode === 'wipe') await clearWay(deps);
    const wasTold = await tellServer(deps, membership);
    const why = wasTold ? reason : `${reason} (the server could not be told)`;
    if (mode === 'wipe') await wipe(deps, membership, account);
    deps.db.write(callerOf(account, `sync.${mode === 'wipe' ? 'wipe' : 'leave'}`, why), (tx) => {
      deps.store.forget(tx);
      startOver(tx, false);
      keepAdministered(tx, account);
      tx.note('sync', 1);
      for (const resource of ['sync', 'users', 'settings']) tx.announce(resource);
    });
  } finally {
    deps.announce();
  }
}

async function wipe(deps: JoiningDeps, { joinedAt }: Membership, account: string): Promise<void> {
  deps.startEmpty(account);
  await deps.removeFiles();
  forgetWorkspace(deps.connection());
  await deps.removeCopiesSince(joinedAt);
}

/** False where it cannot be reached, or does not know this workstation any more. */
async function tellServer({ db, dial, store }: JoiningDeps, place: Membership): Promise<boolean> {
  const opened = db.read('sync.open', store.open);
  if (!opened || place.state === 'revoked') return false;
  const { credentials } = opened;
  const errand = { dial, credentials, subject: place.workspaceId, refused: '' };
  try {
    await onServer({ ...errand, why: 'leaving the workspace' }, (calls) => calls.leave());
    return true;
  } catch {
    return false;
  }
}
