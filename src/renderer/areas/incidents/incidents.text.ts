const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The time between two groups in words. */
export function gapText(ms: number): string {
  if (ms < MINUTE) return 'at the same time';
  if (ms < HOUR) return `${Math.round(ms / MINUTE)} min later`;
  const hours = Math.round((10 * ms) / HOUR) / 10;
  return `${hours.toLocaleString()} h later`;
}

/** How common something is among the groups here. */
export function shareText(groups: number, total: number): string {
  const of = `in ${groups.toLocaleString()} of ${total.toLocaleString()} groups here`;
  return groups === total ? `in all ${total.toLocaleString()} groups here` : of;
}
