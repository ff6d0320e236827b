/** Files that are no good backup: each ends in a sentence, and the workspace in use is untouched. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FRAME_BYTES, FrameSealer, SENTENCES } from '../src/main/areas/settings/backup-format.ts';
import { createAlert, listAll } from './helpers/alert-calls.ts';
import { failureOf } from './helpers/bodies.ts';
import { openTestApp, REPOSITORY, type TestApp } from './helpers/open-test-app.ts';
import { backUp, PASSPHRASE, restore } from './helpers/settings-data.ts';
import { suricataFile } from './helpers/suricata-lines.ts';

let app: TestApp;
let good: Buffer;
let folder: string;

beforeAll(async () => {
  app = await openTestApp({ as: 'Administrator' });
  await createAlert(app, { title: 'Still here' });
  await app.request('POST', '/api/imports?name=a.json', { rawBody: suricataFile(3_000, 500) });
  good = await backUp(app);
  folder = mkdtempSync(join(tmpdir(), 'watchfloor-hostile-'));
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The session lives, the alerts are there, and nothing of the attempt is left. */
async function expectUntouched(): Promise<void> {
  const { totals } = await listAll(app, { q: 'Still here' });
  expect(totals).toEqual([1]);
  const names = readdirSync(app.dataDir);
  expect(names.filter((name) => name.includes('before-restore'))).toEqual([]);
  const left = names.includes('restore') ? readdirSync(join(app.dataDir, 'restore')) : [];
  expect(left.filter((name) => !name.endsWith('.received'))).toEqual([]);
}

function changed(at: number, bytes = good): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

const CHECK: [string, () => Buffer, keyof typeof SENTENCES][] = [
  ['an empty file', () => Buffer.alloc(0), 'foreign'],
  ['a text', () => Buffer.from('this is not a backup at all'.repeat(100)), 'foreign'],
  ['a database', () => readFileSync(join(app.dataDir, 'watchfloor.db')), 'foreign'],
  ['a head that is cut', () => good.subarray(0, 60), 'cut'],
  ['a head that is damaged', () => changed(20), 'damaged'],
  ['a later form', () => changed(9, changed(9)).fill(9, 8, 9), 'newer'],
];

test.each(CHECK)(
  '[SET24] %s is refused by its first bytes, checked or sent',
  async (_, make, why) => {
    const bytes = make();
    for (const path of ['/api/restore/check', '/api/restore/files']) {
      const refused = await failureOf(await app.request('POST', path, { rawBody: bytes }));
      expect(refused).toMatchObject({ status: 400, body: { message: SENTENCES[why] } });
    }
    await expectUntouched();
  },
);

test('what the head of a good one says', async () => {
  const head = await app.request('POST', '/api/restore/check?name=a.wfbackup', {
    rawBody: good.subarray(0, 128),
  });
  expect(await head.json()).toMatchObject({
    name: 'a.wfbackup',
    createdAt: expect.stringMatching(/^20\d\d-/),
    schema: expect.any(Number),
  });
});

test('[SET24] a wrong passphrase is told from damage', async () => {
  const job = await restore(app, good, 'not the passphrase at all');
  expect(job).toMatchObject({ state: 'FAILED', message: SENTENCES.passphrase });
  await expectUntouched();
});

const endFrame = () => good.length - 4 - 16 - 100;
const SENT: [string, () => Buffer, keyof typeof SENTENCES][] = [
  ['one bit of the first frame', () => changed(140), 'damaged'],
  ['one bit in the middle', () => changed(Math.floor(good.length / 2)), 'damaged'],
  ['one bit of the last tag', () => changed(good.length - 1), 'damaged'],
  ['the end is missing', () => good.subarray(0, endFrame()), 'cut'],
  ['half is missing', () => good.subarray(0, good.length / 2), 'cut'],
  ['all but the head is missing', () => good.subarray(0, 128), 'cut'],
  ['something follows the end', () => Buffer.concat([good, Buffer.from('x')]), 'damaged'],
  ['two frames changed places', swapped, 'damaged'],
  ['a frame is left out', withoutFrame, 'damaged'],
  ['a frame claims to be endless', endless, 'damaged'],
];

