import type {
  AccountHistoryEntry,
  OwnSession,
} from '../../../shared/areas/auth/accounts.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import { sessionsTable, usersTable } from '../../db/tables/auth.table.ts';
import { auditLogTable } from '../../db/tables/core.table.ts';
import type { Caller, WriteTx } from '../../db/write-door.ts';
import type { UserRow } from './auth.store.ts';
import { UNKNOWN_DEVICE } from './device.ts';

const HISTORY_LIMIT = 50;
/** Of a stored session only this much is shown: enough to name it among those of one account. */
const SESSION_ID_CHARS = 32;

export const publicSessionId = (sid: string): string => sid.slice(0, SESSION_ID_CHARS);

const LAST_ADMINISTRATOR =
  'This is the last administrator. Make somebody else an administrator first.';

export type UserPatch = Partial<
  Pick<UserRow, 'email' | 'firstName' | 'lastName' | 'role' | 'deactivatedAt'>
>;

/** Administrators who can sign in here; people of the demo have no password and do not count. */
function hasOtherAdministrator(db: ReadDb, id: string): boolean {
  const other = db.get(
    `SELECT 1 FROM users u JOIN credentials c ON c.user_id = u.id
     WHERE u.role = 'Administrator' AND u.deactivated_at IS NULL AND u.deleted_at IS NULL AND u.id <> ?
     LIMIT 1`,
    id,
  );
  return other !== undefined;
}

function endSessions(tx: WriteTx, userId: string, exceptSid: string | null): number {
  return tx.run(
    "DELETE FROM sessions WHERE json_extract(sess, '$.userId') = ? AND sid IS NOT ?",
    userId,
    exceptSid,
  );
}

function nameOf(db: ReadDb, id: string | null): string | undefined {
  const row =
    id === null ? undefined : db.rows(usersTable, 'SELECT * FROM users WHERE id = ?', id)[0];
  return row && ([row.firstName, row.lastName].filter(Boolean).join(' ') || row.email);
}

export function createAccountStore(db: Database) {
  const byUser = (actor: string, action: string): Caller => ({ actor, origin: 'user', action });
  return {
    /** @throws AppError 'conflict' where the workspace would be left without an administrator. */
    update(actor: string, id: string, patch: UserPatch, action: string): void {
      db.write(byUser(actor, action), (tx) => {
        const isLeaving =
          (patch.role ?? 'Administrator') !== 'Administrator' || patch.deactivatedAt;
        const before = tx.rows(usersTable, 'SELECT * FROM users WHERE id = ?', id)[0];
        const isAdministrator = before?.role === 'Administrator' && before.deactivatedAt === null;
        if (isLeaving && isAdministrator && !hasOtherAdministrator(tx, id)) {
          throw new AppError('conflict', LAST_ADMINISTRATOR);
        }
        tx.update(usersTable, id, { ...patch, updatedAt: tx.now });
        if (patch.deactivatedAt) endSessions(tx, id, null);
      });
    },

    /** Ends the account's sessions but one; the account's row is touched, so that the log has it. */
    setPassword(
      actor: string,
      id: string,
      hash: string,
      { action, keepSid }: { action: string; keepSid: string | null },
    ): number {
      return db.write(byUser(actor, action), (tx) => {
        tx.run(
          `INSERT INTO credentials (user_id, password_hash) VALUES (?, ?)
           ON CONFLICT (user_id) DO UPDATE SET password_hash = excluded.password_hash`,
          id,
          hash,
        );
        // An entry of the log comes of a changed row, and two changes may fall into one millisecond.
        const before = tx.rows(usersTable, 'SELECT * FROM users WHERE id = ?', id)[0];
        tx.update(usersTable, id, { updatedAt: Math.max(tx.now, (before?.updatedAt ?? 0) + 1) });
        return endSessions(tx, id, keepSid);
      });
    },

    sessions(userId: string, currentSid: string, now: number): OwnSession[] {
      return db.read('auth.sessions', (reader) => {
        const rows = reader.rows(
          sessionsTable,
          `SELECT * FROM sessions WHERE json_extract(sess, '$.userId') = ? AND expire > ?
           ORDER BY json_extract(sess, '$.createdAt') DESC, sid`,
          userId,
          now,
        );
        return rows.map((row) => ({
          id: publicSessionId(row.sid),
          device: row.sess.device ?? UNKNOWN_DEVICE,
          createdAt: toIso(row.sess.createdAt),
          expiresAt: toIso(row.expire),
          isCurrent: row.sid === currentSid,
        }));
      });
    },

    endSession(userId: string, id: string): number {
      return db.write(byUser(userId, 'auth.endSession'), (tx) =>
        tx.run(
          "DELETE FROM sessions WHERE json_extract(sess, '$.userId') = ? AND substr(sid, 1, ?) = ?",
          userId,
          SESSION_ID_CHARS,
          id,
        ),
      );
    },

    endOtherSessions: (userId: string, currentSid: string): number =>
      db.write(byUser(userId, 'auth.endSession'), (tx) => endSessions(tx, userId, currentSid)),

    history(): AccountHistoryEntry[] {
      return db.read('auth.history', (reader) => {
        const rows = reader.rows(
          auditLogTable,
          "SELECT * FROM audit_log WHERE resource = 'users' ORDER BY seq DESC LIMIT ?",
          HISTORY_LIMIT,
        );
        return rows.map((row) => ({
          id: String(row.seq),
          at: toIso(row.at),
          actorName: nameOf(reader, row.actor) ?? 'Watchfloor',
          action: row.action,
          accountName: nameOf(reader, row.recordId) ?? 'Unknown account',
          changes: Object.entries(row.changes ?? {})
            .filter(([field]) => field !== 'updatedAt')
            .map(([field, [from, to]]) => ({ field, from, to })),
        }));
      });
    },
  };
}
export type AccountStore = ReturnType<typeof createAccountStore>;
