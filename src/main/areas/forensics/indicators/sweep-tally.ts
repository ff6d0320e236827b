/** What a sweep found so far: how often each was hit, and its first places. Bounded. */
export interface EventPlace {
  readonly investigationId: string;
  readonly eventId: number;
}

export interface Tally {
  /** `seq` of alerts in the order they were found; each once for one pass. */
  readonly seqs: number[];
  /** Hits that are not in `seqs` any more. */
  beyond: number;
  events: number;
  readonly eventPlaces: EventPlace[];
  firstEvent: number | null;
  lastEvent: number | null;
}

/** In all; beyond, hits are counted but not remembered. */
const REMEMBERED = 4_000_000;
export const PLACES = 20;

export class Tallies {
  readonly #tallies = new Map<number, Tally>();
  #remembered = 0;

  #of(needle: number): Tally {
    const known = this.#tallies.get(needle);
    if (known) return known;
    const made: Tally = {
      ...{ seqs: [], beyond: 0, events: 0, eventPlaces: [], firstEvent: null, lastEvent: null },
    };
    this.#tallies.set(needle, made);
    return made;
  }

  alert(needle: number, seq: number): void {
    const tally = this.#of(needle);
    if (tally.seqs.at(-1) === seq) return;
    if (this.#remembered++ < REMEMBERED) tally.seqs.push(seq);
    else tally.beyond++;
  }

  event(needle: number, place: EventPlace, at: number | null): void {
    const tally = this.#of(needle);
    tally.events++;
    if (tally.eventPlaces.length < PLACES) tally.eventPlaces.push(place);
    if (at === null) return;
    tally.firstEvent = Math.min(tally.firstEvent ?? at, at);
    tally.lastEvent = Math.max(tally.lastEvent ?? at, at);
  }

  /** The one with the most hits first; the same alert found by two passes counts once. */
  list(): { needle: number; seqs: number[]; alerts: number; tally: Tally }[] {
    return [...this.#tallies]
      .map(([needle, tally]) => {
        const seqs = [...new Set(tally.seqs)].sort((a, b) => a - b);
        return { needle, seqs, alerts: seqs.length + tally.beyond, tally };
      })
      .sort(
        (a, b) => b.alerts + b.tally.events - (a.alerts + a.tally.events) || a.needle - b.needle,
      );
  }
}
