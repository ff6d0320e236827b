/** A time as written (`2026-11-20T10:02`, `2026-11-20`, `10:02`), held against an instant, in UTC. */
export function isTimeOf(written: string, at: number): boolean {
  const iso = new Date(at).toISOString();
  const plain = written.replace(' ', 'T');
  if (/^\d{1,2}:/.test(plain))
    return iso
      .slice(11)
      .startsWith(plain.padStart(plain.length + (plain.indexOf(':') === 1 ? 1 : 0), '0'));
  if (/(?:Z|[+-]\d{2}:\d{2})$/.test(plain)) {
    const parsed = Date.parse(plain);
    return Number.isFinite(parsed) && Math.abs(parsed - at) < 1_000;
  }
  return iso.startsWith(plain);
}
