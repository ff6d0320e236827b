import { AppError } from '../../../shared/contract/errors.ts';

/** The place of a row in a list that is newest first: rows after it are older, or as old with a lower id. */
export interface Place {
  readonly createdAt: number;
  readonly id: string;
}

function placeToCursor({ createdAt, id }: Place): string {
  return Buffer.from(`${createdAt}.${id}`).toString('base64url');
}

/** @throws AppError 'bad-input' where it is none of ours. */
export function cursorToPlace(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null;
  const match = /^(\d{1,16})\.([\w-]{1,100})$/.exec(
    Buffer.from(cursor, 'base64url').toString('latin1'),
  );
  if (!match?.[2]) {
    const message = 'The cursor is not one that this server gave out';
    throw new AppError('bad-input', message, { issues: [{ path: 'cursor', message }] });
  }
  return { createdAt: Number(match[1]), id: match[2] };
}

/** Of one row more than asked for: what is shown, and the cursor behind it where there is more. */
export function pageOf<Row extends Place>(
  rows: readonly Row[],
  limit: number,
): { rows: readonly Row[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { rows: shown, nextCursor: rows.length > limit && last ? placeToCursor(last) : null };
}
