/**
 * What a filter means to lists of something that holds alerts (groups, incidents): which alerts it can find at
 * all, all of them where they are few, and else which of given ones match.
 */
import type { AlertFilter } from '../../../shared/areas/alerts/alerts.contract.ts';
import type { Severity } from '../../../shared/kernel/severity.ts';
import type { ReadDb } from '../../db/database.ts';
import { type AskedQuery, askQuery } from './query-ask.store.ts';
import { isOpenEnd } from './query-cells.ts';
import { sumOfCells } from './query-count.store.ts';
import { followLead, type LeadEnd, lazyMatch } from './query-leads.store.ts';
import { indexedRows, isWorthAsking, placesOfQuery, type QueryPlaces } from './query-list.store.ts';
import { givenRows, matchingRows } from './query-rows.store.ts';

/** So many matches are taken from the list of alerts, where it ends with them. */
const TAKEN = 500;
const TAKEN_MS = 4;
/** A look along more than these comes to no end in that time. */
const LOOKED_AT_MOST = 40_000;
/** Rows that lie anywhere are read with some 20 µs each where the store is large: a look may end after each piece. */
const ASKED_BY_ROWS = 400;
/** Of rows whose texts are read. */
const ASKED_BY_TEXT = 250;
const ASKED_BY_INDEX = 32_000;

/** Outside of these no alert matches. */
export interface MatchBounds {
  readonly severities: ReadonlySet<Severity>;
  /** Null: of any. */
  readonly sources: ReadonlySet<string> | null;
  /** All of them are open or in progress, and not hidden. */
  readonly areWaiting: boolean;
  /** Moments, both included. */
  readonly from: number;
  readonly to: number;
}

export interface AlertMatcher {
  /** Null where nothing can match. */
  readonly bounds: MatchBounds | null;
  /** Every match is among these; null where they are too many to name. */
  readonly few: { readonly seqs: readonly number[]; readonly areMatches: boolean } | null;
  /** So many are asked about at once. */
  readonly longest: number;
  matches(seqs: readonly number[]): ReadonlySet<number>;
}

/** @param filter Settled (alert-query.ts). */
export function matcherOf(db: ReadDb, filter: AlertFilter): AlertMatcher {
  const asked = askQuery(db, filter);
  const bounds = boundsOf(asked);
  const end = bounds && asked.lead ? followLead(db, asked.lead) : null;
  // A lead that ends with few costs no row; the list reads those that it gives.
  const taken =
    bounds && !end?.rows && canEnd(db, asked)
      ? placesOfQuery(db, asked, { after: null, limit: TAKEN, lookMs: TAKEN_MS })
      : null;
  const isIndexed =
    taken?.next !== null && end !== null && end.rows === null && isWorthAsking(db, end.density);
  const match = isIndexed && asked.lead ? lazyMatch(db, asked.lead) : null;
  const byRows = asked.test.words ? ASKED_BY_TEXT : ASKED_BY_ROWS;
  return {
    bounds,
    few: bounds === null ? NONE : fewOf(end, taken),
    longest: match ? ASKED_BY_INDEX : byRows,
    matches(seqs) {
      const found = new Set<number>();
      const candidates = match ? indexedRows(db, match, seqs) : seqs;
      if (candidates.length === 0) return found;
      const rows = matchingRows<{ seq: number }>(db, asked.test, givenRows(candidates), 'a.seq');
      for (const { seq } of rows) found.add(seq);
      return found;
    },
  };
}

const NONE: AlertMatcher['few'] = { seqs: [], areMatches: true };

/** @param taken Null where it was not tried */
function fewOf(
  end: LeadEnd | null,
  taken: Pick<QueryPlaces, 'places' | 'next'> | null,
): AlertMatcher['few'] {
  if (end?.rows) return { seqs: [...end.rows], areMatches: false };
  if (taken === null || taken.next) return null;
  return { seqs: taken.places.map(({ seq }) => seq), areMatches: true };
}

/** By what is kept of all time: what is bounded by moments is tried. */
function canEnd(db: ReadDb, asked: AskedQuery): boolean {
  const isOfAllTime = asked.cells.cells.every(({ possible }) =>
    possible.some(({ from, to }) => isOpenEnd(from) && isOpenEnd(to)),
  );
  return asked.isExact || !isOfAllTime || sumOfCells(db, asked) <= LOOKED_AT_MOST;
}

function boundsOf({ cells: { cells } }: AskedQuery): MatchBounds | null {
  if (cells.length === 0) return null;
  const sources = cells.map(({ sources }) => sources);
  return {
    severities: new Set(cells.map(({ cell }) => cell.severity as Severity)),
    sources: sources.some((names) => names === null)
      ? null
      : new Set(sources.flatMap((names) => names ?? [])),
    areWaiting: cells.every(
      ({ cell }) => !cell.isHidden && (cell.status === 'OPEN' || cell.status === 'IN_PROGRESS'),
    ),
    from: Math.min(...cells.map(({ possible }) => possible[0]?.from ?? 0)),
    to: Math.max(...cells.map(({ possible }) => possible.at(-1)?.to ?? 0)),
  };
}
