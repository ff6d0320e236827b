/**
 * How long a provider asks to wait, in every form there is: `Retry-After` in seconds or as a date
 * (RFC 9110 section 10.2.3), `retry-after-ms`, and `x-ratelimit-reset*` as seconds, as a moment
 * (seconds since 1970) or as a span ('6m0s', '120ms'), which providers write without a standard.
 */
const EPOCH_SECONDS = 1_000_000_000;
const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

const RESETS = [
  'x-ratelimit-reset-requests',
  'x-ratelimit-reset-tokens',
  'x-ratelimit-reset-after',
  'x-ratelimit-reset',
  'ratelimit-reset',
];

/** '1h2m3.5s' in milliseconds. */
function spanMs(text: string): number | null {
  if (!/^(?:\d+(?:\.\d+)?(?:ms|s|m|h))+$/.test(text)) return null;
  let sum = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g))
    sum += Number(amount) * (UNIT_MS[unit ?? ''] ?? 0);
  return sum;
}

function secondsMs(text: string, now: number): number | null {
  if (!/^\d+(?:\.\d+)?$/.test(text)) return null;
  const seconds = Number(text);
  return seconds > EPOCH_SECONDS ? seconds * 1000 - now : seconds * 1000;
}

function dateMs(text: string, now: number): number | null {
  // A date names its month; Date.parse reads numbers as years.
  const at = /[a-z]{3}|\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : at - now;
}

/**
 * Milliseconds from `now`, never negative; the longest of several resets. Null: nothing is asked for
 * that can be read.
 */
export function retryAfterMs(header: (name: string) => string | null, now: number): number | null {
  const read = (name: string) => header(name)?.trim().toLowerCase() ?? '';
  const exact = read('retry-after-ms');
  if (/^\d+(?:\.\d+)?$/.test(exact)) return Number(exact);
  const plain = read('retry-after');
  if (plain !== '') {
    const wait = secondsMs(plain, now) ?? spanMs(plain) ?? dateMs(plain, now);
    if (wait !== null) return Math.max(0, wait);
  }
  const waits = RESETS.map((name) => read(name))
    .filter((text) => text !== '')
    .map((text) => secondsMs(text, now) ?? spanMs(text) ?? dateMs(text, now))
    .filter((wait) => wait !== null);
  return waits.length > 0 ? Math.max(0, ...waits) : null;
}
