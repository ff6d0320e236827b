import { AppError } from '../../../shared/contract/errors.ts';
import type { SuspicionPlace } from './suspicion-list.store.ts';

/** A cursor is the place of the last row, opaque to callers. */
export function suspicionToCursor({ suspicion, created_at, seq, look }: SuspicionPlace): string {
  const how = look ? `.${look}` : '';
  return Buffer.from(`s${suspicion}.${created_at}.${seq}${how}`).toString('base64url');
}

/** @throws AppError 'bad-input'. */
export function cursorToSuspicion(cursor: string): SuspicionPlace {
  const match = /^s(-1|\d{1,3})\.(-?\d{1,16})\.(\d{1,16})(?:\.(index|rows))?$/.exec(
    Buffer.from(cursor, 'base64url').toString('latin1'),
  );
  if (!match) {
    const message = 'The cursor is not one that this server gave out';
    throw new AppError('bad-input', message, { issues: [{ path: 'cursor', message }] });
  }
  const look = match[4] as SuspicionPlace['look'];
  return {
    ...{ suspicion: Number(match[1]), created_at: Number(match[2]), seq: Number(match[3]) },
    ...(look ? { look } : {}),
  };
}
