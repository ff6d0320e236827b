import { MEGABYTE } from '../../../shared/areas/sync/sync-files.contract.ts';

const KILO = 1_000;

/** `812 kB`, `4.2 MB`, `1.5 GB`: decimal, as the policy counts. */
export function sizeText(bytes: number): string {
  if (bytes === 0) return '0 MB';
  if (bytes < MEGABYTE) return `${Math.max(1, Math.round(bytes / KILO)).toLocaleString('en')} kB`;
  const isGiga = bytes >= KILO * MEGABYTE;
  const value = bytes / (isGiga ? KILO * MEGABYTE : MEGABYTE);
  const digits = value < 10 ? 1 : 0;
  return `${value.toLocaleString('en', { maximumFractionDigits: digits })} ${isGiga ? 'GB' : 'MB'}`;
}
