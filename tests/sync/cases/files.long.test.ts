/** Files of evidence between workstations, over a server that is slow, cut off or lies. */
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CHUNK_SIZE } from '../../../src/main/areas/sync/blobs/chunk-seal.ts';
import { fileFigures, setFilePolicy } from '../../../src/main/areas/sync/blobs/sync-files.store.ts';
import { createLyingServer, type LyingServer, openStation, type Station } from './files-rig.ts';

let server: LyingServer;
let one: Station;
let two: Station;
beforeEach(() => {
  server = createLyingServer();
  one = openStation();
  two = openStation();
});
afterEach(() => {
  one.close();
  two.close();
});

const figures = (station: Station) => station.db.read('test', fileFigures);
const chunk = (sha256: string, index: number): Uint8Array =>
  server.kept.get(`${sha256}/${index}`) ?? new Uint8Array();

/** Whatever it was. */
function changeByte(bytes: Uint8Array, at: number): void {
  bytes[at] = (bytes[at] ?? 0) ^ 0xff;
}

async function shared(bytes: Uint8Array): Promise<string> {
  const sha256 = await one.add(bytes, true);
  await one.files.run(server);
  await two.add(bytes, false);
  return sha256;
}

describe('[SY153] a file', () => {
  test.each([0, 1, CHUNK_SIZE, CHUNK_SIZE + 1, 3 * CHUNK_SIZE + 17])(
    'of %i bytes arrives as it was',
    async (size) => {
      const bytes = randomBytes(size);
      const sha256 = await shared(bytes);
      await two.files.fetch(sha256, server);
      expect((await two.bytesOf(sha256)).equals(bytes)).toBe(true);
      expect(existsSync(two.partsFolder) ? readdirSync(two.partsFolder) : []).toEqual([]);
    },
  );

  test('is unreadable at the server, and as long as it is', async () => {
    const bytes = Buffer.from('the password of the vault is swordfish '.repeat(50_000));
    const sha256 = await shared(bytes);
    const all = Buffer.concat([...server.kept.values()]);
    expect(all.includes('swordfish')).toBe(false);
    expect(all.byteLength).toBe(bytes.byteLength + 2 * 17);
    expect(chunk(sha256, 0).byteLength).toBe(CHUNK_SIZE + 17);
  });

  test('is the same bytes whoever sends it, and other bytes under another workspace’s key', async () => {
    const bytes = randomBytes(CHUNK_SIZE + 5);
    const sha256 = await shared(bytes);
    const before = new Map(server.kept);
    server.kept.clear();
    await two.add(bytes, true);
    await two.files.run(server);
    expect(Buffer.compare(chunk(sha256, 1), before.get(`${sha256}/1`) ?? Buffer.of())).toBe(0);
    const stranger = openStation(new Uint8Array(32).fill(3));
    server.kept.clear();
    await stranger.add(bytes, true);
    await stranger.files.run(server);
    expect(Buffer.compare(chunk(sha256, 1), before.get(`${sha256}/1`) ?? Buffer.of())).not.toBe(0);
    await expect(two.files.fetch(sha256, server)).resolves.toBeUndefined();
    stranger.close();
  });

  test('is sent once, and nothing is asked while nothing changed', async () => {
    await shared(randomBytes(10));
    const before = server.asked.length;
    await one.files.run(server);
    await one.files.run(server);
    expect(server.asked).toHaveLength(before);
    expect(figures(one)).toMatchObject({ waiting: 0, bytes: 0, problems: [] });
  });
});

