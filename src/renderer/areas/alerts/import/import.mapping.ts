import {
  type ImportFormat,
  type ImportMapping,
  type ImportMappingInput,
  importMappingSchema,
  MAPPABLE_FIELDS,
  type MappableField,
} from '../../../../shared/areas/alerts/imports.contract.ts';
import type { Severity } from '../../../../shared/kernel/severity.ts';

/** What the mapping step edits; complete only once the title has a field. */
export interface MappingDraft {
  readonly fields: Partial<Record<MappableField, string>>;
  readonly severities: Readonly<Record<string, Severity>>;
  readonly defaultSeverity: Severity;
  readonly defaultSource: string;
}

export const EMPTY_MAPPING: MappingDraft = {
  fields: {},
  severities: {},
  defaultSeverity: 'MEDIUM',
  defaultSource: 'Import',
};

export const FIELD_LABELS: Record<MappableField, string> = {
  title: 'Title',
  description: 'Description',
  severity: 'Severity',
  time: 'Time',
  source: 'Source',
  sourceHost: 'Source host',
  sourceUser: 'Source user',
  sourceIp: 'Source IP',
  destIp: 'Destination IP',
  detector: 'Detector',
  category: 'Category',
  techniques: 'ATT&CK techniques',
};

export function needsMapping(format: ImportFormat | null): boolean {
  return format === 'json' || format === 'csv';
}

export function draftFromMapping(mapping: ImportMapping | null): MappingDraft {
  return mapping ?? EMPTY_MAPPING;
}

/** Gives an alert field a column or path; null takes it away. */
export function withField(
  draft: MappingDraft,
  field: MappableField,
  from: string | null,
): MappingDraft {
  const { [field]: _, ...rest } = draft.fields;
  return { ...draft, fields: from === null ? rest : { ...rest, [field]: from } };
}

/** Says what a word of the file means; words are compared in lower case. */
export function withWord(draft: MappingDraft, word: string, severity: Severity): MappingDraft {
  const key = word.trim().toLowerCase();
  return key ? { ...draft, severities: { ...draft.severities, [key]: severity } } : draft;
}

export function withoutWord(draft: MappingDraft, word: string): MappingDraft {
  const { [word]: _, ...severities } = draft.severities;
  return { ...draft, severities };
}

/** The mapping as the server takes it, or what is missing, in a sentence. */
export function checkMapping(
  draft: MappingDraft,
):
  | { readonly type: 'complete'; readonly mapping: ImportMappingInput }
  | { readonly type: 'incomplete'; readonly why: string } {
  const parsed = importMappingSchema.safeParse(draft);
  return parsed.success
    ? { type: 'complete', mapping: parsed.data }
    : { type: 'incomplete', why: parsed.error.issues[0]?.message ?? 'The mapping is incomplete' };
}

/** Alert fields in the order of the form; the title leads, as nothing goes without it. */
export const MAPPING_ORDER: readonly MappableField[] = MAPPABLE_FIELDS;

/** What is asked of the server about a file. */
export interface ImportChoice {
  /** Null: as detected. */
  readonly format: ImportFormat | null;
  /** Null: as proposed. */
  readonly draft: MappingDraft | null;
  /** Null: times without a zone are read as UTC, and each alert says so. */
  readonly timeZone: string | null;
}

export const DEFAULT_CHOICE: ImportChoice = { format: null, draft: null, timeZone: null };

/** The query of preview and import for a choice; an incomplete mapping is left to the server's own. */
export function choiceToQuery(name: string, choice: ImportChoice): Record<string, string> {
  const checked = choice.draft ? checkMapping(choice.draft) : null;
  return {
    name: name.slice(0, 500),
    ...(choice.format ? { format: choice.format } : {}),
    ...(checked?.type === 'complete' ? { mapping: JSON.stringify(checked.mapping) } : {}),
    ...(choice.timeZone ? { timeZone: choice.timeZone } : {}),
  };
}
