/**
 * Grants the right to bring records: a bearer token (or `Splunk TOKEN`, as senders of HEC write it), or an
 * HMAC-SHA256 over `timestamp.body`. Defences: compared in constant time; a signature is good for five
 * minutes and once; nothing of either is answered or logged.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const WINDOW_S = 300;
/** Signatures remembered; the window forgets older ones first. */
const MOST_REMEMBERED = 200_000;

export interface Proof {
  /** Whether the body is part of it; otherwise strangers are refused before theirs is read. */
  readonly needsBody: boolean;
  /** Null where the sender is known, otherwise what is wrong. */
  check(headers: IncomingHttpHeaders, body: Buffer, now: number): string | null;
}

export function createProof(kind: 'token' | 'hmac', secret: string): Proof {
  return kind === 'token' ? tokenProof(secret) : signatureProof(secret);
}

const digest = (text: string) => createHash('sha256').update(text).digest();
/** Texts of any length, in the same time. */
const isSame = (a: string, b: string) => timingSafeEqual(digest(a), digest(b));

function bearerOf(headers: IncomingHttpHeaders): string {
  return /^(?:Bearer|Splunk) (.+)$/i.exec(headers.authorization ?? '')?.[1]?.trim() ?? '';
}

function tokenProof(secret: string): Proof {
  return {
    needsBody: false,
    check: (headers) =>
      isSame(bearerOf(headers), secret) ? null : 'the token is missing or wrong',
  };
}

function signatureProof(secret: string): Proof {
  const seen = new Map<string, number>();
  const check: Proof['check'] = (headers, body, now) => {
    const written = String(headers['x-timestamp'] ?? '');
    const given = String(headers['x-signature'] ?? '')
      .replace(/^sha256=/i, '')
      .toLowerCase();
    const seconds = /^\d{1,12}$/.test(written) ? Number(written) : Number.NaN;
    if (!(Math.abs(now / 1000 - seconds) <= WINDOW_S)) {
      return 'x-timestamp is missing or more than five minutes away';
    }
    const right = createHmac('sha256', secret).update(`${written}.`).update(body).digest('hex');
    if (!isSame(given, right)) return 'x-signature is missing or wrong';
    if (seen.has(given)) return 'this signature was used before';
    seen.set(given, seconds);
    forget(seen, now);
    return null;
  };
  return { needsBody: true, check };
}

/** Insertion order is near to time: the first ones are looked at. */
function forget(seen: Map<string, number>, now: number): void {
  for (const [signature, seconds] of seen) {
    if (seen.size <= MOST_REMEMBERED && now / 1000 - seconds <= 2 * WINDOW_S) return;
    seen.delete(signature);
  }
}
