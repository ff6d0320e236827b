/** A workspace on a real PostgreSQL, with people and workstations that joined. */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { verifierOf } from '../../../src/main/areas/sync/joining/scram.ts';
import { createServerCalls } from '../../../src/main/areas/sync/joining/server-calls.store.ts';
import { createPostgresServer } from '../../../src/main/areas/sync/server/postgres-server.store.ts';
import type { BlobServer, SyncServer } from '../../../src/main/areas/sync/sync-server.port.ts';
import type { Member, WireCell, WireRow } from '../../../src/main/areas/sync/wire.ts';
import { connectTo, type PostgresLogin } from '../postgres.ts';

export interface ServerSeat {
  readonly login: PostgresLogin;
  readonly id: string;
  readonly person: string;
  readonly node: string;
  readonly server: SyncServer & BlobServer;
  /** A stamp of this seat's node, now or so many ms later. */
  stamp(later?: number): string;
}

export interface ServerWorld {
  readonly workspace: string;
  readonly owner: pg.Client;
  readonly ownerLogin: PostgresLogin;
  seat(options?: { role?: Member['role']; email?: string; node?: string }): Promise<ServerSeat>;
  /** Purges all deletions, as the owner does. */
  purge(): Promise<void>;
  close(): Promise<void>;
}

/** `ownerLogin` is of a migrated database. */
export async function openServerWorld(
  ownerLogin: PostgresLogin,
  workspace: string = randomUUID(),
): Promise<ServerWorld> {
  const owner = await connectTo(ownerLogin);
  const calls = createServerCalls(owner);
  await calls.createWorkspace(workspace, 'Blue team');
  const seats: ServerSeat[] = [];
  return {
    ...{ workspace, owner, ownerLogin },
    async seat({ role = 'SOC Analyst', email, node } = {}) {
      const number = seats.length + 1;
      const name = `Person ${number}`;
      const user = `seat_${randomUUID().replaceAll('-', '')}`;
      const invited = { user, password: 'from-the-invitation' };
      await calls.invite({
        ...{ workspace, name, role, login: user, expiresAt: Date.now() + 3_600_000 },
        email: email ?? `person${number}@example.org`,
        verifier: verifierOf(invited.password),
      });
      const password = randomUUID();
      const nodeId = node ?? `node-${number}-${user.slice(5, 13)}`;
      const client = await connectTo({ ...ownerLogin, ...invited });
      const joined = await createServerCalls(client).join(
        ...[nodeId, `Workstation ${number}`, verifierOf(password), null],
      );
      await client.end();
      const seat = seatOf({ ...ownerLogin, user, password }, joined.person, nodeId);
      seats.push(seat);
      return seat;
    },
    async purge() {
      await calls.purge(workspace, Number.MAX_SAFE_INTEGER);
    },
    async close() {
      await Promise.all(seats.map(({ server }) => server.close()));
      await owner.end();
    },
  };
}

export function seatOf(login: PostgresLogin, person: string, node: string): ServerSeat {
  let counter = 0;
  const server = createPostgresServer({ connect: () => connectTo(login), node: () => node });
  return {
    ...{ login, id: login.user, person, node, server },
    stamp(later = 0) {
      counter += 1;
      return stampAt(Date.now() + later + (counter >> 16), counter & 0xffff, node);
    },
  };
}

export function stampAt(ms: number, counter: number, node: string): string {
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
  return `${hex(ms, 12)}${hex(counter, 4)}-${node}`;
}

/** A note template: a table of few columns without rules of its own. */
export function noteRow(
  id: string,
  v: string,
  cells: Readonly<Record<string, WireCell>> = {},
  f: WireRow['f'] = null,
): WireRow {
  const c = { name: `Note ${id}`, text: 'Text', verdict: null, created_by: null };
  return {
    ...{ id, v, f },
    c: { ...c, created_at: 1_000, updated_at: 1_000, deleted_at: null, ...cells },
  };
}
