const KILO = 1_000;
const UNITS = ['kB', 'MB', 'GB', 'TB'] as const;

/** `812 bytes`, `4.2 MB`: decimal, as file managers show it. */
export function fileSize(bytes: number): string {
  if (bytes < KILO) return `${bytes} bytes`;
  const power = Math.min(Math.floor(Math.log(bytes) / Math.log(KILO)), UNITS.length);
  const value = bytes / KILO ** power;
  const digits = value < 10 ? 1 : 0;
  return `${value.toLocaleString('en', { maximumFractionDigits: digits })} ${UNITS[power - 1]}`;
}

/** A hash as it is told from others at a glance; the whole is one click away. */
export function shortHash(hash: string): string {
  return `${hash.slice(0, 8)}…${hash.slice(-8)}`;
}

/** The commands that verify a package, as one types them. */
export function verifyCommands(
  fileName: string,
  fingerprint: string,
): { node: string; python: string } {
  const rest = `${fileName} --fingerprint ${fingerprint}`;
  return { node: `node verify.mjs ${rest}`, python: `python3 verify.py ${rest}` };
}
