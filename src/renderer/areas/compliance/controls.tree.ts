/** A framework's branch as rows in their order, with how deep each stands and what is under it. */
import type { ControlStatus } from '../../../shared/areas/compliance/compliance.rules.ts';
import type {
  TreeBranch,
  TreeFramework,
} from '../../../shared/areas/compliance/controls.contract.ts';

type BranchControl = TreeBranch['controls'][number];

export type StatusCounts = Record<ControlStatus, number> & { total: number; outside: number };

export interface TreeNode {
  /** `f:<id>`, `g:<framework>/<ref>` or `c:<id>`. */
  readonly key: string;
  readonly kind: 'framework' | 'group' | 'control';
  readonly level: number;
  readonly ref: string;
  readonly title: string;
  /** Of what stands under it and itself; null for a control with nothing under it. */
  readonly counts: StatusCounts | null;
  readonly control: BranchControl | null;
  readonly hasChildren: boolean;
  readonly isExpanded: boolean;
  readonly isLoading: boolean;
}

const NONE: StatusCounts = {
  total: 0,
  COMPLIANT: 0,
  PARTIALLY_COMPLIANT: 0,
  NON_COMPLIANT: 0,
  NOT_ASSESSED: 0,
  outside: 0,
};

interface Place {
  readonly key: string;
  readonly ref: string;
  readonly title: string;
  readonly control: BranchControl | null;
  readonly children: Place[];
}

/** Groups and controls by what they stand under; a parent that is not there is the framework itself. */
function placesOf(frameworkId: string, branch: TreeBranch): Place[] {
  const roots: Place[] = [];
  const byRef = new Map<string, Place>();
  const entries: [Place, string | null][] = [
    ...branch.groups.map(({ ref, parentRef, title }): [Place, string | null] => [
      { key: `g:${frameworkId}/${ref}`, ref, title, control: null, children: [] },
      parentRef,
    ]),
    ...branch.controls.map((control): [Place, string | null] => [
      {
        key: `c:${control.id}`,
        ref: control.controlId,
        title: control.title,
        control,
        children: [],
      },
      control.parentRef,
    ]),
  ];
  for (const [place] of entries) if (!byRef.has(place.ref)) byRef.set(place.ref, place);
  const parentOf = new Map(entries.map(([place, parent]) => [place.ref, parent]));
  for (const [place, parentRef] of entries) {
    const parent = parentRef === null ? undefined : byRef.get(parentRef);
    const isSound =
      parent !== undefined && parent !== place && !isAbove(place.ref, parentRef, parentOf);
    (isSound ? parent.children : roots).push(place);
  }
  return roots;
}

/** Whether `ref` stands above `from`: data may have circles, which must not become an endless tree. */
function isAbove(
  ref: string,
  from: string | null,
  parentOf: ReadonlyMap<string, string | null>,
): boolean {
  const seen = new Set<string>();
  let at = from;
  while (at !== null && !seen.has(at)) {
    if (at === ref) return true;
    seen.add(at);
    at = parentOf.get(at) ?? null;
  }
  return false;
}

function countsOf(place: Place): StatusCounts {
  const counts = { ...NONE };
  const { control } = place;
  if (control) {
    counts.total = 1;
    if (control.isApplicable && control.goneIn === null) counts[control.status] = 1;
    else counts.outside = 1;
  }
  for (const child of place.children) {
    const below = countsOf(child);
    for (const key of Object.keys(counts) as (keyof StatusCounts)[]) counts[key] += below[key];
  }
  return counts;
}

/** A group that holds nothing (under a filter) is left out. */
function addPlaces(
  nodes: TreeNode[],
  places: readonly Place[],
  level: number,
  collapsed: ReadonlySet<string>,
): void {
  for (const place of places) {
    const counts = countsOf(place);
    if (counts.total === 0) continue;
    const hasChildren = place.children.length > 0;
    const isExpanded = hasChildren && !collapsed.has(place.key);
    nodes.push({
      key: place.key,
      kind: place.control ? 'control' : 'group',
      level,
      ref: place.ref,
      title: place.title,
      counts: hasChildren ? counts : null,
      control: place.control,
      hasChildren,
      isExpanded,
      isLoading: false,
    });
    if (isExpanded) addPlaces(nodes, place.children, level + 1, collapsed);
  }
}

export interface TreeState {
  /** Frameworks that are open; everything within them is, unless it is in `collapsed`. */
  readonly open: ReadonlySet<string>;
  readonly collapsed: ReadonlySet<string>;
}

export function treeNodes(
  frameworks: readonly TreeFramework[],
  branchOf: (frameworkId: string) => TreeBranch | undefined,
  { open, collapsed }: TreeState,
): TreeNode[] {
  const nodes: TreeNode[] = [];
  for (const { id, name, version, counts } of frameworks) {
    const isExpanded = open.has(id);
    const branch = isExpanded ? branchOf(id) : undefined;
    nodes.push({
      key: `f:${id}`,
      kind: 'framework',
      level: 1,
      ref: '',
      title: version ? `${name} ${version}` : name,
      counts,
      control: null,
      hasChildren: counts.total > 0,
      isExpanded,
      isLoading: isExpanded && branch === undefined,
    });
    if (branch) addPlaces(nodes, placesOf(id, branch), 2, collapsed);
  }
  return nodes;
}
