/** The commands of `npm run sync:admin`: what each does, and what it says. */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { AppError } from '../../shared/contract/errors.ts';
import { type InvitationPlace, makeInvitation } from '../areas/sync/joining/administer.ts';
import type { Invitee, ServerAddress } from '../areas/sync/joining/joining.types.ts';
import { newPassword, verifierOf } from '../areas/sync/joining/scram.ts';
import type { ServerCalls } from '../areas/sync/joining/server-calls.store.ts';
import { migrateServer } from '../areas/sync/server/migrate-server.store.ts';
import { memberSchema } from '../areas/sync/wire.ts';
import { findAppRoot } from '../platform/app-root.ts';
import { listGrants, listWorkspaces, readRights, setOwnPassword } from './admin.store.ts';
import { keyFileOf, makeKeyFile, readKeyFile } from './key-file.ts';
import type { Asked, CommandName } from './options.ts';

export interface Answer {
  readonly lines: readonly string[];
  /** Of `--json`. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Session {
  readonly asked: Asked;
  readonly calls: ServerCalls;
  readonly client: pg.Client;
}

const MIGRATIONS = join(findAppRoot(import.meta.dirname), 'resources/migrations/postgres');
const LEAST_SERVER = 140_000;
const DAY_MS = 86_400_000;
const MOST_DAYS = 90;

const refuse = (message: string) => new AppError('conflict', message);

export const RUN: Readonly<Record<CommandName, (session: Session) => Promise<Answer>>> = {
  create,
  migrate,
  invite,
  people,
  revoke,
  role,
  grants,
  restored,
  purge,
  'rotate-owner': rotateOwner,
};

async function create({ asked, calls, client }: Session): Promise<Answer> {
  await assertRights(client);
  const name = asked.need('name');
  const who = { ...inviteeOf(asked), role: 'Administrator' } as const;
  const known = await listWorkspaces(client);
  if (known.length > 0 && !asked.has('another'))
    throw refuse(
      `This database holds the workspace "${known[0]?.name}" already. Invite people into it (invite), or add --another for one more.`,
    );
  const workspace = { id: randomUUID(), name };
  const place = placeOf(asked, workspace);
  const keyFile = asked.option('key-file') ?? keyFileOf(workspace.id);
  const key = makeKeyFile(keyFile);
  const { from, to } = await migrateServer(client, MIGRATIONS);
  await calls.createWorkspace(workspace.id, name);
  const { invitation, expiresAt } = await makeInvitation(calls, { ...place, key }, who);
  return {
    lines: [
      ...(from === to ? [] : [`The schema is set up (${to}).`]),
      `The workspace "${name}" is made: ${workspace.id}`,
      `Its key is in ${keyFile}. Keep a copy in a safe place: without it, and without a workstation that has joined, attachments cannot be read.`,
      ...invitationLines(who, invitation, expiresAt),
    ],
    data: { workspace, schema: to, keyFile, invitation, expiresAt },
  };
}

async function assertRights(client: pg.Client): Promise<void> {
  const { version, login, mayMakeRoles, mayMakeSchemas, hasOwnerRole } = await readRights(client);
  if (version < LEAST_SERVER)
    throw refuse(
      `The server is PostgreSQL ${Math.floor(version / 10_000)}; the least version is 14.`,
    );
  const quoted = `"${login.replaceAll('"', '""')}"`;
  const lacks = [
    ...(mayMakeRoles || hasOwnerRole ? [] : [`ALTER ROLE ${quoted} CREATEROLE;`]),
    ...(mayMakeSchemas || hasOwnerRole ? [] : [`GRANT CREATE ON DATABASE … TO ${quoted};`]),
  ];
  if (lacks.length > 0)
    throw refuse(
      `The login ${login} lacks rights to set this up. An administrator of the server gives them: ${lacks.join(' ')}`,
    );
}

async function migrate({ client }: Session): Promise<Answer> {
  await assertRights(client);
  const { from, to } = await migrateServer(client, MIGRATIONS);
  const text =
    from === to ? `The schema is up to date (${to}).` : `The schema is ${to} now, it was ${from}.`;
  return { lines: [text], data: { from, to } };
}

async function invite({ asked, calls, client }: Session): Promise<Answer> {
  const workspace = await workspaceOf(asked, client);
  const who = { ...inviteeOf(asked), role: roleOf(asked) };
  const key = readKeyFile(asked.option('key-file') ?? keyFileOf(workspace.id));
  const place = { ...placeOf(asked, workspace), key };
  const { invitation, expiresAt, person } = await makeInvitation(calls, place, who);
  const lines = invitationLines(who, invitation, expiresAt);
  return { lines, data: { workspace, person, invitation, expiresAt } };
}

async function people({ asked, calls, client }: Session): Promise<Answer> {
  const workspace = await workspaceOf(asked, client);
  const { members, seats } = await calls.people(workspace.id);
  const names = new Map(members.map(({ id, name }) => [id, name]));
  const when = (ms: number | null) => (ms === null ? 'never' : new Date(ms).toISOString());
  return {
    lines: [
      `Workspace "${workspace.name}" (${workspace.id})`,
      ...members.map(
        ({ id, name, email, role: of, revokedAt }) =>
          `  ${name} <${email}>  ${of}${revokedAt === null ? '' : '  REVOKED'}  ${id}`,
      ),
      'Workstations',
      ...seats.map((seat) => {
        const who = seat.people.map((id) => names.get(id) ?? id).join(', ');
        const state =
          seat.revokedAt !== null ? 'REVOKED' : seat.joinedAt === null ? 'invited' : 'joined';
        return `  ${seat.id}  ${seat.label || '-'}  ${who}  ${state}  last seen ${when(seat.lastSeenAt)}`;
      }),
    ].map(plain),
    data: { workspace, members, seats },
  };
}

async function revoke({ asked, calls, client }: Session): Promise<Answer> {
  const workspace = await workspaceOf(asked, client);
  const seat = asked.option('seat');
  const person = asked.option('person');
  if ((seat === undefined) === (person === undefined))
    throw refuse('revoke needs --seat or --person, one of them.');
  if (seat !== undefined) await calls.revokeSeat(workspace.id, seat);
  const id = person && (await personOf(calls, workspace.id, person));
  if (id) await calls.revokePerson(workspace.id, id);
  return { lines: [plain(`Revoked: ${seat ?? person}`)], data: { seat, person: id } };
}

async function role({ asked, calls, client }: Session): Promise<Answer> {
  const workspace = await workspaceOf(asked, client);
  const person = await personOf(calls, workspace.id, asked.need('person'));
  const next = roleOf(asked);
  await calls.setRole(workspace.id, person, next);
  return {
    lines: [plain(`${asked.need('person')} is ${next} now.`)],
    data: { person, role: next },
  };
}

async function grants({ client }: Session): Promise<Answer> {
  const found = await listGrants(client);
  const lines = found.map((one) => `${one.role}  ${one.right}  ${one.on}`);
  return { lines, data: { grants: found } };
}

async function restored({ asked, calls, client }: Session): Promise<Answer> {
  const workspace = await workspaceOf(asked, client);
  await calls.restored(workspace.id);
  const text = `Every workstation of "${workspace.name}" compares itself with the server at its next sync, and sends what the backup did not have.`;
  return { lines: [plain(text)], data: { workspace } };
}

/** Younger ones may not have been read by a workstation that is away over a weekend. */
const LEAST_DAYS = 7;

async function purge({ asked, calls, client }: Session): Promise<Answer> {
  const days = Number(asked.need('older-than'));
  if (!Number.isInteger(days) || days < LEAST_DAYS)
    throw refuse(`--older-than is a whole number of days, ${LEAST_DAYS} or more.`);
  const workspace = await workspaceOf(asked, client);
  const { tables, behind } = await calls.purge(workspace.id, Date.now() - days * DAY_MS);
  const counts = Object.entries(tables);
  const sum = counts.reduce((total, [, count]) => total + count, 0);
  const later =
    behind === 0
      ? []
      : [
          `${behind} ${behind === 1 ? 'workstation has' : 'workstations have'} not read all of them; at the next sync each finds out what is gone, and keeps what it has not sent.`,
        ];
  return {
    lines: [
      `Purged: ${sum} deleted ${sum === 1 ? 'row' : 'rows'} of "${workspace.name}", over ${days} days old.`,
      ...counts.map(([table, count]) => `  ${table}  ${count}`),
      ...later,
    ].map(plain),
    data: { workspace, tables, behind },
  };
}

/** The new connection goes into a file of this user's, never onto the screen. */
async function rotateOwner({ asked, client }: Session): Promise<Answer> {
  const out = asked.need('out');
  const password = newPassword();
  const { login, address } = asked.owner;
  const host = address.host.includes(':') ? `[${address.host}]` : address.host;
  const mode = address.tls === null ? '' : '?sslmode=verify-full';
  const text = `postgres://${encodeURIComponent(login)}:${password}@${host}:${address.port}/${encodeURIComponent(address.database)}${mode}\n`;
  try {
    // Before the server has it: a password that is nowhere would lock everybody out.
    writeFileSync(out, text, { mode: 0o600, flag: 'wx', flush: true });
  } catch {
    throw refuse(`The file ${out} is there already, or cannot be written. Nothing was changed.`);
  }
  await setOwnPassword(client, verifierOf(password));
  const done = `The login ${login} has a new password; its connection is in ${out} (--connection-file).`;
  return { lines: [done], data: { login, file: out } };
}

async function workspaceOf(asked: Asked, client: pg.Client) {
  const known = await listWorkspaces(client);
  const wanted = asked.option('workspace');
  const found = wanted === undefined ? known : known.filter(({ id }) => id === wanted);
  const [one] = found;
  if (one && found.length === 1) return one;
  if (known.length === 0) throw refuse('This database has no workspace yet: create one (create).');
  const list = known.map(({ id, name }) => `${id} "${name}"`).join(', ');
  throw refuse(plain(`Name the workspace (--workspace): ${list}.`));
}

async function personOf(calls: ServerCalls, workspace: string, wanted: string): Promise<string> {
  const { members } = await calls.people(workspace);
  const found = members.find(
    ({ id, email }) => id === wanted || email.toLowerCase() === wanted.toLowerCase(),
  );
  if (!found) throw refuse(`Nobody of this workspace has the address or id "${wanted}".`);
  return found.id;
}

function inviteeOf(asked: Asked): Omit<Invitee, 'role'> {
  const email = asked.need('email');
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw refuse(`"${email}" is no email address.`);
  return { email, name: asked.need('person') };
}

function roleOf(asked: Asked): Invitee['role'] {
  const wanted = asked.need('role');
  const roles = memberSchema.shape.role.options;
  const found = roles.find((one) => one.toLowerCase() === wanted.toLowerCase());
  if (!found) throw refuse(`There is no role "${wanted}". There are ${roles.join(', ')}.`);
  return found;
}

function placeOf(asked: Asked, workspace: InvitationPlace['workspace']) {
  const days = Number(asked.option('days') ?? 7);
  if (!(days > 0 && days <= MOST_DAYS)) throw refuse(`--days is a number from 1 to ${MOST_DAYS}.`);
  return { workspace, address: addressOf(asked), now: Date.now(), livesMs: days * DAY_MS };
}

/** How workstations reach the server, where the administrator sits elsewhere. */
function addressOf({ option, owner }: Asked): ServerAddress {
  const server = option('server');
  if (server === undefined) return owner.address;
  const [, host = '', port = '5432'] = /^(.+?)(?::(\d{1,5}))?$/.exec(server) ?? [];
  return {
    ...owner.address,
    host,
    port: Number(port),
    tls: owner.address.tls ?? { authority: null },
  };
}

function invitationLines(who: Invitee, invitation: string, expiresAt: number): string[] {
  return [
    plain(
      `Invitation of ${who.name} <${who.email}> as ${who.role}, for one workstation, until ${new Date(expiresAt).toISOString()}.`,
    ),
    'Hand it over on a way that others do not read; it is pasted into Settings, Sync:',
    '',
    invitation,
  ];
}

/** Names are texts of strangers: nothing in them steers this terminal. */
const plain = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ');
