/**
 * Lines that mactime of The Sleuth Kit writes: its text (a time that is the one above is left out)
 * and its CSV (`-d`), with times as `Sun Nov 22 2026 14:02:20` or, by `-y`, `2026-11-22T14:02:20Z`.
 */
import type { FileMoment } from './macb.ts';

export interface MactimeRow {
  /** Null where it stands for no time ('Xxx Xxx 00 0000 00:00:00'). */
  readonly at: FileMoment | null;
  /** 'm.c.'. */
  readonly macb: string;
  readonly size: string;
  readonly mode: string;
  readonly uid: string;
  readonly gid: string;
  readonly inode: string;
  readonly name: string;
  /** The time carries its zone; otherwise it is that of whoever ran mactime. */
  readonly isZoned: boolean;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WORDS = /^(?:[A-Z][a-z]{2} )?([A-Z][a-z]{2}) (\d{2}) (\d{4}) (\d{2}):(\d{2}):(\d{2})$/;
const ISO =
  /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(Z|[+-]\d{2}:?\d{2})?$/;
const TEXT =
  /^(?:((?:[A-Z][a-z]{2} ){2}\d{2} \d{4} \d{2}:\d{2}:\d{2}|\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z) {1,24}| {20,60})(\d{1,20}) ([m.][a.][c.][b.]) (\S{1,20}) +(\d{1,10}) +(\d{1,10}) +(\S{1,60}) +(.+)$/;

export const MACTIME_CSV_HEAD = 'Date,Size,Type,Mode,UID,GID,Meta,File Name';

/** Remembers the time above, which the text leaves out where it is the same. */
export class MactimeReader {
  #above: { at: FileMoment | null; isZoned: boolean } | null = null;

  /** @returns null where it is not such a line. */
  text(line: string): MactimeRow | null {
    const match = TEXT.exec(line);
    if (!match) return null;
    const [, date, size = '', macb = '', mode = '', uid = '', gid = '', inode = '', name = ''] =
      match;
    if (date !== undefined) this.#above = parseMactimeDate(date);
    if (this.#above === null) return null;
    return { ...this.#above, ...{ size, macb, mode, uid, gid, inode, name } };
  }

  csv(line: string): MactimeRow | null {
    const fields = line.split(',');
    if (fields.length < 8) return null;
    const [date = '', size = '', macb = '', mode = '', uid = '', gid = '', inode = ''] = fields;
    const found = parseMactimeDate(date);
    if (found === null || !/^[m.][a.][c.][b.]$/.test(macb) || !/^\d{1,20}$/.test(size)) return null;
    const written = fields.slice(7).join(',');
    const name = /^".*"$/s.test(written) ? written.slice(1, -1).replaceAll('""', '"') : written;
    return { ...found, ...{ size, macb, mode, uid, gid, inode, name } };
  }
}

/** @returns null where it is not such a time; `at` null where it is the one that stands for none. */
function parseMactimeDate(text: string): { at: FileMoment | null; isZoned: boolean } | null {
  if (/^Xxx Xxx 00 0000 00:00:00$|^0000-00-00T00:00:00Z$/.test(text))
    return { at: null, isZoned: true };
  const words = WORDS.exec(text);
  if (words) {
    const [, name = '', day, year, hour, minute, second] = words;
    const month = MONTHS.indexOf(name.toLowerCase());
    if (month < 0) return null;
    return made([year, month + 1, day, hour, minute, second], '', 0, false);
  }
  const iso = ISO.exec(text);
  if (!iso) return null;
  const [, year, month, day, hour, minute, second, fraction = '', zone] = iso;
  return made(
    [year, month, day, hour, minute, second],
    fraction,
    zoneMinutes(zone),
    zone !== undefined,
  );
}

function zoneMinutes(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return zone.startsWith('-') ? -minutes : minutes;
}

function made(
  parts: readonly (string | number | undefined)[],
  fraction: string,
  offsetMinutes: number,
  isZoned: boolean,
): { at: FileMoment; isZoned: boolean } | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number);
  if (month < 1 || month > 12 || day < 1 || day > 31) return null;
  if (hour > 23 || minute > 59 || second > 60) return null;
  const ms = Date.UTC(year, month - 1, day, hour, minute, second) - offsetMinutes * 60_000;
  const nanos = Number(fraction.padEnd(9, '0'));
  return {
    at: { ms: ms + Math.floor(nanos / 1_000_000), nanos: nanos % 1_000_000 },
    isZoned,
  };
}
