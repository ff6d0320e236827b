/** The part `detection` of a rule, and that of a filter (rules specification 2.1.0, 'Detection'). */
import { parseCondition } from './condition-parser.ts';
import { type Placeholders, readFieldTest, readKeywords } from './modifiers.ts';
import type { Condition, Detection, Selection, YamlNode } from './sigma.types.ts';
import { invalid, quoted, unsupported } from './sigma-problem.ts';
import { LIMITS, mapOf, textsOf } from './yaml-tree.ts';

/** @param skips names that stand beside the selections and are none. */
export function readDetection(
  node: YamlNode | undefined,
  what: string,
  placeholders: Placeholders,
  skips: readonly string[] = [],
): Detection {
  const entries = mapOf(node, what);
  if (entries.has('timeframe'))
    throw unsupported(`${what} has a timeframe, a form that correlations have replaced (Sigma 2)`);
  const named = [...entries].filter(([name]) => name !== 'condition' && !skips.includes(name));
  const selections = Object.fromEntries(
    named.map(([name, value]) => [name, readSelection(value, name, placeholders)]),
  );
  const values = Object.values(selections).reduce((sum, one) => sum + countValues(one), 0);
  if (values > LIMITS.values) throw invalid(`${what} has more than ${LIMITS.values} values`);
  const names = named.map(([name]) => name);
  if (names.length === 0) throw invalid(`${what} has no selection`);
  const conditions = textsOf(entries.get('condition'), 'the condition');
  const parsed = conditions.map((text) => parseCondition(text, names));
  const [first] = parsed;
  if (!first) throw invalid(`${what} has no condition`);
  const condition: Condition = parsed.length === 1 ? first : { type: 'or', items: parsed };
  return { selections, condition };
}

function countValues(selection: Selection): number {
  if (selection.type === 'test')
    return selection.values.reduce((sum, alternatives) => sum + alternatives.length, 0);
  return selection.items.reduce((sum, item) => sum + countValues(item), 0);
}

function readSelection(node: YamlNode, name: string, placeholders: Placeholders): Selection {
  if (node.type === 'scalar') return readKeywords([node]);
  if (node.type === 'map') return readMap(node, name, placeholders);
  const keywords = node.items.filter((item) => item.type === 'scalar');
  const others = node.items.filter((item) => item.type !== 'scalar');
  const items = others.map((item) => readSelection(item, name, placeholders));
  if (keywords.length > 0) items.push(readKeywords(keywords));
  return joined('or', items, name);
}

function readMap(node: YamlNode, name: string, placeholders: Placeholders): Selection {
  const items = [...mapOf(node, quoted(name))].map(([key, value]) =>
    readFieldTest(key, value, placeholders),
  );
  return joined('and', items, name);
}

function joined(type: 'and' | 'or', items: readonly Selection[], name: string): Selection {
  const [first] = items;
  if (!first) throw invalid(`the selection ${quoted(name)} is empty`);
  return items.length === 1 ? first : { type, items };
}
