import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A small file system of its own in memory, for what only a full or locked disk does. */
export interface SmallDisk {
  readonly path: string;
  makeReadOnly(): void;
  makeWritable(): void;
  remove(): void;
}

function mount(...args: string[]): void {
  execFileSync('mount', args, { stdio: 'pipe' });
}

export function createSmallDisk(megabytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'watchfloor-disk-'));
  mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path);
  return {
    path,
    makeReadOnly: () => mount('-o', 'remount,ro', path),
    makeWritable: () => mount('-o', 'remount,rw', path),
    remove() {
      execFileSync('umount', ['-l', path], { stdio: 'pipe' });
      rmSync(path, { recursive: true, force: true });
    },
  };
}

/** Why no small disk can be made here; undefined where one can. */
export function whyNoSmallDisk(): string | undefined {
  if (process.platform !== 'linux') return 'small disks are made with tmpfs, on Linux only';
  try {
    createSmallDisk(1).remove();
    return undefined;
  } catch {
    return 'this user may not mount a tmpfs';
  }
}
