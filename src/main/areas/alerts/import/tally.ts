import type { TimeBasis } from '../../../../shared/areas/alerts/alerts.contract.ts';
import type { Severity } from '../../../../shared/kernel/severity.ts';
import { cleanText, plural } from '../../../platform/records/text.ts';
import { readTime, type TimeReading } from '../../../platform/records/times.ts';
import type { ZoneClock } from './zone-clock.ts';

export const MAX_UNKNOWN_FIELDS = 200;
const MAX_FIELD_NAME = 120;
const MAX_SKIP_REASONS = 20;
const MINUTE = 60_000;
const DAY = 86_400_000;
const YEAR_2000 = Date.UTC(2000, 0, 1);

export interface PlacedTime {
  readonly createdAt: string;
  readonly timeBasis: TimeBasis;
}

interface OddTimes {
  assumedUtc: number;
  chosenZone: number;
  received: number;
  future: number;
  old: number;
}

/**
 * What an import says about itself beside its counts: times without a zone, severities assumed,
 * records skipped and why, fields not understood. One per import; everything in it is bounded.
 */
export class ImportTally {
  readonly #now: number;
  readonly #nowIso: string;
  readonly #clock: ZoneClock | null;
  readonly #times: OddTimes = { assumedUtc: 0, chosenZone: 0, received: 0, future: 0, old: 0 };
  readonly #unknown = new Map<string, number>();
  readonly #skipped = new Map<string, number>();
  readonly #said: string[] = [];
  #minute = Number.NaN;
  #minuteText = '';
  #unknownBeyond = false;
  #severities = 0;
  #severityInstead: Severity = 'MEDIUM';

  constructor(now: number, clock: ZoneClock | null) {
    this.#now = now;
    this.#nowIso = new Date(now).toISOString();
    this.#clock = clock;
  }

  /**
   * Where a time lies: as recorded; in the chosen zone or as UTC where it names none; the moment of
   * import where there is none. Null where it can't be read (`problemOf` says why).
   */
  place(value: unknown): PlacedTime | null {
    const reading = readTime(value);
    if (reading === null) {
      this.#times.received++;
      return { createdAt: this.#nowIso, timeBasis: 'received' };
    }
    return 'problem' in reading ? null : this.#placeMoment(reading.ms, reading.zoned);
  }

  problemOf(value: unknown): string {
    const reading: TimeReading | null = readTime(value);
    return reading !== null && 'problem' in reading ? reading.problem : 'the time is not readable';
  }

  #placeMoment(ms: number, zoned: boolean): PlacedTime {
    let at = ms;
    let timeBasis: TimeBasis = 'recorded';
    if (!zoned && this.#clock !== null) {
      at = this.#clock.toUtc(ms);
      timeBasis = 'chosen-zone';
      this.#times.chosenZone++;
    } else if (!zoned) {
      timeBasis = 'assumed-utc';
      this.#times.assumedUtc++;
    }
    if (at > this.#now + DAY) this.#times.future++;
    else if (at < YEAR_2000) this.#times.old++;
    return { createdAt: this.#iso(at), timeBasis };
  }

  /** As `toISOString`, at a tenth of its time while records follow one another within a minute. */
  #iso(ms: number): string {
    const minute = Math.floor(ms / MINUTE);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#minuteText = new Date(minute * MINUTE).toISOString().slice(0, 17);
    }
    const rest = ms - minute * MINUTE;
    const second = Math.floor(rest / 1_000);
    const thousandths = String(1_000 + rest - second * 1_000).slice(1);
    return `${this.#minuteText}${second < 10 ? '0' : ''}${second}.${thousandths}Z`;
  }

  /** The moment of receipt, ms. */
  get now(): number {
    return this.#now;
  }

  get hasTimesWithoutZone(): boolean {
    return this.#times.assumedUtc + this.#times.chosenZone > 0;
  }

  /** The severity, or `otherwise`, counted, where the source named none that is known. */
  severity(known: Severity | null, otherwise: Severity = 'MEDIUM'): Severity {
    if (known !== null) return known;
    this.#severities++;
    this.#severityInstead = otherwise;
    return otherwise;
  }

  skipped(reason: string): void {
    const count = this.#skipped.get(reason);
    if (count !== undefined) this.#skipped.set(reason, count + 1);
    else if (this.#skipped.size < MAX_SKIP_REASONS) this.#skipped.set(reason, 1);
  }

  unknown(field: string, times = 1): void {
    const count = this.#unknown.get(field);
    if (count !== undefined) this.#unknown.set(field, count + times);
    else if (this.#unknown.size < MAX_UNKNOWN_FIELDS) this.#unknown.set(field, times);
    else this.#unknownBeyond = true;
  }

  /** A remark about the file as a whole. */
  say(note: string): void {
    if (!this.#said.includes(note)) this.#said.push(note);
  }

  /** Fields not understood, most frequent first. Names that are the same once cleaned are one. */
  unknownFields(): { field: string; count: number }[] {
    const counts = new Map<string, number>();
    for (const [name, count] of this.#unknown) {
      const field = cleanText(name, MAX_FIELD_NAME);
      counts.set(field, (counts.get(field) ?? 0) + count);
    }
    return [...counts]
      .map(([field, count]) => ({ field, count }))
      .sort((a, b) => b.count - a.count || (a.field < b.field ? -1 : 1));
  }

  notes(): string[] {
    const notes = [...this.#said, ...this.#timeNotes()];
    if (this.#severities > 0) {
      const alerts = plural(this.#severities, 'alert has', 'alerts have');
      notes.push(`${alerts} no severity that is known: ${this.#severityInstead}.`);
    }
    for (const [reason, count] of this.#skipped) {
      notes.push(`Skipped, being no alerts: ${reason} (${count.toLocaleString('en-US')}).`);
    }
    if (this.#unknownBeyond) {
      notes.push(
        `More than ${MAX_UNKNOWN_FIELDS} field names were not understood; the first ones are listed.`,
      );
    }
    return notes;
  }

  #timeNotes(): string[] {
    const times = this.#times;
    const zone = this.#clock?.zone ?? 'UTC';
    const notes = [
      [times.assumedUtc, 'time names no zone', 'times name no zone', ': read as UTC.'],
      [times.chosenZone, 'time names no zone', 'times name no zone', `: read as ${zone}.`],
      [times.received, 'alert has no time', 'alerts have no time', ': the time of import stands.'],
      [times.future, 'time lies', 'times lie', ' over a day in the future: kept as written.'],
      [times.old, 'time lies', 'times lie', ' before the year 2000: kept as written.'],
    ] as const;
    return notes.flatMap(([count, one, many, rest]) =>
      count === 0 ? [] : [plural(count, one, many) + rest],
    );
  }
}
