/** Workstations join, work under one roof and leave: whole cores on folders of their own, a real PostgreSQL. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  readInvitation,
  writeInvitation,
} from '../../../src/main/areas/sync/joining/invitation.ts';
import {
  openTestApp,
  PASSWORD,
  type TestApp,
  TestClock,
  tokenOf,
} from '../../helpers/open-test-app.ts';
import {
  type PostgresLogin,
  query,
  startPostgres,
  type TestCluster,
} from '../../helpers/postgres.ts';
import { openProxy } from './proxy.ts';

let cluster: TestCluster;
let database: PostgresLogin;
const apps: TestApp[] = [];
beforeAll(async () => {
  cluster = await startPostgres();
});
afterAll(() => cluster.stop());
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

async function openApp(): Promise<TestApp> {
  const app = await openTestApp({ as: 'Administrator', clock: new TestClock(Date.now()) });
  apps.push(app);
  const body = { models: { isIsolated: false } };
  expect((await app.request('PATCH', '/api/settings', { body })).status).toBe(200);
  return app;
}

const ownerOf = ({ user, password, port, database: name }: PostgresLogin) =>
  `postgres://${user}:${password}@127.0.0.1:${port}/${name}`;

async function send<T = Record<string, unknown>>(
  app: TestApp,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: T }> {
  const response = await app.request(method, path, body === undefined ? {} : { body });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as T };
}

/** A workspace in a fresh database, made from the first workstation's settings. */
async function made(app: TestApp) {
  database = await cluster.emptyDatabase();
  const connection = ownerOf(database);
  const answer = await send(app, 'POST', '/api/sync/workspaces', {
    ...{ connection, name: 'Our SOC', label: 'Desk one' },
  });
  expect(answer.body).toMatchObject({ label: 'Desk one' });
  return connection;
}

async function invited(app: TestApp, email = 'bo@example.test', role = 'Administrator') {
  const who = { email, name: 'Bo', role };
  const { status, body } = await send<{ invitation: string }>(
    app,
    'POST',
    '/api/sync/invitations',
    who,
  );
  expect({ status, body }).toMatchObject({ status: 201 });
  return body.invitation;
}

const joinWith = (app: TestApp, invitation: string, more: object = {}) =>
  send<{ message: string }>(app, 'POST', '/api/sync/join', {
    ...{ invitation, mode: 'fresh', label: 'Desk two', ...more },
  });

const ask = (sql: string) => query({ ...cluster.superuser(database.database) }, sql);

