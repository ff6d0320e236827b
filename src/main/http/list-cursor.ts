/** The place of a list's last row, opaque to callers: what the next page begins after. */
import { AppError } from '../../shared/contract/errors.ts';

export type CursorParts = readonly (string | number)[];

export function toCursor(parts: CursorParts): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** @throws AppError 'bad-input' for anything else than a cursor whose parts have these types. */
export function fromCursor<const T extends readonly ('string' | 'number')[]>(
  cursor: string,
  types: T,
): { -readonly [K in keyof T]: T[K] extends 'string' ? string : number } {
  const parts = parsed(Buffer.from(cursor, 'base64url').toString('utf8'));
  const isOurs =
    Array.isArray(parts) &&
    parts.length === types.length &&
    parts.every((part, index) => typeof part === types[index]);
  if (isOurs) return parts as never;
  const message = 'The cursor is not one that this server gave out';
  throw new AppError('bad-input', message, { issues: [{ path: 'cursor', message }] });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
