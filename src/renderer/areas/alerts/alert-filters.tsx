import { ChartColumn, Target, X } from 'lucide-react';
import { type ReactNode, type Ref, Suspense, useEffect, useId, useState } from 'react';
import type { AlertHandling, AlertStatus } from '../../../shared/areas/alerts/alerts.contract.ts';
import type { ViewFilter } from '../../../shared/areas/views/views.contract.ts';
import { SEVERITIES, SEVERITY_LABELS, type Severity } from '../../../shared/kernel/severity.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { shownTime } from '../../ui/time.ts';
import { useTimeZone } from '../../ui/time-zone.ts';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useAddressParams } from '../../ui/use-address-params.ts';
import { COLUMNS_PARAM } from '../../ui/use-chosen-columns.ts';
import { ANALYSIS_PARAM, AnalysisPanel, ViewsMenu } from '../views/views.embed.tsx';
import { filterToQuery, isFiltered } from './alerts.filter-url.ts';
import { QueryBox } from './query-box.tsx';
import { QueryErrorLine } from './query-error-line.tsx';
import { RowColumnChoice } from './row-columns.tsx';
import type { DeskFilter } from './use-desk-filter.ts';

const ALL = 'ALL';
/** From the last key stroke to what is wrong. */
const ERROR_PAUSE_MS = 600;

const SEVERITY_OPTIONS = [
  { value: ALL, label: 'All Severities' },
  ...SEVERITIES.map((severity) => ({ value: severity, label: SEVERITY_LABELS[severity] })),
];
const STATUS_NAMES: Record<AlertStatus, string> = {
  OPEN: 'Open',
  IN_PROGRESS: 'In Progress',
  RESOLVED: 'Resolved',
  FALSE_POSITIVE: 'False Positive',
};
const STATUS_OPTIONS = [
  { value: ALL, label: 'All Statuses' },
  ...Object.entries(STATUS_NAMES).map(([value, label]) => ({ value, label })),
];

const HANDLING_NAMES: Record<AlertHandling, string> = {
  waiting: 'no action yet',
  'acted-on': 'first action',
  closed: 'closed',
  'closed-automatically': 'closed automatically, not overturned',
  overturned: 'closed automatically and overturned',
};

interface AlertFiltersProps {
  filter: DeskFilter;
  searchRef: Ref<HTMLInputElement>;
  /** How many alerts there are, or that they are being counted. */
  count: ReactNode;
}

export function AlertFilters({ filter, searchRef, count }: AlertFiltersProps) {
  const { settled, text, setText, clear, error } = filter;
  const [params] = useAddressParams();
  const errorId = useId();
  const isFresh = useTypingPause(text);
  return (
    <>
      <Card bodyClassName="p-3">
        <search aria-label="Filters" className="flex flex-wrap items-center gap-2">
          <FilterFields
            filter={filter}
            searchRef={searchRef}
            errorId={error && !isFresh ? errorId : null}
          />
          <SuspicionToggle filter={filter} />
          <AnalysisToggle />
          <RowColumnChoice />
          <Suspense fallback={<Skeleton className="h-8 w-26" />}>
            <ViewsMenu filter={heldFilter(settled, params)} />
          </Suspense>
          {isFiltered(filter.live) && (
            <Button variant="ghost" icon={<X aria-hidden />} title="Clear filters" onClick={clear}>
              <span className="max-2xl:sr-only">Clear</span>
            </Button>
          )}
          <p aria-live="polite" className="ml-auto pr-1 text-fg-muted tabular-nums">
            {count}
          </p>
        </search>
        {error && !isFresh && (
          <QueryErrorLine id={errorId} text={text} error={error} onFix={setText} />
        )}
      </Card>
      <Analysis filter={filter} />
    </>
  );
}

interface FilterFieldsProps {
  filter: DeskFilter;
  searchRef: Ref<HTMLInputElement>;
  /** Id of the line that says what is wrong with the text; null while nothing is. */
  errorId: string | null;
}

/** What alerts, groups and incidents are filtered by alike. */
export function FilterFields({ filter, searchRef, errorId }: FilterFieldsProps) {
  const { settled, text, setText, change } = filter;
  return (
    <>
      <QueryBox text={text} setText={setText} inputRef={searchRef} errorId={errorId} />
      <div className="w-40 max-2xl:w-36">
        <Select
          label="Severity"
          value={chosen(settled.severity)}
          options={withSeveral(SEVERITY_OPTIONS, settled.severity, (one) => SEVERITY_LABELS[one])}
          onValueChange={(value) => change({ severity: pick<Severity>(value, settled.severity) })}
        />
      </div>
      <div className="w-40 max-2xl:w-36">
        <Select
          label="Status"
          value={chosen(settled.status)}
          options={withSeveral(STATUS_OPTIONS, settled.status, (one) => STATUS_NAMES[one])}
          onValueChange={(value) => change({ status: pick<AlertStatus>(value, settled.status) })}
        />
      </div>
      <FilterChips filter={filter} />
    </>
  );
}