describe('joining', () => {
  it('[SY38] a workspace is made from the page, somebody is invited, and joins fresh', async () => {
    const [one, two] = [await openApp(), await openApp()];
    const connection = await made(one);
    expect((await send(one, 'GET', '/api/sync/membership')).body).toMatchObject({
      workspace: { name: 'Our SOC' },
      transport: 'plain-loopback',
      label: 'Desk one',
      isRevoked: false,
      isPersonIn: true,
    });
    const invitation = await invited(one);
    const preview = await send(two, 'POST', '/api/sync/invitations/preview', { invitation });
    expect(preview.body).toMatchObject({
      workspace: { name: 'Our SOC' },
      person: { email: 'bo@example.test', role: 'Administrator' },
      localRows: 0,
      refused: [],
      problem: null,
    });
    expect(await joinWith(two, invitation)).toMatchObject({ status: 200 });
    // The account is the invited person now, and stays signed in.
    const me = await send<{ email: string }>(two, 'GET', '/api/auth/user');
    expect(me).toMatchObject({ status: 200, body: { email: 'bo@example.test' } });
    const seats = await ask(
      'SELECT label, array_length(people, 1) AS people FROM sync.seats ORDER BY label',
    );
    expect(seats).toEqual([
      { label: 'Desk one', people: 1 },
      { label: 'Desk two', people: 1 },
    ]);
    const ids = await ask('SELECT id, email FROM sync.members ORDER BY email');
    const own = await send<{ id: string }>(two, 'GET', '/api/auth/user');
    expect(ids.find(({ email }) => email === 'bo@example.test')?.id).toBe(own.body.id);
    // Nothing of the owner's connection was kept.
    expect(JSON.stringify(await send(one, 'GET', '/api/sync/membership'))).not.toContain(
      database.password,
    );
    expect(connection).toContain(database.password);
  });

  it('[SY39] an invitation works once, and never for another workspace', async () => {
    const [one, two, three] = [await openApp(), await openApp(), await openApp()];
    await made(one);
    const invitation = await invited(one);
    expect((await joinWith(two, invitation)).status).toBe(200);
    const again = await joinWith(three, invitation);
    expect(again).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('used already') },
    });
    expect((await send(three, 'GET', '/api/sync/membership')).body).toBeNull();
    // Another workspace, while this one is joined.
    await made(three);
    const elsewhere = await invited(three, 'cy@example.test');
    const refused = await joinWith(two, elsewhere);
    expect(refused.body.message).toMatch(/Leave that one first/);
  });

  it('[SY39] one that ran out, was taken back, or whose server is gone says so', async () => {
    const [one, two] = [await openApp(), await openApp()];
    await made(one);
    one.clock.advance(-8 * 86_400_000);
    const late = await invited(one, 'late@example.test');
    one.clock.advance(8 * 86_400_000);
    expect((await joinWith(two, late)).body.message).toMatch(/ran out on/);
    const old = await invited(one);
    await ask(`SELECT sync.revoke_seat(workspace_id, id) FROM sync.seats WHERE joined_at IS NULL`);
    expect((await joinWith(two, old)).body.message).toMatch(/used already, or taken back/);
    const fresh = await invited(one);
    // The tests' server keeps its last seconds in memory only.
    await ask('CHECKPOINT');
    await cluster.kill();
    expect(await joinWith(two, fresh)).toMatchObject({
      status: 503,
      body: { message: expect.stringMatching(/nothing answers/) },
    });
    await cluster.start();
    expect((await joinWith(two, fresh)).status).toBe(200);
  });

  it('[SY40] joining fresh empties what is here, after a backup; merging keeps it to be sent', async () => {
    const [one, two] = [await openApp(), await openApp()];
    await made(one);
    const risk = { title: 'Mine', category: 'TECHNICAL', likelihood: 3, impact: 3 };
    const views = () => send<unknown[]>(two, 'GET', '/api/risks');
    const before = await send(two, 'POST', '/api/risks', risk);
    expect(before.status).toBe(201);
    const invitation = await invited(one);
    const bare = await joinWith(two, invitation);
    expect(bare).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('passphrase') },
    });
    expect((await views()).body).toHaveLength(1);
    const joined = await joinWith(two, invitation, { passphrase: 'a long passphrase of mine' });
    expect(joined.status).toBe(200);
    const backups = readdirSync(join(two.dataDir, 'backups'));
    expect(backups.filter((name) => name.endsWith('.wfbackup'))).toHaveLength(1);
    expect(JSON.stringify((await views()).body)).not.toContain('Mine');
    const three = await openApp();
    expect((await send(three, 'POST', '/api/risks', risk)).status).toBe(201);
    const second = await invited(one, 'cy@example.test');
    expect((await joinWith(three, second, { mode: 'merge' })).status).toBe(200);
    expect(JSON.stringify((await send(three, 'GET', '/api/risks')).body)).toContain('Mine');
    expect(existsSync(join(three.dataDir, 'backups'))).toBe(false);
  });

  it('[SY41] a further person of a workstation comes with an invitation of their own', async () => {
    const one = await openApp();
    await made(one);
    const token = await one.tokenFor('SOC Analyst');
    const invitation = await invited(one, 'dee@example.test', 'SOC Analyst');
    const asDee = (method: string, path: string, body?: unknown) =>
      one.request(method, path, { token, ...(body === undefined ? {} : { body }) });
    const added = await asDee('POST', '/api/account/sync', { invitation });
    expect(await added.json()).toMatchObject({ isPersonIn: true, label: 'Desk one' });
    const me = (await (await asDee('GET', '/api/auth/user')).json()) as {
      id: string;
      email: string;
    };
    expect(me.email).toBe('dee@example.test');
    const [seat] = await ask('SELECT people FROM sync.seats WHERE revoked_at IS NULL');
    expect(seat?.people).toContain(me.id);
    expect(seat?.people).toHaveLength(2);
    // The invited login is no way in any more.
    expect((await asDee('POST', '/api/account/sync', { invitation })).status).toBe(409);
    // They still sign in with the password they had, under the address of the workspace.
    const body = { email: 'dee@example.test', password: PASSWORD };
    const signedIn = await one.request('POST', '/api/login', { body, token: null });
    expect(tokenOf(signedIn)).toBeDefined();
  });
});

