/**
 * Correlations over the hits of a set. Events are given in the order of their times, one after another;
 * memory is bounded, and what had to be let go is counted in `dropped`. Deterministic.
 */
import { answersAtOnce, createWindow, type Finding, type Window } from './correlation-window.ts';
import { fieldKey, fold } from './fold.ts';
import type { FlatEvent, SigmaCorrelation, SigmaInfo } from './sigma.types.ts';
import { isNamed, type SigmaHit, type SigmaSet } from './sigma-set.ts';

export interface CorrelationHit<Ref> extends Finding<Ref> {
  readonly info: SigmaInfo;
  /** The values of `group-by`, by its names. */
  readonly group: Readonly<Record<string, string>>;
  /** False where only another correlation speaks of it. */
  readonly alone: boolean;
}

export interface Correlator<Ref> {
  /** @param ref how the caller finds the event again. */
  add(hits: readonly SigmaHit[], time: number, ref: Ref): readonly CorrelationHit<Ref>[];
  /** No more events come. */
  finish(): readonly CorrelationHit<Ref>[];
  /** Groups that were let go before their time was over. */
  readonly dropped: number;
}

/** Bounds against values without end: groups of one correlation, matches of all its groups. */
const MOST_GROUPS = 50_000;
const MOST_HELD = 500_000;

interface Group<Ref> {
  readonly values: Readonly<Record<string, string>>;
  readonly window: Window<Ref>;
  /** The event that came last, for correlations of this one. */
  event: FlatEvent;
}

interface State<Ref> {
  readonly correlation: SigmaCorrelation;
  readonly alone: boolean;
  readonly groups: Map<string, Group<Ref>>;
  /** Who speaks of this correlation, and where it stands among their rules. */
  readonly parents: readonly Link<Ref>[];
  held: number;
}

interface Link<Ref> {
  readonly state: State<Ref>;
  readonly position: number;
  /** Under these names the correlation's aliases know the rule. */
  readonly names: readonly string[];
}

export function createCorrelator<Ref>(
  set: Pick<SigmaSet, 'rules' | 'correlations'>,
): Correlator<Ref> {
  const { byRule, states } = link<Ref>(set);
  let dropped = 0;

  function feed(
    { state, position, names }: Link<Ref>,
    event: FlatEvent,
    time: number,
    ref: Ref,
    out: CorrelationHit<Ref>[],
  ): void {
    const { correlation, groups } = state;
    if (!answersAtOnce(correlation)) closeExpired(state, time, out);
    const values = groupOf(correlation, names, event);
    if (!values) return;
    // Sigma compares without case, and so do its groups.
    const key = fold(JSON.stringify(values));
    const group = groups.get(key) ?? { values, window: createWindow<Ref>(correlation), event };
    group.event = event;
    // Windows that answer at their end stay in the order in which they opened.
    if (answersAtOnce(correlation)) groups.delete(key);
    groups.set(key, group);
    const value = countedIn(correlation, names, event);
    const before = group.window.size;
    const findings = group.window.add({ time, ref, position, value });
    state.held += group.window.size - before;
    report(state, group, findings, out);
    if (groups.size > MOST_GROUPS || state.held > MOST_HELD) shrink(state, time, out);
  }

  function closeExpired(state: State<Ref>, time: number, out: CorrelationHit<Ref>[]): void {
    for (const [key, group] of state.groups) {
      if (group.window.expires >= time) break;
      drop(state, key, group);
      report(state, group, group.window.close(), out);
    }
  }

  function drop(state: State<Ref>, key: string, group: Group<Ref>): void {
    state.held -= group.window.size;
    state.groups.delete(key);
  }

  function shrink(state: State<Ref>, time: number, out: CorrelationHit<Ref>[]): void {
    for (const [key, group] of state.groups) {
      if (group.window.expires < time) drop(state, key, group);
    }
    for (const [key, group] of state.groups) {
      if (state.groups.size <= MOST_GROUPS * 0.9 && state.held <= MOST_HELD * 0.9) break;
      drop(state, key, group);
      dropped++;
      report(state, group, group.window.close(), out);
    }
  }

  function report(
    { correlation, alone, parents }: State<Ref>,
    { values, event }: Group<Ref>,
    findings: readonly Finding<Ref>[],
    out: CorrelationHit<Ref>[],
  ): void {
    for (const finding of findings) {
      out.push({ ...finding, info: correlation.info, group: values, alone });
      const last = finding.refs.at(-1);
      if (last === undefined) continue;
      for (const parent of parents) feed(parent, { ...event, ...values }, finding.to, last, out);
    }
  }

  return {
    get dropped() {
      return dropped;
    },
    add(hits, time, ref) {
      const out: CorrelationHit<Ref>[] = [];
      for (const { rule, event } of hits)
        for (const link of byRule.get(rule) ?? []) feed(link, event, time, ref, out);
      return out;
    },
    finish() {
      const out: CorrelationHit<Ref>[] = [];
      // In their order: what stands first feeds what stands behind it.
      for (const state of states) closeExpired(state, Number.POSITIVE_INFINITY, out);
      return out;
    },
  };
}