describe('[SY154] cut off', () => {
  test('sending goes on where it was', async () => {
    await one.add(randomBytes(5 * CHUNK_SIZE), true);
    server.failAt(4);
    await expect(one.files.run(server)).rejects.toThrow('The connection was lost');
    expect(figures(one)).toMatchObject({ waiting: 1, bytes: 3 * CHUNK_SIZE });
    server.failAt(Number.POSITIVE_INFINITY);
    await one.files.run(server);
    const puts = server.asked.filter((what) => what.startsWith('put'));
    // The third was under way when the connection was lost.
    expect(puts).toEqual(['put 0', 'put 1', 'put 2', 'put 2', 'put 3', 'put 4']);
    expect(figures(one).waiting).toBe(0);
  });

  test('fetching goes on where it was, and until then there is no file', async () => {
    const bytes = randomBytes(5 * CHUNK_SIZE);
    const sha256 = await shared(bytes);
    server.failAt(4);
    await expect(two.files.fetch(sha256, server)).rejects.toThrow('The connection was lost');
    expect(two.blobs.has(sha256)).toBe(false);
    server.failAt(Number.POSITIVE_INFINITY);
    await two.files.fetch(sha256, server);
    const gets = server.asked.filter((what) => what.startsWith('get'));
    expect(gets).toEqual(['get 0', 'get 1', 'get 2', 'get 3', 'get 3', 'get 4']);
    expect((await two.bytesOf(sha256)).equals(bytes)).toBe(true);
  });

  test('two who open it at once fetch it once', async () => {
    const sha256 = await shared(randomBytes(2 * CHUNK_SIZE));
    await Promise.all([two.files.fetch(sha256, server), two.files.fetch(sha256, server)]);
    expect(server.asked.filter((what) => what.startsWith('get'))).toHaveLength(2);
  });
});

describe('[SY155] a server that lies', () => {
  const bytes = randomBytes(3 * CHUNK_SIZE);
  const lies: [string, (sha256: string, other: string) => void][] = [
    ['a changed byte', (sha) => changeByte(chunk(sha, 1), 500)],
    ['a changed tag', (sha) => changeByte(chunk(sha, 1), 3)],
    ['another version', (sha) => chunk(sha, 1).fill(2, 0, 1)],
    ['chunks changed about', (sha) => server.kept.set(`${sha}/1`, chunk(sha, 0))],
    ['another file', (sha, other) => server.kept.set(`${sha}/1`, chunk(other, 1))],
    ['a short chunk', (sha) => server.kept.set(`${sha}/1`, chunk(sha, 1).subarray(0, 900))],
    ['an empty chunk', (sha) => server.kept.set(`${sha}/1`, new Uint8Array())],
    [
      'a long chunk',
      (sha) => server.kept.set(`${sha}/1`, Buffer.concat([chunk(sha, 1), Buffer.of(0)])),
    ],
  ];
  test.each(lies)('%s: it is said, nothing is kept, and the right one mends it', async (_, lie) => {
    const other = await shared(randomBytes(3 * CHUNK_SIZE));
    const sha256 = await shared(bytes);
    const before = new Map([...server.kept].map(([name, value]) => [name, Buffer.from(value)]));
    lie(sha256, other);
    await expect(two.files.fetch(sha256, server)).rejects.toThrow(
      /Part 2 of the file.*not what was sent/,
    );
    expect(two.blobs.has(sha256)).toBe(false);
    for (const [name, value] of before) server.kept.set(name, value);
    await two.files.fetch(sha256, server);
    expect((await two.bytesOf(sha256)).equals(bytes)).toBe(true);
  });

  test('a chunk that is not there is said as that', async () => {
    const sha256 = await shared(bytes);
    server.kept.delete(`${sha256}/2`);
    await expect(two.files.fetch(sha256, server)).rejects.toThrow(
      /not on the workspace’s server yet/,
    );
  });

  test('a file that no evidence names is not asked for', async () => {
    const sha256 = await one.add(bytes, true);
    await one.files.run(server);
    const before = server.asked.length;
    await expect(two.files.fetch(sha256, server)).rejects.toThrow('No evidence names this file');
    expect(server.asked).toHaveLength(before);
  });
});

describe('[SY156] policy', () => {
  test('fetches nothing until somebody opens it, or all up to a size', async () => {
    const small = await shared(randomBytes(100));
    const large = await shared(randomBytes(2 * CHUNK_SIZE));
    await two.files.run(server);
    expect([two.blobs.has(small), two.blobs.has(large)]).toEqual([false, false]);
    setFilePolicy(two.db, { fetch: 'always', maxBytes: CHUNK_SIZE });
    await two.files.run(server);
    expect([two.blobs.has(small), two.blobs.has(large)]).toEqual([true, false]);
    await two.files.fetch(large, server);
    expect(two.blobs.has(large)).toBe(true);
  });
});
