/**
 * Grants the workspace's key, with which attachments are encrypted: the server never has it. Defences: the
 * file is made for this user alone and never written over; one that others may read is refused.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { AppError } from '../../shared/contract/errors.ts';
import { WORKSPACE_KEY_BYTES } from '../areas/sync/joining/invitation.ts';

export const keyFileOf = (workspace: string): string => `watchfloor-${workspace}.key`;

/** @throws AppError where a file is there already */
export function makeKeyFile(path: string): Uint8Array {
  const key = randomBytes(WORKSPACE_KEY_BYTES);
  try {
    writeFileSync(path, `${key.toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    const why = isThere ? 'is there already' : 'cannot be written';
    throw new AppError('conflict', `The key file ${path} ${why}: name another (--key-file).`);
  }
  return key;
}

/** @throws AppError with what to do */
export function readKeyFile(path: string): Uint8Array {
  const bad = (text: string) => new AppError('conflict', `The key file ${path} ${text}`);
  const info = statSync(path, { throwIfNoEntry: false });
  if (!info)
    throw bad(
      'is not here: name it (--key-file), or invite from the workstation of an administrator, which has the key.',
    );
  if (process.platform !== 'win32' && (info.mode & 0o077) !== 0)
    throw bad(`may be read by others: chmod 600 ${path}`);
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'hex');
  if (key.length !== WORKSPACE_KEY_BYTES)
    throw bad('is damaged: it must hold 64 hexadecimal digits.');
  return key;
}
