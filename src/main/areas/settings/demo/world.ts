import { DAY_MS, HOUR_MS, MINUTE_MS, toIso } from '../../../../shared/kernel/time.ts';
import type { Caller, WriteTx } from '../../../db/write-door.ts';
import type { NewId } from '../../../platform/ids.ts';
import { type Company, createCompany } from './company.ts';
import type { DemoContent } from './demo-content.ts';
import { createPast, type Past } from './past.ts';
import { createRandom, type Random } from './random.ts';

/** The last thing that happened before the workspace was opened. */
const QUIET_MS = 2 * MINUTE_MS;

/** The evidence area as the demo needs it, wired in `main/app`. */
export interface DemoEvidence {
  /** Keeps a small file. */
  keep(bytes: Uint8Array): { readonly sha256: string; readonly size: number };
  /** An entry of the chain of custody. */
  note(
    tx: WriteTx,
    evidenceId: string,
    action: 'COLLECTED' | 'STORED' | 'REVIEWED' | 'LINKED' | 'TAKEN_IN',
    note: { readonly actor: string | null; readonly details?: Readonly<Record<string, unknown>> },
  ): void;
}

/** What every part of the demo builds on. Nothing in it depends on anything but seed and moment. */
export interface World {
  readonly now: number;
  /** The moment of the last change. */
  readonly end: number;
  readonly content: DemoContent;
  readonly company: Company;
  readonly random: Random;
  readonly past: Past;
  readonly newId: NewId;
  readonly evidence: DemoEvidence;
  /** The account of a member of the desk, by key. */
  desk(key: string): string;
  /** The moment so long ago: `5h20m`, `3d`, `14m`. */
  ago(span: string): number;
  daysAgo(days: number): number;
}

const UNITS_MS = { d: DAY_MS, h: HOUR_MS, m: MINUTE_MS } as const;

export function spanMs(span: string): number {
  let total = 0;
  for (const [, count, unit] of span.matchAll(/(\d+)([dhm])/g)) {
    total += Number(count) * UNITS_MS[unit as keyof typeof UNITS_MS];
  }
  if (total === 0) throw new Error(`Not a span of time: ${span}`);
  return total;
}

export interface WorldDeps {
  readonly now: number;
  readonly content: DemoContent;
  readonly newId: NewId;
  readonly evidence: DemoEvidence;
  readonly seed: number;
}

export function createWorld({ now, content, newId, evidence, seed }: WorldDeps): World {
  const end = now - QUIET_MS;
  const accounts = new Map(content.company.desk.map((member) => [member.key, newId()]));
  return {
    now,
    end,
    content,
    company: createCompany(content.company),
    random: createRandom(seed),
    past: createPast(end),
    newId,
    evidence,
    desk(key) {
      const id = accounts.get(key);
      if (!id) throw new Error(`Nobody of the desk is called ${key}`);
      return id;
    },
    ago: (span) => now - spanMs(span),
    daysAgo: (days) => now - days * DAY_MS,
  };
}

/** Keys of those who work the queue. */
function analysts(world: World): readonly string[] {
  return world.content.company.desk
    .filter((member) => member.role === 'SOC Analyst')
    .map((member) => member.key);
}

export function pickAnalyst(world: World): string {
  return world.random.pick(analysts(world));
}

export function byPerson(actor: string, action: string, reason?: string): Caller {
  return { actor, origin: 'user', action, reason: reason ?? null };
}

export function byWatchfloor(action: string, reason?: string): Caller {
  return { actor: null, origin: 'system', action, reason: reason ?? null };
}

/** A date without a time, so many days from a moment. */
export function dateFrom(moment: number, days: number): string {
  return toIso(moment + days * DAY_MS).slice(0, 10);
}

/** Puts values into `{places}`; a place without a value is an error, not a hole. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{([\w.]+)\}/g, (_, place: string) => {
    const value = values[place];
    if (value === undefined) throw new Error(`Nothing to put into {${place}} of: ${text}`);
    return value;
  });
}