describe('joining that is cut off', () => {
  it('[SY42] after the server agreed, the same invitation goes on where it stopped', async () => {
    const [one, two] = [await openApp(), await openApp()];
    await made(one);
    const proxy = await openProxy(cluster.port);
    try {
      const invitation = readInvitation(await invited(one));
      const through = writeInvitation({
        ...invitation,
        server: { ...invitation.server, port: proxy.port },
      });
      proxy.swallowAnswerTo('sync.join');
      const cut = await joinWith(two, through);
      expect(cut).toMatchObject({ status: 503, body: { message: expect.any(String) } });
      await vi.waitFor(async () =>
        expect(
          await ask(
            `SELECT joined_at IS NOT NULL AS has FROM sync.seats WHERE id = '${invitation.login}'`,
          ),
        ).toEqual([{ has: true }]),
      );
      expect((await send(two, 'GET', '/api/sync/membership')).body).toBeNull();
      proxy.swallowAnswerTo(null);
      expect(await joinWith(two, through)).toMatchObject({
        status: 200,
        body: { label: 'Desk two' },
      });
      expect((await send(two, 'POST', '/api/sync/password')).status).toBe(204);
    } finally {
      await proxy.close();
    }
  });
});

describe('leaving', () => {
  it('[SY44] leaving keeps a copy and frees the seat; joining again works', async () => {
    const [one, two] = [await openApp(), await openApp()];
    await made(one);
    expect((await joinWith(two, await invited(one))).status).toBe(200);
    const wrong = { mode: 'keep', reason: 'moving', word: 'leave' };
    expect((await send(two, 'POST', '/api/sync/leave', wrong)).status).toBe(400);
    expect((await send(two, 'POST', '/api/sync/leave', { ...wrong, word: 'LEAVE' })).status).toBe(
      204,
    );
    expect((await send(two, 'GET', '/api/sync/membership')).body).toBeNull();
    const [seat] = await ask(
      `SELECT revoked_at IS NOT NULL AS gone FROM sync.seats WHERE label = 'Desk two'`,
    );
    expect(seat).toEqual({ gone: true });
    const again = await joinWith(two, await invited(one), { mode: 'merge' });
    expect(again.status).toBe(200);
  });

  it('[SY45] wiping leaves nothing of the workspace: rows, history, people, later backups', async () => {
    const [one, two] = [await openApp(), await openApp()];
    await made(one);
    expect((await joinWith(two, await invited(one))).status).toBe(200);
    const risk = {
      title: 'Secret of the SOC',
      category: 'TECHNICAL',
      likelihood: 3,
      impact: 3,
    };
    expect((await send(two, 'POST', '/api/risks', risk)).status).toBe(201);
    const wipe = { mode: 'wipe', reason: 'the machine goes back', word: 'WIPE' };
    expect((await send(two, 'POST', '/api/sync/leave', wipe)).status).toBe(204);
    expect((await send<unknown[]>(two, 'GET', '/api/risks')).body).toEqual([]);
    const history = await send<{ action: string }[]>(two, 'GET', '/api/users/history');
    expect(JSON.stringify(history.body ?? [])).not.toContain('Secret of the SOC');
    // The one who did it is still signed in, and alone.
    expect((await send<unknown[]>(two, 'GET', '/api/users')).body).toHaveLength(1);
  });

  it('[SY46] a workstation that is revoked is let in nowhere, and its person chooses what stays', async () => {
    const [one, two] = [await openApp(), await openApp()];
    await made(one);
    expect((await joinWith(two, await invited(one))).status).toBe(200);
    const [seat] = await ask(`SELECT id FROM sync.seats WHERE label = 'Desk two'`);
    const revoked = await send(one, 'POST', `/api/sync/workstations/${seat?.id}/revoke`, {});
    expect(revoked.status).toBe(204);
    const refused = await send<{ message: string }>(two, 'POST', '/api/sync/password');
    expect(refused).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/does not take|revoked/) },
    });
    await vi.waitFor(
      async () =>
        expect((await send(two, 'GET', '/api/sync/membership')).body).toMatchObject({
          isRevoked: true,
        }),
      { timeout: 10_000 },
    );
    const leave = { mode: 'keep', reason: 'revoked', word: 'LEAVE' };
    expect((await send(two, 'POST', '/api/sync/leave', leave)).status).toBe(204);
  });

  it('[SY47] a new password replaces the one in use, which opens nothing any more', async () => {
    const one = await openApp();
    await made(one);
    const before = await ask(`SELECT rolname, rolpassword FROM pg_authid WHERE rolname LIKE 'wf%'`);
    expect((await send(one, 'POST', '/api/sync/password')).status).toBe(204);
    const after = await ask(`SELECT rolname, rolpassword FROM pg_authid WHERE rolname LIKE 'wf%'`);
    expect(after).toHaveLength(before.length);
    expect(after).not.toEqual(before);
    // And works.
    expect(await invited(one, 'zoe@example.test')).toContain('watchfloor-invitation-1.');
  });
});
