import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startHost } from './host-process.ts';
import { importFile, writeRecords } from './import.bench.ts';

const MILLION = 1_000_000;

/** A data folder with a million alerts in it, and the cookie of a session of its account. */
export interface MillionStore {
  readonly dataDir: string;
  readonly cookie: string;
}

export interface SharedMillion {
  get(): Promise<MillionStore>;
  close(): void;
}

/** Made when first asked for; a `kept` folder outlives the run and is used again. */
export function openMillion(kept: string | undefined): SharedMillion {
  let folder: string | undefined;
  let store: Promise<MillionStore> | undefined;
  async function make(): Promise<MillionStore> {
    folder = kept ?? mkdtempSync(join(tmpdir(), 'watchfloor-bench-million-'));
    mkdirSync(folder, { recursive: true });
    const dataDir = join(folder, 'million');
    if (!existsSync(dataDir)) await fill(folder, dataDir);
    const host = await startHost(dataDir);
    await host.kill();
    return { dataDir, cookie: host.cookie };
  }
  return {
    get() {
      store ??= make();
      return store;
    },
    close() {
      if (folder !== undefined && kept === undefined) {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

/** The folder takes its name only when it is complete: a run that was broken off leaves none. */
async function fill(folder: string, dataDir: string): Promise<void> {
  const file = join(folder, 'million.json');
  const unfinished = join(folder, 'unfinished');
  rmSync(unfinished, { recursive: true, force: true });
  await writeRecords(file, MILLION, 3);
  const host = await startHost(unfinished);
  const { receipt } = await importFile(host, file);
  await host.kill();
  rmSync(file, { force: true });
  if (receipt.added !== MILLION) throw new Error(`Only ${receipt.added} alerts were added`);
  renameSync(unfinished, dataDir);
}
