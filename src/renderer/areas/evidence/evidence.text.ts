import type {
  EvidenceFilterName,
  EvidenceStats,
} from '../../../shared/areas/evidence/evidence.contract.ts';
import type { Validity } from '../../../shared/areas/evidence/evidence.rules.ts';
import type { BadgeTone } from '../../ui/badge.tsx';

export const VALIDITY_TONES: Record<Validity, BadgeTone> = {
  valid: 'ok',
  expired: 'bad',
  pending: 'warn',
  rejected: 'bad',
  superseded: 'neutral',
};

/** Figures over the repository, each a filter; null lists all of it. */
export const FIGURES: readonly {
  readonly key: keyof EvidenceStats;
  readonly label: string;
  readonly note: string;
  readonly filter: EvidenceFilterName | null;
}[] = [
  { key: 'total', label: 'Total Evidence', note: 'current revisions', filter: null },
  { key: 'valid', label: 'Valid', note: 'accepted and not expired', filter: 'valid' },
  { key: 'expiring', label: 'Expiring Soon', note: 'within 30 days', filter: 'expiring' },
  { key: 'expired', label: 'Expired', note: 'collect it again', filter: 'expired' },
  { key: 'pending', label: 'Pending Review', note: 'by another person', filter: 'pending' },
];

const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** `4 bytes`, `1.5 MiB`; null where nothing is known. */
export function sizeText(bytes: number | null): string | null {
  if (bytes === null) return null;
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  const shown = unit === 0 ? String(value) : value.toFixed(value < 10 ? 1 : 0);
  return `${shown} ${bytes === 1 ? 'byte' : UNITS[unit]}`;
}

/** The value of a date field as the end (or beginning) of that day, UTC; null where it is empty. */
export function dayToIso(day: string, at: 'start' | 'end'): string | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return null;
  return at === 'start' ? `${day}T00:00:00.000Z` : `${day}T23:59:59.000Z`;
}

export const isoToDay = (iso: string | null): string => iso?.slice(0, 10) ?? '';

/** The separator that parts the first line most. */
function separatorOf(text: string): string {
  const first = text.split('\n', 1)[0] ?? '';
  const parts = (one: string) => first.split(one).length;
  return ['\t', ';', ','].reduce((best, one) => (parts(one) > parts(best) ? one : best));
}

/** CSV as rows of cells, bounded: at most `limit` rows, the last one possibly cut. */
export function csvRows(text: string, limit: number): string[][] {
  const separator = separatorOf(text);
  const pattern = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^${separator}\\r\\n]*))(\\r?\\n|${separator}|$)`,
    'y',
  );
  const rows: string[][] = [];
  let row: string[] = [];
  while (pattern.lastIndex < text.length && rows.length < limit) {
    const found = pattern.exec(text);
    // What follows a closing quote, or a quote that never closes: the rest of the line as it stands.
    if (!found) break;
    row.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    if (found[3] === separator) continue;
    rows.push(row);
    row = [];
  }
  if (row.length > 0 && rows.length < limit) rows.push(row);
  return rows;
}

/** Bytes as rows of sixteen: offset, hexadecimal, characters. */
export function hexDump(hex: string): string {
  const lines: string[] = [];
  for (let at = 0; at < hex.length; at += 32) {
    const bytes = (hex.slice(at, at + 32).match(/../g) ?? []).map((pair) =>
      Number.parseInt(pair, 16),
    );
    const text = bytes
      .map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.'))
      .join('');
    const pairs = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    lines.push(`${(at / 2).toString(16).padStart(8, '0')}  ${pairs.padEnd(47)}  ${text}`);
  }
  return lines.join('\n');
}
