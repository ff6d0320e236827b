/**
 * A workstation becomes a seat of a workspace: the invitation's login is proved, what is here is backed up
 * and emptied or kept to be sent, a password of its own is set, and the account becomes the invited person.
 * The new password is kept before the server hears of it: whatever is cut off in between, the same
 * invitation goes on where it stopped.
 */
import { AppError } from '../../../../shared/contract/errors.ts';
import { letFiguresGiveWay } from '../../../db/figures-give-way.ts';
import { renamePerson } from '../../../db/person-rename.ts';
import { leaveUnsaid, sayWhetherDemo } from '../../../db/workspace-kind.ts';
import { type Invitation, readInvitation, unwrapKey } from './invitation.ts';
import type { JoiningDeps } from './joining.deps.ts';
import type { Credentials, JoinRequest, Membership } from './joining.types.ts';
import { nodeOf, otherWithEmail, takePlace } from './people.store.ts';
import { newPassword, verifierOf } from './scram.ts';
import type { JoinedSeat } from './server-calls.store.ts';
import { onServer } from './session.ts';
import { countLocalRows, startOver } from './start-over.store.ts';

export const USED =
  'This invitation was used already, or taken back: each works once. Ask for a new one. Nothing was changed here.';
const conflict = (message: string) => new AppError('conflict', message);

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 16).replace('T', ' ');

/** Why it cannot be used here and now, or null. */
export function problemOf(
  { db, store, clock }: JoiningDeps,
  { workspace, expiresAt }: Invitation,
): string | null {
  if (clock.now() > expiresAt)
    return `This invitation ran out on ${dayOf(expiresAt)} UTC. Ask for a new one.`;
  const membership = db.read('sync.membership', store.read);
  if (membership?.state === 'joined' && membership.workspaceId !== workspace.id)
    return `This invitation is to the workspace "${workspace.name}", but this workstation is in "${membership.workspaceName}". Leave that one first.`;
  return null;
}

interface Joining extends JoinRequest {
  /** The workspace is made of what is here. */
  readonly isFounding?: boolean;
}

/** @throws AppError with a sentence for the person; until the server has agreed, nothing changes here */
export async function join(deps: JoiningDeps, request: Joining): Promise<Membership> {
  const { db } = deps;
  const invitation = readInvitation(request.invitation);
  const workspaceKey = unwrapKey(invitation);
  assertMayJoin(deps, invitation, request);
  const credentials = await proved(deps, invitation);
  await deps.pause();
  try {
    if (request.mode === 'fresh') await empty(deps, request);
    const next = { ...credentials, password: newPassword() };
    db.write(callerOf(request.account, 'sync.prepare'), (tx) => deps.store.keepNext(tx, next));
    const node = db.read('sync.node', nodeOf);
    const joined = await onServer(errandOf(deps, invitation, credentials), (calls) =>
      calls.join(node, request.label, verifierOf(next.password), request.account),
    );
    const membership = placeOf(deps, joined, invitation, request.label);
    const opened = { membership, credentials: next, workspaceKey };
    takeOver(deps, { joined, invitation, request, opened });
    return membership;
  } finally {
    deps.announce();
  }
}

function assertMayJoin(deps: JoiningDeps, invitation: Invitation, request: JoinRequest): void {
  const problem = problemOf(deps, invitation);
  if (problem !== null) throw conflict(`${problem} Nothing was changed here.`);
  if (deps.db.read('sync.membership', deps.store.read)?.state === 'joined')
    throw conflict(
      `This workstation is in "${invitation.workspace.name}" already. With this invitation a further person of it can be added, or another workstation.`,
    );
  const { email } = invitation.person;
  if (deps.db.read('sync.email', (db) => otherWithEmail(db, email, request.account)))
    throw conflict(
      `Another account here has the address ${email}. Sign in as that account, then join.`,
    );
  if (request.mode === 'fresh' && !request.passphrase && hasRows(deps))
    throw new AppError(
      'bad-input',
      'What is here is backed up before it goes: give a passphrase for the backup.',
    );
}

const hasRows = ({ db }: JoiningDeps): boolean => db.read('sync.localRows', countLocalRows) > 0;

export const callerOf = (actor: string, action: string, reason?: string) =>
  ({ actor, origin: 'user', action, ...(reason === undefined ? {} : { reason }) }) as const;

/** The login of the invitation; or the password that a join which was cut off has set already. */
async function proved(deps: JoiningDeps, invitation: Invitation): Promise<Credentials> {
  const { server: address, login, password } = invitation;
  const credentials = { address, login, password };
  const known = deps.db.read('sync.next', (db) => deps.store.nextPassword(db, { address, login }));
  const tries = known === null ? [password] : [known, password];
  for (const [index, one] of tries.entries()) {
    try {
      const errand = errandOf(deps, invitation, { ...credentials, password: one });
      await onServer(errand, async () => {});
      return { ...credentials, password: one };
    } catch (error) {
      const isRefused = error instanceof AppError && error.code === 'conflict';
      if (!isRefused || index === tries.length - 1) throw error;
    }
  }
  return credentials;
}

const errandOf = ({ dial }: JoiningDeps, { workspace }: Invitation, credentials: Credentials) => ({
  ...{ dial, credentials, subject: workspace.id, refused: USED },
  why: `joining the workspace "${workspace.name}"`,
});

async function empty(deps: JoiningDeps, { account, passphrase }: JoinRequest): Promise<void> {
  if (hasRows(deps) && passphrase) await deps.backUp(passphrase, account);
  await clearWay(deps);
  deps.startEmpty(account);
  await deps.removeFiles();
}

/** What runs by itself is ended. @throws AppError where a person's job is in the way */
export async function clearWay(deps: JoiningDeps): Promise<void> {
  const inTheWay = await deps.makeWay();
  if (inTheWay !== null)
    throw conflict(`"${inTheWay}" is running. Wait for its end or cancel it first.`);
}

function placeOf(
  { clock }: JoiningDeps,
  joined: JoinedSeat,
  { server }: Invitation,
  label: string,
): Membership {
  const { workspace, seat, people } = joined;
  return {
    ...{ workspaceId: workspace.id, workspaceName: workspace.name, address: server },
    ...{ seat, label, people, joinedAt: clock.now(), state: 'joined' },
  };
}

interface TakeOver {
  readonly joined: JoinedSeat;
  readonly invitation: Invitation;
  readonly request: Joining;
  readonly opened: Parameters<JoiningDeps['store']['save']>[1];
}

/** All that joining changes here, in one transaction. */
function takeOver(deps: JoiningDeps, { joined, invitation, request, opened }: TakeOver): void {
  const { account, mode, isFounding = false } = request;
  const reason = joined.workspace.name;
  deps.db.write(callerOf(account, 'sync.join', reason), (tx) => {
    startOver(tx, mode === 'merge');
    if (isFounding) sayWhetherDemo(tx);
    else {
      letFiguresGiveWay(deps.connection());
      leaveUnsaid(tx);
    }
    renamePerson(deps.connection(), account, joined.person);
    takePlace(tx, joined.person, invitation.person);
    deps.store.save(tx, opened);
    tx.note('sync', 1);
    for (const resource of ['sync', 'users', 'settings']) tx.announce(resource);
  });
}
