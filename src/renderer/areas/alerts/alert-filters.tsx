import { Search, X } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import type { AlertHandling, AlertStatus } from '../../../shared/areas/alerts/alerts.contract.ts';
import { SEVERITIES, SEVERITY_LABELS, type Severity } from '../../../shared/kernel/severity.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Input } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { shownTime } from '../../ui/time.ts';
import { useTimeZone } from '../../ui/time-zone.ts';
import { Untrusted } from '../../ui/untrusted.tsx';
import { isFiltered } from './alerts.filter-url.ts';
import type { DeskFilter } from './use-desk-filter.ts';

const ALL = 'ALL';
const QUERY_MAX = 500;

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
  const { settled, text, setText, change, clear } = filter;
  return (
    <Card bodyClassName="p-3">
      <search aria-label="Filters" className="flex flex-wrap items-center gap-2">
        <div className="relative min-w-52 flex-1">
          <Search
            aria-hidden
            className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-fg-faint"
          />
          <Input
            ref={searchRef}
            type="search"
            value={text}
            maxLength={QUERY_MAX}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              if (text) setText('');
              else event.currentTarget.blur();
              event.stopPropagation();
            }}
            placeholder="Search alerts..."
            aria-label="Search alerts"
            autoComplete="off"
            spellCheck={false}
            className="pl-8"
          />
        </div>
        <div className="w-40">
          <Select
            label="Severity"
            value={chosen(settled.severity)}
            options={withSeveral(SEVERITY_OPTIONS, settled.severity, (one) => SEVERITY_LABELS[one])}
            onValueChange={(value) => change({ severity: pick<Severity>(value, settled.severity) })}
          />
        </div>
        <div className="w-40">
          <Select
            label="Status"
            value={chosen(settled.status)}
            options={withSeveral(STATUS_OPTIONS, settled.status, (one) => STATUS_NAMES[one])}
            onValueChange={(value) => change({ status: pick<AlertStatus>(value, settled.status) })}
          />
        </div>
        <FilterChips filter={filter} />
        {isFiltered(filter.live) && (
          <Button variant="ghost" icon={<X aria-hidden />} onClick={clear}>
            Clear
          </Button>
        )}
        <p aria-live="polite" className="ml-auto pr-1 text-fg-muted tabular-nums">
          {count}
        </p>
      </search>
    </Card>
  );
}

/** What a link can put into the address and no control here can: shown, and removed by a click. */
function FilterChips({ filter }: { filter: DeskFilter }) {
  const { source, from, to, handling, since } = filter.settled;
  const zone = useTimeZone();
  const time = (iso: string) => shownTime(Date.parse(iso), zone);
  return (
    <>
      {source && (
        <Chip label="Source" onRemove={() => filter.change({ source: '' })}>
          <Untrusted text={source} max={40} expand="none" />
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

function Chip(props: { label: string; onRemove: () => void; children: ReactNode }) {
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
