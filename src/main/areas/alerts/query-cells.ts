/**
 * What a query says of the list's own order: for each cell (status, severity, hidden or not, source) the
 * stretches of time in which alerts may match, and those in which all do. Where the two are the same
 * the query is exact ranges of one index, and its count is a sum of kept counts.
 */
import { ALERT_STATUSES } from '../../../shared/areas/alerts/alerts.contract.ts';
import { severitiesOf, statusesOf } from '../../../shared/areas/views/query-fields.ts';
import type { QueryNode, QueryTerm } from '../../../shared/areas/views/query-language.ts';
import { isLike } from '../../../shared/areas/views/query-match.ts';
import { SEVERITIES } from '../../../shared/kernel/severity.ts';

/** Both ends belong to it; ms since the epoch. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Apart, in order. */
export type Stretches = readonly Stretch[];

const FIRST = Number.MIN_SAFE_INTEGER;
const LAST = Number.MAX_SAFE_INTEGER;
const always = (): Stretches => [{ from: FIRST, to: LAST }];
const NEVER = [] as const;

export function isOpenEnd(moment: number): boolean {
  return moment === FIRST || moment === LAST;
}

export interface Cell {
  readonly status: string;
  readonly severity: string;
  readonly isHidden: boolean;
  /** Null: of any source, all of which are alike to the query. */
  readonly source: string | null;
}

export interface CellTimes {
  readonly cell: Cell;
  readonly possible: Stretches;
  readonly certain: Stretches;
}

/** Every cell in which something may match. Sources that are alike to the query come as groups. */
export interface QueryCells {
  readonly cells: readonly (CellTimes & { readonly sources: readonly string[] | null })[];
  readonly isExact: boolean;
}

/** @param sources All there are. @param hidden Which of both the list means. */
export function cellsOf(
  query: QueryNode,
  sources: readonly string[],
  hidden: readonly boolean[],
): QueryCells {
  const groups = alikeSources(query, sources);
  const cells = hidden.flatMap((isHidden) =>
    ALERT_STATUSES.flatMap((status) =>
      SEVERITIES.flatMap((severity) =>
        groups.map((group) => {
          const cell = { status, severity, isHidden, source: group?.[0] ?? null };
          return { cell, sources: group, ...timesIn(query, cell) };
        }),
      ),
    ),
  );
  const possible = cells.filter((one) => one.possible.length > 0);
  return { cells: possible, isExact: possible.every((one) => isSame(one.possible, one.certain)) };
}

/** Sources under which the query says the same; null alone where it says nothing of sources. */
function alikeSources(
  query: QueryNode,
  sources: readonly string[],
): ReadonlyArray<readonly string[] | null> {
  const terms = sourceTerms(query);
  if (terms.length === 0) return [null];
  const groups = new Map<string, string[]>();
  for (const source of sources) {
    const answers = terms.map((term) => isSource(term, source)).join();
    groups.set(answers, [...(groups.get(answers) ?? []), source]);
  }
  return [...groups.values()];
}

function sourceTerms(node: QueryNode): QueryTerm[] {
  if (node.type === 'term') return node.field === 'source' ? [node] : [];
  if (node.type === 'word') return [];
  return (node.type === 'not' ? [node.node] : node.nodes).flatMap(sourceTerms);
}

function isSource({ values }: QueryTerm, source: string): boolean {
  return values.some((value) => isLike(source, value.pieces));
}

interface Times {
  readonly possible: Stretches;
  readonly certain: Stretches;
}

const unknown = (): Times => ({ possible: always(), certain: NEVER });
const both = (stretches: Stretches): Times => ({ possible: stretches, certain: stretches });
const when = (is: boolean): Times => both(is ? always() : NEVER);

function timesIn(node: QueryNode, cell: Cell): Times {
  switch (node.type) {
    case 'word':
      return unknown();
    case 'term':
      return termTimes(node, cell);
    case 'not': {
      const { possible, certain } = timesIn(node.node, cell);
      return { possible: without(certain), certain: without(possible) };
    }
    default: {
      const parts = node.nodes.map((one) => timesIn(one, cell));
      const join = node.type === 'and' ? overlap : union;
      const start = node.type === 'and' ? always() : NEVER;
      return {
        possible: parts.reduce((all, { possible }) => join(all, possible), start),
        certain: parts.reduce((all, { certain }) => join(all, certain), start),
      };
    }
  }
}

function termTimes(term: QueryTerm, cell: Cell): Times {
  const words = term.values.map((value) => value.pieces.join('*'));
  switch (term.field) {
    case 'severity':
      return when(words.some((word) => severitiesOf(term.compare, word).includes(cell.severity)));
    case 'status':
      return when(words.some((word) => statusesOf(word).includes(cell.status)));
    case 'suppressed':
      return when(words.includes(cell.isHidden ? 'yes' : 'no'));
    case 'source':
      return cell.source === null ? unknown() : when(isSource(term, cell.source));
    case 'after':
      return both([{ from: Math.min(...words.map((word) => Date.parse(word))), to: LAST }]);
    case 'before':
      return both([{ from: FIRST, to: Math.max(...words.map((word) => Date.parse(word))) - 1 }]);
    default:
      return unknown();
  }
}

function overlap(a: Stretches, b: Stretches): Stretches {
  const found: Stretch[] = [];
  for (const one of a) {
    for (const other of b) {
      const from = Math.max(one.from, other.from);
      const to = Math.min(one.to, other.to);
      if (from <= to) found.push({ from, to });
    }
  }
  return union(found, NEVER);
}

/** Stretches that touch become one. */
export function union(a: Stretches, b: Stretches): Stretches {
  const found: Stretch[] = [];
  for (const next of [...a, ...b].sort((one, other) => one.from - other.from)) {
    const last = found.at(-1);
    if (last && next.from <= last.to + 1)
      found[found.length - 1] = { from: last.from, to: Math.max(last.to, next.to) };
    else found.push(next);
  }
  return found;
}

function without(stretches: Stretches): Stretches {
  const found: Stretch[] = [];
  let from = FIRST;
  for (const stretch of stretches) {
    if (stretch.from > from) found.push({ from, to: stretch.from - 1 });
    if (stretch.to === LAST) return found;
    from = stretch.to + 1;
  }
  return [...found, { from, to: LAST }];
}

function isSame(a: Stretches, b: Stretches): boolean {
  return (
    a.length === b.length && a.every((one, n) => one.from === b[n]?.from && one.to === b[n]?.to)
  );
}
