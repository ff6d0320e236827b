/**
 * Changes accounts and passwords. Defences: the own password and email ask for the current password,
 * under the same waits as a sign-in; a new password ends the other sessions of its account; closing
 * an account ends all of them; a workspace never loses its last administrator.
 */
import type {
  AccountPatch,
  OwnAccountPatch,
  PasswordChange,
} from '../../../shared/areas/auth/accounts.contract.ts';
import type { CurrentUser, User } from '../../../shared/areas/auth/auth.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { Session } from '../../http/session.ts';
import type { Clock } from '../../platform/clock.ts';
import { type AccountStore, publicSessionId, type UserPatch } from './accounts.store.ts';
import { toCurrentUser } from './auth.service.ts';
import { type AuthStore, rowToUser, type UserRow } from './auth.store.ts';
import type { PasswordHasher } from './password.ts';
import type { SignInAttempts } from './sign-in-attempts.ts';

const EMAIL_TAKEN = 'An account with this email exists already';
const WRONG_PASSWORD = 'Current password is wrong';
const NO_PASSWORD = 'Enter your current password to change the email';

export interface AccountDeps {
  readonly auth: AuthStore;
  readonly accounts: AccountStore;
  readonly attempts: SignInAttempts;
  readonly hasher: PasswordHasher;
  readonly clock: Clock;
}

function fieldError(code: 'bad-input' | 'conflict', path: string, message: string): AppError {
  return new AppError(code, message, { issues: [{ path, message }] });
}

export function createAccountService({ auth, accounts, attempts, hasher, clock }: AccountDeps) {
  function userRow(id: string): UserRow {
    const row = auth.findUser(id);
    if (!row) throw new AppError('not-found', 'There is no such account');
    return row;
  }

  async function checkOwnPassword({ user }: Session, password: string): Promise<void> {
    attempts.refuseBlocked(user.email);
    const stored = auth.findForSignIn(user.email)?.passwordHash;
    const isRight = await hasher.verify(password, stored);
    attempts.refuseBlocked(user.email);
    if (!isRight) {
      attempts.noteFailure(user.email);
      throw fieldError('bad-input', 'currentPassword', WRONG_PASSWORD);
    }
    attempts.forget(user.email);
  }

  return {
    async updateOwn(session: Session, patch: OwnAccountPatch): Promise<CurrentUser> {
      const { id } = session.user;
      const before = userRow(id);
      const next: UserPatch = {};
      if (patch.firstName !== undefined) next.firstName = patch.firstName;
      if (patch.lastName !== undefined) next.lastName = patch.lastName;
      if (patch.email !== undefined && patch.email !== before.email) {
        if (!patch.currentPassword) throw fieldError('bad-input', 'currentPassword', NO_PASSWORD);
        await checkOwnPassword(session, patch.currentPassword);
        if (auth.isEmailTaken(patch.email, id)) throw fieldError('conflict', 'email', EMAIL_TAKEN);
        next.email = patch.email;
      }
      accounts.update(id, id, next, 'auth.updateOwnAccount');
      return toCurrentUser(userRow(id));
    },

    async changePassword(session: Session, change: PasswordChange): Promise<{ ended: number }> {
      await checkOwnPassword(session, change.currentPassword);
      const hash = await hasher.hash(change.newPassword);
      const { id } = session.user;
      const how = { action: 'auth.changePassword', keepSid: session.sid };
      return { ended: accounts.setPassword(id, id, hash, how) };
    },

    sessions: ({ user, sid }: Session) => accounts.sessions(user.id, sid, clock.now()),

    /** The own session ends by signing out, which also takes the cookie back. */
    endSession(session: Session, id: string): { ended: number } {
      if (publicSessionId(session.sid) === id) {
        throw new AppError('conflict', 'This is the session you are using. Log out to end it.');
      }
      const ended = accounts.endSession(session.user.id, id);
      if (ended === 0) throw new AppError('not-found', 'There is no such session');
      return { ended };
    },

    endOtherSessions: ({ user, sid }: Session) => ({
      ended: accounts.endOtherSessions(user.id, sid),
    }),

    update(actor: string, id: string, { role, isActive }: AccountPatch): User {
      const before = userRow(id);
      if (id === actor && isActive === false) {
        throw new AppError('conflict', 'You cannot deactivate your own account');
      }
      const patch: UserPatch = {};
      if (role !== undefined) patch.role = role;
      if (isActive === true) patch.deactivatedAt = null;
      if (isActive === false) patch.deactivatedAt = before.deactivatedAt ?? clock.now();
      accounts.update(actor, id, patch, 'auth.updateAccount');
      return rowToUser(userRow(id));
    },

    async resetPassword(actor: string, id: string, password: string): Promise<{ ended: number }> {
      const { email } = userRow(id);
      if (id === actor) {
        throw new AppError('conflict', 'Change your own password on the page Account');
      }
      const hash = await hasher.hash(password);
      attempts.forget(email);
      const how = { action: 'auth.resetPassword', keepSid: null };
      return { ended: accounts.setPassword(actor, id, hash, how) };
    },

    history: () => accounts.history(),
  };
}
export type AccountService = ReturnType<typeof createAccountService>;
