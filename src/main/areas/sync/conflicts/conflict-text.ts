/** Values of conflicts as a person reads them: in the words of the page that shows the record. */
import { toIso } from '../../../../shared/kernel/time.ts';
import type { SyncedColumn } from '../../../db/synced-tables.ts';
import { decodeText } from '../wire-text.ts';

const TEXT_MAX = 50_000;
/** Milliseconds since 1970 of a moment that a person may mean: 1990 to 2200. */
const [LEAST_MOMENT, LAST_MOMENT] = [631_152_000_000, 7_258_118_400_000];
const MOMENTS =
  /_(?:at|on|date|until|due|since|review|assessment|expiry|seen|start|end)$|^(?:due|next|last)_|^at$/;
/** Columns that hold one of a few words. */
const ONE_OF_FEW =
  /(?:^|_)(?:status|state|severity|verdict|opinion|kind|type|category|tier|priority|outcome|result|basis|criticality|confidence|origin|relation|requirement|decision|method|tlp)$/;
const CONSTANT = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/;
/** Constants that are abbreviations and stay so. */
const LONGEST_ABBREVIATION = 3;

/** By `table.column`, then by value. */
export type ValueLabels = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface Words {
  readonly labels: ValueLabels;
  /** People, by account. */
  readonly names: ReadonlyMap<string, string>;
  /** Name of the record that a column names by its id; null where it is none or has gone. */
  readonly titleOf: (column: string, id: string) => string | null;
}

interface Place {
  readonly table: string;
  readonly column: SyncedColumn | undefined;
}

/** A cell of the wire; null is nothing. Moments stay ISO 8601: the page knows its zone. */
export function cellText(place: Place, cell: unknown, words: Words): string | null {
  const { column } = place;
  if (cell === null || cell === undefined) return null;
  if (column?.name === 'deleted_at') return 'removed';
  if (column?.kind === 'boolean') return Number(cell) === 0 ? 'no' : 'yes';
  if (typeof cell === 'number') return numberText(place, cell, words);
  if (typeof cell !== 'string' || column?.kind === 'bytes') return 'bytes';
  const text = decodeText(cell).slice(0, TEXT_MAX);
  return column?.kind === 'json' ? jsonText(place, text, words) : wordText(place, text, words);
}

function numberText({ table, column }: Place, value: number, { labels }: Words): string {
  const name = column?.name ?? '';
  const isMoment = MOMENTS.test(name) && value > LEAST_MOMENT && value < LAST_MOMENT;
  if (isMoment) return toIso(value);
  return labelOf(labels, `${table}.${name}`, String(value)) ?? String(value);
}

function wordText({ table, column }: Place, text: string, words: Words): string {
  const name = column?.name ?? '';
  const label = labelOf(words.labels, `${table}.${name}`, text) ?? words.names.get(text);
  if (label !== undefined) return label;
  if (ONE_OF_FEW.test(name) && CONSTANT.test(text)) return sentence(text);
  return (name.endsWith('_id') ? words.titleOf(name, text) : null) ?? text;
}

/** `PARTIALLY_COMPLIANT` → `Partially compliant`; `HR` and `TLP` stay. */
function sentence(constant: string): string {
  if (constant.length <= LONGEST_ABBREVIATION && !constant.includes('_') && constant !== 'LOW')
    return constant;
  const words = constant.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function labelOf(labels: ValueLabels, place: string, value: string): string | undefined {
  const known = Object.hasOwn(labels, place) ? labels[place] : undefined;
  return known && Object.hasOwn(known, value) ? known[value] : undefined;
}

function jsonText(place: Place, text: string, words: Words): string {
  try {
    const value: unknown = JSON.parse(text);
    if (value === null) return '';
    if (!Array.isArray(value))
      return typeof value === 'string'
        ? wordText(place, value, words)
        : JSON.stringify(value, null, 1);
    return value
      .map((one) => (typeof one === 'string' ? wordText(place, one, words) : JSON.stringify(one)))
      .join(', ');
  } catch {
    return text;
  }
}
