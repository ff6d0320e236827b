/** A file that this machine has no room for. */
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CHUNK_SIZE } from '../../../src/main/areas/sync/blobs/chunk-seal.ts';
import { fileFigures, setFilePolicy } from '../../../src/main/areas/sync/blobs/sync-files.store.ts';
import { failedBy } from '../../../src/main/areas/sync/worker/failures.ts';
import { evidenceTable } from '../../../src/main/db/tables/evidence.table.ts';
import {
  createLyingServer,
  type LyingServer,
  openStation,
  type Station,
} from '../cases/files-rig.ts';

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

async function shared(bytes: Uint8Array): Promise<string> {
  const sha256 = await one.add(bytes, true);
  await one.files.run(server);
  await two.add(bytes, false);
  return sha256;
}

test('[SY224] a file that would fill the disk is not begun; it is said how much is needed, and comes when there is room', async () => {
  const bytes = randomBytes(4 * CHUNK_SIZE);
  const sha256 = await shared(bytes);
  two.disk.left = 6 * CHUNK_SIZE;
  const before = server.asked.length;
  await expect(two.files.fetch(sha256, server)).rejects.toThrow(
    'no room for this file: 8 MB are needed while it is fetched, and 6 MB are left for files. Free some space and open it again.',
  );
  expect(server.asked).toHaveLength(before);
  two.disk.left = 8 * CHUNK_SIZE;
  await two.files.fetch(sha256, server);
  expect((await two.bytesOf(sha256)).equals(bytes)).toBe(true);
});

test('[SY224] parts that are here already are not counted twice', async () => {
  const sha256 = await shared(randomBytes(4 * CHUNK_SIZE));
  server.failAt(4);
  await expect(two.files.fetch(sha256, server)).rejects.toThrow('The connection was lost');
  server.failAt(Number.POSITIVE_INFINITY);
  two.disk.left = 5 * CHUNK_SIZE;
  await two.files.fetch(sha256, server);
  expect(two.blobs.has(sha256)).toBe(true);
});

test('[SY224] one that the policy fetches by itself waits, says why, and holds no other up', async () => {
  const large = await shared(randomBytes(4 * CHUNK_SIZE));
  const small = await shared(randomBytes(100));
  setFilePolicy(two.db, { fetch: 'always', maxBytes: 8 * CHUNK_SIZE });
  two.disk.left = CHUNK_SIZE;
  await two.files.run(server);
  expect([two.blobs.has(large), two.blobs.has(small)]).toEqual([false, true]);
  const figures = two.db.read('test', fileFigures);
  expect(figures).toMatchObject({ waiting: 1 });
  expect(figures).toMatchObject({
    problemsInAll: 1,
    problems: [
      {
        sha256: large,
        direction: 'fetching',
        problem: expect.stringContaining('no room for this file'),
      },
    ],
  });
});

test('[SY240] a file that does not get through is named as its evidence is, and leads to it', async () => {
  const failed: string[] = [];
  for (let n = 0; n < 25; n++) failed.push(await shared(randomBytes(CHUNK_SIZE + n)));
  setFilePolicy(two.db, { fetch: 'always', maxBytes: 8 * CHUNK_SIZE });
  two.disk.left = 0;
  await two.files.run(server);
  const { problems, problemsInAll } = two.db.read('test', fileFigures);
  expect([problems.length, problemsInAll]).toEqual([20, 25]);
  for (const { sha256, name, link } of problems) {
    const named = two.db.read('test', (db) =>
      db.get<{ id: string }>('SELECT id FROM evidence WHERE sha256 = ?', sha256),
    );
    expect(failed).toContain(sha256);
    expect([name, link]).toEqual(['A file', `/evidence?evidence=${named?.id}`]);
  }
  // Its evidence is gone: the problem stays, without a name.
  const evidence = new URLSearchParams(problems[0]?.link?.split('?')[1]).get('evidence') ?? '';
  two.db.write({ actor: null, origin: 'system', action: 'test' }, (tx) =>
    tx.remove(evidenceTable, evidence),
  );
  expect(two.db.read('test', fileFigures).problems[0]).toMatchObject({ name: null, link: null });
});

test('[SY224] what the file system says of a full disk is said as that, without a path', () => {
  const full = Object.assign(new Error("ENOSPC: no space left on device, write '/secret/place'"), {
    code: 'ENOSPC',
  });
  expect(failedBy(full)).toMatchObject({
    ...{ kind: 'storage-full', cause: 'The disk of this machine is full.' },
  });
});
