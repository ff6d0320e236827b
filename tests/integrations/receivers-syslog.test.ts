/** Receivers of syslog over real sockets (docs/spec/receivers.md). */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { dirname } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterEach, describe, expect, test } from 'vitest';
import { makeAuthority } from '../helpers/make-certificate.ts';
import { openTestDb, type TestDb } from '../helpers/open-test-db.ts';
import { drainInto, openRig, type ReceiverRig, type RigOptions } from '../helpers/receiver-rig.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

async function rigOf(
  settings: Record<string, unknown>,
  more: Partial<RigOptions> = {},
): Promise<{ rig: ReceiverRig; db: TestDb }> {
  const db = openTestDb();
  open.push(db);
  const rig = await openRig({
    receiver: 'syslog',
    settings: { address: '127.0.0.1', port: 0, ...settings },
    dataDir: dirname(db.storage.databasePath),
    ...more,
  });
  open.push(rig);
  return { rig, db };
}

async function sendTcp(port: number, text: string): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.end(text);
  await once(socket, 'close');
}

async function sendUdp(port: number, ...texts: string[]): Promise<void> {
  const socket = createSocket('udp4');
  for (const text of texts) {
    await new Promise<void>((resolve) => socket.send(text, port, '127.0.0.1', () => resolve()));
  }
  socket.close();
}

const alertsOf = ({ db }: TestDb) =>
  db.read('test', (reader) =>
    reader.all<{ title: string; severity: string; source: string; source_host: string | null }>(
      'SELECT title, severity, source, source_host FROM alerts ORDER BY created_at, title',
    ),
  );

const CEF = 'CEF:0|Example|Guard|1|7|Worm stopped|9|src=192.0.2.1 dvchost=fw-1';
const plain = (severity: number, n: number) =>
  `<${8 + severity}>1 2026-02-01T10:00:${String(n).padStart(2, '0')}Z host app - - - message ${n}`;

