/**
 * Processes and whose children they are, from the starts and ends that logs hold. The parent is found
 * by its GUID; without one by host, number and time, where the number belongs to it at that moment.
 * Numbers are given again: a start ends whatever had its number, and a parent whose program is not the
 * one that the event names is none. Bounded: 100,000 processes, no recursion, no walk over 256 steps.
 */
import { compareMoments, type Moment } from '../timeline/moment.ts';
import { baseName } from './event-fields.ts';
import { numberTree } from './number-tree.ts';
import type { ProcessFacts } from './process-facts.ts';
import {
  MOST_PROCESSES,
  type ProcessEntry,
  type ProcessNote,
  type ProcessTree,
} from './process-tree.types.ts';

/** One process by two logs (Sysmon and Security): their times differ by less. */
const SAME_START_MS = 2_000;
const MOST_STEPS_UP = 256;

export interface Draft {
  facts: ProcessFacts;
  parent: Draft | null;
  by: 'guid' | 'number' | null;
  note: ProcessNote | null;
  ended: Moment | null;
  exit: string | null;
  endEventId: number | null;
  isSeen: boolean;
  /** Of the starts; -1 where only children name it. */
  readonly order: number;
  readonly children: Draft[];
}

const draftOf = (facts: ProcessFacts, order: number): Draft => ({
  ...{
    facts,
    order,
    isSeen: order >= 0,
    parent: null,
    by: null,
    note: null,
    ended: null,
    exit: null,
    endEventId: null,
  },
  children: [],
});

const keyOf = (host: string, pid: number): string => `${pid}@${host}`;

function inOrder(a: ProcessFacts, b: ProcessFacts): number {
  if (a.at === null || b.at === null)
    return a.at === b.at ? a.eventId - b.eventId : a.at === null ? -1 : 1;
  return compareMoments(a.at, b.at) || a.eventId - b.eventId;
}

interface Growing {
  readonly byGuid: Map<string, Draft>;
  /** Who has a number now. */
  readonly live: Map<string, Draft>;
  readonly unseen: Map<string, Draft>;
  readonly seen: Draft[];
  /** Some child came before its parent: only then can events name a circle. */
  hasForward: boolean;
  readonly counts: { loneEnds: number; reused: number; contradictions: number; leftOut: number };
}

/** @param limit of processes. */
export function buildProcessTree(
  facts: readonly ProcessFacts[],
  limit: number = MOST_PROCESSES,
): ProcessTree {
  const growing: Growing = {
    ...{ byGuid: new Map(), live: new Map(), unseen: new Map(), seen: [] },
    hasForward: false,
    counts: { loneEnds: 0, reused: 0, contradictions: 0, leftOut: 0 },
  };
  for (const one of facts.toSorted(inOrder)) {
    if (one.type === 'end') end(growing, one);
    else if (growing.seen.length < limit) start(growing, one);
    else growing.counts.leftOut++;
  }
  for (const draft of growing.seen) settle(growing, draft);
  const all = [...growing.unseen.values(), ...growing.seen];
  for (const draft of all) draft.parent?.children.push(draft);
  const roots = all.filter(({ parent }) => parent === null).sort(byHostAndTime);
  const nodes = numberTree(roots, entryOf);
  return {
    nodes,
    summary: {
      ...{ events: facts.length, processes: growing.seen.length, unseen: growing.unseen.size },
      ...{ roots: roots.length, hosts: new Set(all.map((one) => one.facts.host)).size },
      ...growing.counts,
    },
  };
}

const entryOf = ({ facts, ended, exit, by, note, isSeen, endEventId }: Draft): ProcessEntry => ({
  ...{ host: facts.host, pid: facts.pid, guid: facts.guid, image: facts.image },
  ...{ commandLine: facts.commandLine, user: facts.user },
  started: isSeen ? facts.at : null,
  ...{ ended, exit, by, note, isSeen, endEventId },
  eventId: isSeen ? facts.eventId : null,
  sourceId: isSeen ? facts.sourceId : null,
});

function start({ byGuid, live, seen, counts }: Growing, facts: ProcessFacts): void {
  const key = facts.pid === null ? null : keyOf(facts.host, facts.pid);
  const before = key === null ? undefined : live.get(key);
  const known = facts.guid === null ? undefined : byGuid.get(facts.guid);
  const same = known ?? (before && isSame(before.facts, facts) ? before : undefined);
  if (same) {
    same.facts = merged(same.facts, facts);
    if (facts.guid !== null) byGuid.set(facts.guid, same);
    return;
  }
  const draft = draftOf(facts, seen.length);
  seen.push(draft);
  if (facts.guid !== null) byGuid.set(facts.guid, draft);
  if (before && before.ended === null) {
    counts.reused++;
    // On Linux, exec keeps the number: what was before is over.
    if (facts.dialect === 'auditd') before.ended = facts.at;
  }
  placeByNumber(live, draft);
  if (key !== null) live.set(key, draft);
}

