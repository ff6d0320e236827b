/** From a parsed detection to functions over an event, and to what matched where. */

import type { Columns, EventView, Value } from './event-view.ts';
import { fold } from './fold.ts';
import type {
  Condition,
  Detection,
  FieldTest,
  Selection,
  SigmaPorts,
  ValueTest,
} from './sigma.types.ts';
import { type Checks, compileChecks } from './value-checks.ts';

/** A field of the event that a rule spoke of, as the event spells it; its value cut to 1,000 letters. */
export interface MatchedField {
  readonly field: string;
  readonly value: string;
}

const LONGEST_SHOWN = 1_000;

export interface Node {
  test(view: EventView): boolean;
  /** Adds what matched. Called only where `test` holds. */
  collect(view: EventView, found: MatchedField[]): void;
  /** What is dear is asked last. */
  readonly cost: number;
}

export interface CompileTools {
  readonly columns: Columns;
  readonly ports: Pick<SigmaPorts, 'regex'>;
}

/** @throws SigmaProblem for what cannot run. */
export function compileDetection({ selections, condition }: Detection, tools: CompileTools): Node {
  const nodes = new Map(
    Object.entries(selections).map(([name, one]) => [name, compileSelection(one, tools)] as const),
  );
  return compileCondition(condition, nodes);
}

function compileCondition(condition: Condition, nodes: ReadonlyMap<string, Node>): Node {
  switch (condition.type) {
    case 'name':
      return nodes.get(condition.name) ?? NEVER;
    case 'not':
      return negated(compileCondition(condition.item, nodes));
    case 'and':
      return allOf(condition.items.map((item) => compileCondition(item, nodes)));
    case 'or':
      return anyOf(condition.items.map((item) => compileCondition(item, nodes)));
    case 'least':
      return leastOf(
        condition.count,
        condition.items.map((item) => compileCondition(item, nodes)),
      );
  }
}

const NEVER: Node = { test: () => false, collect() {}, cost: 0 };

/** What is absent matches: `not` over a missing field holds. It has nothing to show. */
export function negated(node: Node): Node {
  return { test: (view) => !node.test(view), collect() {}, cost: node.cost };
}

export function allOf(items: readonly Node[]): Node {
  const nodes = [...items].sort((a, b) => a.cost - b.cost);
  const [first, second] = nodes;
  if (!first) return NEVER;
  if (!second) return first;
  const test =
    nodes.length === 2
      ? (view: EventView) => first.test(view) && second.test(view)
      : (view: EventView) => {
          for (const node of nodes) if (!node.test(view)) return false;
          return true;
        };
  return {
    test,
    collect(view, found) {
      for (const node of items) node.collect(view, found);
    },
    cost: costOf(nodes),
  };
}

function anyOf(items: readonly Node[]): Node {
  const nodes = [...items].sort((a, b) => a.cost - b.cost);
  const [first, second] = nodes;
  if (!first) return NEVER;
  if (!second) return first;
  return {
    test(view) {
      for (const node of nodes) if (node.test(view)) return true;
      return false;
    },
    collect(view, found) {
      for (const node of items) if (node.test(view)) node.collect(view, found);
    },
    cost: costOf(nodes),
  };
}

function leastOf(count: number, items: readonly Node[]): Node {
  return {
    test: (view) => items.filter((node) => node.test(view)).length >= count,
    collect(view, found) {
      for (const node of items) if (node.test(view)) node.collect(view, found);
    },
    cost: costOf(items),
  };
}

function costOf(nodes: readonly Node[]): number {
  return nodes.reduce((sum, node) => sum + node.cost, 0);
}

function compileSelection(selection: Selection, tools: CompileTools): Node {
  if (selection.type === 'test') return compileField(selection, tools);
  const items = selection.items.map((item) => compileSelection(item, tools));
  return selection.type === 'and' ? allOf(items) : anyOf(items);
}

function compileField(test: FieldTest, tools: CompileTools): Node {
  const groups = test.every ? test.values : [test.values.flat()];
  const nodes = groups.map((group) =>
    test.field === null
      ? compileKeywords(group, tools)
      : compileColumn(group, tools.columns.of(test.field), tools),
  );
  const node = allOf(nodes);
  return test.negated ? negated(node) : node;
}