/** Where each frame begins, and the end of the file. */
function frames(): number[] {
  const places = [128];
  for (let at = 128; at < good.length; ) {
    at += 4 + good.readUInt32BE(at);
    places.push(at);
  }
  return places;
}

function swapped(): Buffer {
  const [, a = 0, b = 0, c = 0] = frames();
  return Buffer.concat([
    good.subarray(0, a),
    good.subarray(b, c),
    good.subarray(a, b),
    good.subarray(c),
  ]);
}

function withoutFrame(): Buffer {
  const [, a = 0, b = 0] = frames();
  return Buffer.concat([good.subarray(0, a), good.subarray(b)]);
}

function endless(): Buffer {
  const copy = Buffer.from(good);
  copy.writeUInt32BE(0xffff_ffff, 128);
  return copy;
}

test.each(SENT)('[SET24] %s', async (_, make, why) => {
  expect(await restore(app, make())).toMatchObject({ state: 'FAILED', message: SENTENCES[why] });
  await expectUntouched();
});

/** A backup as ours would be, of any database: whoever knows the passphrase can make one. */
async function sealed(path: string, key: Buffer, claim: { bytes?: number } = {}): Promise<Buffer> {
  const { createHash } = await import('node:crypto');
  const bytes = readFileSync(path);
  const header = { salt: randomBytes(16), createdAt: Date.now(), schema: 1 };
  const sealer = await FrameSealer.create(PASSPHRASE, header, 10);
  const json = (value: unknown) => Buffer.from(JSON.stringify(value));
  const pieces = [
    sealer.head,
    sealer.seal('meta', json({ key: key.toString('hex'), bytes: claim.bytes ?? bytes.length })),
  ];
  for (let at = 0; at < bytes.length; at += FRAME_BYTES)
    pieces.push(sealer.seal('data', bytes.subarray(at, at + FRAME_BYTES)));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  pieces.push(sealer.seal('end', json({ bytes: bytes.length, sha256 })));
  return Buffer.concat(pieces);
}

const MIGRATIONS = join(REPOSITORY, 'resources', 'migrations', 'sqlite');

/** A database of our schema with something done to it. */
function database(name: string, change: (db: Sqlite.Database) => void): [string, Buffer] {
  const path = join(folder, `${name}.db`);
  const key = randomBytes(32);
  const db = new Sqlite(path);
  db.pragma("cipher = 'aegis'");
  db.pragma(`key = "x'${key.toString('hex')}'"`);
  const files = readdirSync(MIGRATIONS).sort();
  for (const file of files) db.exec(readFileSync(join(MIGRATIONS, file), 'utf8'));
  db.pragma(`user_version = ${files.length}`);
  db.exec(`INSERT INTO meta (key, value) VALUES ('node_id', 'elsewhere')`);
  db.exec(
    "INSERT INTO users (id, email, role, created_at, updated_at, row_version) VALUES ('u', 'eve@example.test', 'Administrator', 0, 0, '0'); INSERT INTO credentials VALUES ('u', 'x')",
  );
  change(db);
  db.close();
  return [path, key];
}

