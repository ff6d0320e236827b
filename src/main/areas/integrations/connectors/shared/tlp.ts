import type { FetchedIndicator } from '../../connector.types.ts';

type Tlp = NonNullable<FetchedIndicator['tlp']>;

/** From the widest to the strictest. */
const ORDER: readonly Tlp[] = ['CLEAR', 'GREEN', 'AMBER', 'AMBER+STRICT', 'RED'];

const NAMES: ReadonlyMap<string, Tlp> = new Map([
  ['white', 'CLEAR'],
  ['clear', 'CLEAR'],
  ['green', 'GREEN'],
  ['amber', 'AMBER'],
  ['amber+strict', 'AMBER+STRICT'],
  ['red', 'RED'],
]);

/** Of a tag, 'tlp:amber'; null where it says nothing of it. */
export function tlpOf(tag: string): Tlp | null {
  if (tag.length > 20) return null;
  const text = tag.toLowerCase();
  return text.startsWith('tlp:') ? (NAMES.get(text.slice(4).trim()) ?? null) : null;
}

export function strictestTlp(found: readonly (Tlp | null)[]): Tlp | null {
  let strictest = -1;
  for (const tlp of found) if (tlp !== null) strictest = Math.max(strictest, ORDER.indexOf(tlp));
  return ORDER[strictest] ?? null;
}
