/**
 * This machine's clock against the server's. A clock that is ahead would have its edits win over later
 * ones of others (and is refused by the server); one that is behind would have them lose.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../shared/kernel/time.ts';
import { SyncFailure } from '../sync-server.port.ts';

/** Less than this is no matter; the server takes stamps that are twice as far ahead. */
const TOLERANCE_MS = 30 * SECOND_MS;
/** Further apart, one of the two is plainly wrong, and it may be the server. */
const BELIEVABLE_MS = 366 * DAY_MS;

export interface ClockReading {
  readonly serverNow: number;
  /** The corrected clock here, before the question and after the answer. */
  readonly asked: number;
  readonly answered: number;
}

/**
 * How far the corrected clock is ahead (negative: behind); 0 where it is near enough.
 * @throws SyncFailure 'clock' where no correction makes sense
 */
export function aheadBy({ serverNow, asked, answered }: ClockReading): number {
  const ahead = Math.round((asked + answered) / 2 - serverNow);
  if (!Number.isFinite(ahead) || Math.abs(ahead) > BELIEVABLE_MS)
    throw new SyncFailure(
      'clock',
      `This machine's clock and the server's are ${inWords(Math.abs(ahead))} apart. One of them is wrong.`,
      { serverNow },
    );
  const uncertain = Math.max(0, answered - asked) / 2;
  return Math.abs(ahead) > TOLERANCE_MS + uncertain ? ahead : 0;
}

/** Null where nothing is corrected that matters: a clock that was set right leaves some milliseconds. */
export function clockNote(offsetMs: number): string | null {
  if (Math.abs(offsetMs) < TOLERANCE_MS) return null;
  const side = offsetMs < 0 ? 'ahead of' : 'behind';
  return `This machine's clock is ${inWords(Math.abs(offsetMs))} ${side} the server's. The times by which changes are ordered are corrected for it; please set the clock right.`;
}

const UNITS: readonly (readonly [number, string])[] = [
  [DAY_MS, 'day'],
  [HOUR_MS, 'hour'],
  [MINUTE_MS, 'minute'],
  [SECOND_MS, 'second'],
];

function inWords(ms: number): string {
  if (!Number.isFinite(ms)) return 'very far';
  const [size, name] = UNITS.find(([unit]) => ms >= 2 * unit) ?? [SECOND_MS, 'second'];
  const count = Math.round(ms / size);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
