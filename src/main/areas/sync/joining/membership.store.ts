/**
 * Grants this workstation's place in a workspace to whoever runs as it. Defences: password and key lie in
 * the database only sealed, bound to server and login; no call answers them.
 */
import { z } from 'zod';
import type { ReadDb } from '../../../db/database.ts';
import type { WriteTx } from '../../../db/write-door.ts';
import type { KeySeal } from '../../../platform/key-seal.ts';
import type { Credentials, Membership, OpenedMembership, ServerAddress } from './joining.types.ts';

const KEY = 'membership';
/**
 * A password that the server may have already, while it is not known whether it took it. In `meta`,
 * which outlives the emptying of a workspace.
 */
const NEXT = 'sync_next_password';

const membershipSchema = z.object({
  workspaceId: z.string(),
  workspaceName: z.string(),
  address: z.object({
    host: z.string(),
    port: z.number(),
    database: z.string(),
    tls: z.object({ authority: z.string().nullable() }).nullable(),
  }),
  seat: z.string(),
  label: z.string(),
  people: z.array(z.string()),
  joinedAt: z.number(),
  state: z.enum(['joined', 'revoked']),
});
const keptSchema = z.object({
  membership: membershipSchema,
  password: z.string(),
  key: z.string(),
});

export function createMembershipStore(seal: KeySeal) {
  const originOf = ({ host, port, database }: ServerAddress, login: string) =>
    `postgres://${login}@${host}:${port}/${database}`;
  const closed = (text: string, origin: string) =>
    Buffer.from(seal.seal(text, origin)).toString('base64');
  const opened = (text: string, origin: string) => seal.open(Buffer.from(text, 'base64'), origin);

  return {
    read: readPlace,
    /** Null where there is none, or where its seals are of another machine. */
    open(db: ReadDb): OpenedMembership | null {
      const kept = readKept(db);
      if (!kept) return null;
      const { membership } = kept;
      const { address, seat } = membership;
      const origin = originOf(address, seat);
      const password = opened(kept.password, origin);
      const key = opened(kept.key, origin);
      if (password === null || key === null) return null;
      const workspaceKey = new Uint8Array(Buffer.from(key, 'base64'));
      return { membership, credentials: { address, login: seat, password }, workspaceKey };
    },
    save(tx: WriteTx, { membership, credentials, workspaceKey }: OpenedMembership): void {
      const origin = originOf(membership.address, membership.seat);
      const key = closed(Buffer.from(workspaceKey).toString('base64'), origin);
      const password = closed(credentials.password, origin);
      tx.run(WRITE, KEY, JSON.stringify({ membership, password, key }));
      tx.run(FORGET_META, NEXT);
    },
    /** Changes what is no secret. */
    change(tx: WriteTx, change: Partial<Pick<Membership, 'people' | 'state'>>): void {
      const kept = readKept(tx);
      if (!kept) return;
      const membership = { ...kept.membership, ...change };
      tx.run(WRITE, KEY, JSON.stringify({ ...kept, membership }));
    },
    forget(tx: WriteTx): void {
      tx.run(FORGET, KEY);
      tx.run(FORGET_META, NEXT);
    },
    /** Before the server is told: a crash in between must not cost the place. */
    keepNext(tx: WriteTx, { address, login, password }: Credentials): void {
      const origin = originOf(address, login);
      tx.run(WRITE_META, NEXT, JSON.stringify({ origin, password: closed(password, origin) }));
    },
    forgetNext(tx: WriteTx): void {
      tx.run(FORGET_META, NEXT);
    },
    nextPassword(db: ReadDb, { address, login }: Omit<Credentials, 'password'>): string | null {
      const text = db.get<{ value: string }>(READ_META, NEXT)?.value;
      if (text === undefined) return null;
      const next = z.object({ origin: z.string(), password: z.string() }).parse(JSON.parse(text));
      const origin = originOf(address, login);
      return next.origin === origin ? opened(next.password, origin) : null;
    },
  };
}

function readKept(db: ReadDb) {
  const text = db.get<{ value: string }>(READ, KEY)?.value;
  return text === undefined ? null : keptSchema.parse(JSON.parse(text));
}

/** Without its secrets; null where nothing was joined. */
export function readPlace(db: ReadDb): Membership | null {
  return readKept(db)?.membership ?? null;
}

export type MembershipStore = ReturnType<typeof createMembershipStore>;

const READ = 'SELECT value FROM sync_settings WHERE key = ?';
const WRITE = `INSERT INTO sync_settings (key, value) VALUES (?, ?)
  ON CONFLICT (key) DO UPDATE SET value = excluded.value`;
const FORGET = 'DELETE FROM sync_settings WHERE key = ?';
const READ_META = 'SELECT value FROM meta WHERE key = ?';
const WRITE_META = `INSERT INTO meta (key, value) VALUES (?, ?)
  ON CONFLICT (key) DO UPDATE SET value = excluded.value`;
const FORGET_META = 'DELETE FROM meta WHERE key = ?';