const CRAFTED: [string, (db: Sqlite.Database) => void, RegExp][] = [
  [
    'a trigger that would run on the next write',
    (db) => db.exec('CREATE TRIGGER t AFTER INSERT ON meta BEGIN DELETE FROM audit_log; END'),
    /does not hold a workspace/,
  ],
  ['a table too many', (db) => db.exec('CREATE TABLE x (y)'), /does not hold a workspace/],
  ['a table too few', (db) => db.exec('DROP TABLE vendors'), /does not hold a workspace/],
  ['no account', (db) => db.exec('DELETE FROM credentials'), /does not hold a workspace/],
  ['no schema', (db) => db.pragma('user_version = 0'), /does not hold a workspace/],
  ['a newer schema', (db) => db.pragma('user_version = 999'), /newer Watchfloor \(schema 999/],
];

test.each(CRAFTED)('[SET24] a sealed database with %s is refused', async (name, change, why) => {
  const bytes = await sealed(...database(name.replaceAll(' ', '-'), change));
  const job = await restore(app, bytes);
  expect(job).toMatchObject({ state: 'FAILED', message: expect.stringMatching(why) });
  await expectUntouched();
});

test('[SET24] a database that is damaged inside, or not the size that was promised, is refused', async () => {
  const [path, key] = database('damaged', () => {});
  const other = await sealed(path, randomBytes(32));
  expect(await restore(app, other)).toMatchObject({
    state: 'FAILED',
    message: expect.stringMatching(/damaged/),
  });
  const short = await sealed(path, key, { bytes: 1 });
  expect(await restore(app, short)).toMatchObject({
    state: 'FAILED',
    message: SENTENCES.damaged,
  });
  await expectUntouched();
});

test('an older schema is brought up to date as it comes in', async () => {
  const path = join(folder, 'older.db');
  const key = randomBytes(32);
  const db = new Sqlite(path);
  db.pragma("cipher = 'aegis'");
  db.pragma(`key = "x'${key.toString('hex')}'"`);
  db.exec(readFileSync(join(MIGRATIONS, '0001_initial.sql'), 'utf8'));
  db.exec(
    "INSERT INTO meta (key, value) VALUES ('node_id', 'elsewhere'), ('workspace_kind', 'empty'), ('workspace_created_at', '0'); INSERT INTO users (id, email, role, created_at, updated_at, row_version) VALUES ('u', 'eve@example.test', 'Administrator', 0, 0, '0'); INSERT INTO credentials VALUES ('u', 'x'); PRAGMA user_version = 1",
  );
  db.close();
  const other = await openTestApp({ as: 'Administrator' });
  try {
    expect(await restore(other, await sealed(path, key))).toMatchObject({ state: 'DONE' });
    const health = await other.request('GET', '/api/health', { token: null });
    expect(await health.json()).toMatchObject({
      schema: readdirSync(MIGRATIONS).length,
      setupRequired: false,
    });
  } finally {
    await other.close();
  }
});

test('a body that is missing, a handle and a file that are unknown', async () => {
  const calls: [string, object, number][] = [
    ['/api/restore/check', { headers: { 'content-type': 'application/octet-stream' } }, 400],
    ['/api/restore/files', { headers: { 'content-type': 'application/octet-stream' } }, 400],
    ['/api/restore/files?handle=unknown', { rawBody: Buffer.from('x') }, 404],
    ['/api/restore', { body: { file: 'unknown', passphrase: 'x' } }, 404],
    ['/api/restore', { body: { file: 'unknown' } }, 400],
    ['/api/restore', { body: {} }, 400],
  ];
  for (const [path, options, status] of calls)
    expect([path, (await app.request('POST', path, options)).status]).toEqual([path, status]);
});

test('a file chosen on the desktop is read where it lies, and stays there', async () => {
  const { writeFileSync, existsSync } = await import('node:fs');
  const path = join(folder, 'chosen.wfbackup');
  writeFileSync(path, good);
  const { handle } = await app.files.register(path);
  const headers = { 'content-type': 'application/octet-stream' };
  const head = await app.request('POST', `/api/restore/check?handle=${handle}`, { headers });
  expect(await head.json()).toMatchObject({ name: 'chosen.wfbackup', bytes: good.length });
  const sent = await app.request('POST', `/api/restore/files?handle=${handle}`, { headers });
  expect(sent.status).toBe(201);
  const again = await app.request('POST', `/api/restore/files?handle=${handle}`, { headers });
  expect(again.status).toBe(201);
  expect(existsSync(path)).toBe(true);
});
