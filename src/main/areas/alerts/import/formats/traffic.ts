/** Who talked to whom, as far as the record says: `TCP 192.0.2.1:80 to 198.51.100.2:443`. */
export function describeTraffic(
  proto: string | null,
  from: string | null,
  to: string | null,
): string {
  const name = proto ?? 'Traffic';
  if (from !== null && to !== null) return `${name} ${from} to ${to}`;
  if (from !== null) return `${name} from ${from}`;
  return to === null ? name : `${name} to ${to}`;
}
