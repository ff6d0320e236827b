/**
 * Reading YAML nodes as Sigma's values. Scalars keep their spelling: `0x1410` without quotes is compared
 * as it stands and as the number that it is. Plain scalars follow the core schema (YAML 1.2, 10.3.2).
 */

import type { YamlNode } from './sigma.types.ts';
import { invalid, quoted } from './sigma-problem.ts';

export const LIMITS = {
  /** Characters of one file. */
  file: 32_000_000,
  documents: 10_000,
  /** Levels of maps and lists. */
  depth: 24,
  /** Nodes of one document. */
  nodes: 200_000,
  /** Characters of one value. */
  value: 16_384,
  /** Values of one document. */
  values: 50_000,
  /** Characters of a condition. */
  condition: 8_192,
  /** Alternatives that one value may stand for (placeholders). */
  alternatives: 10_000,
} as const;

export type Scalar =
  | { readonly type: 'null' }
  | { readonly type: 'boolean'; readonly value: boolean; readonly text: string }
  | { readonly type: 'number'; readonly value: number; readonly text: string }
  | { readonly type: 'text'; readonly text: string };

const NUMBER = /^[-+]?(?:\d+|0o[0-7]+|0x[\da-fA-F]+|(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?)$/;

export function readScalar(node: YamlNode, what: string): Scalar {
  if (node.type !== 'scalar') throw invalid(`${what} is not a single value`);
  const { text, plain } = node;
  if (text.length > LIMITS.value)
    throw invalid(`${what} is longer than ${LIMITS.value} characters`);
  if (!plain) return { type: 'text', text };
  if (/^(?:|~|null|Null|NULL)$/.test(text)) return { type: 'null' };
  if (/^(?:true|True|TRUE|false|False|FALSE)$/.test(text))
    return { type: 'boolean', value: /^t/i.test(text), text };
  if (NUMBER.test(text)) return { type: 'number', value: Number(text), text };
  return { type: 'text', text };
}

/** The text of a scalar, whatever its type; null where the key is absent or its value is null. */
export function textOf(node: YamlNode | undefined, what: string): string | null {
  if (!node) return null;
  const scalar = readScalar(node, what);
  return scalar.type === 'null' ? null : scalar.text;
}

/** A text or a list of texts, as a list. */
export function textsOf(node: YamlNode | undefined, what: string): readonly string[] {
  if (!node) return [];
  if (node.type === 'map') throw invalid(`${what} is not a list`);
  const items = node.type === 'list' ? node.items : [node];
  return items.flatMap((item) => textOf(item, what) ?? []);
}

/** The entries of a map, each key once. */
export function mapOf(node: YamlNode | undefined, what: string): ReadonlyMap<string, YamlNode> {
  if (node?.type !== 'map') throw invalid(`${what} is not a map`);
  const map = new Map<string, YamlNode>();
  for (const [key, value] of node.entries) {
    if (map.has(key)) throw invalid(`${what} has ${quoted(key)} twice`);
    map.set(key, value);
  }
  return map;
}

/** @throws SigmaProblem where the tree is deeper or larger than any rule is. */
export function checkSize(root: YamlNode): void {
  let nodes = 0;
  const waiting: { node: YamlNode; depth: number }[] = [{ node: root, depth: 1 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, depth } = next;
    nodes++;
    if (depth > LIMITS.depth) throw invalid(`nested more than ${LIMITS.depth} levels deep`);
    if (nodes > LIMITS.nodes) throw invalid(`more than ${LIMITS.nodes} nodes`);
    const children =
      node.type === 'list'
        ? node.items
        : node.type === 'map'
          ? node.entries.map((entry) => entry[1])
          : [];
    for (const child of children) waiting.push({ node: child, depth: depth + 1 });
  }
}
