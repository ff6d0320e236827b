import { z } from 'zod';
import { type RecordConflict, recordConflictSchema } from './revision.ts';

/** What may go wrong, as seen from outside, and the HTTP status it becomes. */
export const ERROR_STATUS = {
  'bad-input': 400,
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  'unsupported-media': 415,
  'too-many': 429,
  internal: 500,
  unavailable: 503,
  'storage-full': 507,
} as const;
export type ErrorCode = keyof typeof ERROR_STATUS;

/** `at` and `length`: where in the text of that path, if it is a text; `fix`: what would be right there. */
export const issueSchema = z.object({
  path: z.string(),
  message: z.string(),
  at: z.number().int().optional(),
  length: z.number().int().optional(),
  fix: z.string().optional(),
});
export type Issue = z.infer<typeof issueSchema>;

/** The body of every answer that is not a success. `id` names the log entry of an internal error. */
export const errorBodySchema = z.object({
  message: z.string(),
  issues: z.array(issueSchema).optional(),
  allowed: z.array(z.string()).optional(),
  conflict: recordConflictSchema.optional(),
  id: z.string().optional(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;

/**
 * The one error that crosses a boundary. Its message is for the user: no path, SQL or secret.
 * `allowed` lists the transitions that a refused one could have been (409); `conflict` says which
 * fields somebody else changed meanwhile (409).
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly issues: readonly Issue[] | undefined;
  readonly allowed: readonly string[] | undefined;
  readonly conflict: RecordConflict | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    details: {
      issues?: readonly Issue[];
      allowed?: readonly string[];
      conflict?: RecordConflict;
      retryAfterSeconds?: number;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: details.cause });
    this.name = 'AppError';
    this.code = code;
    this.issues = details.issues;
    this.allowed = details.allowed;
    this.conflict = details.conflict;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** Turns zod's issues into the body of a 400; the first message leads. */
function issuesFromZod(error: z.ZodError): Issue[] {
  return error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
}

export function badInput(error: z.ZodError): AppError {
  const issues = issuesFromZod(error);
  return new AppError('bad-input', issues[0]?.message ?? 'Invalid input', { issues });
}