describe('a receiver of syslog', () => {
  test('[RC1] [RC3] over UDP keeps products and counts plain messages nobody asked for', async () => {
    const { rig, db } = await rigOf({ transport: 'udp' });
    await sendUdp(
      rig.port('UDP'),
      CEF,
      `<134>Feb  1 10:00:01 fw ${CEF}`,
      plain(3, 1),
      'noise',
      CEF,
    );
    await rig.until(() => rig.state().received === 5);
    await drainInto(db, rig.run.plan);
    expect(alertsOf(db).map(({ title }) => title)).toEqual(['Worm stopped', 'Worm stopped']);
    expect(rig.state()).toMatchObject({
      kept: 2,
      merged: 1,
      skipped: 2,
      rejected: 0,
      lost: 0,
      waiting: 0,
    });
    expect(rig.state().reasons).toContainEqual({ text: 'plain messages', count: 1 });
    expect(rig.state().lastLine).toContain('CEF:0');
  });

  test('[RC2] over TCP reads counted octets, lines, and both mixed, however they are cut', async () => {
    const { rig, db } = await rigOf({ transport: 'tcp', plain: 'warning' });
    const [a, b, c] = [plain(3, 1), plain(4, 2), plain(2, 3)];
    const bytes = `${a.length} ${a}${b}\n${c.length} ${c}${plain(1, 4)}`;
    const socket = connect(rig.port('TCP'), '127.0.0.1');
    await once(socket, 'connect');
    socket.setNoDelay(true);
    for (const piece of bytes.match(/.{1,7}/gs) ?? []) {
      socket.write(piece);
      await new Promise((resolve) => setImmediate(resolve));
    }
    socket.end();
    await rig.until(() => rig.state().received === 4);
    await drainInto(db, rig.run.plan);
    expect(alertsOf(db).map(({ title, severity }) => [title, severity])).toEqual([
      ['app: message 1', 'HIGH'],
      ['app: message 2', 'MEDIUM'],
      ['app: message 3', 'CRITICAL'],
      ['app: message 4', 'CRITICAL'],
    ]);
  });

  test('[RC3] plain messages become alerts by severity and program, as the setting says', async () => {
    const { rig, db } = await rigOf({ transport: 'tcp', plain: 'error', programs: ['App'] });
    const other = plain(2, 3).replace(' app ', ' other ');
    await sendTcp(rig.port('TCP'), [plain(3, 1), plain(4, 2), other].join('\n'));
    await rig.until(() => rig.state().received === 3);
    await drainInto(db, rig.run.plan);
    expect(alertsOf(db).map(({ title }) => title)).toEqual(['app: message 1']);
    expect(
      rig
        .state()
        .reasons.map(({ text }) => text)
        .toSorted(),
    ).toEqual(['plain messages below error', 'plain messages of programs that are not named']);
  });

  test('[RC4] over TLS shows the fingerprint of the certificate it made, and keeps it', async () => {
    const { rig, db } = await rigOf({ transport: 'tls' });
    const { certificate } = rig.state();
    const socket = connectTls({
      port: rig.port('TLS'),
      host: '127.0.0.1',
      ca: certificate?.pem,
      checkServerIdentity: () => undefined,
    });
    await once(socket, 'secureConnect');
    expect(socket.getPeerCertificate().fingerprint256).toBe(certificate?.fingerprint);
    socket.end(`${CEF.length + 4} <13>${CEF}`);
    await rig.until(() => rig.state().received === 1);
    await drainInto(db, rig.run.plan);
    expect(alertsOf(db)).toHaveLength(1);
    await rig.close();
    const again = await openRig({
      receiver: 'syslog',
      settings: { address: '127.0.0.1', port: 0, transport: 'tls' },
      dataDir: rig.dataDir,
    });
    open.push(again);
    expect(again.state().certificate?.fingerprint).toBe(certificate?.fingerprint);
  });

  test('[RC4] over TLS takes a certificate of the organisation, and says what does not fit', async () => {
    const authority = makeAuthority();
    const [own, other] = [authority.issue(['127.0.0.1']), authority.issue(['127.0.0.1'])];
    const settings = { transport: 'tls', certificate: own.cert.split('\n') };
    const { rig } = await rigOf(settings, { secrets: { tlsKey: own.key } });
    const socket = connectTls({ port: rig.port('TLS'), host: '127.0.0.1', ca: authority.cert });
    await once(socket, 'secureConnect');
    expect(socket.authorized).toBe(true);
    socket.destroy();
    const wrong = await rigOf(settings, { secrets: { tlsKey: other.key } });
    expect(wrong.rig.state()).toMatchObject({
      state: 'ERROR',
      error: 'The private key does not belong to the certificate.',
    });
    expect(JSON.stringify(wrong.rig.state())).not.toContain('PRIVATE');
  });

  test('[RC5] says which port is taken, and which address is not here', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    open.push({ close: () => server.close() });
    const { port } = server.address() as { port: number };
    const taken = await rigOf({ transport: 'tcp', port });
    expect(taken.rig.state()).toMatchObject({
      state: 'ERROR',
      error: `Another program listens on 127.0.0.1:${port}. End it, or choose another port.`,
    });
    const nowhere = await rigOf({ transport: 'udp', address: '192.0.2.77' });
    expect(nowhere.rig.state().error).toBe('192.0.2.77 is no address of this machine.');
  });

  test('[RC6] isolated, an address of the network is not listened on, loopback goes on', async () => {
    const { rig } = await rigOf({ transport: 'tcp', address: '0.0.0.0' });
    const port = rig.port('TCP');
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    await rig.run.isolate(true);
    await once(socket, 'close');
    expect(rig.state()).toMatchObject({ state: 'ISOLATED', bound: [] });
    await expect(sendTcp(port, 'x')).rejects.toThrow();
    await rig.run.isolate(false);
    expect(rig.state().state).toBe('LISTENING');
    const local = await rigOf({ transport: 'tcp' }, { isIsolated: true });
    expect(local.rig.state().state).toBe('LISTENING');
  });

  test('[RC7] where the spool is full TCP waits and loses nothing, UDP counts its loss', async () => {
    const lines = Array.from(
      { length: 400 },
      (_, n) => `${CEF} externalId=${n} msg=${'x'.repeat(400)}`,
    );
    const tcp = await rigOf({ transport: 'tcp' }, { spoolLimitBytes: 60_000 });
    const sent = sendTcp(tcp.rig.port('TCP'), `${lines.join('\n')}\n`);
    await tcp.rig.until(() => tcp.rig.state().received > 50);
    expect(tcp.rig.state().received).toBeLessThan(400);
    await tcp.rig.until(async () => {
      await drainInto(tcp.db, tcp.rig.run.plan);
      return tcp.rig.state().kept === 400;
    });
    await sent;
    expect(tcp.rig.state()).toMatchObject({ received: 400, kept: 400, lost: 0 });
    const udp = await rigOf({ transport: 'udp' }, { spoolLimitBytes: 20_000 });
    await sendUdp(udp.rig.port('UDP'), ...lines.slice(0, 100));
    await udp.rig.until(() => udp.rig.state().received + udp.rig.state().lost === 100);
    expect(udp.rig.state().lost).toBeGreaterThan(20);
    expect(udp.rig.state().reasons[0]?.text).toBe('the spool is full');
  }, 120_000);

  test('[RC8] what was received is there after a restart, once, and cannot be read beside the database', async () => {
    const { rig, db } = await rigOf({ transport: 'tcp' });
    await sendTcp(rig.port('TCP'), `${CEF} externalId=1\n${CEF} externalId=2\n`);
    await rig.until(() => rig.state().received === 2);
    await rig.close();
    const { readdirSync, readFileSync } = await import('node:fs');
    const folder = `${rig.dataDir}/receivers/r-1`;
    const files = readdirSync(folder).filter((name) => name.endsWith('.spool'));
    expect(files).toHaveLength(1);
    for (const name of files)
      expect(readFileSync(`${folder}/${name}`, 'latin1')).not.toContain('Worm');
    const again = await openRig({
      receiver: 'syslog',
      settings: { address: '127.0.0.1', port: 0, transport: 'tcp' },
      dataDir: rig.dataDir,
    });
    open.push(again);
    await drainInto(db, again.run.plan);
    await drainInto(db, again.run.plan);
    expect(again.state()).toMatchObject({ received: 2, kept: 2, merged: 0, waiting: 0 });
  }, 120_000);
});
