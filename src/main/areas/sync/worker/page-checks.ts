/**
 * A server is not trusted: what it answers must fit what was asked. Here are the checks beyond the
 * schemas of `wire.ts`: cursors that go back, stand still or run ahead, pages larger than agreed, pages
 * without end, stamps from the future (which would make one row win for ever).
 */
import { MINUTE_MS } from '../../../../shared/kernel/time.ts';
import { hlcToStamp } from '../../../db/hlc.ts';
import { countOf, eachVersion } from '../page-columns.ts';
import { SyncFailure } from '../sync-server.port.ts';
import {
  LIMITS,
  type PulledTable,
  type PullPage,
  type PushBatch,
  type PushOutcome,
} from '../wire.ts';

/** A server that leaves out what this workstation may not see may do so for a while, not for ever. */
const MAX_EMPTY_PAGES = 1_000;
/** Beyond the server's own bound, for the time that a page takes. */
const FUTURE_MS = 10 * MINUTE_MS;

const malformed = (what: string): SyncFailure =>
  new SyncFailure('malformed', `The server's answer does not fit: ${what}.`);

export interface Expected {
  /** Asked with. */
  readonly cursor: number;
  /** The server's, as it said itself. */
  readonly head: number;
  /** The server's clock, ms. */
  readonly now: number;
}

/** @throws SyncFailure 'malformed' */
export function checkPage(page: PullPage, { cursor, head, now }: Expected): number {
  const rows = page.tables.reduce((sum, table) => sum + countOf(table), 0);
  if (page.cursor < cursor) throw malformed('its cursor went back');
  if (!page.isLast && page.cursor === cursor) throw malformed('its cursor does not move');
  if (page.cursor > head) throw malformed('its cursor is beyond its own head');
  if (rows > page.cursor - cursor) throw malformed('a page holds more rows than its cursor moved');
  if (rows > LIMITS.rows) throw malformed(`a page holds ${rows} rows, over ${LIMITS.rows}`);
  if (page.writes.length + page.conflicts.length + page.access.length > 4 * LIMITS.rows)
    throw malformed('a page holds more authors and conflicts than rows');
  const latest = hlcToStamp({ wallMs: Math.max(0, now) + FUTURE_MS, counter: 0 }, '');
  for (const table of page.tables) checkStamps(table, latest);
  return rows;
}

function checkStamps(pulled: PulledTable, latest: string): void {
  const refuse = () => malformed(`a row of ${pulled.table} is from the future`);
  eachVersion(pulled, (v, f) => {
    if (v > latest) throw refuse();
    for (const column in f) if ((f[column] ?? '') > latest) throw refuse();
  });
}

/** Counts pages that bring nothing. @throws SyncFailure 'malformed' */
export function createEmptyPageCount(max = MAX_EMPTY_PAGES): (page: PullPage) => void {
  let empty = 0;
  return ({ tables, writes, conflicts, access, isLast }) => {
    const isEmpty = tables.length + writes.length + conflicts.length + access.length === 0;
    empty = isEmpty && !isLast ? empty + 1 : 0;
    if (empty > max) throw malformed(`${empty} pages in a row were empty`);
  };
}

/** What the server says of rows that were not sent to it is not believed. @throws SyncFailure */
export function checkOutcome(batch: PushBatch, outcome: PushOutcome): void {
  const { behind, sameAs, refused, refusedFor } = outcome;
  if (outcome.head < batch.cursor) throw malformed('its head went back');
  if (outcome.cursor > outcome.head) throw malformed('it has reading go on beyond its head');
  if (refusedFor !== undefined && refusedFor.length !== refused.length)
    throw malformed('it gives reasons for other rows than it refuses');
  const named = [...behind, ...sameAs, ...refused];
  if (named.length === 0) return;
  const sent = new Map(
    batch.tables.map(({ table, rows }) => [table, new Set(rows.map(({ id }) => id))]),
  );
  for (const [table, id, known] of named) {
    if (!sent.get(table)?.has(id)) throw malformed(`it names a row of ${table} that was not sent`);
    if (known !== undefined && (known === id || known === '' || known.length > 400))
      throw malformed(`it gives a row of ${table} an id that cannot be`);
  }
}
