/**
 * What bringing a framework up to another version does to each of its controls. Pure. Nothing is
 * ever dropped: a control that the new version does not have is marked, and keeps its answers.
 */
import type { ControlStatus } from './compliance.rules.ts';
import type { PackRequirement } from './pack.contract.ts';
import type { FieldChange, UpgradeItem, UpgradeKind } from './upgrade.contract.ts';
import { UPGRADE_KINDS } from './upgrade.contract.ts';

/** A control as it is. `isOwn`: no version placed it, it is the workspace's. */
export interface PlacedControl {
  readonly id: string;
  readonly ref: string;
  readonly title: string;
  readonly text: string | null;
  readonly parentRef: string | null;
  readonly position: number;
  readonly isOwn: boolean;
  readonly weight: number;
  readonly goneIn: string | null;
  readonly status: ControlStatus;
}

/** A requirement or group where a framework will have it; positions count from 1, over both. */
export interface PlacedRequirement {
  readonly ref: string;
  readonly parentRef: string | null;
  readonly title: string;
  readonly text: string | null;
  readonly weight: number;
  readonly position: number;
  readonly formerly: readonly string[];
}

export interface PlacedFramework {
  readonly groups: readonly PlacedRequirement[];
  readonly requirements: readonly PlacedRequirement[];
  /** What the publisher withdrew. */
  readonly withdrawn: readonly PlacedRequirement[];
}

/**
 * What a framework has of a pack at a baseline: its requirements, and the groups that hold any of
 * them (all of them in a pack of groups only). What stands under something left out moves up.
 */
export function placeRequirements(
  items: readonly PackRequirement[],
  baseline: string | null,
  baselineDefault: 'all' | 'none' = 'all',
): PlacedFramework {
  const byId = new Map(items.map((item) => [item.id, item]));
  const isAsked = ({ kind, baselines }: PackRequirement) =>
    kind === 'requirement' &&
    (baseline === null || (baselines?.includes(baseline) ?? baselineDefault === 'all'));
  const asked = items.filter(isAsked);
  const kept = new Set(asked.map(({ id }) => id));
  const isFrame = items.every(({ kind }) => kind === 'group');
  if (isFrame) for (const { id } of items) kept.add(id);
  for (const { id } of asked) keepGroupsAbove(id, byId, kept);
  const place = (item: PackRequirement, index: number): PlacedRequirement => ({
    ref: item.id,
    parentRef: nearestKept(item.parent, byId, kept),
    title: item.title,
    text: item.text ?? null,
    weight: item.weight ?? 1,
    position: index + 1,
    formerly: item.formerly ?? [],
  });
  const placed = items.map((item, index) => ({ kind: item.kind, at: place(item, index) }));
  const keptOf = (kind: PackRequirement['kind']) =>
    placed.flatMap((one) => (one.kind === kind && kept.has(one.at.ref) ? [one.at] : []));
  return {
    groups: keptOf('group'),
    requirements: keptOf('requirement'),
    withdrawn: placed.flatMap(({ kind, at }) => (kind === 'withdrawn' ? [at] : [])),
  };
}

function keepGroupsAbove(
  id: string,
  byId: ReadonlyMap<string, PackRequirement>,
  kept: Set<string>,
): void {
  const passed = new Set([id]);
  for (let at = byId.get(id)?.parent; at !== undefined && !passed.has(at); ) {
    passed.add(at);
    const above = byId.get(at);
    if (above?.kind === 'group') kept.add(at);
    at = above?.parent;
  }
}

function nearestKept(
  parent: string | undefined,
  byId: ReadonlyMap<string, PackRequirement>,
  kept: ReadonlySet<string>,
): string | null {
  const passed = new Set<string>();
  let at = parent;
  while (at !== undefined && !passed.has(at)) {
    if (kept.has(at)) return at;
    passed.add(at);
    at = byId.get(at)?.parent;
  }
  return null;
}

export interface UpgradePlan {
  readonly items: readonly UpgradeItem[];
  readonly counts: Record<UpgradeKind, number>;
  readonly unchanged: number;
  readonly own: number;
  /** What each control becomes, by the requirement that it answers; absent where it is new. */
  readonly matches: ReadonlyMap<string, PlacedControl>;
}

export interface UpgradeOptions {
  /** The target is the whole framework, so that what it leaves out is gone. */
  readonly isWhole: boolean;
  /** The target is another version than the one that placed the controls: renumbering counts. */
  readonly isOtherVersion: boolean;
}

