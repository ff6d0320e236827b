/**
 * Times of Windows as ISO 8601 in UTC with seven digits: nothing of their 100 ns is lost, and no
 * arithmetic leaves the 53 bits of a number. libyal, 'Windows XML Event Log (EVTX) format', section
 * 'Value types' (FILETIME) and 'Systemtime'.
 */
const TICKS_PER_MS = 10_000;
/** 1601-01-01 to 1970-01-01. */
const EPOCH_GAP_MS = 11_644_473_600_000;
const DAY_MS = 86_400_000;
/** 2^32 ticks are this many whole ms, and this rest of ticks. */
const HIGH_MS = 429_496;
const HIGH_TICKS = 7_296;

/** Milliseconds since 1970, cut off, of a FILETIME in two halves (unsigned). */
export function fileTimeMs(low: number, high: number): number {
  return high * HIGH_MS + Math.floor((high * HIGH_TICKS + low) / TICKS_PER_MS) - EPOCH_GAP_MS;
}

/**
 * Formats times; keeps the day and the time it wrote last, for records of a log follow each other and hold
 * most times twice.
 */
export class TimeText {
  #low = -1;
  #high = -1;
  #text = '';
  #day = Number.NaN;
  #date = '';
  /** The second written last, with its text up to the point. */
  #second = Number.NaN;
  #start = '';

  fileTime(low: number, high: number): string {
    if (low === this.#low && high === this.#high) return this.#text;
    this.#low = low;
    this.#high = high;
    const ticks = (high * HIGH_TICKS + low) % TICKS_PER_MS;
    this.#text = this.#write(fileTimeMs(low, high), ticks);
    return this.#text;
  }

  /** Fields as written; a date that does not exist is shown as written, too. */
  systemTime(view: DataView, at: number): string {
    const field = (index: number, digits: number) =>
      String(view.getUint16(at + index * 2, true)).padStart(digits, '0');
    const date = `${field(0, 4)}-${field(1, 2)}-${field(3, 2)}`;
    return `${date}T${field(4, 2)}:${field(5, 2)}:${field(6, 2)}.${field(7, 3)}0000Z`;
  }

  #write(ms: number, ticks: number): string {
    const second = Math.floor(ms / 1_000);
    if (second !== this.#second) {
      this.#second = second;
      this.#start = this.#writeSecond(ms);
    }
    return `${this.#start}${fraction((ms - second * 1_000) * TICKS_PER_MS + ticks)}Z`;
  }

  #writeSecond(ms: number): string {
    const day = Math.floor(ms / DAY_MS);
    if (day !== this.#day) {
      this.#day = day;
      this.#date = new Date(day * DAY_MS).toISOString().replace(/T.*$/, 'T');
    }
    const seconds = Math.floor((ms - day * DAY_MS) / 1_000);
    const minutes = Math.floor(seconds / 60);
    const clock = `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(seconds % 60)}`;
    return `${this.#date}${clock}.`;
  }
}

function two(value: number): string {
  return value < 10 ? `0${value}` : `${value}`;
}

/** Ticks within a second, seven digits. */
function fraction(ticks: number): string {
  return String(10_000_000 + ticks).slice(1);
}
