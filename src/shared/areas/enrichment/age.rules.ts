/** How old data is, in words that an analyst can weigh: '14 months old'. */
const DAY_MS = 86_400_000;
const DAYS_A_MONTH = 30.44;

const count = (n: number, unit: string) => `${n.toLocaleString('en')} ${unit}${n === 1 ? '' : 's'}`;

/** Of the day the data were published; null where nobody knows it. */
export function ageText(day: string | null, now: number): string {
  const then = day === null ? Number.NaN : Date.parse(day);
  if (Number.isNaN(then)) return 'of unknown date';
  const days = Math.floor((now - then) / DAY_MS);
  if (days < 0) return 'dated in the future';
  if (days === 0) return 'of today';
  if (days < 61) return `${count(days, 'day')} old`;
  const months = Math.floor(days / DAYS_A_MONTH);
  return months < 24
    ? `${count(months, 'month')} old`
    : `${count(Math.floor(months / 12), 'year')} old`;
}

/** What is so old that it may mislead: addresses change hands, exploited vulnerabilities are added weekly. */
export const OLD_DAYS = { kev: 30, asn: 180, geo: 180 } as const;

export function isOld(kind: keyof typeof OLD_DAYS, day: string | null, now: number): boolean {
  if (day === null) return true;
  return now - Date.parse(day) > OLD_DAYS[kind] * DAY_MS;
}
