import type { User } from '../../../shared/areas/auth/auth.contract.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import type { RowOf } from '../../db/statements.ts';
import {
  loginAttemptsTable,
  type SessionContent,
  sessionsTable,
  usersTable,
} from '../../db/tables/auth.table.ts';
import type { Caller, WriteTx } from '../../db/write-door.ts';

export type UserRow = RowOf<typeof usersTable>;

export function rowToUser(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    profileImageUrl: row.profileImageUrl,
    role: row.role,
    deactivatedAt: row.deactivatedAt === null ? null : toIso(row.deactivatedAt),
    createdAt: toIso(row.createdAt),
    updatedAt: toIso(row.updatedAt),
  };
}

export interface NewUser {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: string;
  readonly passwordHash: string;
}

/** False until the data folder is set up. */
export function hasUsers(db: ReadDb): boolean {
  return db.get('SELECT 1 FROM users LIMIT 1') !== undefined;
}

/** The insert that both set-up and account creation make, inside their transaction. */
export function insertUser(tx: WriteTx, user: NewUser): void {
  const { passwordHash, ...fields } = user;
  tx.insert(usersTable, { ...fields, profileImageUrl: null, createdAt: tx.now, updatedAt: tx.now });
  tx.run('INSERT INTO credentials (user_id, password_hash) VALUES (?, ?)', user.id, passwordHash);
}

/** Somebody who tries address after address must not fill the disk; who waits is forgotten last. */
const KEPT_ATTEMPTS = 10_000;

function forgetOldestAttempts(tx: WriteTx): void {
  const { n } = tx.get<{ n: number }>('SELECT count(*) AS n FROM login_attempts') ?? { n: 0 };
  if (n <= KEPT_ATTEMPTS) return;
  tx.run(
    `DELETE FROM login_attempts WHERE email IN (
       SELECT email FROM login_attempts ORDER BY blocked_until > ?, last_at LIMIT ?)`,
    tx.now,
    n - KEPT_ATTEMPTS,
  );
}

export function createAuthStore(db: Database) {
  const caller = (action: string, actor: string | null): Caller => ({
    actor,
    origin: 'user',
    action,
  });
  return {
    hasUsers(): boolean {
      return db.read('auth.hasUsers', hasUsers);
    },
    listUsers(): UserRow[] {
      return db.read('auth.listUsers', (reader) =>
        reader.rows(
          usersTable,
          'SELECT * FROM users WHERE deleted_at IS NULL ORDER BY created_at DESC, id DESC',
        ),
      );
    },
    findUser(id: string): UserRow | undefined {
      return db.read(
        'auth.findUser',
        (reader) =>
          reader.rows(usersTable, 'SELECT * FROM users WHERE id = ? AND deleted_at IS NULL', id)[0],
      );
    },
    findForSignIn(email: string): { user: UserRow; passwordHash: string } | undefined {
      return db.read('auth.findForSignIn', (reader) => {
        const user = reader.rows(
          usersTable,
          'SELECT * FROM users WHERE email = ? AND deleted_at IS NULL',
          email,
        )[0];
        if (!user) return undefined;
        const found = reader.get<{ password_hash: string }>(
          'SELECT password_hash FROM credentials WHERE user_id = ?',
          user.id,
        );
        return found ? { user, passwordHash: found.password_hash } : undefined;
      });
    },
    /** Also by an account that is gone: its email stays its own. */
    isEmailTaken(email: string, exceptId = ''): boolean {
      return db.read(
        'auth.isEmailTaken',
        (reader) =>
          reader.get('SELECT 1 FROM users WHERE email = ? AND id <> ?', email, exceptId) !==
          undefined,
      );
    },
    createUser(user: NewUser, actor: string): void {
      db.write(caller('auth.createAccount', actor), (tx) => insertUser(tx, user));
    },
    findAttempts(email: string): { failures: number; blockedUntil: number } {
      const row = db.read(
        'auth.findAttempts',
        (reader) =>
          reader.rows(loginAttemptsTable, 'SELECT * FROM login_attempts WHERE email = ?', email)[0],
      );
      return { failures: row?.failures ?? 0, blockedUntil: row?.blockedUntil ?? 0 };
    },
    saveAttempts(email: string, failures: number, blockedUntil: number): void {
      db.write(caller('auth.failedSignIn', null), (tx) => {
        tx.run(
          `INSERT INTO login_attempts (email, failures, blocked_until, last_at) VALUES (?, ?, ?, ?)
           ON CONFLICT (email) DO UPDATE SET failures = excluded.failures,
             blocked_until = excluded.blocked_until, last_at = excluded.last_at`,
          email,
          failures,
          blockedUntil,
          tx.now,
        );
        forgetOldestAttempts(tx);
      });
    },
    clearAttempts(email: string): void {
      db.write(caller('auth.signIn', null), (tx) =>
        tx.run('DELETE FROM login_attempts WHERE email = ?', email),
      );
    },
    insertSession(sid: string, content: SessionContent, expire: number): void {
      db.write(caller('auth.signIn', content.userId), (tx) => {
        tx.run('DELETE FROM sessions WHERE expire <= ?', tx.now);
        tx.run(
          'INSERT INTO sessions (sid, sess, expire) VALUES (?, ?, ?)',
          sid,
          JSON.stringify(content),
          expire,
        );
      });
    },
    findSession(
      sid: string,
      now: number,
    ): { content: SessionContent; user: UserRow; expire: number } | undefined {
      return db.read('auth.findSession', (reader) => {
        const session = reader.rows(
          sessionsTable,
          'SELECT * FROM sessions WHERE sid = ? AND expire > ?',
          sid,
          now,
        )[0];
        if (!session) return undefined;
        const user = reader.rows(
          usersTable,
          'SELECT * FROM users WHERE id = ? AND deleted_at IS NULL AND deactivated_at IS NULL',
          session.sess.userId,
        )[0];
        return user ? { content: session.sess, user, expire: session.expire } : undefined;
      });
    },
    deleteSession(sid: string): void {
      db.write(caller('auth.signOut', null), (tx) =>
        tx.run('DELETE FROM sessions WHERE sid = ?', sid),
      );
    },
  };
}
export type AuthStore = ReturnType<typeof createAuthStore>;
