/** What can be typed at a place of a query: the beginning of a field's name, or of one of its values. */
import { FIELD_NAMES, type FieldName, fieldNamed, fieldOf } from './query-fields.ts';

export interface QueryOption {
  /** What is put in the place of what was typed. */
  readonly insert: string;
  readonly label: string;
  readonly hint: string;
  /** How many alerts have it, where that is known. */
  readonly count: number | null;
}

/** What is being typed: `from` to the caret is replaced by an option. */
export interface QueryPlace {
  readonly from: number;
  readonly to: number;
  readonly typed: string;
  /** Null while it may still become a field's name. */
  readonly field: FieldName | null;
}

const TYPED_NAME = /^[a-z_-]*$/i;
const FIELD_AND_VALUE = /^-*([a-z][a-z_-]*)(?::(?:>=|<=|>|<)?|>=|<=|>|<)(.*)$/is;

/** Null where nothing can be completed: within quotation marks of a free text, or after a finished word. */
export function placeAt(text: string, caret: number): QueryPlace | null {
  const start = wordStart(text, caret);
  if (start === null) return null;
  const word = text.slice(start, caret);
  const [, name = '', rest = ''] = FIELD_AND_VALUE.exec(word) ?? [];
  const field = fieldNamed(name);
  if (field) {
    const value = lastOfList(rest);
    return { from: caret - value.length, to: caret, typed: value.replace(/^"|"$/g, ''), field };
  }
  const typed = word.replace(/^-+/, '');
  if (!TYPED_NAME.test(typed)) return null;
  return { from: caret - typed.length, to: caret, typed, field: null };
}

/** Where the word at the caret begins; null within quotation marks that no field is before. */
function wordStart(text: string, caret: number): number | null {
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < caret; at += 1) {
    const character = text[at] ?? '';
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted && character === '\\') at += 1;
    else if (!isQuoted && /[\s()]/.test(character)) start = at + 1;
  }
  return isQuoted && text[start] === '"' ? null : start;
}

function lastOfList(rest: string): string {
  let from = 0;
  let isQuoted = false;
  for (let at = 0; at < rest.length; at += 1) {
    if (rest[at] === '"') isQuoted = !isQuoted;
    else if (!isQuoted && rest[at] === ',') from = at + 1;
  }
  return rest.slice(from);
}

export function fieldOptions(typed: string): QueryOption[] {
  const lower = typed.toLowerCase();
  const named = FIELD_NAMES.filter((name) => name.startsWith(lower) || fieldNamed(lower) === name);
  return named.map((name) => ({
    insert: `${name}:`,
    label: `${name}:`,
    hint: fieldOf(name).hint,
    count: null,
  }));
}

const OF_PEOPLE: ReadonlySet<FieldName> = new Set([
  'assignee',
  'watched',
  'mentioned',
  'closed-by',
]);
const TIMES = ['today', 'yesterday'];
const SPANS = ['1h', '24h', '7d', '30d'];

/** Values that are known without asking: choices, words like `me` and `none`, usual times. */
export function knownValues(field: FieldName, typed: string): QueryOption[] {
  const { kind, choices, mayBeNone, hint } = fieldOf(field);
  const words =
    kind === 'choice' || kind === 'wall'
      ? Object.keys(choices ?? {})
      : kind === 'time'
        ? TIMES
        : kind === 'span'
          ? SPANS
          : [
              ...(field === 'closed-by' ? ['watchfloor'] : []),
              ...(OF_PEOPLE.has(field) ? ['me'] : []),
              ...(mayBeNone ? ['none'] : []),
            ];
  const lower = typed.toLowerCase();
  return words
    .filter((word) => word.startsWith(lower))
    .map((word) => ({
      insert: word,
      label: word,
      hint: kind === 'choice' ? '' : hint,
      count: null,
    }));
}
