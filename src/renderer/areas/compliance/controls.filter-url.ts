import type { ControlFilterInput } from '../../../shared/areas/compliance/controls.contract.ts';

/** The address holds the filter under the names of the API, the view, and the open control. */
const FILTER_PARAMS = [
  'q',
  'framework',
  'status',
  'category',
  'owner',
  'priority',
  'automated',
  'due',
  'applicable',
  'hasEvidence',
] as const satisfies readonly (keyof ControlFilterInput)[];
export type FilterParam = (typeof FILTER_PARAMS)[number];
/** All of the filter as the address has it; the server parses it. */
export type FilterText = Partial<Record<FilterParam, string>>;

export const CONTROL_PARAM = 'control';
const VIEW_PARAM = 'view';
export const CONTROL_VIEWS = ['table', 'tree'] as const;
export type ControlView = (typeof CONTROL_VIEWS)[number];

const ONE_OF: Partial<Record<FilterParam, readonly string[]>> = {
  automated: ['true', 'false'],
  applicable: ['true', 'false'],
  hasEvidence: ['true', 'false'],
  due: ['overdue', 'soon'],
};
const STATUS_WORD = /^(?:NOT_ASSESSED|COMPLIANT|PARTIALLY_COMPLIANT|NON_COMPLIANT)$/;
const PRIORITY_WORD = /^(?:CRITICAL|HIGH|MEDIUM|LOW)$/;
const LONGEST = 500;

function sound(name: FilterParam, text: string): string {
  const words = (pattern: RegExp) =>
    text
      .split(',')
      .map((word) => word.trim().toUpperCase())
      .filter((word) => pattern.test(word))
      .join(',');
  if (name === 'status') return words(STATUS_WORD);
  if (name === 'priority') return words(PRIORITY_WORD);
  const allowed = ONE_OF[name];
  return allowed && !allowed.includes(text) ? '' : text.slice(0, LONGEST);
}

/** An address is typed by hand, too: what it says wrongly is left out, never an error. */
export function filterOfAddress(params: URLSearchParams): FilterText {
  const entries = FILTER_PARAMS.map((name) => [name, sound(name, params.get(name) ?? '')] as const);
  return Object.fromEntries(entries.filter(([, text]) => text.trim() !== ''));
}

/** What else the address says (the tab, the view, the open control) stays. */
export function withFilterText(params: URLSearchParams, change: FilterText): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, text] of Object.entries(change)) {
    if (text?.trim()) next.set(name, text);
    else next.delete(name);
  }
  return next;
}

export function withoutFilter(params: URLSearchParams): URLSearchParams {
  return withFilterText(params, Object.fromEntries(FILTER_PARAMS.map((name) => [name, ''])));
}

export function viewOfAddress(params: URLSearchParams): ControlView {
  return params.get(VIEW_PARAM) === 'tree' ? 'tree' : 'table';
}

export function withView(params: URLSearchParams, view: ControlView): URLSearchParams {
  const next = new URLSearchParams(params);
  if (view === 'table') next.delete(VIEW_PARAM);
  else next.set(VIEW_PARAM, view);
  return next;
}

export function withControl(params: URLSearchParams, id: string | null): URLSearchParams {
  const next = new URLSearchParams(params);
  if (id === null) next.delete(CONTROL_PARAM);
  else next.set(CONTROL_PARAM, id);
  return next;
}

/** As JSON of a bulk change: the server takes the same texts there. */
export const hasFilter = (filter: FilterText): boolean => Object.keys(filter).length > 0;
export const filterKey = (filter: FilterText): string => new URLSearchParams(filter).toString();
