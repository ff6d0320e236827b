/**
 * Next best actions: which control to close first so that the most requirement weight is gained per
 * hour, over all frameworks in scope. Greedy. Closing a control closes what crosswalk links carry
 * over (`carryOver`): all of it along equal and superset, at most half along intersects, and several
 * halves are still a half. What one action has gained of a requirement, no other gains again.
 *
 * Two tracks that are never mixed: to win requirements, and to prove those that are claimed to be
 * met. Collecting a document is quick, and would otherwise stand before every gap there is.
 */
import type { CrosswalkRelation } from './crosswalk.contract.ts';
import { carryOver } from './crosswalk.rules.ts';
import { ACTION_TRACKS, type GapEntry, type NextAction } from './gaps.contract.ts';

const ACTIONS_SHOWN = 50;

export interface ActionLink {
  readonly from: string;
  readonly to: string;
  /** What the control that is closed is to the other one. */
  readonly relation: CrosswalkRelation;
}

export interface ActionInput {
  readonly gaps: readonly GapEntry[];
  readonly links: readonly ActionLink[];
  /** Assurance of assessed controls, 0 to 100, by their ids: what is proved already cannot be gained. */
  readonly assurance: ReadonlyMap<string, number>;
}

type Close = NextAction['closes'][number];

const SHARES = { COMPLIANT: 1, PARTIALLY_COMPLIANT: 0.5, NON_COMPLIANT: 0 } as const;

function shareOf(relation: CrosswalkRelation): number {
  const carried = carryOver('COMPLIANT', relation);
  return carried === null ? 0 : SHARES[carried];
}

/** How much of a requirement is there before anything is done, 0 to 1. */
function heldAlready(gap: GapEntry, assurance: ReadonlyMap<string, number>): number {
  if (gap.status === 'COMPLIANT') return (assurance.get(gap.controlId) ?? 0) / 100;
  return gap.status === 'PARTIALLY_COMPLIANT' ? SHARES.PARTIALLY_COMPLIANT : 0;
}

const trackOf = ({ status }: Pick<GapEntry, 'status'>): NextAction['track'] =>
  status === 'COMPLIANT' ? 'prove' : 'close';

interface Reach {
  readonly gap: GapEntry;
  readonly share: number;
  readonly relation: Close['relation'];
}

/** Of several links to the same control the one that carries most counts. */
function reachOf(
  gap: GapEntry,
  links: readonly ActionLink[],
  byId: ReadonlyMap<string, GapEntry>,
): Reach[] {
  const best = new Map<string, Reach>([[gap.controlId, { gap, share: 1, relation: 'own' }]]);
  // What is compliant has carried its result over already; proving it better carries nothing more.
  if (trackOf(gap) === 'prove') return [...best.values()];
  for (const { to, relation } of links) {
    const target = byId.get(to);
    const share = shareOf(relation);
    if (!target || trackOf(target) === 'prove' || share === 0 || relation === 'subset') continue;
    if ((best.get(to)?.share ?? 0) < share) best.set(to, { gap: target, share, relation });
  }
  return [...best.values()];
}

interface Candidate {
  readonly gap: GapEntry;
  readonly reach: readonly Reach[];
  /** Gain per hour when it was last looked at: never less than it is now. */
  rate: number;
}

const round = (value: number) => Math.round(value * 100) / 100;

/** Up to so many of each track, the best first. */
export function nextActions(input: ActionInput, limit = ACTIONS_SHOWN): NextAction[] {
  return ACTION_TRACKS.flatMap((track) =>
    bestOf({ ...input, gaps: input.gaps.filter((gap) => trackOf(gap) === track) }, limit),
  );
}

function bestOf({ gaps, links, assurance }: ActionInput, limit: number): NextAction[] {
  const byId = new Map(gaps.map((gap) => [gap.controlId, gap]));
  const linksFrom = Map.groupBy(links, ({ from }) => from);
  const held = new Map(gaps.map((gap) => [gap.controlId, heldAlready(gap, assurance)]));
  const gainOf = ({ gap, share }: Reach) =>
    gap.weight * Math.max(0, share - (held.get(gap.controlId) ?? 0));
  const rateOf = ({ gap, reach }: Pick<Candidate, 'gap' | 'reach'>) =>
    reach.reduce((sum, one) => sum + gainOf(one), 0) / Math.max(0.5, gap.effort.hours);
  const candidates: Candidate[] = gaps.map((gap) => {
    const reach = reachOf(gap, linksFrom.get(gap.controlId) ?? [], byId);
    return { gap, reach, rate: rateOf({ gap, reach }) };
  });
  const queue = new RateQueue(candidates);
  const chosen: NextAction[] = [];
  while (chosen.length < limit) {
    const next = queue.take(rateOf);
    if (!next || next.rate <= 0) break;
    chosen.push(actionOf(next, gainOf));
    for (const { gap, share } of next.reach)
      held.set(gap.controlId, Math.max(held.get(gap.controlId) ?? 0, share));
  }
  return chosen;
}

function actionOf({ gap, reach }: Candidate, gainOf: (reach: Reach) => number): NextAction {
  const closes = reach
    .map((one): Close & { readonly isNothing: boolean } => {
      const gained = round(gainOf(one));
      const { controlId, ref, title, frameworkId } = one.gap;
      const isNothing = gained === 0;
      return { controlId, ref, title, frameworkId, relation: one.relation, gained, isNothing };
    })
    .filter(({ isNothing }) => !isNothing)
    .map(({ isNothing: _, ...close }) => close);
  return {
    track: trackOf(gap),
    controlId: gap.controlId,
    ref: gap.ref,
    title: gap.title,
    frameworkId: gap.frameworkId,
    gained: round(closes.reduce((sum, { gained }) => sum + gained, 0)),
    hours: gap.effort.hours,
    closes,
  };
}

/**
 * A heap by gain per hour. Gains only fall while others are chosen, so whoever stands in front and
 * still does after being looked at anew is the best; ties go to the higher priority, then the id.
 */
class RateQueue {
  readonly #heap: Candidate[];

  constructor(candidates: Candidate[]) {
    this.#heap = candidates;
    for (let index = (candidates.length >> 1) - 1; index >= 0; index--) this.#sink(index);
  }

  take(rateOf: (candidate: Candidate) => number): Candidate | undefined {
    for (;;) {
      const first = this.#heap[0];
      if (!first) return undefined;
      const rate = rateOf(first);
      if (rate === first.rate) {
        const last = this.#heap.pop();
        if (last && last !== first) {
          this.#heap[0] = last;
          this.#sink(0);
        }
        return first;
      }
      first.rate = rate;
      this.#sink(0);
    }
  }

  #sink(start: number): void {
    let index = start;
    for (;;) {
      const left = 2 * index + 1;
      const best = this.#better(this.#better(index, left), left + 1);
      if (best === index) return;
      const [a, b] = [this.#heap[index], this.#heap[best]];
      if (!a || !b) return;
      this.#heap[index] = b;
      this.#heap[best] = a;
      index = best;
    }
  }

  #better(a: number, b: number): number {
    const [one, other] = [this.#heap[a], this.#heap[b]];
    if (!other || !one) return a;
    const order =
      other.rate - one.rate ||
      other.gap.priority.points - one.gap.priority.points ||
      (other.gap.controlId < one.gap.controlId ? 1 : -1);
    return order > 0 ? b : a;
  }
}
