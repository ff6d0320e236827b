import { createHash, randomBytes } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '../../src/shared/contract/errors.ts';
import { createAlert, listAll } from '../helpers/alert-calls.ts';
import { openBeside } from '../helpers/beside.ts';
import { openTestApp } from '../helpers/open-test-app.ts';
import { createSmallDisk, whyNoSmallDisk } from '../helpers/small-disk.ts';

/** A folder with one alert, as a crash leaves it: the write-ahead log is still there. */
let template: string;
let token: string | undefined;
let folder: string;

beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), 'watchfloor-template-'));
  const source = mkdtempSync(join(tmpdir(), 'watchfloor-source-'));
  const app = await openTestApp({ dataDir: source });
  token = app.token;
  await createAlert(app, { title: 'Still here' });
  cpSync(source, template, { recursive: true });
  await app.close();
  rmSync(source, { recursive: true });
  if (!existsSync(join(template, 'watchfloor.db-wal'))) throw new Error('the template has no log');
});
afterAll(() => rmSync(template, { recursive: true }));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'watchfloor-start-'));
  cpSync(template, folder, { recursive: true });
  rmSync(join(folder, 'watchfloor.db-shm'), { force: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string) => join(folder, name);

/** What a failed start must not have changed. */
function contents(): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder)
      .filter((name) => !/-shm$|\.lock$/.test(name) && statSync(file(name)).isFile())
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(file(name)))
          .digest('hex'),
      ]),
  );
}