function link<Ref>({ rules, correlations }: Pick<SigmaSet, 'rules' | 'correlations'>): {
  readonly byRule: ReadonlyMap<number, readonly Link<Ref>[]>;
  readonly states: readonly State<Ref>[];
} {
  const byRule = new Map<number, Link<Ref>[]>();
  const parentsOf = correlations.map((): Link<Ref>[] => []);
  const states = correlations.map((correlation, at): State<Ref> => {
    const alone = !correlations.some(
      (other) => !other.generate && other.rules.some((name) => isNamed(correlation.info, name)),
    );
    return { correlation, alone, groups: new Map(), parents: parentsOf[at] ?? [], held: 0 };
  });
  for (const state of states) {
    for (const [position, name] of state.correlation.rules.entries()) {
      for (const [at, { info }] of rules.entries()) {
        if (!isNamed(info, name)) continue;
        const links = byRule.get(at) ?? [];
        byRule.set(at, links);
        links.push({ state, position, names: namesOf(info, name) });
      }
      for (const [at, { info }] of correlations.entries())
        if (isNamed(info, name))
          parentsOf[at]?.push({ state, position, names: namesOf(info, name) });
    }
  }
  // One event may be several links of a chain; later rules first, so that it never follows itself.
  for (const links of byRule.values()) links.sort((a, b) => b.position - a.position);
  return { byRule, states };
}

function namesOf({ id, name }: SigmaInfo, listed: string): readonly string[] {
  return [...new Set([listed, name, id].filter((one) => one !== null))];
}

/** Null where the event lacks one of the fields: it belongs to no group. */
function groupOf(
  { groupBy, aliases }: SigmaCorrelation,
  names: readonly string[],
  event: FlatEvent,
): Readonly<Record<string, string>> | null {
  const entries: [string, string][] = [];
  for (const field of groupBy) {
    const value = fieldOf(event, aliased(field, aliases, names));
    if (value === null) return null;
    entries.push([field, value]);
  }
  return Object.fromEntries(entries);
}

function aliased(
  field: string,
  aliases: SigmaCorrelation['aliases'],
  names: readonly string[],
): string {
  const alias = Object.hasOwn(aliases, field) ? aliases[field] : undefined;
  if (!alias) return field;
  const name = names.find((one) => Object.hasOwn(alias, one));
  return name === undefined ? field : (alias[name] ?? field);
}

function countedIn(
  { fields, aliases }: SigmaCorrelation,
  names: readonly string[],
  event: FlatEvent,
): string | null {
  if (fields.length === 0) return null;
  const values = fields.map((field) => fieldOf(event, aliased(field, aliases, names)));
  return values.includes(null) ? null : fold(values.join('\u001f'));
}

/** Several values of a field are one value here. */
function fieldOf(event: FlatEvent, field: string): string | null {
  let value = Object.hasOwn(event, field) ? event[field] : undefined;
  if (value === undefined) {
    const key = fieldKey(field);
    const name = Object.keys(event).find((one) => fieldKey(one) === key);
    value = name === undefined ? undefined : event[name];
  }
  if (value === undefined) return null;
  return typeof value === 'string' ? value : value.join('\u001f');
}
