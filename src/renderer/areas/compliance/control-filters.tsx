import { useQuery } from '@tanstack/react-query';
import { Search, X } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { CONTROL_STATUSES } from '../../../shared/areas/compliance/compliance.rules.ts';
import { controlStatusText } from '../../../shared/areas/compliance/controls.rules.ts';
import { SEVERITIES, SEVERITY_LABELS } from '../../../shared/kernel/severity.ts';
import { useAccounts } from '../../api/accounts.ts';
import { useClient } from '../../api/client-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/field.tsx';
import { Select, type SelectOption } from '../../ui/select.tsx';
import { type FilterParam, hasFilter } from './controls.filter-url.ts';
import { facetsQuery } from './controls.queries.ts';
import type { ControlsAddress } from './use-controls-address.ts';

const ALL = 'ALL';
const QUERY_MAX = 500;
type Option = SelectOption<string>;

const STATUSES: readonly Option[] = CONTROL_STATUSES.map((value) => ({
  value,
  label: controlStatusText(value),
}));
const PRIORITIES: readonly Option[] = SEVERITIES.map((value) => ({
  value,
  label: SEVERITY_LABELS[value],
}));
const DUE: readonly Option[] = [
  { value: 'overdue', label: 'Overdue' },
  { value: 'soon', label: 'Due within 30 days' },
];
const EVIDENCE: readonly Option[] = [
  { value: 'true', label: 'With valid evidence' },
  { value: 'false', label: 'Without valid evidence' },
];
const AUTOMATED: readonly Option[] = [
  { value: 'true', label: 'Automated' },
  { value: 'false', label: 'Manual' },
];
const APPLICABLE: readonly Option[] = [
  { value: 'true', label: 'Applicable' },
  { value: 'false', label: 'Not applicable' },
];

interface ControlFiltersProps {
  address: ControlsAddress;
  searchRef: Ref<HTMLInputElement>;
  children?: ReactNode;
}

/** Search and filters; what is chosen stands in the address. */
export function ControlFilters({ address, searchRef, children }: ControlFiltersProps) {
  const { data } = useQuery(facetsQuery(useClient()));
  const { nameOf } = useAccounts();
  const frameworks = (data?.frameworks ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const categories = (data?.categories ?? []).map((value) => ({ value, label: value }));
  const owners = [
    { value: 'none', label: 'Nobody' },
    ...(data?.owners ?? []).map((value) => ({ value, label: nameOf(value) })),
  ];
  const filters: [FilterParam, string, string, readonly Option[]][] = [
    ['framework', 'Framework', 'All Frameworks', frameworks],
    ['status', 'Status', 'All Statuses', STATUSES],
    ['category', 'Category', 'All Categories', categories],
    ['owner', 'Owner', 'All Owners', owners],
    ['due', 'Due', 'Due at any time', DUE],
    ['hasEvidence', 'Evidence', 'With or without evidence', EVIDENCE],
    ['priority', 'Priority', 'All Priorities', PRIORITIES],
    ['automated', 'Automation', 'Automated or manual', AUTOMATED],
    ['applicable', 'Applicability', 'Applicable or not', APPLICABLE],
  ];
  return (
    <search
      aria-label="Filters"
      className="flex flex-wrap items-center gap-2 rounded-lg border border-line bg-surface p-3"
    >
      <div className="relative min-w-52 flex-1 basis-60">
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-fg-faint"
        />
        <Input
          ref={searchRef}
          type="search"
          value={address.text}
          maxLength={QUERY_MAX}
          onChange={(event) => address.type(event.target.value)}
          placeholder="Search controls..."
          aria-label="Search controls"
          autoComplete="off"
          spellCheck={false}
          className="pl-8"
        />
      </div>
      {filters.map(([name, label, all, options]) => (
        <div key={name} className="w-40">
          <FilterSelect
            name={name}
            label={label}
            options={[{ value: ALL, label: all }, ...options]}
            address={address}
          />
        </div>
      ))}
      {hasFilter(address.filter) && (
        <Button variant="ghost" icon={<X aria-hidden />} onClick={address.clear}>
          Clear filters
        </Button>
      )}
      {children}
    </search>
  );
}

interface FilterSelectProps {
  name: FilterParam;
  label: string;
  options: readonly Option[];
  address: ControlsAddress;
}

/** An address may hold several values, or one that is no longer there: it is shown as it is. */
function FilterSelect({ name, label, options, address }: FilterSelectProps) {
  const value = address.filter[name] ?? ALL;
  const isKnown = options.some((option) => option.value === value);
  const shown = value.replaceAll('_', ' ').replaceAll(',', ', ');
  return (
    <Select
      label={label}
      value={value}
      options={isKnown ? options : [...options, { value, label: shown }]}
      onValueChange={(next) => address.change({ [name]: next === ALL ? '' : next })}
    />
  );
}
