import type { Moment } from '../timeline/moment.ts';

/** Why a process stands at the top, or under a parent of which no event tells. */
export type ProcessNote =
  /** The logs hold no start of its parent. */
  | 'parent-unseen'
  /** The parent's number belongs to another program by then. */
  | 'number-reused'
  /** Its events name a parent that descends from it. */
  | 'contradiction';

/** `facts` of a node; the texts are attackers'. */
export interface ProcessEntry {
  readonly host: string;
  readonly pid: number | null;
  readonly guid: string | null;
  readonly image: string | null;
  readonly commandLine: string | null;
  readonly user: string | null;
  /** Aligned. */
  readonly started: Moment | null;
  readonly ended: Moment | null;
  readonly exit: string | null;
  /** How the parent was found; null at the top. */
  readonly by: 'guid' | 'number' | null;
  readonly note: ProcessNote | null;
  /** False: only its children name it. */
  readonly isSeen: boolean;
  readonly eventId: number | null;
  readonly endEventId: number | null;
  readonly sourceId: string | null;
}

/** Numbered as the tree is read from its top: the `below` nodes after it descend from it. */
export interface ProcessNode extends ProcessEntry {
  readonly node: number;
  readonly parent: number | null;
  readonly below: number;
  readonly children: number;
  readonly depth: number;
}

export interface ProcessTreeSummary {
  /** Starts and ends that were read. */
  readonly events: number;
  readonly processes: number;
  /** Named by their children alone. */
  readonly unseen: number;
  readonly roots: number;
  readonly hosts: number;
  /** Ends whose start the logs do not hold. */
  readonly loneEnds: number;
  /** Starts of a number that was still in use. */
  readonly reused: number;
  readonly contradictions: number;
  /** Beyond the limit. */
  readonly leftOut: number;
}

export interface ProcessTree {
  readonly nodes: readonly ProcessNode[];
  readonly summary: ProcessTreeSummary;
}

export const MOST_PROCESSES = 100_000;
