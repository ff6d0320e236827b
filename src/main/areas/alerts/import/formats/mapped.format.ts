import type {
  ImportMapping,
  MappableField,
} from '../../../../../shared/areas/alerts/imports.contract.ts';
import type { Severity } from '../../../../../shared/kernel/severity.ts';
import { valueAt } from '../../../../platform/records/field-paths.ts';
import { type JsonObject, readExactly } from '../../../../platform/records/json-record.ts';
import { severityOfWord } from '../../../../platform/records/severity-words.ts';
import {
  addressOf,
  cleanText,
  DESCRIPTION_MAX,
  label,
  TITLE_MAX,
  techniquesOf,
} from '../../../../platform/records/text.ts';
import type { ParseOutcome } from '../imported-alert.ts';
import { type ImportTally, MAX_UNKNOWN_FIELDS } from '../tally.ts';
import { rejected, skipped } from './format.ts';

/**
 * Files without a format of their own, read by a mapping that a person confirmed: JSON objects
 * (RFC 8259) by dotted path, rows of CSV (RFC 4180) by the names in the first row.
 */
export interface MappedParser {
  parse(values: MappedValues, tally: ImportTally): ParseOutcome;
}

export interface MappedValues {
  /** The value of an alert's field, undefined where the mapping or the record has none. */
  value(field: MappableField): unknown;
  /** The same as text. */
  text(field: MappableField): string;
}

export function createMappedParser(mapping: ImportMapping): MappedParser {
  const words = new Map<string, Severity>();
  for (const [word, severity] of Object.entries(mapping.severities)) {
    words.set(word.trim().toLowerCase(), severity);
  }
  const severityOf = (values: MappedValues, tally: ImportTally): Severity => {
    if (mapping.fields.severity === undefined) return mapping.defaultSeverity;
    const word = values.text('severity').trim().toLowerCase();
    return tally.severity(words.get(word) ?? severityOfWord(word), mapping.defaultSeverity);
  };
  return {
    parse(values, tally) {
      const title = values.text('title').trim();
      if (title === '') return rejected(`no title: ${mapping.fields.title} is empty`);
      const written = mapping.fields.time === undefined ? undefined : values.value('time');
      const time = tally.place(written);
      if (time === null) return rejected(tally.problemOf(written));
      return {
        type: 'alert',
        alert: {
          title: cleanText(title, TITLE_MAX),
          description: cleanText(values.text('description'), DESCRIPTION_MAX),
          severity: severityOf(values, tally),
          source: label(values.text('source')) ?? mapping.defaultSource,
          sourceHost: label(values.text('sourceHost')),
          sourceUser: label(values.text('sourceUser')),
          sourceIp: addressOf(values.text('sourceIp')),
          destIp: addressOf(values.text('destIp')),
          detector: label(values.text('detector')),
          category: label(values.text('category')),
          techniques: techniquesOf(values.value('techniques')),
          createdAt: time.createdAt,
          timeBasis: time.timeBasis,
          own: null,
        },
      };
    },
  };
}

/** Reads mapped paths out of a JSON record; digits of large numbers stay as they were written. */
export function createJsonValues(mapping: ImportMapping) {
  const mapped = new Set(Object.values(mapping.fields));
  const isMapped = (name: string) =>
    mapped.has(name) || [...mapped].some((path) => path.startsWith(`${name}.`));
  const understood = new Map<string, boolean>();
  return {
    countUnknown(record: JsonObject, tally: ImportTally): void {
      for (const name in record) {
        let known = understood.get(name);
        if (known === undefined) {
          known = isMapped(name);
          if (understood.size < 1_000) understood.set(name, known);
        }
        if (!known) tally.unknown(name);
      }
    },
    valuesOf(record: JsonObject, text: string): MappedValues {
      const at = (source: JsonObject, field: MappableField): unknown => {
        const path = mapping.fields[field];
        return path === undefined ? undefined : valueAt(source, path);
      };
      return {
        value: (field) => at(record, field),
        text(field) {
          const value = at(record, field);
          return isExact(value) ? textOf(value) : textOf(at(exactly(text, record), field));
        },
      };
    },
  };
}

function isExact(value: unknown): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value);
  return typeof value !== 'object' || value === null;
}

/** Falls back on the rounded record where it is nested too deep for the exact reading. */
function exactly(text: string, record: JsonObject): JsonObject {
  try {
    return readExactly(text);
  } catch {
    return record;
  }
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value) && value.every((entry) => typeof entry !== 'object')) {
    return value.join(', ');
  }
  try {
    return JSON.stringify(value);
  } catch {
    return '';
  }
}

/** Reads mapped columns out of rows of CSV. */
export function createCsvValues(mapping: ImportMapping, columns: readonly string[]) {
  const indexes = new Map<MappableField, number>();
  for (const [field, column] of Object.entries(mapping.fields)) {
    indexes.set(field as MappableField, columns.indexOf(column));
  }
  const used = new Set(Object.values(mapping.fields));
  return {
    /** One more than are listed, so that the list knows it is cut. */
    unmapped: columns.filter((column) => !used.has(column)).slice(0, MAX_UNKNOWN_FIELDS + 1),
    missing: [...used].filter((column) => !columns.includes(column)),
    valuesOf(cells: readonly string[]): MappedValues {
      const cell = (field: MappableField) => cells[indexes.get(field) ?? -1] ?? '';
      return { value: cell, text: cell };
    },
  };
}

/** What is wrong with a row as a row: blank, or not as wide as the header says. */
export function rowProblem(
  cells: readonly string[],
  columns: readonly string[],
): ParseOutcome | null {
  if (cells.every((cell) => cell.trim() === '')) return skipped('rows without content');
  const beyond = cells.slice(columns.length);
  if (cells.length < columns.length || beyond.some((cell) => cell.trim() !== '')) {
    return rejected(`${cells.length} cells where the header names ${columns.length}`);
  }
  return null;
}
