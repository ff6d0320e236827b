import { type Comment, type Node, type ParseResult, parseSync, visitorKeys } from 'oxc-parser';

export type { Node };

/** One file of TypeScript, parsed. Paths are relative to the root, with slashes. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly lines: readonly string[];
  readonly program: ParseResult['program'];
  /** Every rule walks it: what it holds is found once. */
  readonly tree: Tree;
  readonly module: ParseResult['module'];
  readonly comments: readonly Comment[];
  /** The line, counted from 1, of a place in `text`. */
  lineOf(offset: number): number;
}

export function parseSource(path: string, text: string): SourceFile {
  const { program, module, comments, errors } = parseSync(path, text);
  const [error] = errors;
  if (error) throw new Error(`${path} cannot be parsed: ${error.message}`);
  const starts = lineStarts(text);
  const lineOf = (offset: number) => lastAtMost(starts, offset) + 1;
  return {
    path,
    text,
    lines: text.split('\n'),
    program,
    tree: flatten(program),
    module,
    comments,
    lineOf,
  };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function lastAtMost(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sorted[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The nodes of a tree, parents first, and how many parents each has. */
interface Tree {
  readonly nodes: readonly Node[];
  readonly depths: readonly number[];
}

/** Every node of the tree, parents first. `parents` ends with the node's own; it is reused, not kept. */
export function walk(
  { tree: { nodes, depths } }: SourceFile,
  visit: (node: Node, parents: readonly Node[]) => void,
): void {
  const parents: Node[] = [];
  for (const [at, node] of nodes.entries()) {
    const depth = depths[at] ?? 0;
    while (parents.length > depth) parents.pop();
    visit(node, parents);
    parents.push(node);
  }
}

function flatten(root: Node): Tree {
  const nodes: Node[] = [];
  const depths: number[] = [];
  const enter = (node: Node, depth: number): void => {
    nodes.push(node);
    depths.push(depth);
    for (const key of visitorKeys[node.type] ?? []) {
      const child: unknown = Reflect.get(node, key);
      if (isNode(child)) enter(child, depth + 1);
      else if (Array.isArray(child))
        for (const one of child) if (isNode(one)) enter(one, depth + 1);
    }
  };
  enter(root, 0);
  return { nodes, depths };
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}
