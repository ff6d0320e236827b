import { Plus, X } from 'lucide-react';
import { type FormEvent, type Ref, useState } from 'react';
import {
  BUILT_IN_FIELDS,
  EVENT_QUERY_LIMITS,
  type EventFilter,
  type EventQuery,
  type FilterOperator,
} from '../../../../shared/areas/forensics/events/event-query.ts';
import { Button } from '../../../ui/button.tsx';
import { Input } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { useTimeZone } from '../../../ui/time-zone.ts';
import { Untrusted } from '../../../ui/untrusted.tsx';
import {
  ADDRESS_LABELS,
  BUILT_IN_LABELS,
  eventTimeFormat,
  needsValue,
  OPERATOR_OPTIONS,
  wordsOfFilter,
} from './event-words.ts';

interface EventFiltersProps {
  query: EventQuery;
  onQuery: (query: EventQuery) => void;
  onAdd: (filter: EventFilter) => void;
  typed: string;
  onType: (text: string) => void;
  fields: readonly string[];
  search: Ref<HTMLInputElement>;
}

/** Words, filters by field, and the span of time, each with a way to take it away. */
export function EventFilters(props: EventFiltersProps) {
  const { query, onQuery, onAdd, typed, onType, fields, search } = props;
  const [isAdding, setAdding] = useState(false);
  const filters = query.filters ?? [];
  const without = (gone: EventFilter) =>
    onQuery({ ...query, filters: filters.filter((one) => one !== gone) });
  const timeOf = eventTimeFormat(useTimeZone());
  const isoOf = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString());
  return (
    <search aria-label="Search events" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Input
          ref={search}
          type="search"
          value={typed}
          maxLength={EVENT_QUERY_LIMITS.text}
          onChange={(event) => onType(event.target.value)}
          placeholder={'Search words, paths, addresses, "exact phrases", *inside'}
          aria-label="Search events"
          aria-keyshortcuts="/"
          autoComplete="off"
          spellCheck={false}
          className="max-w-140 min-w-60 flex-1"
        />
        <Button
          icon={<Plus aria-hidden />}
          onClick={() => setAdding(!isAdding)}
          aria-expanded={isAdding}
        >
          Filter
        </Button>
      </div>
      {isAdding && (
        <NewFilter
          fields={fields}
          onAdd={(filter) => {
            onAdd(filter);
            setAdding(false);
          }}
        />
      )}
      {(filters.length > 0 || query.fromMs !== undefined) && (
        <ul className="flex flex-wrap gap-1.5" aria-label="Filters">
          {query.fromMs !== undefined && (
            <Chip
              name="the span of time"
              onRemove={() => onQuery({ ...query, fromMs: undefined, toMs: undefined })}
            >
              {timeOf(isoOf(query.fromMs))} to {timeOf(isoOf(query.toMs))}
            </Chip>
          )}
          {filters.map((filter) => (
            <Chip
              key={JSON.stringify(filter)}
              name={wordsOfFilter(filter)}
              onRemove={() => without(filter)}
            >
              <Untrusted text={wordsOfFilter(filter)} max={80} expand="none" />
            </Chip>
          ))}
        </ul>
      )}
    </search>
  );
}

interface ChipProps {
  name: string;
  children: React.ReactNode;
  onRemove: () => void;
}

function Chip({ name, children, onRemove }: ChipProps) {
  return (
    <li className="flex items-center gap-1 rounded-md bg-accent-soft pl-2 text-xs text-fg">
      {children}
      <button
        type="button"
        aria-label={`Remove ${name}`}
        title="Remove this filter"
        onClick={onRemove}
        className="flex size-6 items-center justify-center rounded-sm text-fg-muted hover:text-fg"
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </li>
  );
}

function NewFilter({
  fields,
  onAdd,
}: {
  fields: readonly string[];
  onAdd: (filter: EventFilter) => void;
}) {
  const [field, setField] = useState<string>('@host');
  const [op, setOp] = useState<FilterOperator>('is');
  const [value, setValue] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onAdd(needsValue(op) ? { field, op, value } : { field, op });
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-center gap-2">
      <div className="w-48">
        <Select
          label="Field"
          value={field}
          onValueChange={setField}
          options={fieldOptions(fields)}
        />
      </div>
      <div className="w-32">
        <Select label="Condition" value={op} onValueChange={setOp} options={OPERATOR_OPTIONS} />
      </div>
      {needsValue(op) && (
        <Input
          value={value}
          maxLength={EVENT_QUERY_LIMITS.value}
          onChange={(event) => setValue(event.target.value)}
          aria-label="Value"
          placeholder="Value"
          autoComplete="off"
          spellCheck={false}
          className="max-w-72"
        />
      )}
      <Button type="submit" variant="primary">
        Add
      </Button>
    </form>
  );
}

/** What every event has, the two ends of a connection, then the fields of the sources, the most frequent first. */
export function fieldOptions(fields: readonly string[]) {
  return [
    ...BUILT_IN_FIELDS.map((name) => ({ value: name as string, label: BUILT_IN_LABELS[name] })),
    ...Object.entries(ADDRESS_LABELS).map(([value, label]) => ({ value, label })),
    ...fields.map((name) => ({
      value: name,
      label: <Untrusted text={name} max={60} expand="none" />,
      text: name,
    })),
  ];
}
