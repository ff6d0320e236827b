/**
 * Grants reading of files the user chose. The page never names a path: the host registers a chosen
 * file and hands the page an unguessable handle, which is valid until the process ends.
 */
import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { AppError } from '../../shared/contract/errors.ts';

export interface RegisteredFile {
  readonly handle: string;
  readonly name: string;
  readonly size: number;
}

export interface FileHandles {
  /** @throws AppError 'bad-input' where the path is not a readable file. */
  register(path: string): Promise<RegisteredFile>;
  resolve(handle: string): { path: string; name: string; size: number } | undefined;
}

export function createFileHandles(): FileHandles {
  const filesByHandle = new Map<string, { path: string; name: string; size: number }>();
  return {
    async register(path) {
      const info = await stat(path).catch(() => undefined);
      if (!info?.isFile()) {
        throw new AppError('bad-input', `"${basename(path)}" is not a file that can be read`);
      }
      const handle = randomUUID();
      const file = { path, name: basename(path), size: info.size };
      filesByHandle.set(handle, file);
      return { handle, name: file.name, size: file.size };
    },
    resolve: (handle) => filesByHandle.get(handle),
  };
}
