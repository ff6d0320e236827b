/**
 * From an event to the rules that look at such events: by product, service, category, channel and event
 * id. A route is made when the first such event comes and kept; there are no more of them than log sources
 * and event ids that the rules name.
 */
import { type EventSource, looksAt, sourceKey, sourceOf } from './event-source.ts';
import { type Columns, EventView } from './event-view.ts';
import { Gate } from './gate.ts';
import type { FlatEvent, SigmaLogsource } from './sigma.types.ts';
import type { CompiledRule } from './sigma-set.ts';
import { translate } from './translate.ts';
import type { Translation } from './windows-sources.table.ts';

type Found = (at: number, rule: CompiledRule, view: EventView, seen: FlatEvent) => void;

/** Rules of one route that read the event's fields in the same way. */
interface Lane {
  readonly translation: Translation | null;
  /** The rules' places in the set. */
  readonly places: readonly number[];
  readonly rules: readonly CompiledRule[];
  readonly gate: Gate;
}

/** Bounds against hostile channels and event ids. */
const MOST_KEYS = 10_000;
const MOST_ROUTES = 4_000;

export class Router {
  readonly #rules: readonly CompiledRule[];
  readonly #view: EventView;
  /** Event ids that any rule names: all others are one. */
  readonly #ids: ReadonlySet<string>;
  readonly #byKey = new Map<string, readonly Lane[]>();
  readonly #routes = new Map<string, readonly Lane[]>();

  constructor(rules: readonly CompiledRule[], columns: Columns) {
    this.#rules = rules;
    this.#view = new EventView(columns);
    this.#ids = new Set(rules.flatMap(({ ids }) => [...(ids ?? [])]));
  }

  match(event: FlatEvent, declared: SigmaLogsource | undefined, found: Found): void {
    const view = this.#view;
    for (const lane of this.#lanes(event, declared)) {
      const seen = lane.translation === null ? event : translate(event, lane.translation);
      view.load(seen);
      for (const at of lane.gate.candidates(view)) {
        const rule = lane.rules[at];
        if (rule?.node.test(view)) found(lane.places[at] ?? -1, rule, view, seen);
      }
    }
  }

  #lanes(event: FlatEvent, declared: SigmaLogsource | undefined): readonly Lane[] {
    const key = sourceKey(event, declared);
    const known = this.#byKey.get(key);
    if (known) return known;
    const lanes = this.#route(sourceOf(event, declared));
    if (this.#byKey.size >= MOST_KEYS) this.#byKey.clear();
    this.#byKey.set(key, lanes);
    return lanes;
  }

  #route(source: EventSource): readonly Lane[] {
    const id = this.#ids.has(source.eventId) ? source.eventId : '';
    const key = `${source.key}\n${id}`;
    const known = this.#routes.get(key);
    if (known) return known;
    const lanes = this.#makeLanes(source);
    if (this.#routes.size >= MOST_ROUTES) this.#routes.clear();
    this.#routes.set(key, lanes);
    return lanes;
  }

  #makeLanes(source: EventSource): readonly Lane[] {
    const groups = new Map<Translation | null, number[]>();
    for (const [place, { document, ids }] of this.#rules.entries()) {
      if (!looksAt(document.logsource, source)) continue;
      if (ids && !ids.has(source.eventId)) continue;
      const { category } = document.logsource;
      const how = category === undefined ? null : (source.categories.get(category) ?? null);
      const places = groups.get(how);
      if (places) places.push(place);
      else groups.set(how, [place]);
    }
    return [...groups].map(([translation, places]) => {
      const rules = places.flatMap((place) => this.#rules[place] ?? []);
      const gate = new Gate(rules.map(({ guard }) => guard));
      return { translation, places, rules, gate };
    });
  }
}
