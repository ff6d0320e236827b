/**
 * When the vendor says to come again, ms from `now`: `Retry-After` in seconds or as a date (RFC 9110
 * section 10.2.3), else the moment of a rate-limit header that vendors write without a standard (as
 * seconds, or as seconds since 1970). Null where nothing is said that can be read.
 */
const EPOCH_SECONDS = 1_000_000_000;
const RESETS = ['x-rate-limit-reset', 'x-ratelimit-reset', 'x-ratelimit-retryafter'];

export function retryAfterMs(header: (name: string) => string | null, now: number): number | null {
  for (const name of ['retry-after', ...RESETS]) {
    const wait = waitOf(header(name)?.trim() ?? '', now);
    if (wait !== null) return Math.max(0, wait);
  }
  return null;
}

function waitOf(text: string, now: number): number | null {
  if (/^\d{1,13}(?:\.\d+)?$/.test(text)) {
    const seconds = Number(text);
    return seconds > EPOCH_SECONDS ? seconds * 1000 - now : seconds * 1000;
  }
  const at = /[a-z]{3}/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : at - now;
}