/** The filter with its order, without what belongs to this page only, and which columns the rows show. */
function heldFilter(filter: DeskFilter['settled'], params: URLSearchParams): ViewFilter {
  const { zone: _, ...held } = filterToQuery(filter);
  const columns = params.get(COLUMNS_PARAM);
  return columns === null ? held : { ...held, columns };
}

/** The order of the list: as it came, or what waits by how suspicious it is. */
function SuspicionToggle({ filter: { settled, change } }: { filter: DeskFilter }) {
  const isOn = settled.sort === 'suspicion';
  return (
    <Button
      variant={isOn ? 'secondary' : 'ghost'}
      icon={<Target aria-hidden />}
      aria-pressed={isOn}
      title="What waits, the most suspicious first"
      onClick={() => change({ sort: isOn ? undefined : 'suspicion' })}
    >
      <span className="max-2xl:sr-only">By suspicion</span>
    </Button>
  );
}

function AnalysisToggle() {
  const [params, put] = useAddressParams();
  const isOpen = params.has(ANALYSIS_PARAM);
  return (
    <Button
      variant={isOpen ? 'secondary' : 'ghost'}
      icon={<ChartColumn aria-hidden />}
      title="Count by any field, and over time"
      aria-expanded={isOpen}
      onClick={() =>
        put(
          (now) => {
            const changed = new URLSearchParams(now);
            if (isOpen) changed.delete(ANALYSIS_PARAM);
            else changed.set(ANALYSIS_PARAM, 'host');
            return changed;
          },
          { replace: true },
        )
      }
    >
      <span className="max-2xl:sr-only">Analyse</span>
    </Button>
  );
}

/** The filter over time and by a field, where it is asked for. */
function Analysis({ filter }: { filter: DeskFilter }) {
  const [params] = useAddressParams();
  if (!params.has(ANALYSIS_PARAM)) return null;
  return (
    <Suspense fallback={<Skeleton className="h-64 w-full" />}>
      <AnalysisPanel
        filter={filterToQuery(filter.settled)}
        text={filter.text}
        onText={filter.setText}
        onTime={(from, to) => filter.change({ from, to })}
      />
    </Suspense>
  );
}

/** While a word is being typed, what is not there yet is no mistake. */
export function useTypingPause(text: string): boolean {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), ERROR_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled !== text;
}

/** What a link can put into the address and no control here can: shown, and removed by a click. */
function FilterChips({ filter }: { filter: DeskFilter }) {
  const { source, from, to, handling, since, suppressed, suppressedBy, q, query } = filter.settled;
  const zone = useTimeZone();
  const time = (iso: string) => shownTime(Date.parse(iso), zone);
  return (
    <>
      {source && (
        <Chip label="Source" onRemove={() => filter.change({ source: '' })}>
          <Untrusted text={source} max={40} expand="none" />
        </Chip>
      )}
      {q && query && (
        <Chip label="Words" onRemove={() => filter.change({ q: '' })}>
          <Untrusted text={q} max={40} expand="none" />
        </Chip>
      )}
      {(suppressed || suppressedBy) && (
        <Chip
          label="Suppressed"
          onRemove={() => filter.change({ suppressed: undefined, suppressedBy: undefined })}
        >
          {suppressedBy ? 'by one rule' : suppressed === 'only' ? 'only these' : 'with the others'}
        </Chip>
      )}
      {handling && (
        <Chip
          label="Handling"
          onRemove={() => filter.change({ handling: undefined, since: undefined })}
        >
          {HANDLING_NAMES[handling]}
          {since && ` since ${time(since)}`}
        </Chip>
      )}
      {from && (
        <Chip label="From" onRemove={() => filter.change({ from: '' })}>
          {time(from)}
        </Chip>
      )}
      {to && (
        <Chip label="Until" onRemove={() => filter.change({ to: '' })}>
          {time(to)}
        </Chip>
      )}
    </>
  );
}

export function Chip(props: { label: string; onRemove: () => void; children: ReactNode }) {
  return (
    <span className="inline-flex h-8 items-center gap-1.5 rounded-md bg-accent-soft pl-2.5 text-accent-text">
      {props.label}: {props.children}
      <button
        type="button"
        aria-label={`Remove filter ${props.label}`}
        onClick={props.onRemove}
        className="flex size-8 items-center justify-center rounded-md hover:bg-raised"
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </span>
  );
}

/** A link may ask for several values at once; the control shows them as one more choice. */
function chosen(values: readonly string[] | undefined): string {
  return values?.length ? values.join(',') : ALL;
}

function withSeveral<T extends string>(
  options: readonly { value: string; label: string }[],
  values: readonly T[] | undefined,
  nameOf: (value: T) => string,
): readonly { value: string; label: string }[] {
  if (!values || values.length < 2) return options;
  return [...options, { value: chosen(values), label: values.map(nameOf).join(', ') }];
}

function pick<T extends string>(value: string, now: readonly T[] | undefined): T[] {
  if (value === ALL) return [];
  return value === chosen(now) ? [...(now ?? [])] : [value as T];
}
