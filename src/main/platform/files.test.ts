import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFileHandles } from './files.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'watchfloor-handles-'));
  writeFileSync(join(folder, 'eve.json'), '{}\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('[IM8] handles of chosen files', () => {
  test('cannot be guessed, say name and size, and never the path', async () => {
    const files = createFileHandles();
    const [first, second] = [
      await files.register(join(folder, 'eve.json')),
      await files.register(join(folder, 'eve.json')),
    ];
    expect(first).toEqual({
      handle: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'eve.json',
      size: 3,
    });
    expect(first.handle).not.toBe(second.handle);
    expect(JSON.stringify(first)).not.toContain(folder);
    expect(files.resolve(first.handle)).toEqual({
      path: join(folder, 'eve.json'),
      name: 'eve.json',
      size: 3,
    });
  });

  test('of one process mean nothing to another', async () => {
    const { handle } = await createFileHandles().register(join(folder, 'eve.json'));
    expect(createFileHandles().resolve(handle)).toBeUndefined();
    expect(createFileHandles().resolve(join(folder, 'eve.json'))).toBeUndefined();
  });

  test('are not given for what is no file, and the message names no folder', async () => {
    const files = createFileHandles();
    for (const path of [folder, join(folder, 'gone.json'), '/dev/null']) {
      const error = await files.register(path).catch((thrown: unknown) => thrown as Error);
      expect((error as Error).message).toMatch(/is not a file that can be read$/);
      expect((error as Error).message).not.toContain('/');
    }
  });
});
