/** A filter as it comes from outside, made to mean the same anywhere and later. */
import type { AlertFilter } from '../../../shared/areas/alerts/alerts.contract.ts';
import type { DueTargets } from '../../../shared/areas/views/query-due.ts';
import type { QueryNode } from '../../../shared/areas/views/query-language.ts';
import { isLike } from '../../../shared/areas/views/query-match.ts';
import { settleQuery } from '../../../shared/areas/views/query-settle.ts';
import { isZone } from '../../../shared/areas/views/query-times.ts';
import { AppError, type Issue } from '../../../shared/contract/errors.ts';
import { mentions } from './query-ask.store.ts';

export interface KnownAccount {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

export interface FilterContext {
  /** Id of the account that asks. */
  readonly me: string;
  readonly now: number;
  /** Read only where the query asks for what is due. */
  readonly targets?: () => DueTargets;
  /** Read only where the query names somebody. */
  readonly accounts: () => readonly KnownAccount[];
}

/** What makes a filter one of the query language and leaves nothing out. */
const EVERY_ALERT = 'severity:>=low';

/**
 * What the list by suspicion is of. It is part of the filter, so that whatever counts, changes or writes that list
 * means the same alerts.
 */
const WAITS = 'status:active suppressed:no';

/** Whether a settled filter says nothing but that. */
export function isAllThatWaits({ sort, query, ...rest }: AlertFilter): boolean {
  return (
    sort === 'suspicion' &&
    query === WAITS &&
    Object.values(rest).every((value) => value === undefined || value === '')
  );
}

/**
 * The filter with a query of ids and moments: what jobs, bulk actions and stores are given.
 * @throws AppError 'bad-input' that says what is wrong with the query, where (`at`, `length`), and what to do.
 */
export function settleFilter<F extends AlertFilter>(filter: F, context: FilterContext): F {
  const { query: typed, zone = 'UTC', groups, ...rest } = filter;
  if (!isZone(zone)) throw badQuery('zone', 'Unknown time zone: choose one like Europe/Berlin');
  // Keys of groups stay as they are: they may be more than a query has room for (query-ask.store.ts).
  const ofGroups = groups === undefined ? {} : { groups, query: EVERY_ALERT };
  const termsBeside = (query: QueryNode | null) =>
    [
      ...(filter.sort === 'suspicion' ? [WAITS] : []),
      ...(chosenHidden(filter, query) ? ['suppressed:yes'] : []),
    ].join(' ');
  if (!typed?.trim()) {
    const query = termsBeside(null);
    return { ...rest, ...ofGroups, ...(query ? { query } : {}) } as F;
  }
  const settled = settleQuery(typed, {
    me: context.me,
    now: context.now,
    zone,
    ...(context.targets ? { targets: context.targets } : {}),
    accountsOf: (pieces) => accountsOf(context.accounts(), pieces),
  });
  if (settled.ok) {
    const terms = termsBeside(settled.query);
    const query = terms ? `(${settled.text}) ${terms}` : settled.text;
    return { ...rest, ...ofGroups, query } as F;
  }
  const { message, ...place } = settled.error;
  throw badQuery('query', message, place);
}

/** A query that speaks of hidden alerts is asked instead of the filter's own choice: here that choice is said, too. */
function chosenHidden({ sort, suppressed }: AlertFilter, query: QueryNode | null): boolean {
  if (sort !== 'suspicion' || suppressed !== 'only') return false;
  return query === null || !mentions(query, 'suppressed');
}

function badQuery(path: string, message: string, place: Partial<Issue> = {}): AppError {
  return new AppError('bad-input', message, { issues: [{ ...place, path, message }] });
}

/** By id, mail address or its part before the at sign, whole name or a part of it. */
function accountsOf(accounts: readonly KnownAccount[], pieces: readonly string[]): string[] {
  return accounts
    .filter(({ id, email, name }) =>
      [id, email, email.split('@')[0] ?? '', name, ...name.split(/\s+/)].some(
        (text) => text !== '' && isLike(text, pieces),
      ),
    )
    .map(({ id }) => id);
}
