import { errorBodySchema } from '../../shared/contract/errors.ts';

export interface ErrorText {
  /** A sentence for the user. */
  readonly why: string;
  /** Names the log entry of an internal error. */
  readonly id: string | null;
}

const STATUS_PREFIX = /^(\d{3}): ([\s\S]*)$/;
const LONGEST_PLAIN_BODY = 300;

/** The sentence within `STATUS: body`, or the message of an error that never reached the core. */
export function describeError(error: unknown): ErrorText {
  if (!(error instanceof Error)) return { why: 'Something unexpected happened.', id: null };
  const match = STATUS_PREFIX.exec(error.message);
  if (!match) return { why: withoutAnswer(error), id: null };
  const [, status = '', body = ''] = match;
  const parsed = errorBodySchema.safeParse(parseJson(body));
  if (parsed.success) return { why: parsed.data.message, id: parsed.data.id ?? null };
  return { why: body.slice(0, LONGEST_PLAIN_BODY) || `The answer was ${status}.`, id: null };
}

function withoutAnswer(error: Error): string {
  if (error.name === 'ZodError') return 'The answer has a form that this page does not know.';
  return error.message || 'No answer came.';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
