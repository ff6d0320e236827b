import type { Alert, AlertFilter } from '../../../shared/areas/alerts/alerts.contract.ts';
import { isActive } from '../../../shared/areas/alerts/alerts.rules.ts';
import { queryTest } from '../../../shared/areas/views/query-match.ts';
import { settleQuery } from '../../../shared/areas/views/query-settle.ts';

/**
 * The desk's filter in the client, with the meaning of the server's full-text query: letters and
 * digits make tokens, case and accents do not count, a word of the query is a run of tokens whose
 * last one may be cut short, and every word must occur in one of the searched fields.
 */
const SEARCHED = [
  'title',
  'description',
  'source',
  'sourceHost',
  'sourceUser',
  'sourceIp',
  'destIp',
] as const satisfies readonly (keyof Alert)[];

/** Import keeps what a source wrote; the first part of a very long text is enough to filter by. */
const SEARCHED_CHARS = 10_000;

/**
 * ` tok tok tok `: every token stands between spaces, so that `includes(' to')` finds a beginning
 * and `includes(' tok ')` a whole word.
 */
function tokens(text: string): string {
  const plain = text
    .slice(0, SEARCHED_CHARS)
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  const found = plain.match(/[\p{L}\p{N}\p{Co}]+/gu);
  return found ? ` ${found.join(' ')} ` : '';
}

/**
 * The words of a query, each as what to look for in `tokens`. As on the server, a single letter and
 * a number are whole: the beginning of a number means nothing, and one letter would match most.
 */
export function queryWords(q: string): string[] {
  return q
    .split(/\s+/)
    .map(tokens)
    .filter((word) => word !== '')
    .map((word) => (isBeginning(word) ? word.trimEnd() : word));
}

function isBeginning(word: string): boolean {
  const last = word.trimEnd().split(' ').at(-1) ?? '';
  return word.length > ' x '.length && /\p{L}/u.test(last);
}

function searchText(alert: Alert): string {
  return [...SEARCHED.map((field) => alert[field] ?? ''), ...alert.techniques]
    .map(tokens)
    .join('\n');
}

/** A query that holds nothing to search for (only punctuation) finds nothing. */
function hasWords(text: string, q: string): boolean {
  const words = queryWords(q);
  return words.length > 0 && words.every((word) => text.includes(word));
}

function inPeriod(createdAt: string, from: string | undefined, to: string | undefined): boolean {
  if (from === undefined && to === undefined) return true;
  const at = Date.parse(createdAt);
  if (Number.isNaN(at)) return false;
  return (
    (from === undefined || at >= Date.parse(from)) && (to === undefined || at <= Date.parse(to))
  );
}

export function matchesFilter(alert: Alert, filter: AlertFilter, text?: string): boolean {
  if (filter.severity?.length && !filter.severity.includes(alert.severity)) return false;
  if (filter.status?.length && !filter.status.includes(alert.status)) return false;
  if (filter.source && alert.source !== filter.source) return false;
  // Who closed or acted when is known to the server only.
  if (filter.handling || filter.suppressed || filter.suppressedBy) return false;
  if (alert.suppressedBy !== null) return false;
  if (filter.sort === 'suspicion' && !isActive(alert.status)) return false;
  if (filter.query && !queryMatcher(filter.query, filter.zone)(alert)) return false;
  if (!inPeriod(alert.createdAt, filter.from, filter.to)) return false;
  return !filter.q?.trim() || hasWords(text ?? searchText(alert), filter.q);
}

/** Names of accounts are known to the core only: until it answers, nothing is anybody's. */
function queryMatcher(text: string, zone = 'UTC'): (alert: Alert) => boolean {
  const context = { now: Date.now(), zone, me: '-', accountsOf: () => ['-'] };
  const settled = settleQuery(text, context);
  return settled.ok ? queryTest(settled.query) : () => false;
}

export type FilterLoaded = (alerts: readonly Alert[], filter: AlertFilter) => Alert[];

/** Filters what is loaded; remembers each alert's tokens, so that every further keystroke is cheap. */
export function createLoadedFilter(): FilterLoaded {
  const texts = new WeakMap<Alert, string>();
  const textOf = (alert: Alert) => {
    const known = texts.get(alert);
    if (known !== undefined) return known;
    const text = searchText(alert);
    texts.set(alert, text);
    return text;
  };
  return (alerts, filter) => {
    const isSearch = Boolean(filter.q?.trim());
    const { query, ...rest } = filter;
    const isAsked = query ? queryMatcher(query, filter.zone) : () => true;
    return alerts.filter(
      (alert) =>
        isAsked(alert) &&
        (isSearch ? matchesFilter(alert, rest, textOf(alert)) : matchesFilter(alert, rest)),
    );
  };
}

/** The most suspicious first; what the engine has not come to stands at the end. */
export function mostSuspiciousFirst(a: Alert, b: Alert): number {
  return (b.engine?.suspicion ?? -1) - (a.engine?.suspicion ?? -1) || newestFirst(a, b);
}

/** Newest first, as the server sorts; the id decides between equals. */
export function newestFirst(a: Alert, b: Alert): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? 1 : -1;
  return a.id < b.id ? 1 : a.id > b.id ? -1 : 0;
}
