/**
 * Replaces the whole workspace by one from a file. Administrators only. Defences: the file is never
 * opened but in a worker, with the passphrase; what comes over the network is written under a name
 * of our own, as it is (encrypted); nothing of the workspace in use is touched before the other one
 * has been checked from end to end; the old one is kept.
 */
import { createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type {
  BackupHead,
  ReceivedBackup,
  RestoreFileQuery,
  RestoreRequest,
} from '../../../shared/areas/settings/data.contract.ts';
import { BACKUP_HEAD_BYTES } from '../../../shared/areas/settings/data.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { Job } from '../../../shared/contract/jobs.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { JobRunner } from '../../jobs/job-runner.ts';
import type { FileHandles } from '../../platform/files.ts';
import type { NewId } from '../../platform/ids.ts';
import { readHead } from './backup-folder.ts';
import { readHeader } from './backup-format.ts';
import type { Restored, RestoreInput } from './restore.jobs.ts';

/** How long the rest of a refused body is listened to, so that its sender hears the answer. */
const PATIENCE_MS = 3_000;
const NAMELESS = 'backup';

export interface RestoreDeps {
  /** A folder of its own in the data folder; emptied at every start. */
  readonly folder: string;
  readonly migrationsDir: string;
  readonly files: FileHandles;
  readonly runner: JobRunner;
  readonly newId: NewId;
  /** Puts a checked database in the place of the one in use. */
  readonly putInPlace: (
    nextPath: string,
    restored: { name: string; actor: string },
  ) => Promise<void>;
  /** The files that came with it belong to it now. */
  readonly keepFiles: (files: Restored['files']) => void;
}

interface Received {
  readonly path: string;
  readonly head: BackupHead;
}

function cleanName(name: string | undefined): string {
  return (name ?? '').replace(/\p{Cc}/gu, ' ').trim() || NAMELESS;
}

function toHead(bytes: Uint8Array, name: string, size: number | null): BackupHead {
  const { createdAt, schema } = readHeader(bytes);
  return { name, bytes: size, createdAt: toIso(createdAt), schema };
}

/** Looks at the first bytes as they pass; what is no backup is heard out for a while and dropped. */
async function* refuseOthers(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const start: Uint8Array[] = [];
  let size = 0;
  let isKnown = false;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (!isKnown && (done || size + value.byteLength >= BACKUP_HEAD_BYTES)) {
      try {
        readHeader(Buffer.concat(done ? start : [...start, value]).subarray(0, BACKUP_HEAD_BYTES));
      } catch (error) {
        if (!done) await hearOut(reader);
        throw error;
      }
      isKnown = true;
    }
    if (done) return;
    if (!isKnown) start.push(value);
    size += value.byteLength;
    yield value;
  }
}

async function hearOut(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    if ((await reader.read()).done) return;
  }
  await reader.cancel();
}

export function createRestoreService(deps: RestoreDeps) {
  const { folder, files, runner, newId } = deps;
  const received = new Map<string, Received>();

  function chosen(handle: string): { path: string; name: string; size: number } {
    const file = files.resolve(handle);
    if (!file) throw new AppError('not-found', 'This file is no longer at hand. Choose it again.');
    return file;
  }

  function bodyOf(request: Request): ReadableStream<Uint8Array> {
    if (!request.body)
      throw new AppError('bad-input', 'The request has no body: send the file as its body');
    return request.body;
  }

  /** One at a time: who brings another file has given the earlier one up. */
  async function remember(file: Received): Promise<ReceivedBackup> {
    for (const [id, earlier] of received) {
      received.delete(id);
      if (earlier.path.startsWith(folder)) await rm(earlier.path, { force: true });
    }
    const id = newId();
    received.set(id, file);
    return { id, ...file.head };
  }

  return {
    async check(query: RestoreFileQuery, request: Request): Promise<BackupHead> {
      if (query.handle !== undefined) {
        const { path, name, size } = chosen(query.handle);
        return toHead(await readHead(path), name, size);
      }
      const chunks: Uint8Array[] = [];
      let size = 0;
      for await (const chunk of bodyOf(request)) {
        chunks.push(chunk);
        size += chunk.byteLength;
        if (size >= BACKUP_HEAD_BYTES) break;
      }
      const head = Buffer.concat(chunks).subarray(0, BACKUP_HEAD_BYTES);
      return toHead(head, cleanName(query.name), null);
    },

    async receive(query: RestoreFileQuery, request: Request): Promise<ReceivedBackup> {
      if (query.handle !== undefined) {
        const { path, name, size } = chosen(query.handle);
        return remember({ path, head: toHead(await readHead(path), name, size) });
      }
      const body = bodyOf(request);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, `${newId()}.received`);
      try {
        await pipeline(Readable.from(refuseOthers(body)), createWriteStream(path, { mode: 0o600 }));
        const { size } = await stat(path);
        return await remember({
          path,
          head: toHead(await readHead(path), cleanName(query.name), size),
        });
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
    },

    async start({ file, passphrase }: RestoreRequest, actor: string): Promise<Job> {
      const found = received.get(file);
      if (!found)
        throw new AppError('not-found', 'This backup is no longer at hand. Choose it again.');
      const { head, path } = found;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const target = join(folder, 'next.db');
      const input: RestoreInput = {
        source: path,
        target,
        passphrase,
        migrationsDir: deps.migrationsDir,
      };
      await runner.makeWay();
      return runner.start({
        kind: 'restore',
        title: `Restore ${head.name}`,
        unit: 'bytes',
        total: head.bytes,
        startedBy: actor,
        input,
        isAlone: true,
        async settle(result) {
          await deps.putInPlace(target, { name: head.name, actor });
          deps.keepFiles((result as Restored).files);
          received.delete(file);
          await rm(folder, { recursive: true, force: true });
        },
      }).job;
    },
  };
}
export type RestoreService = ReturnType<typeof createRestoreService>;
