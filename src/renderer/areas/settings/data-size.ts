const KILO = 1_000;
const UNITS = ['kB', 'MB', 'GB', 'TB'] as const;

/** `812 bytes`, `4.2 MB`: decimal, as file managers show it. */
export function sizeText(bytes: number): string {
  if (bytes < KILO) return `${bytes} bytes`;
  const power = Math.min(Math.floor(Math.log(bytes) / Math.log(KILO)), UNITS.length);
  const value = bytes / KILO ** power;
  const digits = value < 10 ? 1 : 0;
  return `${value.toLocaleString('en', { maximumFractionDigits: digits })} ${UNITS[power - 1]}`;
}