export function planUpgrade(
  controls: readonly PlacedControl[],
  target: PlacedFramework,
  options: UpgradeOptions,
): UpgradePlan {
  const matches = matchControls(controls, target.requirements, options);
  const answered = new Set([...matches.values()].map(({ id }) => id));
  const items: UpgradeItem[] = [];
  let unchanged = 0;
  for (const requirement of target.requirements) {
    const item = itemOf(requirement, matches.get(requirement.ref));
    if (item) items.push(item);
    else unchanged += 1;
  }
  const withdrawn = withdrawnRefs(target, options);
  let own = 0;
  for (const control of controls) {
    if (answered.has(control.id) || control.goneIn !== null) continue;
    // What no version placed, or somebody took back, is the workspace's own.
    const isPlaced = !control.isOwn;
    if (isPlaced && withdrawn.has(control.ref)) items.push(leftItem(control, 'withdrawn'));
    else if (isPlaced && options.isWhole) items.push(leftItem(control, 'gone'));
    else own += 1;
  }
  const counts = Object.fromEntries(UPGRADE_KINDS.map((kind) => [kind, 0])) as Record<
    UpgradeKind,
    number
  >;
  for (const { kind } of items) counts[kind] += 1;
  return { items, counts, unchanged, own, matches };
}

/**
 * By what the version says they were called, then by id, then by an id written a little differently.
 * In this order, so that numbers that moved up by one do not take each other's answers.
 */
function matchControls(
  controls: readonly PlacedControl[],
  requirements: readonly PlacedRequirement[],
  { isOtherVersion }: UpgradeOptions,
): Map<string, PlacedControl> {
  const matches = new Map<string, PlacedControl>();
  const taken = new Set<string>();
  const take = (ref: string, control: PlacedControl | undefined) => {
    if (!control || taken.has(control.id) || matches.has(ref)) return;
    taken.add(control.id);
    matches.set(ref, control);
  };
  // One that is gone answers only where no other one has its id.
  const goneFirst = [...controls].sort(
    (a, b) => Number(a.goneIn === null) - Number(b.goneIn === null),
  );
  const byRef = new Map(goneFirst.map((control) => [control.ref, control]));
  if (isOtherVersion) {
    for (const { ref, formerly } of requirements) {
      for (const former of formerly) take(ref, byRef.get(former));
    }
  }
  for (const { ref } of requirements) take(ref, byRef.get(ref));
  const byLooseRef = new Map(goneFirst.map((control) => [looseRef(control.ref), control]));
  for (const { ref } of requirements) take(ref, byLooseRef.get(looseRef(ref)));
  return matches;
}

/** 'Art.5' and 'Art. 5' are the same requirement. */
const looseRef = (ref: string) => ref.replace(/\s+/g, '').toLowerCase();

/** What the publisher withdrew, also under the ids that it had before. */
function withdrawnRefs(
  { withdrawn }: PlacedFramework,
  { isOtherVersion }: UpgradeOptions,
): ReadonlySet<string> {
  return new Set(
    withdrawn.flatMap(({ ref, formerly }) => (isOtherVersion ? [ref, ...formerly] : [ref])),
  );
}

function itemOf(
  requirement: PlacedRequirement,
  control: PlacedControl | undefined,
): UpgradeItem | undefined {
  const { ref, title } = requirement;
  if (!control) {
    return { kind: 'new', ref, formerRef: null, title, controlId: null, status: null, fields: [] };
  }
  const fields = changedFields(requirement, control);
  const isMoved = control.ref !== ref;
  const kind = control.goneIn !== null ? 'back' : isMoved ? 'moved' : 'changed';
  // A place that was never given is no change that anybody needs to look at.
  if (kind === 'changed' && fields.length === 0) return undefined;
  const formerRef = isMoved ? control.ref : null;
  return { kind, ref, formerRef, title, controlId: control.id, status: control.status, fields };
}

function changedFields(requirement: PlacedRequirement, control: PlacedControl): FieldChange[] {
  const changes: FieldChange[] = [];
  if (requirement.title !== control.title) {
    changes.push({ field: 'title', from: control.title, to: requirement.title });
  }
  // A version that carries no text says nothing of the text that is there.
  if (requirement.text !== null && requirement.text !== control.text) {
    changes.push({ field: 'text', from: control.text, to: requirement.text });
  }
  const isPlaced = !control.isOwn;
  if (isPlaced && requirement.parentRef !== control.parentRef) {
    changes.push({ field: 'parent', from: control.parentRef, to: requirement.parentRef });
  }
  if (isPlaced && requirement.weight !== control.weight) {
    const [from, to] = [String(control.weight), String(requirement.weight)];
    changes.push({ field: 'weight', from, to });
  }
  return changes;
}

function leftItem(control: PlacedControl, kind: 'gone' | 'withdrawn'): UpgradeItem {
  const { id, ref, title, status } = control;
  return { kind, ref, formerRef: null, title, controlId: id, status, fields: [] };
}
