/**
 * One line of a bodyfile 3.x (The Sleuth Kit, wiki page 'Body file'): MD5, name, inode, mode, UID,
 * GID, size, atime, mtime, ctime, crtime, with '|' between. Names are written as they are, so they
 * may hold '|': the first field and the last nine are what is fixed.
 */
import type { FileMoment, FileTimes } from './macb.ts';

export interface FileRow {
  /** As written, with the note '(deleted)' and the like that the writer added. */
  readonly name: string;
  readonly md5: string | null;
  readonly inode: string;
  readonly mode: string;
  readonly uid: string;
  readonly gid: string;
  /** As written: decimal digits. */
  readonly size: string;
  readonly times: FileTimes;
}

const FIELDS_BEHIND = 9;
const NUMBER = /^-?\d{1,20}$/;
const MODE = /^[\w?.-]?\/?[\w?.-]{1,15}[+@]?$|^0*[0-7]{1,8}$|^$/;
const SECONDS = /^(-?\d{1,15})(?:\.(\d{1,12}))?$/;
/** The year 9999: later than that is no time of a file. */
const LAST_SECOND = 253_402_300_799;

/** @returns null where it is not such a line. */
export function parseBodyLine(line: string): FileRow | null {
  const first = line.indexOf('|');
  if (first < 0 || first > 128) return null;
  const cuts: number[] = [];
  for (let at = line.length; cuts.length < FIELDS_BEHIND; ) {
    at = at === 0 ? -1 : line.lastIndexOf('|', at - 1);
    if (at <= first) return null;
    cuts.unshift(at);
  }
  const fields = cuts.map((at, index) => line.slice(at + 1, cuts[index + 1] ?? line.length));
  const [inode = '', mode = '', uid = '', gid = '', size = '', ...written] = fields;
  if (!MODE.test(mode) || !NUMBER.test(size.trim() || '0')) return null;
  const [a, m, c, b] = written.map((text) => moment(text.trim()));
  if (a === undefined || m === undefined || c === undefined || b === undefined) return null;
  const md5 = line.slice(0, first).trim();
  return {
    name: line.slice(first + 1, cuts[0]),
    md5: /^[\da-f]{32}$/i.test(md5) ? md5.toLowerCase() : null,
    ...{ inode: inode.trim(), mode, uid: uid.trim(), gid: gid.trim(), size: size.trim() || '0' },
    times: { m, a, c, b },
  };
}

/** Seconds since 1970; 0 and less stand for 'none'. Undefined: not a number. */
function moment(text: string): FileMoment | null | undefined {
  if (text === '') return null;
  const match = SECONDS.exec(text);
  if (!match) return undefined;
  const seconds = Number(match[1]);
  if (seconds <= 0 || seconds > LAST_SECOND) return null;
  const nanos = Number((match[2] ?? '').slice(0, 9).padEnd(9, '0'));
  return { ms: seconds * 1000 + Math.floor(nanos / 1_000_000), nanos: nanos % 1_000_000 };
}
