/**
 * Grants the seals of the chain of custody. Defences: keys come unwrapped from `db/workspace-key.ts`, stay in
 * here and are in no answer; codes are compared without telling where they differ.
 *
 * In a workspace of one's own a seal is HMAC-SHA-256 under a key derived from the workspace's secret. In a
 * shared one it is made with the key that all its workstations have, and bears that key's id: so each can
 * check the others'. What was sealed before with a workstation's own key that workstation confirms, in an
 * entry of the same chain that the shared key seals.
 */
import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import {
  type CustodyEntry,
  keyOfSeal,
  type SealState,
  sealedText,
} from '../../../shared/areas/evidence/custody.rules.ts';
import type { ReadDb } from '../../db/database.ts';
import { ensureWorkspaceKey, readSharedKey, readWorkspaceKey } from '../../db/workspace-key.ts';
import type { WriteTx } from '../../db/write-door.ts';

type Fields = Parameters<typeof sealedText>[0];

interface Seals {
  readonly isShared: boolean;
  seal(fields: Fields): string;
  /** Null: another workstation's own key, or one of a workspace that this one is not in. */
  check(entry: CustodyEntry): 'right' | 'wrong' | null;
}

const derived = (secret: Uint8Array, what: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', what, 32));
const codeOf = (key: Uint8Array, fields: Fields) =>
  createHmac('sha256', key).update(sealedText(fields)).digest('hex');
const idOf = (key: Uint8Array) =>
  derived(key, 'watchfloor seal key id 1').toString('hex').slice(0, 16);

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

function sealsOf(secret: Uint8Array | undefined, shared: Uint8Array | undefined): Seals {
  const own = secret && derived(secret, 'watchfloor custody chain 1');
  const id = shared && idOf(shared);
  return {
    isShared: shared !== undefined,
    seal(fields) {
      if (shared) return `${id}.${codeOf(shared, fields)}`;
      if (own) return codeOf(own, fields);
      throw new Error('There is no key to seal with');
    },
    check(entry) {
      const of = keyOfSeal(entry.mac);
      if (of !== null && shared && of === id)
        return isSame(entry.mac, `${id}.${codeOf(shared, entry)}`) ? 'right' : 'wrong';
      if (of !== null) return null;
      return own && isSame(entry.mac, codeOf(own, entry)) ? 'right' : null;
    },
  };
}

export const readSeals = (db: ReadDb, databaseKey: Uint8Array): Seals =>
  sealsOf(readWorkspaceKey(db, databaseKey), readSharedKey(db, databaseKey));

/** Makes the key where there is none. */
export const sealsToWrite = (tx: WriteTx, databaseKey: Uint8Array): Seals =>
  sealsOf(ensureWorkspaceKey(tx, databaseKey), readSharedKey(tx, databaseKey));

/** What a confirmation says of an entry: all of it, and its seal. */
export const markOf = (entry: CustodyEntry): string =>
  createHash('sha256')
    .update(JSON.stringify([entry.id, sealedText(entry), entry.mac]))
    .digest('base64url');

const detailsSchema = z.object({ marks: z.record(z.string(), z.string()) });

/** Marks by the ids of entries, of confirmations whose own seal is right. */
export function confirmedBy(seals: Seals, entries: readonly CustodyEntry[]): Map<string, string> {
  const marks = new Map<string, string>();
  for (const entry of entries) {
    if (entry.action !== 'CONFIRMED' || keyOfSeal(entry.mac) === null) continue;
    if (seals.check(entry) !== 'right') continue;
    const details = detailsSchema.safeParse(parsed(entry.details));
    if (details.success)
      for (const [id, mark] of Object.entries(details.data.marks)) marks.set(id, mark);
  }
  return marks;
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}

/** @param isOfOther came from another workstation, which may have sealed it with a key of its own */
export function sealStates(
  seals: Seals,
  entries: readonly CustodyEntry[],
  isOfOther: (entry: CustodyEntry) => boolean,
): (entry: CustodyEntry) => SealState {
  const confirmed = confirmedBy(seals, entries);
  return (entry) => {
    const state = seals.check(entry);
    if (state !== null) return state;
    const mark = confirmed.get(entry.id);
    if (mark !== undefined) return mark === markOf(entry) ? 'right' : 'wrong';
    if (keyOfSeal(entry.mac) !== null) return 'no-key';
    return isOfOther(entry) ? 'elsewhere' : 'wrong';
  };
}
