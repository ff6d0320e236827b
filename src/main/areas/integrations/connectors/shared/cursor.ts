import { ConnectorFailure } from '../../connector.types.ts';
import { DAY_MS } from '../kit/settings.ts';

/** What the runner keeps of a cursor. */
const MAX_CURSOR_BYTES = 4_096;

/**
 * How far a window reaches back over the one before: what a source takes to show what it accepted,
 * with a wide margin. What comes twice by it is merged.
 */
export const LATE_MS = 10 * 60_000;

/** @throws ConnectorFailure where a token of the answer is too long to be kept. */
export function writeCursor(value: object): string {
  const text = JSON.stringify(value);
  if (Buffer.byteLength(text) <= MAX_CURSOR_BYTES) return text;
  throw new ConnectorFailure(
    'answer',
    'The place to go on at takes more than 4 kB, which no vendor publishes. Nothing of the answer was used.',
  );
}

export const firstMoment = (now: number, sinceDays: number): number => now - sinceDays * DAY_MS;
