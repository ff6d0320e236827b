/** Options of pcapng blocks: draft-ietf-opsawg-pcapng section 3.5, and the clock they define (4.2). */
import { utf8 } from './bytes.ts';

const MOST_OPTIONS = 1_000;

export interface ByteOrder {
  u16(bytes: Uint8Array, at: number): number;
  u32(bytes: Uint8Array, at: number): number;
}

export interface BlockOption {
  readonly code: number;
  readonly at: number;
  readonly length: number;
}

/** Stops at the first option that reaches over the block. */
export function* blockOptions(
  order: ByteOrder,
  bytes: Uint8Array,
  from: number,
  end: number,
): Generator<BlockOption> {
  let at = from;
  for (let n = 0; n < MOST_OPTIONS && at + 4 <= end; n++) {
    const code = order.u16(bytes, at);
    const length = order.u16(bytes, at + 2);
    if (code === 0 || at + 4 + length > end) return;
    yield { code, at: at + 4, length };
    at += 4 + length + (-length & 3);
  }
}

export function optionText(bytes: Uint8Array, option: BlockOption): string {
  const text = utf8(bytes, option.at, option.at + option.length);
  const zero = text.indexOf('\0');
  return zero < 0 ? text : text.slice(0, zero);
}

export interface InterfaceClock {
  /** Units a second. */
  readonly perSecond: number;
  /** Seconds added to every time. */
  readonly shift: number;
}

/** `if_tsresol`: a power of 10, or of 2 where the top bit is set. */
export function unitsPerSecond(resolution: number): number {
  const exponent = resolution & 0x7f;
  if ((resolution & 0x80) !== 0) return 2 ** Math.min(exponent, 62);
  return 10 ** Math.min(exponent, 18);
}

const EXACT = 2 ** 21;

/** A time in units of the clock, as two words, to seconds and nanoseconds; exact for any resolution. */
export function clockTime(
  clock: InterfaceClock,
  high: number,
  low: number,
  into: { seconds: number; nanos: number },
): void {
  if (high < EXACT) {
    const units = high * 4_294_967_296 + low;
    const seconds = Math.floor(units / clock.perSecond);
    into.seconds = seconds + clock.shift;
    const rest = units - seconds * clock.perSecond;
    into.nanos =
      clock.perSecond <= 1_000_000
        ? rest * (1_000_000_000 / clock.perSecond)
        : (rest / clock.perSecond) * 1_000_000_000;
    into.nanos = Math.floor(into.nanos + 0.000_1);
    return;
  }
  const units = (BigInt(high) << 32n) | BigInt(low);
  const perSecond = BigInt(clock.perSecond);
  const seconds = units / perSecond;
  into.seconds = Number(seconds) + clock.shift;
  into.nanos = Number(((units - seconds * perSecond) * 1_000_000_000n) / perSecond);
}
