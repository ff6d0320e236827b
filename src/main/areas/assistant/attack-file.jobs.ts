/**
 * Reads a file of ATT&CK beside the core: the stage reads and parses, the job hands it over. Nothing is
 * written. Its defences: a limit of bytes while it comes, and those of attack-table.parse.ts.
 */
import { createHash } from 'node:crypto';
import {
  ATTACK_FILE_MAX,
  parseAttackFile,
} from '../../../shared/areas/assistant/attack-table.parse.ts';
import { AttackFileError } from '../../../shared/areas/assistant/attack-table.parts.ts';
import type { AttackData } from '../../../shared/areas/assistant/attack-table.types.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { JobContext } from '../../jobs/job.ts';
import type { StageFunction } from '../../jobs/stage.ts';

export interface ReadAttackFile {
  /** SHA-256 of the file's bytes, hexadecimal. */
  readonly checksum: string;
  readonly data: AttackData;
}

export const readAttackFileStage: StageFunction = async (_, source, send) => {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of source) {
    size += part.byteLength;
    if (size > ATTACK_FILE_MAX)
      throw new AppError(
        'too-large',
        `The file is larger than ${ATTACK_FILE_MAX / 1024 / 1024} MB, which ATT&CK is not.`,
      );
    parts.push(part);
  }
  const bytes = Buffer.concat(parts);
  parts.length = 0;
  const checksum = createHash('sha256').update(bytes).digest('hex');
  await send({ value: { checksum, data: parsed(bytes) } satisfies ReadAttackFile, transfer: [] });
};

function parsed(bytes: Buffer): AttackData {
  if (bytes.length === 0) throw new AppError('bad-input', 'The file is empty.');
  try {
    return parseAttackFile(bytes.toString('utf8'));
  } catch (error) {
    if (error instanceof AttackFileError) throw new AppError('bad-input', `${error.message}.`);
    throw error;
  }
}

export async function attackFileJob(input: unknown, context: JobContext): Promise<ReadAttackFile> {
  for await (const read of context.stage('read-attack-file', input)) return read as ReadAttackFile;
  throw new AppError('internal', 'The file was read, but nothing came of it.');
}
