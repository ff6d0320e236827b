import { randomBytes } from 'node:crypto';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkpoint } from '../../src/main/db/checkpoint.ts';
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
