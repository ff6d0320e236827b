/** Turns what went wrong into the one kind of error that callers know. Texts of the endpoint are cut and cleaned. */
import { ModelFailure } from '../../platform/model-port.ts';

const MAX_WORDS = 200;

/** Words of a stranger, fit for a log: one line, no controls or directions, no key. */
export function cleanWords(text: string, secrets: readonly string[]): string {
  let words = text;
  for (const secret of secrets) if (secret.length > 0) words = words.replaceAll(secret, '[key]');
  return (
    words
      // What providers leave of a key they echo: sk-abc***xyz
      .replace(/\b(?:sk|pk|key|Bearer)[-_ ][A-Za-z0-9_*.-]{6,}/g, '[key]')
      .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, MAX_WORDS)
  );
}

/** The sentence in an error body, which has a few shapes. */
function messageIn(body: string): string {
  try {
    const json = JSON.parse(body) as { error?: { message?: unknown } | string; message?: unknown };
    const { error } = json;
    const message = typeof error === 'object' ? error?.message : (error ?? json.message);
    return typeof message === 'string' ? message : '';
  } catch {
    return '';
  }
}

/** An answer that is no 200. */
export function statusFailure(
  status: number,
  body: string,
  secrets: readonly string[],
): ModelFailure {
  const said = cleanWords(messageIn(body), secrets);
  const tail = said === '' ? '' : ` It says: ${said}`;
  if (status === 429) return new ModelFailure('rate-limited', `The model is rate limited.${tail}`);
  if (status === 401 || status === 403)
    return new ModelFailure('refused', `The endpoint refused the key (${status}).${tail}`);
  if (status === 404)
    return new ModelFailure('refused', `The endpoint knows no such model or address (404).${tail}`);
  if (status === 408 || status === 504)
    return new ModelFailure('timeout', `The endpoint gave up waiting (${status}).${tail}`);
  if (status >= 500)
    return new ModelFailure('unreachable', `The endpoint failed (${status}).${tail}`);
  return new ModelFailure('refused', `The endpoint refused the request (${status}).${tail}`);
}
