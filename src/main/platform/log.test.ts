import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFileLog } from './log.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'watchfloor-log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const path = () => join(folder, 'logs', 'watchfloor.log');

describe('the log', () => {
  test('writes one line of JSON an entry, with the stack of a cause, for its owner only', () => {
    const log = createFileLog(folder);
    log.info('started', { port: 1 });
    log.error('line one\nline two', { cause: new Error('inner') });
    const lines = readFileSync(path(), 'utf8').trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'info',
      message: 'started',
      port: 1,
    });
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({
      level: 'error',
      cause: expect.stringContaining('Error: inner\n'),
    });
    expect(statSync(path()).mode & 0o777).toBe(0o600);
  });

  test('begins a new file when it has grown large, and keeps one older', () => {
    mkdirSync(join(folder, 'logs'));
    writeFileSync(path(), 'x'.repeat(5 * 1024 * 1024 + 1));
    const log = createFileLog(folder);
    log.warn('first of the new one');
    expect(statSync(path()).size).toBeLessThan(200);
    expect(statSync(`${path()}.1`).size).toBeGreaterThan(5_000_000);
  });

  test('that cannot be written stops nobody', () => {
    writeFileSync(join(folder, 'logs'), 'a file in the way');
    expect(() => createFileLog(folder).error('lost')).not.toThrow();
    expect(existsSync(path())).toBe(false);
  });
});