function placeByNumber(live: Growing['live'], draft: Draft): void {
  const { host, pid, parentPid } = draft.facts;
  if (parentPid === null || parentPid === pid) return;
  const parent = live.get(keyOf(host, parentPid));
  if (!parent) return;
  if (isTheNamed(parent.facts, draft.facts)) adopt(draft, parent, 'number');
  else draft.note = 'number-reused';
}

/** Whether the event means this process by its parent's number. */
function isTheNamed(parent: ProcessFacts, { parentImage, parentGuid }: ProcessFacts): boolean {
  if (parentGuid !== null && parent.guid !== null) return parentGuid === parent.guid;
  return (
    parentImage === null ||
    parent.image === null ||
    baseName(parentImage) === baseName(parent.image)
  );
}

function isSame(one: ProcessFacts, other: ProcessFacts): boolean {
  return (
    one.dialect !== other.dialect &&
    (one.guid === null || other.guid === null) &&
    one.at !== null &&
    other.at !== null &&
    Math.abs(one.at.ms - other.at.ms) <= SAME_START_MS &&
    baseName(one.image) === baseName(other.image)
  );
}

function merged(one: ProcessFacts, other: ProcessFacts): ProcessFacts {
  return {
    ...one,
    guid: one.guid ?? other.guid,
    commandLine: one.commandLine ?? other.commandLine,
    user: one.user ?? other.user,
    parentPid: one.parentPid ?? other.parentPid,
    parentGuid: one.parentGuid ?? other.parentGuid,
    parentImage: one.parentImage ?? other.parentImage,
  };
}

function end({ byGuid, live, counts }: Growing, facts: ProcessFacts): void {
  const key = facts.pid === null ? null : keyOf(facts.host, facts.pid);
  const numbered = key === null ? undefined : live.get(key);
  const draft =
    (facts.guid === null ? undefined : byGuid.get(facts.guid)) ??
    (numbered && (facts.image === null || baseName(facts.image) === baseName(numbered.facts.image))
      ? numbered
      : undefined);
  if (!draft) {
    counts.loneEnds++;
    return;
  }
  draft.ended ??= facts.at;
  draft.exit ??= facts.exit;
  draft.endEventId ??= facts.eventId;
  if (key !== null && live.get(key) === draft) live.delete(key);
}

function adopt(child: Draft, parent: Draft, by: 'guid' | 'number'): void {
  child.parent = parent;
  child.by = by;
  child.note = null;
}

/** Once all starts are known: parents by GUID, and those that only their children name. */
function settle(growing: Growing, draft: Draft): void {
  const { byGuid, unseen, counts } = growing;
  const { facts } = draft;
  const named = facts.parentGuid === null ? undefined : byGuid.get(facts.parentGuid);
  if (named && named !== draft && named !== draft.parent) {
    const isForward = named.order > draft.order;
    if ((isForward || growing.hasForward) && descends(named, draft)) {
      counts.contradictions++;
      draft.note = 'contradiction';
    } else {
      growing.hasForward ||= isForward;
      adopt(draft, named, 'guid');
    }
  } else if (named && named === draft.parent) draft.by = 'guid';
  if (draft.parent === null && draft.note !== 'contradiction') placeUnseen(unseen, draft);
}

/** Those that only their children name stand where their first child does. */
function byHostAndTime(a: Draft, b: Draft): number {
  const [one, other] = [a, b].map(
    (draft) => (draft.isSeen ? draft : (draft.children[0] ?? draft)).facts,
  );
  if (!one || !other || one.host !== other.host)
    return (one?.host ?? '') < (other?.host ?? '') ? -1 : 1;
  return inOrder(one, other);
}

function descends(one: Draft, from: Draft): boolean {
  let next: Draft | null = one;
  for (let steps = 0; next !== null; steps++) {
    if (next === from || steps > MOST_STEPS_UP) return true;
    next = next.parent;
  }
  return false;
}

function placeUnseen(unseen: Map<string, Draft>, draft: Draft): void {
  const { facts, note } = draft;
  if (facts.parentPid === null && facts.parentGuid === null) return;
  const key = `${facts.parentGuid ?? `${facts.parentPid}|${baseName(facts.parentImage)}`}@${facts.host}`;
  const parent =
    unseen.get(key) ??
    draftOf(
      {
        ...facts,
        ...{ pid: facts.parentPid, guid: facts.parentGuid, image: facts.parentImage },
        ...{ commandLine: null, user: null, at: null },
        ...{ parentPid: null, parentGuid: null, parentImage: null },
      },
      -1,
    );
  unseen.set(key, parent);
  draft.parent = parent;
  draft.by = facts.parentGuid === null ? 'number' : 'guid';
  draft.note = note ?? 'parent-unseen';
}
