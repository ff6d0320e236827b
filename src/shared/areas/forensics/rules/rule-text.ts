/** Rules and filters as YAML text: a draft that a person ticked together, a filter that a person wrote. */
import type { SigmaLogsource } from '../sigma/sigma.types.ts';
import type { DraftModifier, RuleDraft } from './rule.schemas.ts';

/** A JSON string is a YAML string (YAML 1.2, 7.3.1); what YAML 1.1 reads otherwise is escaped by JSON. */
const quoted = (text: string): string => JSON.stringify(text);

/** Sigma's wildcards in a value that is meant as it stands. */
const literal = (value: string): string =>
  value.replace(/\\(?=[\\*?])|[*?]/g, (char) => `\\${char}`);

const SUFFIX: Record<DraftModifier, string> = {
  is: '',
  contains: '|contains',
  startswith: '|startswith',
  endswith: '|endswith',
  exists: '|exists',
};

interface DraftFrame {
  readonly id: string;
  /** 2026-11-22 */
  readonly day: string;
  readonly author: string | null;
}

/** As a form gives it: parts may be there and undefined. */
export interface GivenSource {
  readonly product?: string | undefined;
  readonly category?: string | undefined;
  readonly service?: string | undefined;
}

export function plainSource({ product, category, service }: GivenSource): SigmaLogsource {
  const part = (name: string, value: string | undefined) =>
    value?.trim() ? { [name]: value.trim().toLowerCase() } : {};
  return {
    ...part('product', product),
    ...part('category', category),
    ...part('service', service),
  };
}

function sourceLines({ product, category, service }: GivenSource, indent: string): string[] {
  return [
    ['product', product] as const,
    ['category', category] as const,
    ['service', service] as const,
  ].flatMap(([name, value]) => (value ? [`${indent}${name}: ${quoted(value)}`] : []));
}

/** The draft as a Sigma rule; every ticked field must fit, any of its values. */
export function draftText(draft: RuleDraft, { id, day, author }: DraftFrame): string {
  const fields = draft.fields.flatMap(({ name, modifier, values }) => {
    const key = `    ${quoted(`${name}${SUFFIX[modifier]}`)}:`;
    if (modifier === 'exists') return [`${key} true`];
    const [only] = values;
    if (values.length <= 1) return [`${key} ${quoted(literal(only ?? ''))}`];
    return [key, ...values.map((value) => `      - ${quoted(literal(value))}`)];
  });
  const tags = draft.techniques.map((technique) => `  - attack.${technique.toLowerCase()}`);
  const falsePositives = draft.falsePositives.map((text) => `  - ${quoted(text)}`);
  return [
    `title: ${quoted(draft.title)}`,
    `id: ${id}`,
    'status: experimental',
    ...(draft.description === '' ? [] : [`description: ${quoted(draft.description)}`]),
    ...(author === null ? [] : [`author: ${quoted(author)}`]),
    `date: ${day}`,
    ...(tags.length > 0 ? ['tags:', ...tags] : []),
    'logsource:',
    ...sourceLines(draft.logsource, '  '),
    'detection:',
    '  selection:',
    ...fields,
    '  condition: selection',
    ...(falsePositives.length > 0 ? ['falsepositives:', ...falsePositives] : []),
    `level: ${draft.level}`,
    '',
  ].join('\n');
}

interface TunedRule {
  readonly id: string;
  readonly logsource: GivenSource;
}

/** A filter of Sigma around the lines that a person wrote below `filter:`. */
export function filterText(name: string, lines: string, { id, logsource }: TunedRule): string {
  const body = lines
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .filter((line) => !/^(?:---|\.\.\.)/.test(line))
    .map((line) => `  ${line}`);
  return [
    `title: ${quoted(name)}`,
    'logsource:',
    ...sourceLines(logsource, '  '),
    'filter:',
    '  rules:',
    `    - ${quoted(id)}`,
    ...body,
    '',
  ].join('\n');
}

/** A filter that takes away what looks like these fields: where tuning begins. */
export function proposedFilter(fields: readonly { field: string; value: string }[]): string {
  const lines = fields.map(({ field, value }) => `  ${quoted(field)}: ${quoted(literal(value))}`);
  return ['selection:', ...lines, 'condition: selection'].join('\n');
}
