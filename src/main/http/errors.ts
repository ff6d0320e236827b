import { randomUUID } from 'node:crypto';
import { AppError, type ErrorBody } from '../../shared/contract/errors.ts';
import { storageError } from '../db/errors.ts';
import type { Log } from '../platform/log.ts';

/**
 * The one place where an error becomes an answer. What is not an AppError is logged under an id
 * that the user can quote, and nothing of it goes out.
 */
export function errorResponse(thrown: unknown, log: Log): Response {
  const error = storageError(thrown);
  if (error instanceof AppError) {
    if (error.status >= 500) log.error(error.message, { cause: error.cause });
    const body: ErrorBody = {
      message: error.message,
      ...(error.issues ? { issues: [...error.issues] } : {}),
      ...(error.allowed ? { allowed: [...error.allowed] } : {}),
      ...(error.conflict ? { conflict: error.conflict } : {}),
    };
    const retry = error.retryAfterSeconds;
    return Response.json(body, {
      status: error.status,
      headers: retry === undefined ? {} : { 'Retry-After': String(retry) },
    });
  }
  const id = randomUUID().slice(0, 8);
  log.error('internal error', { id, cause: error });
  const body: ErrorBody = {
    message: `Something failed inside Watchfloor. It is in the log under ${id}.`,
    id,
  };
  return Response.json(body, { status: 500 });
}
