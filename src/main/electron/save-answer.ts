import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../shared/contract/errors.ts';

/**
 * Streams an answer of the core into a file. The target appears only when all of it is written; a
 * failure leaves what was there before.
 * @throws Error with the message `STATUS: body` where the answer is not a success.
 * @throws AppError where the file cannot be written.
 */
export async function saveAnswer(answer: Response, target: string): Promise<void> {
  if (!answer.ok) throw new AppError('unavailable', `${answer.status}: ${await answer.text()}`);
  const draft = `${target}.part`;
  try {
    await pipeline(Readable.from(answer.body ?? []), createWriteStream(draft, { mode: 0o600 }));
    await rename(draft, target);
  } catch (cause) {
    await rm(draft, { force: true });
    const message = `"${basename(target)}" could not be saved. Choose another folder, or make room on the disk.`;
    throw new AppError('unavailable', message, { cause });
  }
}
