/** Which values a pattern names as bad, and what of the pattern a list of values cannot say. */
import {
  indicatorsOfComparisons,
  type PatternIndicator,
} from '../../forensics/indicators/stix/paths.ts';
import type { Comparison } from '../../forensics/indicators/stix/pattern.ts';
import type { ComparisonNode, ObservationNode, Qualifier } from './pattern.types.ts';

type LeafNode = Extract<ComparisonNode, { type: 'comparison' }>;

export interface PatternContent {
  readonly indicators: readonly PatternIndicator[];
  /** Each a name: 'order of observations (FOLLOWEDBY)'. */
  readonly losses: readonly string[];
}

/** A network is a subset of itself. */
const NAMES_VALUE: ReadonlySet<string> = new Set(['=', 'IN', 'ISSUBSET']);

const QUALIFIERS: Readonly<Record<Qualifier['type'], string>> = {
  within: 'time limit of a pattern (WITHIN)',
  repeats: 'repeats of a pattern (REPEATS)',
  between: 'interval of a pattern (START … STOP)',
};

export function contentOfPattern(pattern: ObservationNode): PatternContent {
  const losses = new Set<string>();
  const comparisons: Comparison[] = [];
  let group = 0;

  function compare({ isNegated, operator, values, path }: LeafNode): void {
    if (isNegated) losses.add('negated comparison (NOT)');
    else if (!NAMES_VALUE.has(operator)) losses.add(`comparison with ${operator}`);
    else
      for (const { text } of values)
        comparisons.push({ path, value: text, group: values.length > 1 ? group++ : group });
  }

  function take(node: ComparisonNode): void {
    if (node.type === 'comparison') {
      compare(node);
      return;
    }
    for (const part of node.parts) {
      if (node.type === 'or') group++;
      take(part);
    }
  }

  function observe(node: ObservationNode): void {
    for (const { type } of node.qualifiers) losses.add(QUALIFIERS[type]);
    if (node.type === 'observation') {
      group++;
      take(node.comparison);
      return;
    }
    if (node.type === 'followed-by') losses.add('order of observations (FOLLOWEDBY)');
    if (node.type === 'and') losses.add('observations that belong together (AND)');
    for (const part of node.parts) observe(part);
  }

  observe(pattern);
  const { indicators, unknown } = indicatorsOfComparisons(comparisons);
  for (const path of unknown) losses.add(`comparison of ${path}`);
  const sizes = new Map<number, number>();
  for (const { path, group: at } of comparisons)
    if (!path.startsWith('file:parent_directory_ref')) sizes.set(at, (sizes.get(at) ?? 0) + 1);
  if ([...sizes.values()].some((size) => size > 1)) losses.add('values that belong together (AND)');
  return { indicators, losses: [...losses] };
}
