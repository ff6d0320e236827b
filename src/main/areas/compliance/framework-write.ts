/** Writes a framework's groups and controls as a version places them. No answer is ever touched. */
import type { ControlStatus } from '../../../shared/areas/compliance/compliance.rules.ts';
import {
  type PlacedFramework,
  type PlacedRequirement,
  planUpgrade,
  type UpgradeOptions,
  type UpgradePlan,
} from '../../../shared/areas/compliance/upgrade.rules.ts';
import type { NewRowOf, RowOf } from '../../db/statements.ts';
import {
  controlsTable,
  frameworkGroupsTable,
  frameworksTable,
} from '../../db/tables/compliance.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import type { NewId } from '../../platform/ids.ts';
import { readGroups, readPlacedControls } from './frameworks.store.ts';

type FrameworkFields = Omit<
  NewRowOf<typeof frameworksTable>,
  'id' | 'createdAt' | 'updatedAt' | 'rowVersion' | 'fieldVersions' | 'deletedAt'
>;

export type FrameworkPatch = Partial<
  Omit<
    RowOf<typeof frameworksTable>,
    'id' | 'createdAt' | 'rowVersion' | 'fieldVersions' | 'deletedAt'
  >
>;

/** What a file says of a requirement that it was itself exported with. */
export interface Answer {
  readonly status?: ControlStatus;
  readonly isAutomated?: boolean;
  readonly isApplicable?: boolean;
  readonly applicabilityReason?: string;
  readonly description?: string;
}
export type Answers = ReadonlyMap<string, Answer>;

export interface WriteDeps {
  readonly tx: WriteTx;
  readonly newId: NewId;
}

/** Makes a framework with everything in it; returns its id. */
export function insertFramework(
  { tx, newId }: WriteDeps,
  fields: FrameworkFields,
  placed: PlacedFramework,
  answers: Answers = new Map(),
): string {
  const frameworkId = newId();
  const { now } = tx;
  tx.insert(frameworksTable, { ...fields, id: frameworkId, createdAt: now, updatedAt: now });
  for (const group of placed.groups) insertGroup({ tx, newId }, frameworkId, group);
  const category = categoryOf(placed);
  for (const requirement of placed.requirements) {
    insertControl({ tx, newId }, frameworkId, {
      requirement,
      category: category(requirement),
      answer: answers.get(requirement.ref),
    });
  }
  return frameworkId;
}

function insertGroup(
  { tx, newId }: WriteDeps,
  frameworkId: string,
  group: PlacedRequirement,
): void {
  const { ref, parentRef, title, position } = group;
  tx.insert(frameworkGroupsTable, {
    ...{ id: newId(), frameworkId, ref, parentRef, title, position },
    createdAt: tx.now,
  });
}

interface NewControl {
  readonly requirement: PlacedRequirement;
  readonly category: string | null;
  readonly answer?: Answer | undefined;
}

function insertControl(
  { tx, newId }: WriteDeps,
  frameworkId: string,
  { requirement, category, answer = {} }: NewControl,
): void {
  const { ref, parentRef, title, text, position, weight } = requirement;
  const status = answer.status ?? 'NOT_ASSESSED';
  tx.insert(controlsTable, {
    ...{ id: newId(), frameworkId, controlId: ref, parentRef, title, requirement: text },
    ...{ position, weight, category, status },
    description: answer.description ?? null,
    isAutomated: answer.isAutomated ?? false,
    isApplicable: answer.isApplicable ?? true,
    applicabilityReason: answer.applicabilityReason ?? null,
    lastAssessment: status === 'NOT_ASSESSED' ? null : tx.now,
    createdAt: tx.now,
    updatedAt: tx.now,
  });
}

/** A control of a version is of the category that the group above it is called. */
function categoryOf({ groups, requirements }: PlacedFramework) {
  const titles = new Map(groups.map(({ ref, title }) => [ref, title]));
  const parents = new Map(requirements.map(({ ref, parentRef }) => [ref, parentRef]));
  return ({ parentRef }: PlacedRequirement): string | null => {
    const passed = new Set<string>();
    for (let at = parentRef; at !== null && !passed.has(at); at = parents.get(at) ?? null) {
      passed.add(at);
      const title = titles.get(at);
      if (title !== undefined) return title;
    }
    return null;
  };
}

export interface UpgradeTarget {
  readonly placed: PlacedFramework;
  /** What the framework's own row becomes. */
  readonly fields: FrameworkPatch;
  /** What controls are marked with that it does not have: its version. */
  readonly label: string;
  readonly options: UpgradeOptions;
}

/** Brings a framework up to a version; the plan that was carried out comes back. */
export function upgradeFramework(
  deps: WriteDeps,
  frameworkId: string,
  target: UpgradeTarget,
): UpgradePlan {
  const { tx } = deps;
  const { placed, options } = target;
  const plan = planUpgrade(readPlacedControls(tx, frameworkId), placed, options);
  tx.update(frameworksTable, frameworkId, { ...target.fields, updatedAt: tx.now });
  replaceGroups(deps, frameworkId, placed, options.isWhole);
  const category = categoryOf(placed);
  for (const requirement of placed.requirements) {
    const control = plan.matches.get(requirement.ref);
    if (!control) {
      insertControl(deps, frameworkId, { requirement, category: category(requirement) });
      continue;
    }
    const { ref, parentRef, title, text, position, weight } = requirement;
    const patch = {
      controlId: ref,
      parentRef,
      title,
      position,
      weight,
      goneIn: null,
      isCustom: false,
    };
    const next = { ...patch, ...(text === null ? {} : { requirement: text }) };
    if (isSame(control, requirement)) continue;
    tx.update(controlsTable, control.id, { ...next, updatedAt: tx.now });
  }
  for (const { kind, controlId } of plan.items) {
    if (controlId === null || (kind !== 'gone' && kind !== 'withdrawn')) continue;
    tx.update(controlsTable, controlId, { goneIn: target.label, updatedAt: tx.now });
  }
  return plan;
}

/** What needs no write: a row that is written anew for nothing looks changed to everybody. */
function isSame(
  control: ReturnType<typeof readPlacedControls>[number],
  { ref, parentRef, title, text, position, weight }: PlacedRequirement,
): boolean {
  return (
    !control.isOwn &&
    control.ref === ref &&
    control.parentRef === parentRef &&
    control.title === title &&
    (text === null || control.text === text) &&
    control.position === position &&
    control.weight === weight &&
    control.goneIn === null
  );
}

/** Groups hold no answers: those that are not in the version go, unless a control still stands there. */
function replaceGroups(
  deps: WriteDeps,
  frameworkId: string,
  { groups, requirements }: PlacedFramework,
  isWhole: boolean,
): void {
  const { tx } = deps;
  const byRef = new Map(readGroups(tx, frameworkId).map((group) => [group.ref, group]));
  for (const group of groups) {
    const known = byRef.get(group.ref);
    byRef.delete(group.ref);
    const { parentRef, title, position } = group;
    if (known) tx.update(frameworkGroupsTable, known.id, { parentRef, title, position });
    else insertGroup(deps, frameworkId, group);
  }
  if (!isWhole) return;
  const placed = new Set(requirements.map(({ ref }) => ref));
  const needed = new Set(
    readPlacedControls(tx, frameworkId)
      .filter(({ ref }) => !placed.has(ref))
      .map(({ parentRef }) => parentRef),
  );
  for (const { id, ref } of byRef.values()) {
    if (!needed.has(ref)) tx.remove(frameworkGroupsTable, id);
  }
}
