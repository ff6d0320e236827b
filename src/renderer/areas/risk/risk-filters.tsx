import { X } from 'lucide-react';
import {
  RISK_CATEGORIES,
  RISK_CATEGORY_LABELS,
  RISK_LEVEL_LABELS,
  RISK_LEVELS,
  RISK_STATUS_LABELS,
  RISK_STATUSES,
} from '../../../shared/areas/risk/risks.rules.ts';
import { accountName, useAccounts } from '../../api/accounts.ts';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { useSearchText } from '../../ui/use-address-params.ts';
import { countText } from './risks.text.ts';
import { isFiltered, NO_FILTER, type RiskView } from './use-risk-address.ts';

const ALL = 'all';

function optionsOf<V extends string>(
  all: string,
  values: readonly V[],
  labels: Readonly<Record<V, string>>,
) {
  return [
    { value: ALL, label: all },
    ...values.map((value) => ({ value: value as string, label: labels[value] })),
  ];
}
const STATUS_OPTIONS = optionsOf('All Statuses', RISK_STATUSES, RISK_STATUS_LABELS);
const LEVEL_OPTIONS = optionsOf('All Levels', RISK_LEVELS, RISK_LEVEL_LABELS);
const CATEGORY_OPTIONS = optionsOf('All Categories', RISK_CATEGORIES, RISK_CATEGORY_LABELS);
const DATES_OPTIONS = [
  { value: ALL, label: 'Any date' },
  { value: '1', label: 'Overdue' },
];

interface RiskFiltersProps {
  view: RiskView;
  put: (changes: Readonly<Record<string, string | null>>) => void;
  total: number;
}

export function RiskFilters({ view, put, total }: RiskFiltersProps) {
  const [typed, type] = useSearchText(view.q, (q) => put({ q }));
  const choose = (key: string) => (value: string) => put({ [key]: value === ALL ? null : value });
  return (
    <search aria-label="Filters" className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
      <Input
        type="search"
        value={typed}
        onChange={(event) => type(event.target.value)}
        placeholder="Search risks..."
        aria-label="Search risks"
        autoComplete="off"
        className="max-w-56"
      />
      <Choice
        label="Status"
        options={STATUS_OPTIONS}
        value={view.status}
        onChoose={choose('status')}
      />
      <Choice label="Level" options={LEVEL_OPTIONS} value={view.level} onChoose={choose('level')} />
      <Choice
        label="Category"
        options={CATEGORY_OPTIONS}
        value={view.category}
        onChoose={choose('category')}
      />
      <OwnerChoice value={view.owner} onChoose={choose('owner')} />
      <Choice
        label="Dates"
        options={DATES_OPTIONS}
        value={view.isOverdue ? '1' : null}
        onChoose={choose('overdue')}
      />
      <CellChoice view={view} />
      {isFiltered(view) && (
        <Button size="sm" variant="ghost" icon={<X aria-hidden />} onClick={() => put(NO_FILTER)}>
          Clear filters
        </Button>
      )}
      <p aria-live="polite" className="text-xs text-fg-muted tabular-nums">
        {countText(total, 'risk')}
      </p>
    </search>
  );
}

/** What the matrix or a figure narrowed to, in words. */
function CellChoice({ view }: { view: RiskView }) {
  const [likelihood, impact] = (view.cell ?? view.residualCell ?? '').split('x');
  const parts = [
    ...(likelihood
      ? [
          `${view.cell === null ? 'Residual' : 'Inherent'}: likelihood ${likelihood}, impact ${impact}`,
        ]
      : []),
    ...(view.isAboveAppetite ? ['Above the appetite'] : []),
  ];
  if (parts.length === 0) return null;
  return <p className="text-xs font-medium text-accent-text">{parts.join('; ')}</p>;
}

function OwnerChoice({
  value,
  onChoose,
}: {
  value: string | null;
  onChoose: (value: string) => void;
}) {
  const { all } = useAccounts();
  const options = [
    { value: ALL, label: 'All Owners' },
    ...all.map((account) => ({ value: account.id, label: accountName(account) })),
  ];
  return <Choice label="Owner" options={options} value={value} onChoose={onChoose} />;
}

interface ChoiceProps {
  label: string;
  options: readonly { readonly value: string; readonly label: string }[];
  value: string | null;
  onChoose: (value: string) => void;
}

function Choice({ label, options, value, onChoose }: ChoiceProps) {
  const shown =
    value === null || options.some((option) => option.value === value)
      ? options
      : [...options, { value, label: value }];
  return (
    <div className="w-36">
      <Select label={label} value={value ?? ALL} options={shown} onValueChange={onChoose} />
    </div>
  );
}
