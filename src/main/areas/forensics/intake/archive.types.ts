/** What archives give, whatever their format. */

export interface ArchiveMember {
  /** As stored; never used as a path. */
  readonly name: string;
  /** Everything but a file is reported, not opened: it has no bytes, or stands for something outside. */
  readonly type: 'file' | 'folder' | 'link' | 'device';
  /** Where a link leads; strangers' words. */
  readonly target: string | null;
  /** Why its bytes cannot be had; null where they can. */
  readonly refusal: string | null;
  /** Once, and before the next member is asked for. @throws Error whose message is for the receipt. */
  open(): AsyncIterable<Uint8Array>;
}

export interface ArchiveHost {
  /** Tried in order. */
  readonly passwords: readonly string[];
  /** What none of them opens is reported and passed over; otherwise a person is asked. */
  readonly goesOn: boolean;
  problem(what: string, where: string | null, isLoss: boolean): void;
  /** Bytes of the archive that are done with. */
  reached(bytes: number): void;
}

const ofBrought = (isWrong: boolean) =>
  isWrong
    ? 'That password does not open this archive.'
    : 'This archive is encrypted: its password is needed.';
/** It may well be that a password which was given opened the archive around it. */
const ofInner = (isWrong: boolean, path: string) =>
  isWrong
    ? `The archive '${path}' inside is encrypted, and no password that was given opens it. Give its own; those that were given before are still known.`
    : `The archive '${path}' inside is encrypted: its password is needed.`;

/** An encrypted member was met and no password opens it: a person is asked. */
export class PasswordNeeded extends Error {
  /** Some were given, and none is it. */
  readonly isWrong: boolean;
  /** Says which archive it is. */
  readonly isNamed: boolean;
  /** @param path Of the archive within the brought file; '' for that itself. */
  constructor(isWrong: boolean, path = '') {
    super(path === '' ? ofBrought(isWrong) : ofInner(isWrong, path));
    this.isWrong = isWrong;
    this.isNamed = path !== '';
  }
}
