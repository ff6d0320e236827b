/**
 * Grants sessions. Defences: an unknown account costs the same time and gives the same answer as a
 * wrong password; failures in a row make the address wait, whether or not it has an account; a
 * deactivated account opens nothing.
 */
import type {
  CurrentUser,
  NewAccount,
  Setup,
  User,
} from '../../../shared/areas/auth/auth.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { PERMISSIONS, roleMay } from '../../../shared/contract/permissions.ts';
import type { Session, SessionPort } from '../../http/session.ts';
import { newSessionToken, SESSION_LIFETIME_MS, sessionIdOf } from '../../http/session.ts';
import type { Clock } from '../../platform/clock.ts';
import type { NewId } from '../../platform/ids.ts';
import { createAheadSessions } from './ahead-sessions.ts';
import { type AuthStore, type NewUser, rowToUser, type UserRow } from './auth.store.ts';
import type { PasswordHasher } from './password.ts';
import type { SignInAttempts } from './sign-in-attempts.ts';

const WRONG_CREDENTIALS = 'Email or password is wrong';
/** Said only to who knows the password. */
const DEACTIVATED = 'This account is deactivated. Ask an administrator to reactivate it.';

export interface AuthDeps {
  readonly store: AuthStore;
  readonly attempts: SignInAttempts;
  readonly hasher: PasswordHasher;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Creates first account and workspace in one transaction; false where set-up was done already. */
  readonly createWorkspace: (user: NewUser, kind: Setup['workspace']) => Promise<boolean>;
}

export interface SignedIn {
  readonly token: string;
  readonly user: CurrentUser;
}

export function toCurrentUser(row: UserRow): CurrentUser {
  return {
    ...rowToUser(row),
    permissions: PERMISSIONS.filter((permission) => roleMay(row.role, permission)),
  };
}

export function createAuthService(deps: AuthDeps) {
  const { store, attempts, hasher, clock, newId, createWorkspace } = deps;
  function openSession(row: UserRow, device: string): SignedIn {
    const token = newSessionToken();
    const now = clock.now();
    store.insertSession(
      sessionIdOf(token),
      { userId: row.id, createdAt: now, device },
      now + SESSION_LIFETIME_MS,
    );
    return { token, user: toCurrentUser(row) };
  }

  async function newUser(account: NewAccount): Promise<NewUser> {
    const { password, ...fields } = account;
    return { ...fields, id: newId(), passwordHash: await hasher.hash(password) };
  }

  function userRow(id: string): UserRow {
    const row = store.findUser(id);
    if (!row) throw new AppError('not-found', 'There is no such account');
    return row;
  }

  const aheadOf = createAheadSessions();
  const sessions: SessionPort = {
    find(token): Session | undefined {
      const sid = sessionIdOf(token);
      const now = clock.now();
      const found = store.findSession(sid, now);
      if (!found) return undefined;
      if (aheadOf.isOver(sid, found.expire, now)) {
        store.deleteSession(sid);
        return undefined;
      }
      const { id, email, role } = found.user;
      return { sid, user: { id, email, role } };
    },
  };

  return {
    sessions,
    isSetupRequired: () => !store.hasUsers(),
    currentUser: (session: Session): CurrentUser => toCurrentUser(userRow(session.user.id)),
    listAccounts: (): User[] => store.listUsers().map(rowToUser),
    signOut: (session: Session) => store.deleteSession(session.sid),

    async setUp(setup: Setup, device: string): Promise<SignedIn> {
      const refuse = () =>
        new AppError('conflict', 'This data folder is set up already. Sign in instead.');
      if (store.hasUsers()) throw refuse();
      const { workspace, ...account } = setup;
      const user = await newUser({ ...account, role: 'Administrator' });
      if (!(await createWorkspace(user, workspace))) throw refuse();
      return openSession(userRow(user.id), device);
    },

    async signIn(email: string, password: string, device: string): Promise<SignedIn> {
      attempts.refuseBlocked(email);
      const found = store.findForSignIn(email);
      const isRight = await hasher.verify(password, found?.passwordHash);
      attempts.refuseBlocked(email);
      if (!isRight || !found) {
        attempts.noteFailure(email);
        throw new AppError('unauthorized', WRONG_CREDENTIALS);
      }
      if (found.user.deactivatedAt !== null) throw new AppError('forbidden', DEACTIVATED);
      attempts.forget(email);
      return openSession(found.user, device);
    },

    async createAccount(account: NewAccount, actor: string): Promise<User> {
      const exists = () =>
        new AppError('conflict', 'An account with this email exists already', {
          issues: [{ path: 'email', message: 'An account with this email exists already' }],
        });
      if (store.isEmailTaken(account.email)) throw exists();
      const user = await newUser(account);
      if (store.isEmailTaken(account.email)) throw exists();
      store.createUser(user, actor);
      return rowToUser(userRow(user.id));
    },
  };
}
export type AuthService = ReturnType<typeof createAuthService>;
