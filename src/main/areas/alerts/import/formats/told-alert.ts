import type { Severity } from '../../../../../shared/kernel/severity.ts';
import {
  addressOf,
  cleanText,
  DESCRIPTION_MAX,
  LABEL_MAX,
  label,
  TITLE_MAX,
} from '../../../../platform/records/text.ts';
import type { ParseOutcome } from '../imported-alert.ts';
import type { ImportTally } from '../tally.ts';
import { rejected } from './format.ts';

/** What a format read of a record, as the source wrote it; null where it says nothing. */
export interface ToldAlert {
  readonly title: string | null;
  readonly description: string;
  readonly severity: Severity | null;
  /** What stands where the source names no severity; default MEDIUM. */
  readonly otherwise?: Severity;
  readonly source: string;
  readonly host?: unknown;
  readonly user?: unknown;
  readonly sourceIp?: unknown;
  readonly destIp?: unknown;
  readonly detector?: string | null;
  readonly category?: unknown;
  readonly techniques: readonly string[];
  /** As written; none at all means that the moment of import stands. */
  readonly time: unknown;
}

/** Cleans, cuts and places what was told. Never throws. */
export function outcomeOf(told: ToldAlert, tally: ImportTally): ParseOutcome {
  const title = told.title?.trim() ?? '';
  if (title === '') return rejected('no title');
  const time = tally.place(told.time);
  if (time === null) return rejected(tally.problemOf(told.time));
  return {
    type: 'alert',
    alert: {
      title: cleanText(title, TITLE_MAX),
      description: cleanText(told.description, DESCRIPTION_MAX),
      severity: tally.severity(told.severity, told.otherwise),
      source: label(told.source) ?? 'Import',
      sourceHost: label(told.host),
      sourceUser: label(told.user),
      sourceIp: addressOf(told.sourceIp),
      destIp: addressOf(told.destIp),
      detector: told.detector == null ? null : cleanText(told.detector, LABEL_MAX),
      category: label(told.category),
      techniques: told.techniques,
      createdAt: time.createdAt,
      timeBasis: time.timeBasis,
      own: null,
    },
  };
}

export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

const TAGGED = /(?:[Aa]ttack\.[Tt]|(?<![A-Za-z0-9])T)(\d{4}(?:\.\d{3})?)(?![A-Za-z0-9])/g;
const LOOKED_AT = 4_000;

/** ATT&CK ids in any case and in tags (`attack.t1059.001`), from texts and lists; bounded. */
export function taggedTechniques(...values: readonly unknown[]): string[] {
  const found = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === 'string') {
      for (const [, id] of value.slice(0, LOOKED_AT).matchAll(TAGGED)) {
        if (found.size < 50) found.add(`T${id}`);
      }
    } else if (Array.isArray(value)) {
      for (const one of value.slice(0, 50)) if (typeof one === 'string') collect(one);
    }
  };
  for (const value of values) collect(value);
  return [...found];
}

/** Lines of a description, without the empty ones. */
export function lines(...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part.trim() !== '').join('\n');
}
