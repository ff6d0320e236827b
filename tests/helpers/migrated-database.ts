/**
 * An empty database with every migration applied, made once for all tests and copied by each: sixty
 * migrations take longer than most tests. It is named by what it was made of, so a changed migration
 * makes a new one.
 */
import { createHash, randomUUID } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { openStorage } from '../../src/main/db/open.ts';

const REPOSITORY = join(import.meta.dirname, '..', '..');
const MIGRATIONS = join(REPOSITORY, 'resources', 'migrations', 'sqlite');
const CACHE = join(REPOSITORY, 'node_modules', '.cache', 'migrated-databases');
const MADE_BY = ['connection.ts', 'migrate.ts', 'open.ts'].map((name) =>
  join(REPOSITORY, 'src', 'main', 'db', name),
);
const FILE = 'watchfloor.db';

/** Puts the database into a folder that has none yet. Its node is new: opening it gives it one. */
export function copyMigrated(dataDir: string, key: Uint8Array): void {
  const ready = join(CACHE, `${nameOf(key)}.db`);
  if (!existsSync(ready)) make(ready, key);
  copyFileSync(ready, join(dataDir, FILE));
}

function nameOf(key: Uint8Array): string {
  const hash = createHash('sha256').update(key);
  const migrations = readdirSync(MIGRATIONS)
    .sort()
    .map((name) => join(MIGRATIONS, name));
  for (const path of [...migrations, ...MADE_BY]) hash.update(path).update(readFileSync(path));
  return hash.digest('hex').slice(0, 32);
}

/** Two processes may make it at once: the last one's is kept, and they are the same. */
function make(ready: string, key: Uint8Array): void {
  const making = join(CACHE, `making-${randomUUID()}`);
  mkdirSync(making, { recursive: true });
  const storage = openStorage({
    dataDir: making,
    migrationsDir: MIGRATIONS,
    key,
    newId: randomUUID,
  });
  storage.connection.prepare("DELETE FROM meta WHERE key = 'node_id'").run();
  storage.close();
  renameSync(join(making, FILE), ready);
  rmSync(making, { recursive: true });
}
