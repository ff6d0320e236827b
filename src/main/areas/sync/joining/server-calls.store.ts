/** What joining asks of the workspace's server: functions of its schema `sync`, answers checked. */
import type pg from 'pg';
import { z } from 'zod';
import { type Member, memberSchema, type Seat, seatSchema } from '../wire.ts';

const idSchema = z.string().min(1).max(100);
const joinedSchema = z.object({
  workspace: z.object({ id: idSchema, name: z.string().min(1).max(200) }),
  seat: idSchema,
  person: idSchema,
  people: z.array(idSchema).max(1_000),
});
export type JoinedSeat = z.infer<typeof joinedSchema>;

const invitedSchema = z.object({
  person: idSchema,
  invitedBy: z.string().max(200).nullish(),
});

const peopleSchema = z.object({
  members: z.array(memberSchema).max(10_000),
  seats: z.array(seatSchema).max(10_000),
});

const purgedSchema = z.object({
  tables: z.record(z.string(), z.number()),
  watermark: z.number(),
  /** Workstations that have not read all of it. */
  behind: z.number(),
});
type Purged = z.infer<typeof purgedSchema>;

/** The version of this program's part of the protocol (`Head.leastClient`). */
const CLIENT_VERSION = 1;

export interface SeatInvitation {
  readonly workspace: string;
  readonly email: string;
  readonly name: string;
  readonly role: Member['role'];
  readonly login: string;
  readonly verifier: string;
  readonly expiresAt: number;
}

/** @throws what `pg` throws, and ZodError where the answer is not one of our servers */
export function createServerCalls(client: pg.Client) {
  async function call(sql: string, values: readonly unknown[]): Promise<unknown> {
    const { rows } = await client.query<{ answer: unknown }>(sql, [...values]);
    return rows[0]?.answer;
  }
  return {
    createWorkspace: (id: string, name: string) =>
      call('SELECT sync.create_workspace($1, $2) AS answer', [id, name]),
    async join(node: string, label: string, verifier: string, person: string | null) {
      const values = [node, label, verifier, CLIENT_VERSION, person];
      const sql = 'SELECT sync.join($1, $2, $3, $4, $5) AS answer';
      return joinedSchema.parse(await call(sql, values));
    },
    async joinSeat(seat: string): Promise<JoinedSeat> {
      return joinedSchema.parse(await call('SELECT sync.join_seat($1) AS answer', [seat]));
    },
    async invite(one: SeatInvitation) {
      const { workspace, email, name, role, login, verifier, expiresAt } = one;
      const sql = 'SELECT sync.invite($1, $2, $3, $4, $5, $6, $7) AS answer';
      const values = [workspace, email, name, role, login, verifier, expiresAt];
      return invitedSchema.parse(await call(sql, values));
    },
    rotate: (verifier: string) => call('SELECT sync.rotate($1) AS answer', [verifier]),
    leave: () => call('SELECT sync.leave() AS answer', []),
    revokeSeat: (workspace: string, seat: string) =>
      call('SELECT sync.revoke_seat($1, $2) AS answer', [workspace, seat]),
    revokePerson: (workspace: string, person: string) =>
      call('SELECT sync.revoke_person($1, $2) AS answer', [workspace, person]),
    setRole: (workspace: string, person: string, role: Member['role']) =>
      call('SELECT sync.set_role($1, $2, $3) AS answer', [workspace, person, role]),
    restored: (workspace: string) => call('SELECT sync.restored($1) AS answer', [workspace]),
    /** Deletions from before that moment (ms). */
    async purge(workspace: string, before: number): Promise<Purged> {
      const sql = 'SELECT sync.purge_tombstones($1, $2) AS answer';
      return purgedSchema.parse(await call(sql, [workspace, before]));
    },
    async people(workspace: string): Promise<{ members: Member[]; seats: Seat[] }> {
      return peopleSchema.parse(await call('SELECT sync.people($1) AS answer', [workspace]));
    },
  };
}
export type ServerCalls = ReturnType<typeof createServerCalls>;