async function failureOfStart(dataDir = folder): Promise<AppError> {
  try {
    const app = await openTestApp({ as: null, dataDir });
    await app.close();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('It started');
}

async function expectAlertIsThere(): Promise<void> {
  const app = await openTestApp({ as: null, dataDir: folder });
  const response = await app.request('GET', '/api/alerts', { token: token ?? null });
  expect(await response.json()).toMatchObject([{ title: 'Still here' }]);
  await app.close();
}

test('the folder that the other tests break is whole', async () => {
  await expectAlertIsThere();
});

describe('[ST3] a start that cannot work ends in a sentence and touches nothing', () => {
  test('wrong key', async () => {
    const right = readFileSync(file('database.key'));
    writeFileSync(file('database.key'), `${randomBytes(32).toString('hex')}\n`);
    const before = contents();
    const failure = await failureOfStart();
    expect(failure.message).toMatch(
      /^The database cannot be read with the key of this data folder: .* Put back the matching key/,
    );
    expect(contents()).toEqual(before);
    writeFileSync(file('database.key'), right);
    await expectAlertIsThere();
  });

  test('missing key beside a database: none is made', async () => {
    copyFileSync(file('database.key'), file('kept.key'));
    rmSync(file('database.key'));
    const before = contents();
    const failure = await failureOfStart();
    expect(failure.message).toMatch(
      /^The database is here but its key file \(database\.key\) is missing.*Nothing was changed\.$/,
    );
    expect(contents()).toEqual(before);
    copyFileSync(file('kept.key'), file('database.key'));
    await expectAlertIsThere();
  });

  test.each([
    ['empty', ''],
    ['cut', 'abcdef\n'],
    ['no hexadecimal', `${'g'.repeat(64)}\n`],
    ['too long', `${'a'.repeat(66)}\n`],
  ])('a key file that is %s', async (_name, text) => {
    writeFileSync(file('database.key'), text);
    const before = contents();
    const failure = await failureOfStart();
    expect(failure.message).toMatch(
      /^The key file \(database\.key\) in the data folder is damaged.*Nothing was changed\.$/,
    );
    expect(contents()).toEqual(before);
  });

  test('a database from a newer Watchfloor', async () => {
    const connection = openBeside(folder, 'writable');
    connection.pragma('user_version = 999');
    connection.close();
    const before = contents();
    const failure = await failureOfStart();
    expect(failure.message).toMatch(
      /^This data folder was last used by a newer Watchfloor \(schema 999; this one knows \d+\).*Nothing was changed\.$/,
    );
    expect(contents()).toEqual(before);
  });

  test('a database file that is not one', async () => {
    rmSync(file('watchfloor.db-wal'));
    writeFileSync(file('watchfloor.db'), randomBytes(64 * 1024));
    const before = contents();
    expect((await failureOfStart()).message).toMatch(/the key is wrong, or the file is damaged/);
    expect(contents()).toEqual(before);
  });

  test('a changed page is noticed, not read as something else', async () => {
    const app = await openTestApp({ as: null, dataDir: folder });
    await app.close();
    const bytes = readFileSync(file('watchfloor.db'));
    expect(bytes.length).toBeGreaterThan(8 * 4096);
    for (let page = 1; page < bytes.length / 4096; page++)
      bytes[page * 4096 + 2000] = (bytes[page * 4096 + 2000] ?? 0) ^ 1;
    writeFileSync(file('watchfloor.db'), bytes);
    const failure = await failureOfStart();
    expect(failure.message).toMatch(/damaged/);
  });

  test('a data folder that is a file', async () => {
    const path = file('a-file');
    writeFileSync(path, 'x');
    expect((await failureOfStart(path)).message).toMatch(/^The data folder .* is a file\./);
    expect((await failureOfStart(join(path, 'below'))).message).toMatch(/--data-dir/);
    expect(readFileSync(path, 'utf8')).toBe('x');
  });

  test('a folder in use by this process already', async () => {
    const app = await openTestApp({ as: null, dataDir: folder });
    const failure = await failureOfStart();
    expect(failure.message).toBe(
      'Watchfloor is already running on this data folder. Use the window that is open, or start with another folder (--data-dir).',
    );
    expect((await app.request('GET', '/api/alerts', { token: token ?? null })).status).toBe(200);
    await app.close();
    await expectAlertIsThere();
  });

  test('after a failed start the folder is free again', async () => {
    const right = readFileSync(file('database.key'));
    writeFileSync(file('database.key'), 'broken');
    await failureOfStart();
    writeFileSync(file('database.key'), right);
    await expectAlertIsThere();
  });
});

const reason = whyNoSmallDisk();

describe.skipIf(reason)(`disks that fail${reason ? ` (left out: ${reason})` : ''}`, () => {
  test('[ST3] a read-only folder with a database in it', async () => {
    const disk = createSmallDisk(16);
    try {
      cpSync(folder, disk.path, { recursive: true });
      disk.makeReadOnly();
      const failure = await failureOfStart(disk.path);
      expect(failure.message).toMatch(
        /^The (data folder cannot be written|database in the data folder cannot be opened)\./,
      );
      disk.makeWritable();
      const app = await openTestApp({ as: null, dataDir: disk.path });
      expect(
        await (await app.request('GET', '/api/alerts', { token: token ?? null })).json(),
      ).toHaveLength(1);
      await app.close();
    } finally {
      disk.remove();
    }
  });

  test('[ST3] a read-only place for a new folder', async () => {
    const disk = createSmallDisk(4);
    try {
      mkdirSync(join(disk.path, 'here'));
      disk.makeReadOnly();
      for (const name of ['here', 'new']) {
        const failure = await failureOfStart(join(disk.path, name));
        expect(failure.message).toMatch(/--data-dir/);
      }
      expect(readdirSync(disk.path)).toEqual(['here']);
    } finally {
      disk.remove();
    }
  });

  test('[ST3] a disk that is full before the first start', async () => {
    const disk = createSmallDisk(1);
    try {
      writeFileSync(join(disk.path, 'ballast'), Buffer.alloc(700 * 1024));
      const failure = await failureOfStart(join(disk.path, 'data'));
      expect(failure.message).toMatch(/^The disk is full\./);
    } finally {
      disk.remove();
    }
  });

  test('[ST4] a disk that runs full: the action fails whole, reading goes on, and so does work once there is space', async () => {
    const disk = createSmallDisk(8);
    const dataDir = join(disk.path, 'data');
    const app = await openTestApp({ dataDir });
    try {
      await createAlert(app, { title: 'Before' });
      const ballast = join(disk.path, 'ballast');
      writeFileSync(ballast, '');
      fillDisk(ballast);
      // The log keeps the room that it had once: that is used up first.
      let [kept, failed] = [1, 0];
      for (let i = 0; failed < 10 && i < 1_000; i++) {
        const response = await app.request('POST', '/api/alerts', {
          body: { title: `Full ${i}`, description: 'd'.repeat(500), severity: 'LOW', source: 's' },
        });
        if (response.status === 201) {
          kept++;
          continue;
        }
        failed++;
        expect(response.status).toBe(507);
        expect(await response.json()).toEqual({
          message:
            'The disk is full. Nothing of this action was saved. Free some space and try again.',
        });
      }
      expect(failed).toBe(10);
      const whileFull = await listAll(app);
      expect(whileFull.totals).toEqual([kept]);
      expect(whileFull.alerts.at(-1)?.title).toBe('Before');
      rmSync(ballast);
      await createAlert(app, { title: 'After' });
      expect((await listAll(app)).alerts[0]?.title).toBe('After');
      const connection = openBeside(dataDir);
      expect(connection.pragma('integrity_check', { simple: true })).toBe('ok');
      for (const table of ['alerts', 'alerts_fts']) {
        expect(connection.prepare(`SELECT count(*) AS n FROM ${table}`).get()).toEqual({
          n: kept + 1,
        });
      }
      connection.close();
    } finally {
      await app.close();
      disk.remove();
    }
  });
});

function fillDisk(ballast: string): void {
  for (const size of [64 * 1024, 4096]) {
    const block = Buffer.alloc(size);
    try {
      for (;;) writeFileSync(ballast, block, { flag: 'a' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
}
