/** Pages of the list of incidents: what is kept for them answers most filters; else their alerts are looked at. */
import type {
  Incident,
  IncidentQuery,
} from '../../../shared/areas/incidents/incidents.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { ReadDb } from '../../db/database.ts';
import { alertPart, type MatcherOf } from './alert-part.ts';
import { type Place, placeOf, ranged, toIncident } from './incident-list.store.ts';
import { matchedIncidents } from './incident-matches.store.ts';
import type { Within } from './match-walk.ts';

const CURSOR = /^([0-3])\.(-?\d{1,16})\.(\d{1,16})((?:\.-?\d{1,16}){2}|(?:\.-?\d{1,16}){4})?$/;

const placeToCursor = ({ rank, lastSeen, id }: Place, within: Within = []): string =>
  Buffer.from([rank, lastSeen, id, ...within].join('.')).toString('base64url');

function cursorToPlace(cursor: string | undefined): { place: Place; within: Within | null } | null {
  if (cursor === undefined) return null;
  const match = CURSOR.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (match)
    return {
      place: { rank: Number(match[1]), lastSeen: Number(match[2]), id: Number(match[3]) },
      within: match[4]?.slice(1).split('.').map(Number) ?? null,
    };
  const message = 'The cursor is not one that this server gave out';
  throw new AppError('bad-input', message, { issues: [{ path: 'cursor', message }] });
}

export interface IncidentPage {
  readonly rows: Incident[];
  /** Null where only a look at all of them could tell. */
  readonly total: number | null;
  readonly nextCursor: string | null;
}

/** @param query Settled: its `query` holds ids and moments. */
export function listIncidents(
  db: ReadDb,
  query: IncidentQuery,
  matcherOf: MatcherOf,
): IncidentPage {
  const cursor = cursorToPlace(query.cursor);
  const place = cursor?.place ?? null;
  const part = alertPart(query, ['severity']);
  if (part) {
    const paging = { limit: query.limit, after: place, within: cursor?.within ?? null };
    const { rows, total, next } = matchedIncidents(db, query, { part, matcherOf, paging });
    const nextCursor = next && placeToCursor(placeOf(next.at), next.within ?? []);
    return { rows: rows.map(toIncident), total, nextCursor };
  }
  const found = ranged(db, query, place);
  const shown = found.rows.slice(0, query.limit);
  const last = shown.at(-1);
  return {
    rows: shown.map(toIncident),
    total: found.total,
    nextCursor: found.rows.length > query.limit && last ? placeToCursor(placeOf(last)) : null,
  };
}
