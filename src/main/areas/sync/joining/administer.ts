/** Setting a workspace up and inviting people, with the owner's connection or as an administrator's seat. */
import { randomBytes } from 'node:crypto';
import { AppError } from '../../../../shared/contract/errors.ts';
import { migrateServer } from '../server/migrate-server.store.ts';
import { WORKSPACE_KEY_BYTES, wrapKey, writeInvitation } from './invitation.ts';
import type { JoiningDeps } from './joining.deps.ts';
import type {
  Credentials,
  Invited,
  Invitee,
  OpenedMembership,
  OwnerConnection,
  ServerAddress,
} from './joining.types.ts';
import { readOwnerConnection } from './owner-connection.ts';
import { newPassword, verifierOf } from './scram.ts';
import type { ServerCalls } from './server-calls.store.ts';
import { onServer } from './session.ts';

const INVITATION_LIVES_MS = 7 * 86_400_000;

const OWNER_REFUSED =
  'The server does not take this login: name or password are wrong, or pg_hba.conf does not let it in. Nothing was changed.';
const SEAT_REFUSED =
  'The server does not take this workstation any more: it was revoked, or its password was replaced.';

export interface InvitationPlace {
  readonly workspace: { readonly id: string; readonly name: string };
  readonly address: ServerAddress;
  readonly key: Uint8Array;
  readonly now: number;
  readonly livesMs?: number;
}

/** Makes a login for one use, and the text that holds it. */
export async function makeInvitation(
  calls: ServerCalls,
  { workspace, address, key, now, livesMs = INVITATION_LIVES_MS }: InvitationPlace,
  who: Invitee,
): Promise<Invited> {
  const password = newPassword();
  const login = `wf_${randomBytes(8).toString('hex')}`;
  const expiresAt = now + livesMs;
  const asked = { ...who, login, expiresAt, workspace: workspace.id };
  const { person, invitedBy } = await calls.invite({ ...asked, verifier: verifierOf(password) });
  const invitation = writeInvitation({
    ...{ workspace, server: address, login, password, expiresAt },
    ...{ person: { email: who.email, name: who.name, role: who.role } },
    invitedBy: invitedBy ?? null,
    key: wrapKey(key, password, workspace.id),
  });
  return { invitation, person, expiresAt };
}

/** The owner's connection where one was pasted, else this workstation's own. @throws AppError */
export function asAdministrator<R>(
  deps: JoiningDeps,
  { owner, why }: { readonly owner: OwnerConnection | undefined; readonly why: string },
  fn: (calls: ServerCalls, place: OpenedMembership) => Promise<R>,
): Promise<R> {
  const place = openedOf(deps);
  const credentials = owner === undefined ? place.credentials : ofSameServer(owner, place);
  const refused = owner === undefined ? SEAT_REFUSED : OWNER_REFUSED;
  const subject = place.membership.workspaceId;
  return onServer({ dial: deps.dial, credentials, subject, why, refused }, (calls) =>
    fn(calls, place),
  );
}

/** The owner's connection leads to the server that this workstation is in, whatever name it has there. */
function ofSameServer(owner: OwnerConnection, { membership }: OpenedMembership): Credentials {
  const credentials = readOwnerConnection(owner);
  if (credentials.address.database !== membership.address.database)
    throw new AppError(
      'bad-input',
      `This connection is to the database "${credentials.address.database}", the workspace "${membership.workspaceName}" is in "${membership.address.database}".`,
    );
  return credentials;
}

/** @throws AppError where nobody joined, or the seals are of another machine */
export function openedOf({ db, store }: JoiningDeps): OpenedMembership {
  const place = db.read('sync.open', store.open);
  if (place) return place;
  throw new AppError(
    'conflict',
    db.read('sync.membership', store.read)
      ? 'The login of this workstation cannot be read here: the database is of another machine. Leave the workspace and join it again.'
      : 'This workstation has not joined a workspace.',
  );
}

export interface NewWorkspace {
  readonly name: string;
  readonly owner: OwnerConnection;
  readonly first: Omit<Invitee, 'role'>;
}

/** An empty database becomes a workspace; the answer invites its first administrator. @throws AppError */
export function setUpWorkspace(
  { dial, serverMigrations, newId, clock }: JoiningDeps,
  { name, owner, first }: NewWorkspace,
): Promise<Invited> {
  const credentials = readOwnerConnection(owner);
  const workspace = { id: newId(), name };
  const errand = { dial, credentials, subject: workspace.id, refused: OWNER_REFUSED };
  return onServer({ ...errand, why: 'setting a workspace up' }, async (calls, client) => {
    await migrateServer(client, serverMigrations);
    await calls.createWorkspace(workspace.id, name);
    const place = { workspace, address: credentials.address, now: clock.now() };
    const key = randomBytes(WORKSPACE_KEY_BYTES);
    return makeInvitation(calls, { ...place, key }, { ...first, role: 'Administrator' });
  });
}
