/** Looking into JSON that strangers wrote. */
export type Json = Readonly<Record<string, unknown>>;

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const textOf = (value: unknown, max: number): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, max) : null;

export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

export const listOf = (value: unknown): Json[] =>
  Array.isArray(value) ? value.filter(isJson) : [];

/** ms; null where it is no time of ISO 8601. */
export function timeOf(value: unknown): number | null {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isFinite(at) && at >= 0 && at < 253_402_300_800_000 ? at : null;
}

/** Objects and lists in one another. */
export function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0) return false;
  return Object.values(value).every((entry) => isShallow(entry, levels - 1));
}