function compileKeywords(group: readonly ValueTest[], { ports }: CompileTools): Node {
  const checks = compileChecks(group, ports);
  const { folded, raw } = checks;
  return {
    test(view) {
      for (let at = 0; at < view.size; at++) {
        if (folded && holds(view.foldedAt(at), folded)) return true;
        if (raw && holds(view.rawAt(at), raw)) return true;
      }
      return false;
    },
    collect(view, found) {
      for (let at = 0; at < view.size; at++)
        addFound(view.nameAt(at), view.rawAt(at), checks, found);
    },
    cost: 200 * group.length,
  };
}

function addFound(
  field: string,
  value: Value,
  { folded, raw }: Checks,
  found: MatchedField[],
): void {
  const texts = typeof value === 'string' ? [value] : value;
  const text = texts.find((one) => folded?.(fold(one)) || raw?.(one));
  if (text !== undefined) found.push({ field, value: text.slice(0, LONGEST_SHOWN) });
}

function compileColumn(group: readonly ValueTest[], column: number, tools: CompileTools): Node {
  const checks = compileChecks(group, tools.ports);
  const others = group.flatMap((test) => compilePresence(test, column, tools.columns) ?? []);
  const test = joined(onValues(checks, column), others);
  return {
    test,
    collect(view, found) {
      const value = view.raw(column);
      if (value === undefined) return;
      const before = found.length;
      addFound(view.nameOf(column), value, checks, found);
      // It matched by what is asked of the field as a whole.
      if (found.length === before)
        found.push({ field: view.nameOf(column), value: String(value).slice(0, LONGEST_SHOWN) });
    },
    cost: group.reduce((sum, one) => sum + COSTS[one.type], 0),
  };
}

const COSTS: Readonly<Record<ValueTest['type'], number>> = {
  text: 1,
  null: 1,
  exists: 1,
  compare: 3,
  cidr: 8,
  field: 5,
  regex: 40,
};

type ViewTest = (view: EventView) => boolean;

function joined(values: ViewTest | null, others: readonly ViewTest[]): ViewTest {
  const [other] = others;
  if (!other) return values ?? (() => false);
  return (view) => (values?.(view) ?? false) || others.some((one) => one(view));
}

function onValues({ folded, raw }: Checks, column: number): ViewTest | null {
  const onFolded = folded && ((view: EventView) => holds(view.folded(column), folded));
  const onRaw = raw && ((view: EventView) => holds(view.raw(column), raw));
  if (!onFolded || !onRaw) return onFolded ?? onRaw;
  return (view) => onFolded(view) || onRaw(view);
}

function holds(value: Value | undefined, check: (text: string) => boolean): boolean {
  if (value === undefined) return false;
  if (typeof value === 'string') return check(value);
  for (const text of value) if (check(text)) return true;
  return false;
}

/** What is asked of the field as a whole: whether it is there, empty, or the same as another. */
function compilePresence(test: ValueTest, column: number, columns: Columns): ViewTest | null {
  if (test.type === 'exists') return (view) => (view.raw(column) !== undefined) === test.exists;
  if (test.type === 'null') return (view) => isEmpty(view.raw(column));
  if (test.type !== 'field') return null;
  const other = columns.of(test.other);
  const compare = COMPARE[test.place];
  return (view) => {
    const mine = textsOf(test.cased ? view.raw(column) : view.folded(column));
    const theirs = textsOf(test.cased ? view.raw(other) : view.folded(other));
    return mine.some((one) => theirs.some((two) => compare(one, two)));
  };
}

const COMPARE = {
  is: (one: string, two: string) => one === two,
  contains: (one: string, two: string) => one.includes(two),
  starts: (one: string, two: string) => one.startsWith(two),
  ends: (one: string, two: string) => one.endsWith(two),
} as const;

/** XML does not tell an empty element from a null one. */
function isEmpty(value: Value | undefined): boolean {
  return (
    value === undefined ||
    value.length === 0 ||
    (typeof value !== 'string' && value.every((one) => one === ''))
  );
}

function textsOf(value: Value | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}
