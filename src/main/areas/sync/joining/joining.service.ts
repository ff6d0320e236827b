/** Joining, inviting, leaving: the calls of the page, and what the worker is started with. */
import { AppError } from '../../../../shared/contract/errors.ts';
import { renamePerson } from '../../../db/person-rename.ts';
import { asAdministrator, makeInvitation, openedOf, setUpWorkspace } from './administer.ts';
import { readInvitation } from './invitation.ts';
import { callerOf, join, problemOf, USED } from './join.ts';
import type { JoiningDeps } from './joining.deps.ts';
import type {
  InvitationPreview,
  JoiningService,
  Membership,
  OpenedMembership,
} from './joining.types.ts';
import { leave } from './leave.ts';
import { mergeRefusals } from './merge-refusals.store.ts';
import {
  emailOf,
  followMembers,
  nameOf,
  otherWithEmail,
  takePlace,
  wouldFollow,
} from './people.store.ts';
import { newPassword, verifierOf } from './scram.ts';
import { onServer } from './session.ts';
import { countLocalRows, syncedTables } from './start-over.store.ts';

export function createJoiningService(given: JoiningDeps): JoiningService {
  const listeners = new Set<() => void>();
  const announce = () => {
    given.announce();
    for (const listener of [...listeners]) listener();
  };
  const deps: JoiningDeps = { ...given, announce };
  const { db, store } = deps;
  return {
    preview: (text) => preview(deps, text),
    join: (request) => join(deps, request),
    addPerson: (request) => addPerson(deps, request),
    async create({ connection, authority, workspaceName, label, account }) {
      assertFree(deps);
      const owner = { connection, ...(authority === undefined ? {} : { authority }) };
      const first = db.read('sync.self', (reader) => ({
        email: emailOf(reader, account),
        name: nameOf(reader, account),
      }));
      const { invitation } = await setUpWorkspace(deps, { name: workspaceName, owner, first });
      return join(deps, { invitation, mode: 'merge', label, account, isFounding: true });
    },
    invite: (who, owner) =>
      asAdministrator(deps, { owner, why: 'inviting a person' }, (calls, place) => {
        const { workspaceId: id, workspaceName: name, address } = place.membership;
        const to = { workspace: { id, name }, address, key: place.workspaceKey };
        return makeInvitation(calls, { ...to, now: deps.clock.now() }, who);
      }),
    revokeSeat: (seat, owner) =>
      asAdministrator(deps, { owner, why: 'revoking a workstation' }, async (calls, place) => {
        await calls.revokeSeat(place.membership.workspaceId, seat);
      }),
    revokePerson: (person, owner) =>
      asAdministrator(deps, { owner, why: 'revoking a person' }, async (calls, place) => {
        await calls.revokePerson(place.membership.workspaceId, person);
      }),
    setRole: (person, role, owner) =>
      asAdministrator(deps, { owner, why: 'changing a role' }, async (calls, place) => {
        await calls.setRole(place.membership.workspaceId, person, role);
      }),
    rotatePassword: () => rotatePassword(deps),
    leave: (request) => leave(deps, request),
    membership: () => db.read('sync.membership', store.read),
    opened: () => db.read('sync.open', store.open),
    markRevoked() {
      markRevoked(deps);
      announce();
    },
    followPeople({ members, seats }) {
      const people = seats.find(({ isYou }) => isYou)?.people;
      const isNew = people && people.join() !== this.membership()?.people.join();
      if (!isNew && !db.read('sync.members', (reader) => wouldFollow(reader, members))) return;
      db.write({ actor: null, origin: 'sync', action: 'sync.followPeople' }, (tx) => {
        followMembers(tx, members);
        if (people) store.change(tx, { people });
        tx.announce('sync');
      });
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Where a change of the password was cut off, the server may know the new one: that is tried first. */
function markRevoked({ db, store }: JoiningDeps): void {
  db.write({ actor: null, origin: 'sync', action: 'sync.revoked' }, (tx) => {
    const opened = store.open(tx);
    const next = opened && store.nextPassword(tx, opened.credentials);
    if (opened && next !== null) {
      store.save(tx, { ...opened, credentials: { ...opened.credentials, password: next } });
      return;
    }
    if (store.read(tx)?.state !== 'joined') return;
    store.change(tx, { state: 'revoked' });
    tx.note('sync', 1);
    tx.announce('sync');
  });
}

function preview(deps: JoiningDeps, text: string): InvitationPreview {
  const invitation = readInvitation(text);
  const { workspace, server, person, invitedBy, expiresAt } = invitation;
  return {
    ...{ workspace, person, invitedBy, expiresAt },
    server: `${server.host}:${server.port}/${server.database}`,
    transport: server.tls === null ? 'plain-loopback' : 'tls',
    localRows: deps.db.read('sync.localRows', countLocalRows),
    refused: deps.db.read('sync.mergeRefusals', (reader) =>
      mergeRefusals(reader, syncedTables(reader), person.role),
    ),
    problem: problemOf(deps, invitation),
  };
}

function assertFree({ db, store }: JoiningDeps): void {
  const place = db.read('sync.membership', store.read);
  if (place?.state !== 'joined') return;
  const text = `This workstation is in the workspace "${place.workspaceName}". Leave it first.`;
  throw new AppError('conflict', text);
}

async function addPerson(
  deps: JoiningDeps,
  { invitation: text, account }: { readonly invitation: string; readonly account: string },
): Promise<Membership> {
  const { db, store, dial } = deps;
  const invitation = readInvitation(text);
  const problem = problemOf(deps, invitation);
  if (problem !== null) throw new AppError('conflict', `${problem} Nothing was changed here.`);
  const { membership } = openedOf(deps);
  const { email } = invitation.person;
  if (db.read('sync.email', (reader) => otherWithEmail(reader, email, account))) {
    const words = `Another account here has the address ${email}. Sign in as that account, then add it.`;
    throw new AppError('conflict', words);
  }
  const { server: address, login, password } = invitation;
  const errand = { dial, credentials: { address, login, password }, refused: USED };
  const why = 'adding a person to this workstation';
  await deps.pause();
  try {
    const joined = await onServer({ ...errand, why, subject: membership.workspaceId }, (calls) =>
      calls.joinSeat(membership.seat),
    );
    db.write(callerOf(account, 'sync.addPerson', membership.workspaceName), (tx) => {
      renamePerson(deps.connection(), account, joined.person);
      takePlace(tx, joined.person, invitation.person);
      store.change(tx, { people: joined.people });
      tx.note('sync', 1);
      for (const resource of ['sync', 'users']) tx.announce(resource);
    });
    return { ...membership, people: joined.people };
  } finally {
    deps.announce();
  }
}

const SYSTEM = { actor: null, origin: 'system', action: 'sync.rotate' } as const;
const NOT_TAKEN = 'The server does not take this workstation any more: it was revoked.';

/** The new password is kept first: the server has it or not, one of the two opens. */
async function rotatePassword(deps: JoiningDeps): Promise<void> {
  const { db, store } = deps;
  const opened = await provedPlace(deps);
  const next = { ...opened.credentials, password: newPassword() };
  db.write(SYSTEM, (tx) => store.keepNext(tx, next));
  try {
    await onServer(errandOf(deps, opened, 'a new password'), (calls) =>
      calls.rotate(verifierOf(next.password)),
    );
    db.write(SYSTEM, (tx) => store.save(tx, { ...opened, credentials: next }));
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') {
      // Refused, so it was not taken.
      db.write(SYSTEM, (tx) => store.forgetNext(tx));
      markRevoked(deps);
    }
    throw error;
  } finally {
    deps.announce();
  }
}

/** With the password that counts, where an earlier change of it was cut off. */
async function provedPlace(deps: JoiningDeps): Promise<OpenedMembership> {
  const { db, store } = deps;
  const opened = openedOf(deps);
  const next = db.read('sync.next', (reader) => store.nextPassword(reader, opened.credentials));
  if (next === null) return opened;
  const other = { ...opened, credentials: { ...opened.credentials, password: next } };
  const proved = await onServer(
    errandOf(deps, other, 'a look at the password'),
    async () => other,
  ).catch(() => opened);
  db.write(SYSTEM, (tx) => store.save(tx, proved));
  return proved;
}

const errandOf = (
  { dial }: JoiningDeps,
  { membership, credentials }: OpenedMembership,
  why: string,
) => ({ dial, credentials, why, subject: membership.workspaceId, refused: NOT_TAKEN });
