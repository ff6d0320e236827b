/**
 * What an event must hold for a rule to have a chance: one of a few literals in one of a few fields. Found
 * in the rule itself, so that the gate asks a rule only about events that hold one.
 */
import type { Columns } from './event-view.ts';
import { fieldKey, fold } from './fold.ts';
import { isCommon } from './gram-index.ts';
import { requiredLiterals } from './regex-literals.ts';
import type { Condition, Detection, FieldTest, Selection, ValueTest } from './sigma.types.ts';
import { simplePlace } from './sigma-text.ts';

/** Keywords stand in any value. */
export const ANYWHERE = -1;

export interface Needle {
  /** A column, or ANYWHERE. */
  readonly column: number;
  /** `is` is the whole value, `part` stands within it. */
  readonly place: 'is' | 'part';
  /** Folded. */
  readonly text: string;
}

export interface Guard {
  readonly needles: readonly Needle[];
  /** How often events are expected to hold one of them; only their order counts. */
  readonly weight: number;
}

/** Above this the gate would let nearly everything through. */
const USELESS = 8;
/** By these the events have been sorted already. */
const ROUTED = new Set(['eventid', 'channel']);

/** Null where the rule has a chance with any event. */
export function guardOf({ selections, condition }: Detection, columns: Columns): Guard | null {
  const known = new Map<string, Guard | null>();
  const byName = (name: string): Guard | null => {
    const guard = known.get(name);
    if (guard !== undefined) return guard;
    const selection = selections[name];
    const found = selection ? ofSelection(selection, columns) : null;
    known.set(name, found);
    return found;
  };
  const guard = ofCondition(condition, byName);
  return guard && guard.weight < USELESS ? guard : null;
}

function ofCondition(condition: Condition, byName: (name: string) => Guard | null): Guard | null {
  switch (condition.type) {
    case 'name':
      return byName(condition.name);
    case 'not':
      return null;
    case 'and':
      return best(condition.items.map((item) => ofCondition(item, byName)));
    case 'or':
      return union(condition.items.map((item) => ofCondition(item, byName)));
    case 'least':
      return condition.count > 0
        ? union(condition.items.map((item) => ofCondition(item, byName)))
        : null;
  }
}

function ofSelection(selection: Selection, columns: Columns): Guard | null {
  if (selection.type === 'test') return ofField(selection, columns);
  const guards = selection.items.map((item) => ofSelection(item, columns));
  return selection.type === 'and' ? best(guards) : union(guards);
}

function best(guards: readonly (Guard | null)[]): Guard | null {
  let chosen: Guard | null = null;
  for (const guard of guards)
    if (guard && (!chosen || guard.weight < chosen.weight)) chosen = guard;
  return chosen;
}

function union(guards: readonly (Guard | null)[]): Guard | null {
  const needles: Needle[] = [];
  let weight = 0;
  for (const guard of guards) {
    if (!guard) return null;
    for (const needle of guard.needles) needles.push(needle);
    weight += guard.weight;
  }
  return needles.length > 0 ? { needles, weight } : null;
}

function ofField(test: FieldTest, columns: Columns): Guard | null {
  if (test.negated || (test.field !== null && ROUTED.has(fieldKey(test.field)))) return null;
  const column = test.field === null ? ANYWHERE : columns.of(test.field);
  const guards = test.values.map((alternatives) =>
    union(alternatives.map((one) => ofValue(one, column))),
  );
  return test.every ? best(guards) : union(guards);
}

function ofValue(test: ValueTest, column: number): Guard | null {
  if (test.type === 'regex') {
    const literals = requiredLiterals(test.source);
    return literals && union(literals.map((text) => guardFor({ column, place: 'part', text })));
  }
  if (test.type !== 'text') return null;
  const simple = simplePlace(test.pieces);
  if (simple?.place === 'is') return guardFor({ column, place: 'is', text: fold(simple.text) });
  let longest = '';
  for (const piece of test.pieces) {
    if (!('text' in piece)) continue;
    const text = fold(piece.text);
    if (weightOf(text) < weightOf(longest)) longest = text;
  }
  return longest === '' ? null : guardFor({ column, place: 'part', text: longest });
}

function guardFor(needle: Needle): Guard {
  const weight = needle.place === 'is' ? wholeWeight(needle.text) : weightOf(needle.text);
  return { needles: [needle], weight: needle.column === ANYWHERE ? weight * 4 : weight };
}

/** Short values are often those of a field with few of them. */
function wholeWeight(text: string): number {
  if (text.length <= 2) return 0.5;
  if (text.length <= 5) return 0.2;
  return isCommon(text) ? 0.5 : 0.01;
}

const WEIGHTS = [8, 4, 2, 0.6, 0.2, 0.1, 0.04, 0.02] as const;

function weightOf(text: string): number {
  // Letters beyond ASCII are rare in logs.
  if (/[^\0-\x7f]/.test(text)) return 0.001;
  const weight = WEIGHTS[text.length] ?? 0.01;
  return isCommon(text) ? Math.max(weight, 0.7) : weight;
}

/** The event ids without which a rule cannot match, folded; null where it names none. */
export function requiredIds({ selections, condition }: Detection): ReadonlySet<string> | null {
  return idsOfCondition(condition, selections);
}

type Ids = ReadonlySet<string> | null;

function idsOfCondition(condition: Condition, selections: Detection['selections']): Ids {
  switch (condition.type) {
    case 'name': {
      const selection = selections[condition.name];
      return selection ? idsOfSelection(selection) : null;
    }
    case 'not':
      return null;
    case 'and':
      return narrowest(condition.items.map((item) => idsOfCondition(item, selections)));
    case 'or':
      return allIds(condition.items.map((item) => idsOfCondition(item, selections)));
    case 'least':
      return condition.count > 0
        ? allIds(condition.items.map((item) => idsOfCondition(item, selections)))
        : null;
  }
}

function idsOfSelection(selection: Selection): Ids {
  if (selection.type === 'and') return narrowest(selection.items.map(idsOfSelection));
  if (selection.type === 'or') return allIds(selection.items.map(idsOfSelection));
  if (selection.negated || selection.every) return null;
  if (selection.field === null || fieldKey(selection.field) !== 'eventid') return null;
  const ids = new Set<string>();
  for (const test of selection.values.flat()) {
    const simple = test.type === 'text' ? simplePlace(test.pieces) : null;
    if (simple?.place !== 'is') return null;
    ids.add(fold(simple.text));
  }
  return ids;
}

function narrowest(all: readonly Ids[]): Ids {
  let chosen: Ids = null;
  for (const ids of all) if (ids && (!chosen || ids.size < chosen.size)) chosen = ids;
  return chosen;
}

function allIds(all: readonly Ids[]): Ids {
  const union = new Set<string>();
  for (const ids of all) {
    if (!ids) return null;
    for (const id of ids) union.add(id);
  }
  return union;
}
