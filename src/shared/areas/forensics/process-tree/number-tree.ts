import type { Draft } from './build-tree.ts';
import type { ProcessEntry, ProcessNode } from './process-tree.types.ts';

type Written = { -readonly [K in keyof ProcessNode]: ProcessNode[K] };

/** Nodes as the tree is read from its top, children in the order they came in. Without recursion: depth is the input's. */
export function numberTree(
  roots: readonly Draft[],
  entryOf: (draft: Draft) => ProcessEntry,
): ProcessNode[] {
  const nodes: Written[] = [];
  const waiting: { draft: Draft; parent: number | null; depth: number }[] = [];
  const push = (drafts: readonly Draft[], parent: number | null, depth: number) => {
    for (let place = drafts.length - 1; place >= 0; place--) {
      const draft = drafts[place];
      if (draft) waiting.push({ draft, parent, depth });
    }
  };
  push(roots, null, 0);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { draft, parent, depth } = next;
    const node = nodes.length;
    nodes.push({
      ...entryOf(draft),
      node,
      parent,
      depth,
      below: 0,
      children: draft.children.length,
    });
    push(draft.children, node, depth + 1);
  }
  for (let place = nodes.length - 1; place >= 0; place--) {
    const node = nodes[place];
    const parent = node?.parent === null || !node ? undefined : nodes[node.parent];
    if (node && parent) parent.below += node.below + 1;
  }
  return nodes;
}
