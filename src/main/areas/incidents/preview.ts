/** What another strictness would change: both are linked in memory, nothing is written. Pure. */
import type { LinkPreview } from '../../../shared/areas/incidents/incidents.contract.ts';
import { type Linked, link, scaleOf, thresholdOf } from './linking.kernel.ts';
import type { WholeInput } from './whole-input.ts';

/** Examples by the places of groups; whoever reads the database gives them names. */
export interface PreviewSketch {
  readonly strictness: number;
  readonly groups: number;
  readonly now: LinkPreview['now'];
  readonly after: LinkPreview['after'];
  /** The earliest group (its id) and how many there are. */
  readonly largest: { readonly id: number; readonly groups: number } | null;
  readonly joining: { readonly n: number; readonly examples: readonly (readonly number[])[] };
  readonly separating: {
    readonly n: number;
    readonly examples: readonly { readonly id: number; readonly into: number }[];
  };
}

const EXAMPLES = 5;

export function sketchPreview(
  input: WholeInput,
  { now, strictness }: { now: number; strictness: number },
): PreviewSketch {
  const scale = scaleOf(input.groups.count);
  const at = (value: number): Linked =>
    link(input.groups, input.entities, { scale, threshold: thresholdOf(value) });
  const before = at(now);
  const after = strictness === now ? before : at(strictness);
  const sizes = sizesOf(after.root);
  const [largest] = [...sizes].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  const idOf = (place: number): number => input.ids[place] ?? 0;
  const joining = partsOf(after.root, before.root);
  const separating = partsOf(before.root, after.root);
  return {
    strictness,
    groups: input.groups.count,
    now: figuresOf(before.root),
    after: figuresOf(after.root),
    largest: largest ? { id: idOf(largest[0]), groups: largest[1] } : null,
    joining: {
      n: joining.length,
      examples: joining.slice(0, EXAMPLES).map((parts) => parts.map(idOf)),
    },
    separating: {
      n: separating.length,
      examples: separating
        .slice(0, EXAMPLES)
        .map((parts) => ({ id: idOf(parts[0] ?? 0), into: parts.length })),
    },
  };
}

function sizesOf(root: Uint32Array): Map<number, number> {
  const sizes = new Map<number, number>();
  for (const place of root) sizes.set(place, (sizes.get(place) ?? 0) + 1);
  return sizes;
}

function figuresOf(root: Uint32Array): LinkPreview['now'] {
  let [incidents, linked, largest] = [0, 0, 0];
  for (const size of sizesOf(root).values()) {
    incidents++;
    if (size > 1) linked++;
    largest = Math.max(largest, size);
  }
  return { incidents, linked, largest };
}

/** Of each incident of `whole` that is several of `parts`, the roots of these; the most torn first. */
function partsOf(whole: Uint32Array, parts: Uint32Array): number[][] {
  const found = new Map<number, Set<number>>();
  for (let place = 0; place < whole.length; place++) {
    const root = whole[place] ?? place;
    const set = found.get(root) ?? new Set<number>();
    if (set.size === 0) found.set(root, set);
    set.add(parts[place] ?? place);
  }
  return [...found.values()]
    .filter((set) => set.size > 1)
    .map((set) => [...set].sort((a, b) => a - b))
    .sort((a, b) => b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0));
}
