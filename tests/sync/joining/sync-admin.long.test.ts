/** `npm run sync:admin` as an administrator runs it, against a real PostgreSQL. */
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readInvitation } from '../../../src/main/areas/sync/joining/invitation.ts';
import { openTestApp, REPOSITORY, TestClock } from '../../helpers/open-test-app.ts';
import {
  connectTo,
  type PostgresLogin,
  query,
  startPostgres,
  type TestCluster,
} from '../../helpers/postgres.ts';

let cluster: TestCluster;
let folder: string;
beforeAll(async () => {
  cluster = await startPostgres();
  folder = mkdtempSync(join(tmpdir(), 'watchfloor-admin-'));
});
afterAll(async () => {
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const urlOf = ({ user, password, port, database }: PostgresLogin) =>
  `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;

function run(owner: string, ...args: string[]): Promise<Ran> {
  const entry = join(REPOSITORY, 'src/main/sync-admin/main.ts');
  const env = { ...process.env, WATCHFLOOR_SYNC_OWNER: owner };
  return new Promise((done) => {
    const child = spawn(process.execPath, [entry, ...args], { cwd: folder, env });
    let [out, err] = ['', ''];
    child.stdout.on('data', (piece) => {
      out += piece;
    });
    child.stderr.on('data', (piece) => {
      err += piece;
    });
    child.on('close', (code) => done({ code: code ?? -1, out, err }));
  });
}

const CREATE = ['create', '--name', 'Our SOC', '--email', 'ada@example.com', '--person', 'Ada'];
const invitationIn = (text: string): string =>
  text.match(/watchfloor-invitation-1\.\S+/)?.[0] ?? '';

describe('sync:admin', () => {
  it('[SY37] makes a workspace of an empty database, invites, lists, revokes, and says what it did', async () => {
    const login = await cluster.emptyDatabase();
    const owner = urlOf(login);
    const made = await run(owner, ...CREATE);
    expect(made.err).toBe('');
    expect(made.code).toBe(0);
    const first = readInvitation(invitationIn(made.out));
    expect(first).toMatchObject({
      workspace: { name: 'Our SOC' },
      person: { email: 'ada@example.com', name: 'Ada', role: 'Administrator' },
      server: { host: '127.0.0.1', port: cluster.port, tls: null },
    });
    const keyFile = join(folder, `watchfloor-${first.workspace.id}.key`);
    expect(statSync(keyFile).mode & 0o777).toBe(0o600);
    expect(readFileSync(keyFile, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
    // The invited login opens, and is nobody but a client.
    const invited = { ...login, user: first.login, password: first.password };
    const rights = await query(
      invited,
      `SELECT rolsuper, rolcreaterole, rolcreatedb, rolcanlogin FROM pg_roles WHERE rolname = current_user`,
    );
    expect(rights).toEqual([
      { rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolcanlogin: true },
    ]);

    const second = await run(
      owner,
      'invite',
      '--email',
      'b@example.com',
      '--person',
      'Bo',
      '--role',
      'auditor',
      '--json',
    );
    expect(second.err).toBe('');
    const answer = JSON.parse(second.out) as { invitation: string; person: string };
    expect(readInvitation(answer.invitation)).toMatchObject({ person: { role: 'Auditor' } });

    const people = await run(owner, 'people', '--json');
    const list = JSON.parse(people.out) as {
      members: { email: string }[];
      seats: { id: string }[];
    };
    expect(list.members.map(({ email }) => email)).toEqual(['ada@example.com', 'b@example.com']);
    expect(list.seats).toHaveLength(2);
    const role = await run(owner, 'role', '--person', 'b@example.com', '--role', 'SOC Analyst');
    expect(role).toMatchObject({ code: 0, out: 'b@example.com is SOC Analyst now.\n' });
    const last = await run(owner, 'revoke', '--person', 'ada@example.com');
    expect(last).toMatchObject({ code: 1, err: expect.stringContaining('no administrator left') });
    const { code } = await run(owner, 'revoke', '--person', 'b@example.com');
    expect(code).toBe(0);
    const purged = await run(owner, 'purge', '--older-than', '30');
    expect(purged).toMatchObject({
      code: 0,
      out: 'Purged: 0 deleted rows of "Our SOC", over 30 days old.\n',
    });
    for (const days of ['0', '6', '1.5', 'all'])
      expect(await run(owner, 'purge', '--older-than', days)).toMatchObject({
        code: 1,
        err: expect.stringContaining('7 or more'),
      });
    const restored = await run(owner, 'restored');
    expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('compares itself') });
  });

  it('[SY37] two workstations, each with a data folder of its own, join with what it printed', async () => {
    const owner = urlOf(await cluster.emptyDatabase());
    const first = invitationIn((await run(owner, ...CREATE)).out);
    const who = ['--email', 'bo@example.com', '--person', 'Bo', '--role', 'Auditor'];
    const second = invitationIn((await run(owner, 'invite', ...who)).out);
    for (const [invitation, label] of [
      [first, 'Desk one'],
      [second, 'Desk two'],
    ]) {
      const app = await openTestApp({ as: 'Administrator', clock: new TestClock(Date.now()) });
      try {
        await app.request('PATCH', '/api/settings', { body: { models: { isIsolated: false } } });
        const body = { invitation, mode: 'fresh', label };
        const joined = await app.request('POST', '/api/sync/join', { body });
        expect(await joined.json()).toMatchObject({ workspace: { name: 'Our SOC' }, label });
      } finally {
        await app.close();
      }
    }
    const { out } = await run(owner, 'people');
    expect(out).toMatch(/Desk one {2}Ada {2}joined[\s\S]*Desk two {2}Bo {2}joined/);
  });

  it('[SY37] a second run changes nothing: the workspace stays, the schema is up to date', async () => {
    const owner = urlOf(await cluster.emptyDatabase());
    expect((await run(owner, 'migrate')).code).toBe(0);
    expect((await run(owner, 'migrate')).out).toMatch(/up to date/);
    expect((await run(owner, ...CREATE)).code).toBe(0);
    const again = await run(owner, ...CREATE);
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining('holds the workspace') });
    expect(again.out).toBe('');
  });

  it('[SY37] says which rights a login lacks, and who gives them', async () => {
    const login = await cluster.emptyDatabase();
    await query(cluster.superuser(), `CREATE ROLE plain_one LOGIN PASSWORD 'plain'`);
    const owner = urlOf({ ...login, user: 'plain_one', password: 'plain' });
    const { code, err } = await run(owner, ...CREATE);
    expect(code).toBe(1);
    expect(err).toMatch(
      /lacks rights.*ALTER ROLE "plain_one" CREATEROLE;.*GRANT CREATE ON DATABASE/,
    );
  });

  it.each([
    [['create'], 2, /needs --email|needs --name/],
    [['creat'], 2, /no command "creat"/],
    [['people', '--loud'], 2, /--loud/],
    [['people', '--connection', 'mysql://a:b@127.0.0.1/c'], 2, /cannot be read/],
    [
      ['people', '--connection', 'postgres://a:b@127.0.0.1/c?sslmode=prefer'],
      2,
      /verified in full/,
    ],
    [['people', '--connection', 'postgres://a@127.0.0.1/c'], 2, /lacks the host/],
    [['people', '--connection', 'postgres://a:b@127.0.0.1:1/c'], 1, /nothing answers/],
    [['people', '--connection', 'postgres://a:b@169.254.169.254/c'], 1, /belongs to no machine/],
    [['people', '--connection-file', '/nowhere'], 2, /cannot be read/],
  ])('[SY37] %j fails in plain words', async (args, code, words) => {
    const ran = await run('postgres://a:very-secret@127.0.0.1:1/c', ...args);
    expect(ran.err).toMatch(words);
    expect(ran).toMatchObject({ code, out: '' });
    expect(ran.err).not.toMatch(/very-secret|node_modules|\n\s+at /);
  });

  it('[SY37] a key file that others may read, or that is damaged, is refused', async () => {
    const owner = urlOf(await cluster.emptyDatabase());
    const { keyFile } = JSON.parse((await run(owner, ...CREATE, '--json')).out) as {
      keyFile: string;
    };
    const path = join(folder, keyFile);
    const invite = ['invite', '--email', 'b@example.com', '--person', 'B', '--role', 'Auditor'];
    chmodSync(path, 0o644);
    expect(await run(owner, ...invite)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/chmod 600/),
    });
    chmodSync(path, 0o600);
    writeFileSync(path, 'abc');
    expect(await run(owner, ...invite)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/damaged/),
    });
    rmSync(path);
    expect(await run(owner, ...invite)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/not here/),
    });
  });

  it('[SY37] a new password of the owner goes into a file, and never onto the screen', async () => {
    const login = await cluster.emptyDatabase();
    await query(cluster.superuser(), `CREATE ROLE owner_two LOGIN CREATEROLE PASSWORD 'first'`);
    await query(cluster.superuser(), `ALTER DATABASE ${login.database} OWNER TO owner_two`);
    const old = urlOf({ ...login, user: 'owner_two', password: 'first' });
    expect((await run(old, ...CREATE)).code).toBe(0);
    const out = join(folder, 'owner.txt');
    const ran = await run(old, 'rotate-owner', '--out', out);
    expect(ran).toMatchObject({ code: 0, err: '' });
    const kept = readFileSync(out, 'utf8').trim();
    const password = new URL(kept).password;
    expect(password).toHaveLength(32);
    expect(ran.out).not.toContain(password);
    expect(statSync(out).mode & 0o777).toBe(0o600);
    expect((await run(old, 'people')).err).toMatch(/does not take this login/);
    expect((await run('', 'people', '--connection-file', out)).code).toBe(0);
    expect((await run(kept, 'rotate-owner', '--out', out)).err).toMatch(/is there already/);
    await (await connectTo({ ...login, user: 'owner_two', password })).end();
  });

  it('[SY37] prints what the roles may do: functions of sync, and no table', async () => {
    const owner = urlOf(await cluster.emptyDatabase());
    await run(owner, 'migrate');
    const { grants } = JSON.parse((await run(owner, 'grants', '--json')).out) as {
      grants: { role: string; right: string; on: string }[];
    };
    const ofClient = grants.filter(({ role }) => role === 'watchfloor_client');
    expect(ofClient.some(({ on }) => on.startsWith('sync.push('))).toBe(true);
    expect(
      ofClient.filter(({ right, on }) => right !== 'EXECUTE' || !on.startsWith('sync.')),
    ).toEqual([]);
    // The views of `report` belong to its role; what they read does not.
    const ofTables = grants.filter(({ on }) => !on.startsWith('report.'));
    expect(ofTables.filter(({ right }) => !/^(?:EXECUTE|SELECT)$/.test(right))).toEqual([]);
  });
});
