/** Files in an investigation: their states, the limits of reading them, and the words for both. Pure. */

export const SESSION_STATUSES = [
  'QUEUED',
  'RUNNING',
  'WAITING',
  'COMPLETED',
  'PARTIAL',
  'FAILED',
  'CANCELLED',
] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];

/** Such a session is not at its end. */
export const isOpenSession = (status: string): boolean =>
  status === 'QUEUED' || status === 'RUNNING' || status === 'WAITING';

const MIB = 1024 * 1024;

/** How far one brought file is read. Each has its sentence in the receipt (`limitText`). */
export const INTAKE_LIMITS = {
  /** All that comes out of the archives in it, together. */
  expandedBytes: 64 * 1024 * MIB,
  /** Times the bytes that were brought, once more than `ratioFrom` has come out. */
  ratio: 250,
  ratioFrom: 256 * MIB,
  entries: 20_000,
  depth: 6,
  /** Of a member's name, as stored. */
  nameBytes: 4_096,
  minutes: 120,
  /** So large a file out of an archive is read in memory; a larger one is kept encrypted meanwhile. */
  memoryBytes: 24 * MIB,
  /** Members named in a receipt; the others are counted. */
  namedMembers: 400,
  /** Places kept of each kind of problem. */
  places: 5,
  problemKinds: 60,
  factBytes: 256 * 1024,
} as const;
export type IntakeLimits = { readonly [K in keyof typeof INTAKE_LIMITS]: number };

export type LimitKind = 'expandedBytes' | 'ratio' | 'entries' | 'depth' | 'nameBytes' | 'minutes';

export function limitText(kind: LimitKind, limits: IntakeLimits): string {
  const n = limits[kind].toLocaleString('en');
  switch (kind) {
    case 'expandedBytes':
      return `Stopped: more than ${n} bytes came out of this archive. What came before is kept.`;
    case 'ratio':
      return `Stopped: more than ${n} times its own size came out of this archive, as of a bomb. What came before is kept.`;
    case 'entries':
      return `Stopped: this archive has more than ${n} members. Those before are read.`;
    case 'depth':
      return `Not opened: archives stand more than ${n} deep in one another here.`;
    case 'nameBytes':
      return `A name is longer than ${n} bytes; its beginning is shown.`;
    case 'minutes':
      return `Stopped: reading took more than ${n} minutes. What came before is kept.`;
  }
}

export const NOT_RECOGNISED = 'kept, not read: no reader recognises it';
export const PASSWORD_MAX = 1_000;
const NAME_MAX = 255;

/**
 * What may be shown as the name of a file that strangers named: its path with forward strokes, no part
 * that climbs or is absolute, no character that is invisible or turns the writing around.
 */
export function displayName(raw: string): string {
  const parts = raw
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '\uFFFD')
    .split(/[/\\]+/)
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .map((part, index) => (index === 0 ? part.replace(/^([A-Za-z]):/, '$1_') : part));
  const name = parts.join('/');
  if (name === '') return 'unnamed';
  const characters = [...name];
  return characters.length <= NAME_MAX
    ? name
    : `…${characters.slice(characters.length - NAME_MAX + 1).join('')}`;
}

/** What is odd about a member's name, in words; null where nothing is. */
export function nameProblem(raw: string): string | null {
  if (/^(?:[/\\]|[A-Za-z]:)/.test(raw)) return 'an absolute name; read as bytes only';
  if (raw.split(/[/\\]/).includes('..')) return "a name that climbs with '..'; read as bytes only";
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(raw)) return 'a name with invisible characters';
  return null;
}
