/** Objects of others that belong to what is given: whatever is linked with it, over any number of steps. */
import type { IntelObject } from '../intel.types.ts';

const MAX = 20_000;

function refsOf(value: unknown, found: string[], depth = 0): string[] {
  if (depth > 40 || typeof value !== 'object' || value === null) return found;
  for (const [key, one] of Object.entries(value)) {
    if (key.endsWith('_ref') && typeof one === 'string') found.push(one);
    else if (key.endsWith('_refs') && Array.isArray(one))
      for (const id of one) if (typeof id === 'string') found.push(id);
    if (typeof one === 'object') refsOf(one, found, depth + 1);
  }
  return found;
}

/** Who made something, and how far it may be told, link nothing. */
const isLink = (id: string) => !/^(?:identity|marking-definition)--/.test(id);

export interface LinkedObjects {
  readonly objects: readonly IntelObject[];
  readonly leftOut: number;
}

/** @param seeds Identifiers that are given; null: everything that is kept. */
export function linkedObjects(
  kept: ReadonlyMap<string, IntelObject>,
  seeds: ReadonlySet<string> | null,
): LinkedObjects {
  const all = [...kept.values()].filter(({ kind }) => !kind.startsWith('misp-'));
  if (seeds === null) return { objects: all.slice(0, MAX), leftOut: Math.max(0, all.length - MAX) };
  const refs = new Map(all.map((one) => [one.id, refsOf(one.object, [])]));
  const namedBy = new Map<string, string[]>();
  for (const [id, named] of refs)
    for (const ref of named.filter(isLink)) namedBy.set(ref, [...(namedBy.get(ref) ?? []), id]);
  const taken = new Set<string>();
  const waiting = [...seeds];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (taken.has(id)) continue;
    taken.add(id);
    waiting.push(...(refs.get(id) ?? []), ...(isLink(id) ? (namedBy.get(id) ?? []) : []));
  }
  const objects = all.filter(({ id }) => taken.has(id));
  return { objects: objects.slice(0, MAX), leftOut: Math.max(0, objects.length - MAX) };
}
