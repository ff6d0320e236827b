/** The watched folder (docs/spec/receivers.md). */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFolderWatch } from '../../src/main/areas/integrations/receivers/folder-watch.ts';
import { folderSettingsSchema } from '../../src/main/areas/integrations/receivers/receiver-settings.ts';

let root = '';
let folder = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'watchfloor-folder-'));
  folder = join(root, 'in');
  mkdirSync(folder);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function watch(settings: Record<string, unknown> = {}, wrong: string | null = null) {
  const taken: string[] = [];
  const skipped: string[] = [];
  const problems: (string | null)[] = [];
  const retries: (string | null)[] = [];
  const rejected: string[] = [];
  const clock = { now: Date.UTC(2026, 10, 22, 12) };
  const watched = createFolderWatch(
    folderSettingsSchema.parse({ folder, ...settings }),
    join(root, 'seen.json'),
    {
      async take(file) {
        taken.push(`${file.name}: ${readFileSync(file.path, 'utf8')}`);
        return wrong;
      },
      skipped: (reason) => skipped.push(reason),
      now: () => clock.now,
      retries: (text) => retries.push(text),
      rejected: (reason) => rejected.push(reason),
      problem: (text) => problems.push(text),
    },
  );
  return { taken, skipped, problems, retries, rejected, clock, look: () => watched.look() };
}

describe('a watched folder', () => {
  test('[RC13] takes a file once, when it has stopped growing, and remembers that over a restart', async () => {
    const first = watch();
    writeFileSync(join(folder, 'a.json'), 'one');
    await first.look();
    appendFileSync(join(folder, 'a.json'), ' more');
    await first.look();
    expect(first.taken).toEqual([]);
    await first.look();
    await first.look();
    expect(first.taken).toEqual(['a.json: one more']);
    const again = watch();
    writeFileSync(join(folder, 'copy.json'), 'one more');
    await again.look();
    await again.look();
    expect(again.taken).toEqual([]);
    expect(again.skipped).toEqual(['files whose content was imported before']);
  });

  test('[RC14] follows no link, enters no folder and looks at endings', async () => {
    writeFileSync(join(root, 'secret.json'), 'secret');
    symlinkSync(join(root, 'secret.json'), join(folder, 'link.json'));
    symlinkSync(root, join(folder, 'out'));
    mkdirSync(join(folder, 'deeper'));
    writeFileSync(join(folder, 'deeper', 'x.json'), 'x');
    writeFileSync(join(folder, 'b.txt'), 'text');
    writeFileSync(join(folder, 'c.JSON'), 'c');
    const watched = watch({ endings: ['.json'] });
    for (let n = 0; n < 3; n++) await watched.look();
    expect(watched.taken).toEqual(['c.JSON: c']);
  });

  test('[RC14] moves files where the setting says so, never over another and never through a link', async () => {
    const watched = watch({ afterwards: 'move' });
    writeFileSync(join(folder, 'a.json'), 'one');
    for (let n = 0; n < 2; n++) await watched.look();
    writeFileSync(join(folder, 'a.json'), 'two');
    for (let n = 0; n < 2; n++) await watched.look();
    expect(existsSync(join(folder, 'a.json'))).toBe(false);
    expect(readFileSync(join(folder, 'imported', 'a.json'), 'utf8')).toBe('one');
    expect(watched.taken).toEqual(['a.json: one', 'a.json: two']);
    rmSync(join(folder, 'imported'), { recursive: true });
    mkdirSync(join(root, 'elsewhere'));
    symlinkSync(join(root, 'elsewhere'), join(folder, 'imported'));
    writeFileSync(join(folder, 'd.json'), 'three');
    for (let n = 0; n < 2; n++) await watched.look();
    expect(existsSync(join(folder, 'd.json'))).toBe(true);
    expect(watched.problems.at(-1)).toContain('could not be looked at');
  });

  test('[RC13] says that the folder is not there, and goes on when it is', async () => {
    rmSync(folder, { recursive: true });
    const watched = watch();
    await watched.look();
    expect(watched.problems).toEqual(['The folder is not there.']);
    mkdirSync(folder);
    await watched.look();
    expect(watched.problems.at(-1)).toBeNull();
  });

  test('[RC17] a file that could not be imported is tried three times more, later and later, and then left', async () => {
    const watched = watch({ afterwards: 'move' }, 'files of no known format');
    writeFileSync(join(folder, 'a.bin'), 'x');
    for (let n = 0; n < 4; n++) await watched.look();
    expect(watched.taken).toEqual(['a.bin: x']);
    expect(watched.retries.at(-1)).toBe(
      'a.bin could not be imported (files of no known format). Tried 1 of 4 times, again at 12:02 UTC.',
    );
    for (const [minutes, tries] of [
      [1, 1],
      [2, 2],
      [10, 3],
      [30, 3],
      [31, 4],
      [600, 4],
    ] as const) {
      watched.clock.now += minutes * 60_000;
      await watched.look();
      expect(watched.taken.length).toBe(tries);
    }
    expect(watched.rejected).toEqual(['files of no known format']);
    expect(watched.retries.at(-1)).toBeNull();
    expect(existsSync(join(folder, 'a.bin'))).toBe(true);
    const again = watch({}, null);
    for (let n = 0; n < 3; n++) await again.look();
    expect(again.taken).toEqual([]);
    writeFileSync(join(folder, 'b.bin'), 'x');
    for (let n = 0; n < 2; n++) await again.look();
    expect(again.taken).toEqual(['b.bin: x']);
  });

  test('[RC17] how often a file failed is remembered over a restart', async () => {
    const first = watch({}, 'files that could not be imported');
    writeFileSync(join(folder, 'a.json'), 'x');
    for (let n = 0; n < 2; n++) await first.look();
    const second = watch({}, null);
    for (let n = 0; n < 3; n++) await second.look();
    expect(second.taken).toEqual([]);
    expect(second.retries.at(-1)).toContain('Tried 1 of 4 times');
    second.clock.now += 3 * 60_000;
    await second.look();
    expect(second.taken).toEqual(['a.json: x']);
    expect(second.retries.at(-1)).toBeNull();
  });
});
