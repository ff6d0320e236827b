/** Correlations (correlation rules specification 2.1.0). */

import type {
  Bound,
  CorrelationType,
  SigmaCorrelation,
  SigmaInfo,
  YamlNode,
} from './sigma.types.ts';
import { invalid, quoted, unsupported } from './sigma-problem.ts';
import { mapOf, readScalar, textOf, textsOf } from './yaml-tree.ts';

const TYPES = {
  event_count: 'count',
  value_count: 'value',
  value_sum: 'value',
  value_avg: 'value',
  value_percentile: 'value',
  temporal: 'temporal',
  temporal_ordered: 'temporal',
} as const satisfies Record<CorrelationType, 'count' | 'value' | 'temporal'>;

const OPS = ['lt', 'lte', 'gt', 'gte', 'eq', 'neq'] as const;
const UNITS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
const LONGEST_MS = 366 * 86_400_000;
const MOST_RULES = 500;

/** @throws SigmaProblem */
export function readCorrelation(
  document: ReadonlyMap<string, YamlNode>,
  info: SigmaInfo,
): SigmaCorrelation {
  const map = mapOf(document.get('correlation'), 'correlation');
  const type = textOf(map.get('type'), 'type') ?? '';
  if (!isType(type)) throw unsupported(`the type of correlation ${quoted(type)} is not known`);
  const rules = textsOf(map.get('rules'), 'rules');
  if (rules.length === 0 || rules.length > MOST_RULES)
    throw invalid(`a correlation speaks of 1 to ${MOST_RULES} rules`);
  const condition = readCondition(map.get('condition'), type, rules.length);
  if (type === 'temporal_ordered' && !asksForAll(condition.bounds, rules.length))
    throw unsupported('temporal_ordered with a condition other than all of its rules');
  return {
    kind: 'correlation',
    info,
    type,
    rules,
    groupBy: textsOf(map.get('group-by'), 'group-by'),
    aliases: readAliases(map.get('aliases')),
    timespanMs: readTimespan(textOf(map.get('timespan') ?? map.get('timeframe'), 'timespan')),
    ...condition,
    generate: /^(?:true|yes)$/i.test(
      textOf(map.get('generate') ?? document.get('generate'), 'generate') ?? '',
    ),
  };
}

function asksForAll(bounds: readonly Bound[], rules: number): boolean {
  const [only] = bounds;
  if (bounds.length !== 1 || !only) return false;
  return only.than === (only.op === 'gt' ? rules - 1 : rules) && /^(?:gte?|eq)$/.test(only.op);
}

function isType(text: string): text is CorrelationType {
  return Object.hasOwn(TYPES, text);
}

function readTimespan(text: string | null): number {
  const [, amount = '', unit = ''] = /^(\d{1,8})\s*([smhd])$/.exec(text ?? '') ?? [];
  const span = Number(amount) * (UNITS[unit] ?? 0);
  if (span <= 0 || span > LONGEST_MS)
    throw invalid('timespan is a number and s, m, h or d, up to a year');
  return span;
}

function readCondition(
  node: YamlNode | undefined,
  type: CorrelationType,
  rules: number,
): Pick<SigmaCorrelation, 'bounds' | 'fields' | 'percentile'> {
  const kind = TYPES[type];
  if (!node) {
    if (kind !== 'temporal') throw invalid('the correlation has no condition');
    return { bounds: [{ op: 'gte', than: rules }], fields: [], percentile: null };
  }
  if (node.type === 'scalar') throw unsupported('conditions of correlations as text (Sigma 2.2)');
  const map = mapOf(node, 'the condition');
  const bounds = OPS.flatMap((op): Bound[] => {
    const value = map.get(op);
    return value ? [{ op, than: readAmount(value, op) }] : [];
  });
  if (bounds.length === 0) throw invalid('the condition compares with nothing');
  const fields = textsOf(map.get('field'), 'field');
  if (kind === 'value' && fields.length === 0) throw invalid('the condition names no field');
  const percentile = map.get('percentile');
  return {
    bounds,
    fields: kind === 'value' ? fields : [],
    percentile: percentile ? readPercentile(percentile) : null,
  };
}

function readPercentile(node: YamlNode): number {
  const value = readAmount(node, 'percentile');
  if (value < 0 || value > 100) throw invalid('percentile is 0 to 100');
  return value;
}

function readAmount(node: YamlNode, what: string): number {
  const scalar = readScalar(node, what);
  const value = scalar.type === 'number' ? scalar.value : Number.NaN;
  if (!Number.isFinite(value)) throw invalid(`${what} compares with what is no number`);
  return value;
}

function readAliases(node: YamlNode | undefined): SigmaCorrelation['aliases'] {
  if (!node) return {};
  const aliases = [...mapOf(node, 'aliases')].map(([alias, fields]) => {
    const pairs = [...mapOf(fields, `the alias ${quoted(alias)}`)].map(
      ([rule, field]) => [rule, textOf(field, 'an alias') ?? ''] as const,
    );
    return [alias, Object.fromEntries(pairs)] as const;
  });
  return Object.fromEntries(aliases);
}
