/** Where a hit stands, as a person is shown it: record, field, and the words around it. */
import { Buffer } from 'node:buffer';
import type { Sighting } from '../../../../shared/areas/forensics/indicators/indicators.contract.ts';
import type { Sweeper } from '../../../../shared/areas/forensics/indicators/sweep/sweeper.ts';
import { toIso } from '../../../../shared/kernel/time.ts';

const AROUND = 60;

export interface FieldText {
  readonly field: string;
  readonly text: string;
}

/** For each needle that is in these texts: its first place. */
export function placesIn(
  sweeper: Sweeper,
  texts: readonly FieldText[],
  wanted: ReadonlySet<number>,
): Map<number, { field: string; excerpt: string; isPart: boolean }> {
  const found = new Map<number, { field: string; excerpt: string; isPart: boolean }>();
  for (const { field, text } of texts) {
    const bytes = Buffer.from(text);
    sweeper.scan(bytes, bytes.length, ({ needle, at, length, isPart }) => {
      const known = found.get(needle);
      // The thing itself says more than a longer name with it.
      if (!wanted.has(needle) || (known && (!known.isPart || isPart))) return;
      found.set(needle, { field, excerpt: around(bytes, at, length), isPart });
    });
  }
  return found;
}

function around(bytes: Buffer, at: number, length: number): string {
  const from = Math.max(0, at - AROUND);
  const to = Math.min(bytes.length, at + length + AROUND);
  // Bytes of a character that was cut become marks; they stand at the ends only.
  return bytes
    .subarray(from, to)
    .toString('utf8')
    .replace(/^\uFFFD+|\uFFFD+$/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

export interface Located {
  readonly kind: 'alert' | 'event';
  readonly id: string;
  readonly place: string | null;
  readonly label: string;
  readonly at: number | null;
}

export const sightingOf = (
  { at, ...record }: Located,
  where: { field: string; excerpt: string; isPart: boolean },
): Sighting => ({
  ...record,
  label: record.label.slice(0, 255),
  ...{
    field: where.field.slice(0, 120),
    excerpt: where.excerpt.slice(0, 400),
    isPart: where.isPart,
  },
  at: at === null ? null : toIso(at),
});
