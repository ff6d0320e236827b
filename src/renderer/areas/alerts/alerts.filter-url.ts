import type {
  AlertFilter,
  AlertHandling,
  AlertStatus,
} from '../../../shared/areas/alerts/alerts.contract.ts';
import {
  ALERT_HANDLINGS,
  ALERT_STATUSES,
  SUPPRESSED_CHOICES,
} from '../../../shared/areas/alerts/alerts.contract.ts';
import { QUERY_LENGTH } from '../../../shared/areas/views/query-language.ts';
import type { Severity } from '../../../shared/kernel/severity.ts';
import { SEVERITIES } from '../../../shared/kernel/severity.ts';
import { isoTimeSchema } from '../../../shared/kernel/time.ts';

const FILTER_PARAMS = [
  'q',
  'query',
  'zone',
  'severity',
  'status',
  'source',
  'from',
  'to',
  'handling',
  'since',
  'suppressed',
  'suppressedBy',
  'sort',
] as const;
export const OPEN_ALERT_PARAM = 'alert';

const isSeverity = (word: string): word is Severity =>
  (SEVERITIES as readonly string[]).includes(word);
const isStatus = (word: string): word is AlertStatus =>
  (ALERT_STATUSES as readonly string[]).includes(word);

const handlingOf = (text: string | null): AlertHandling | undefined =>
  ALERT_HANDLINGS.find((handling) => handling === text);

function words<T extends string>(text: string | null, is: (word: string) => word is T): T[] {
  const found = (text ?? '')
    .split(',')
    .map((word) => word.trim().toUpperCase())
    .filter(is);
  return [...new Set(found)];
}

function time(text: string | null): string | undefined {
  return text !== null && isoTimeSchema.safeParse(text).success ? text : undefined;
}

/** An address is typed by hand, too: what it says wrongly is left out, never an error. */
export function filterFromParams(params: URLSearchParams): AlertFilter {
  const severity = words(params.get('severity'), isSeverity);
  const status = words(params.get('status'), isStatus);
  const q = (params.get('q') ?? '').slice(0, 500);
  const query = (params.get('query') ?? '').slice(0, QUERY_LENGTH);
  const source = (params.get('source') ?? '').slice(0, 1000);
  const from = time(params.get('from'));
  const to = time(params.get('to'));
  const handling = handlingOf(params.get('handling'));
  const since = handling === undefined ? undefined : time(params.get('since'));
  return {
    ...(q.trim() ? { q } : {}),
    ...(query.trim() ? { query } : {}),
    ...(severity.length > 0 ? { severity } : {}),
    ...(status.length > 0 ? { status } : {}),
    ...(source ? { source } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(handling ? { handling } : {}),
    ...(since ? { since } : {}),
    ...hiddenFromParams(params),
    ...(params.get('sort') === 'suspicion' ? { sort: 'suspicion' as const } : {}),
  };
}

/** What rules of suppression hide: where it is asked for. */
function hiddenFromParams(
  params: URLSearchParams,
): Pick<AlertFilter, 'suppressed' | 'suppressedBy'> {
  const choice = SUPPRESSED_CHOICES.find((one) => one === params.get('suppressed'));
  const rule = params.get('suppressedBy')?.slice(0, 100);
  return {
    ...(choice ? { suppressed: choice } : {}),
    ...(rule ? { suppressedBy: rule } : {}),
  };
}

/** The filter as the server's query; also what the address holds. */
export function filterToQuery(filter: AlertFilter): Record<string, string> {
  return {
    ...(filter.q?.trim() ? { q: filter.q } : {}),
    ...(filter.query?.trim() ? { query: filter.query } : {}),
    ...(filter.query?.trim() && filter.zone ? { zone: filter.zone } : {}),
    ...(filter.severity?.length ? { severity: filter.severity.join(',') } : {}),
    ...(filter.status?.length ? { status: filter.status.join(',') } : {}),
    ...(filter.source ? { source: filter.source } : {}),
    ...(filter.from ? { from: filter.from } : {}),
    ...(filter.to ? { to: filter.to } : {}),
    ...(filter.handling ? { handling: filter.handling } : {}),
    ...(filter.handling && filter.since ? { since: filter.since } : {}),
    ...(filter.suppressed ? { suppressed: filter.suppressed } : {}),
    ...(filter.suppressedBy ? { suppressedBy: filter.suppressedBy } : {}),
    ...(filter.sort ? { sort: filter.sort } : {}),
  };
}

/** Puts a filter into the address; what else the address says (the open alert) stays. */
export function withFilter(params: URLSearchParams, filter: AlertFilter): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of FILTER_PARAMS) next.delete(name);
  const { zone: _, ...held } = filterToQuery(filter);
  for (const [name, value] of Object.entries(held)) next.set(name, value);
  return next;
}

export function withOpenAlert(params: URLSearchParams, id: string | null): URLSearchParams {
  const next = new URLSearchParams(params);
  if (id === null) next.delete(OPEN_ALERT_PARAM);
  else next.set(OPEN_ALERT_PARAM, id);
  return next;
}

export function isFiltered(filter: AlertFilter): boolean {
  return Object.keys(filterToQuery(filter)).length > 0;
}

/** Equal filters have equal keys, whatever the order in which they were chosen. */
export function filterKey(filter: AlertFilter): string {
  return new URLSearchParams(filterToQuery(filter)).toString();
}
