/** Sessions with a real PostgreSQL over real TLS, and with servers that are none. */
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { networkFailure } from '../../../src/main/areas/sync/joining/connection-failures.ts';
import { makeAuthority } from '../../helpers/make-certificate.ts';
import { connectTo, startPostgres, type TestCluster } from '../../helpers/postgres.ts';
import { credentialsOf, failureOf, openWay, replaceCertificate } from './rig.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startPostgres({ tls: true });
});
afterAll(() => cluster.stop());
afterEach(() => vi.unstubAllEnvs());

describe('TLS to the server', () => {
  it('[SY32] trusts the authority that was given, and proves the password by SCRAM', async () => {
    const { connect, entries } = openWay();
    const client = await connect(credentialsOf(cluster.superuser()));
    const { rows } = await client.query(
      'SELECT ssl, version FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
    );
    expect(rows).toMatchObject([{ ssl: true }]);
    await client.end();
    await vi.waitFor(() => expect(entries).toMatchObject([{ outcome: 'answered', status: null }]));
    expect(entries[0]?.bytesSent).toBeGreaterThan(300);
    expect(entries[0]?.bytesReceived).toBeGreaterThan(1_000);
  });

  it.each([
    ['of an authority nobody named', null],
    ['of a stranger', makeAuthority('Stranger').cert],
  ])('[SY32] a certificate %s is refused, whatever the environment says', async (_n, authority) => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    vi.stubEnv('PGSSLMODE', 'disable');
    const { connect, entries } = openWay();
    const failure = await failureOf(connect(credentialsOf(cluster.superuser(), authority)));
    expect(failure).toMatchObject({ kind: 'certificate' });
    expect(failure.message).toMatch(/authority/);
    await vi.waitFor(() => expect(entries).toMatchObject([{ outcome: 'certificate' }]));
  });

  it('[SY32] a certificate that has run out, is for another name or was exchanged is refused', async () => {
    const own = makeAuthority();
    const { connect } = openWay();
    const trusting = credentialsOf(cluster.superuser(), own.cert);
    await replaceCertificate(cluster, own.issue(['127.0.0.1'], { from: 0, to: 86_400_000 }));
    expect((await failureOf(connect(trusting))).message).toMatch(/has run out/);
    await replaceCertificate(cluster, own.issue(['db.example.com']));
    expect((await failureOf(connect(trusting))).message).toMatch(/made out for another name/);
    await replaceCertificate(cluster, own.issue(['127.0.0.1']));
    const client = await connect(trusting);
    // The machine in between has an authority of its own: what is open stays, nothing new opens.
    await replaceCertificate(cluster, makeAuthority('Between').issue(['127.0.0.1']));
    expect(await failureOf(connect(trusting))).toMatchObject({ kind: 'certificate' });
    expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await client.end();
    await replaceCertificate(cluster, own.issue(['127.0.0.1']));
    const { ca, ...login } = cluster.superuser();
    expect(ca).not.toBeNull();
    await (await connectTo({ ...login, ca: own.cert })).end();
  });

  it('[SY32] without TLS goes to this machine alone', async () => {
    const { connect, entries } = openWay();
    const plain = credentialsOf({ ...cluster.superuser(), ca: null });
    await (await connect(plain)).end();
    for (const host of ['10.0.0.5', 'db.example.com', '192.0.2.1']) {
      const address = { ...plain.address, host };
      expect(await failureOf(connect({ ...plain, address }))).toMatchObject({
        kind: 'certificate',
        message: expect.stringContaining('Nothing was sent'),
      });
    }
    expect(entries).toHaveLength(1);
  });
});

