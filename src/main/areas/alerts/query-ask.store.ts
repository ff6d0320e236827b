/** A filter with a query, made ready to be asked: its cells, its leads, its test of a row. */
import type { AlertFilter } from '../../../shared/areas/alerts/alerts.contract.ts';
import {
  EVERYTHING,
  parseQuery,
  type QueryNode,
} from '../../../shared/areas/views/query-language.ts';
import { asTyped } from '../../../shared/areas/views/query-print.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { ReadDb } from '../../db/database.ts';
import { type Condition, handlingConditions, hiddenChoice } from './alert-filter.store.ts';
import { type ActedCells, actedCells } from './query-acted.store.ts';
import { cellsOf, type QueryCells } from './query-cells.ts';
import { type Lead, leadOf } from './query-leads.ts';
import { type RowTest, rowTest } from './query-rows.store.ts';

export interface AskedQuery {
  readonly cells: QueryCells;
  /** The list is its cells alone: no row needs a test. */
  readonly isExact: boolean;
  /** Where it asks whether somebody acted, and is exact but for that. */
  readonly acted: ActedCells | null;
  readonly lead: Lead | null;
  readonly test: RowTest;
}

/** @param filter Settled: its `query` holds moments and ids (alert-query.ts). */
export function askQuery(db: ReadDb, filter: AlertFilter): AskedQuery {
  const query = queryOf(filter);
  const hidden = mentions(query, 'suppressed') ? BOTH : HIDDEN[hiddenChoice(filter)];
  const others: Condition[] = [
    ...handlingConditions(filter),
    ...(filter.suppressedBy === undefined
      ? []
      : [{ sql: 'a.suppressed_by = ?', values: [filter.suppressedBy] }]),
  ];
  const [only] = hidden;
  const ofHidden: Condition[] =
    hidden.length === 2
      ? []
      : [{ sql: only ? 'a.suppressed_by IS NOT NULL' : 'a.suppressed_by IS NULL', values: [] }];
  // The filter of before means one source to the letter, the query's field either case.
  const ofSource: Condition[] = !filter.source
    ? []
    : [{ sql: 'a.source = ?', values: [filter.source] }];
  const sources = mentions(query, 'source') ? knownSources(db) : [];
  const meant = filter.source ? sources.filter((one) => one === filter.source) : sources;
  const cells = cellsOf(query, meant, hidden);
  return {
    cells,
    isExact: cells.isExact && others.length === 0,
    acted: others.length === 0 ? actedCells(query, meant, hidden) : null,
    lead: leadOf(query),
    test: rowTest(query, [...others, ...ofHidden, ...ofSource]),
  };
}

const BOTH: readonly boolean[] = [false, true];
const HIDDEN: Readonly<Record<ReturnType<typeof hiddenChoice>, readonly boolean[]>> = {
  without: [false],
  only: [true],
  with: BOTH,
};

function knownSources(db: ReadDb): string[] {
  return db
    .all<{ source: string }>('SELECT DISTINCT source FROM alert_totals')
    .map(({ source }) => source);
}

/** Whether a query says something of it, of whatever: then the filter's own choice is not added. */
export function mentions(node: QueryNode, field: 'suppressed' | 'source'): boolean {
  if (node.type === 'term') return node.field === field;
  if (node.type === 'word') return false;
  return (node.type === 'not' ? [node.node] : node.nodes).some((one) => mentions(one, field));
}

/** The whole filter as one query; the filters of before are terms of it. */
function queryOf(filter: AlertFilter): QueryNode {
  const terms = [
    filter.severity?.length ? `severity:${filter.severity.join(',')}` : '',
    filter.status?.length ? `status:${filter.status.join(',')}` : '',
    filter.from ? `after:${filter.from}` : '',
  ];
  const nodes: QueryNode[] = [
    parsed(terms.filter(Boolean).join(' ')),
    ...(filter.source ? [exactSource(filter.source)] : []),
    ...(filter.to ? [until(filter.to)] : []),
    ...(filter.q?.trim() ? [typedWords(filter.q)] : []),
    ...(filter.groups ? [ofGroups(filter.groups)] : []),
    parsed(filter.query ?? ''),
  ];
  return {
    type: 'and',
    nodes: nodes.flatMap((node) => (node.type === 'and' ? node.nodes : [node])),
  };
}

function parsed(text: string): QueryNode {
  const result = parseQuery(text, true);
  if (result.ok) return result.query;
  const { message } = result.error;
  throw new AppError('bad-input', message, { issues: [{ path: 'query', message }] });
}

function exactSource(source: string): QueryNode {
  const value = { pieces: [source], isQuoted: true, at: 0, length: 0 };
  return { type: 'term', field: 'source', compare: ':', values: [value], at: 0, length: 0 };
}

function ofGroups(keys: string): QueryNode {
  const values = keys
    .split(',')
    .map((key) => ({ pieces: [key], isQuoted: true, at: 0, length: 0 }));
  return { type: 'term', field: 'group', compare: ':', values, at: 0, length: 0 };
}

/** `to` belongs to the filter, `before` does not. */
function until(to: string): QueryNode {
  return parsed(`before:${new Date(Date.parse(to) + 1).toISOString()}`);
}

/** What stands in `q` is words and nothing else, whatever it looks like. */
function typedWords(q: string): QueryNode {
  const words = q.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  if (words.length === 0) return { type: 'or', nodes: [] };
  const nodes = words.map((word): QueryNode => {
    const isPlain = asTyped(word) === word;
    return { type: 'word', value: { pieces: [word], isQuoted: !isPlain, at: 0, length: 0 } };
  });
  return nodes.length === 0 ? EVERYTHING : { type: 'and', nodes };
}
