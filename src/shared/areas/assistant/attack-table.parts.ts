/** What of ATT&CK both forms of its file have in common: ids, limits, and texts that are a stranger's. */

export const TECHNIQUES_MAX = 5_000;
export const TACTICS_MAX = 100;
export const NAME_MAX = 200;

export const TECHNIQUE_ID = /^T\d{4}(?:\.\d{3})?$/;
export const TACTIC_ID = /^TA\d{4}$/;
export const MITIGATION_ID = /^[MT]\d{4}$/;
export const VERSION = /^\d{1,3}(?:\.\d{1,3}){0,2}$/;

/** What is wrong with the file, in words for the person who chose it. */
export class AttackFileError extends Error {}

/** Characters that do not show, or turn others round, are no part of a name. */
export const cleaned = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();

export type JsonObject = Readonly<Record<string, unknown>>;
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** By id, each once: of two with one id the first counts. */
export function onlyFirst<T extends { readonly id: string }>(all: readonly T[]): T[] {
  const byId = new Map<string, T>();
  for (const one of all) if (!byId.has(one.id)) byId.set(one.id, one);
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

export const textOf = (value: unknown): string =>
  typeof value === 'string' ? cleaned(value.slice(0, 4 * NAME_MAX)).slice(0, NAME_MAX) : '';