describe('a session', () => {
  it('[SY30] isolation cuts a statement that runs, and opens nothing', async () => {
    const { connect, isolate, entries } = openWay();
    const credentials = { ...credentialsOf({ ...cluster.superuser(), ca: null }) };
    const client = await connect(credentials);
    const running = client.query('SELECT pg_sleep(20)').catch((error: unknown) => error);
    await new Promise((done) => setTimeout(done, 100));
    isolate();
    const failure = networkFailure(await running, 'the server');
    expect(failure).toMatchObject({ kind: 'isolated', message: expect.stringContaining('cut') });
    expect(await failureOf(connect(credentials))).toMatchObject({ kind: 'isolated' });
    await vi.waitFor(() =>
      expect(entries.map(({ outcome }) => outcome)).toEqual(['isolated', 'isolated']),
    );
  });

  it('[SY30] isolation cuts a session over TLS, too', async () => {
    const authority = makeAuthority();
    await replaceCertificate(cluster, authority.issue(['127.0.0.1']));
    const { connect, isolate } = openWay();
    const client = await connect(credentialsOf(cluster.superuser(), authority.cert));
    const running = client.query('SELECT pg_sleep(20)').catch((error: unknown) => error);
    await new Promise((done) => setTimeout(done, 100));
    isolate();
    expect(networkFailure(await running, 'the server')).toMatchObject({ kind: 'isolated' });
  });

  it.each([
    ['a wrong password', { password: 'wrong' }, 'revoked', /does not take this login/],
    ['a login nobody has', { login: 'nobody_here' }, 'revoked', /does not take this login/],
  ])('[SY32] says plainly: %s', async (_name, change, kind, words) => {
    const { connect } = openWay();
    const credentials = { ...credentialsOf({ ...cluster.superuser(), ca: null }), ...change };
    const failure = await failureOf(connect(credentials));
    expect(failure).toMatchObject({ kind, message: expect.stringMatching(words) });
    expect(failure.message).not.toContain('wrong');
  });

  it('[SY32] says plainly that the database is not there', async () => {
    const { connect } = openWay();
    const credentials = credentialsOf({ ...cluster.superuser('nowhere'), ca: null });
    expect(await failureOf(connect(credentials))).toMatchObject({ kind: 'broken' });
  });
});

describe('a server that is none', () => {
  const servers: Server[] = [];
  const sockets: Socket[] = [];
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    for (const server of servers.splice(0)) await new Promise((done) => server.close(done));
  });
  async function serve(onData: (socket: Socket, data: Buffer) => void) {
    const heard: Buffer[] = [];
    const server = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => {});
      socket.on('data', (data) => {
        heard.push(data);
        onData(socket, data);
      });
    });
    servers.push(server);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const address = { host: '127.0.0.1', port, database: 'x', tls: null };
    const credentials = { address, login: 'someone', password: 'very-secret-words' };
    return { credentials, heard };
  }
  const message = (type: string, body: Buffer): Buffer => {
    const head = Buffer.alloc(5);
    head.write(type);
    head.writeInt32BE(body.length + 4, 1);
    return Buffer.concat([head, body]);
  };
  const authentication = (kind: number, more = Buffer.alloc(0)) => {
    const body = Buffer.alloc(4);
    body.writeInt32BE(kind);
    return message('R', Buffer.concat([body, more]));
  };

  it.each([
    ['in clear', authentication(3)],
    ['as MD5', authentication(5, Buffer.from([1, 2, 3, 4]))],
  ])('[SY36] does not get the password %s', async (_name, question) => {
    const { credentials, heard } = await serve((socket) => socket.write(question));
    const failure = await failureOf(openWay().connect(credentials));
    expect(failure.message).toMatch(/would give it away/);
    expect(heard).toHaveLength(1);
    expect(Buffer.concat(heard).toString('latin1')).not.toContain('secret');
  });

  it('[SY32] is left where it does not offer TLS', async () => {
    const { credentials, heard } = await serve((socket) => socket.write('N'));
    const address = { ...credentials.address, tls: { authority: null } };
    const failure = await failureOf(openWay().connect({ ...credentials, address }));
    expect(failure).toMatchObject({
      kind: 'certificate',
      message: expect.stringContaining('does not offer TLS'),
    });
    expect(Buffer.concat(heard)).toHaveLength(8);
  });

  it('[SY32] cannot hold a workstation by silence, nor by an answer without end', async () => {
    const silent = await serve(() => {});
    const started = performance.now();
    const { connect } = openWay();
    expect(await failureOf(connect(silent.credentials, { connectMs: 300 }))).toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining('did not open a session'),
    });
    expect(performance.now() - started).toBeLessThan(2_000);
    const piece = Buffer.alloc(1 << 20);
    const endless = await serve((socket) => {
      const head = Buffer.alloc(5);
      head.write('N');
      head.writeInt32BE(0x7fff0000, 1);
      socket.write(head);
      const pour = () => {
        while (socket.writable && socket.write(piece));
        socket.once('drain', pour);
      };
      pour();
    });
    const failure = await failureOf(connect(endless.credentials, { connectMs: 10_000 }));
    expect(failure.message).toMatch(/larger than any/);
  });

  it.each([
    ['noise', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['a message shorter than its head', Buffer.from([0x52, 0, 0, 0, 1, 0, 0, 0])],
    ['an end', null],
  ])('[SY32] that answers %s is a failure in plain words', async (_name, answer) => {
    const { credentials } = await serve((socket) => (answer ? socket.end(answer) : socket.end()));
    const failure = await failureOf(openWay().connect(credentials, { connectMs: 1_000 }));
    expect(failure.kind).toMatch(/unreachable|broken|malformed/);
    expect(failure.message).toContain('127.0.0.1');
  });
});
