import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkpoint, isCheckpointDue } from '../../src/main/db/checkpoint.ts';
import { openConnection } from '../../src/main/db/connection.ts';
import { createSmallDisk, whyNoSmallDisk } from '../helpers/small-disk.ts';

const MIB = 1024 * 1024;
const noDisk = whyNoSmallDisk();

test.skipIf(noDisk !== undefined)(
  `[ST4] a log that finds no room in the database stays where it is, and ends nothing${noDisk ? ` (left out: ${noDisk})` : ''}`,
  () => {
    const disk = createSmallDisk(16);
    onTestFinished(() => disk.remove());
    const path = join(disk.path, 'test.db');
    const connection = openConnection({ path, key: randomBytes(32), durability: 'full' });
    onTestFinished(() => {
      connection.close();
    });
    connection.pragma('wal_autocheckpoint = 0');
    connection.exec('CREATE TABLE kept (id INTEGER PRIMARY KEY, bytes BLOB)');
    const insert = connection.prepare('INSERT INTO kept (bytes) VALUES (?)');
    for (let n = 0; n < 4; n++) insert.run(randomBytes(MIB));
    const count = () => connection.prepare('SELECT count(*) AS n FROM kept').get();

    const ballast = join(disk.path, 'ballast');
    const { bavail, bsize } = statfsSync(disk.path);
    writeFileSync(ballast, Buffer.alloc(bavail * bsize));
    expect(() => connection.pragma('wal_checkpoint(PASSIVE)')).toThrow(/full/);
    expect(() => checkpoint(connection)).not.toThrow();
    expect(count()).toEqual({ n: 4 });

    rmSync(ballast);
    checkpoint(connection);
    const [taken] = connection.pragma('wal_checkpoint(TRUNCATE)') as {
      busy: number;
      log: number;
    }[];
    expect(taken).toMatchObject({ busy: 0, log: 0 });
    expect(count()).toEqual({ n: 4 });
  },
);

test('[ST16] a log is due by what stands in it, not by the size of its file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'watchfloor-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'test.db');
  const connection = openConnection({ path, key: randomBytes(32), durability: 'normal' });
  onTestFinished(() => {
    connection.close();
  });
  connection.exec('CREATE TABLE kept (id INTEGER PRIMARY KEY, bytes BLOB)');
  const insert = connection.prepare('INSERT INTO kept (bytes) VALUES (?)');
  const fileBytes = () => statSync(`${path}-wal`).size;

  for (let n = 0; n < 20; n++) insert.run(randomBytes(MIB));
  expect(isCheckpointDue(connection, 19 * MIB)).toBe(true);
  expect(isCheckpointDue(connection, 22 * MIB)).toBe(false);
  const grown = fileBytes();

  checkpoint(connection);
  expect(isCheckpointDue(connection, 0)).toBe(false);
  // The next writer begins from the start of the file.
  insert.run(randomBytes(MIB));
  expect(fileBytes()).toBe(grown);
  expect(isCheckpointDue(connection, MIB / 2)).toBe(true);
  expect(isCheckpointDue(connection, 4 * MIB)).toBe(false);
});
