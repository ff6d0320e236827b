import { X } from 'lucide-react';
import {
  POLICY_CATEGORIES,
  POLICY_CATEGORY_LABELS,
  POLICY_STATUS_LABELS,
  POLICY_STATUSES,
} from '../../../shared/areas/policies/policies.rules.ts';
import { accountName, useAccounts } from '../../api/accounts.ts';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { useSearchText } from '../../ui/use-address-params.ts';
import { countOf } from './policies.text.ts';
import type { PolicyAddress } from './use-policy-address.ts';

const ALL = 'all';
const STATUS_OPTIONS = [
  { value: ALL, label: 'All Statuses' },
  ...POLICY_STATUSES.map((value) => ({ value, label: POLICY_STATUS_LABELS[value] })),
];
const CATEGORY_OPTIONS = [
  { value: ALL, label: 'All Categories' },
  ...POLICY_CATEGORIES.map((value) => ({ value, label: POLICY_CATEGORY_LABELS[value] })),
];
const REVIEW_OPTIONS = [
  { value: ALL, label: 'Any review' },
  { value: 'outdated', label: 'Outdated' },
  { value: 'due', label: 'Review due in 30 days' },
  { value: 'working', label: 'Version under review' },
];

interface PolicyFiltersProps {
  address: PolicyAddress;
  total: number;
}

export function PolicyFilters({ address, total }: PolicyFiltersProps) {
  const { view, put, clear } = address;
  const { all } = useAccounts();
  const q = view.q ?? '';
  const [typed, type] = useSearchText(q, (q) => put({ q }));
  const choose = (name: string) => (value: string) => put({ [name]: value === ALL ? '' : value });
  const review = view.outdated ? 'outdated' : view.due ? 'due' : view.working ? 'working' : ALL;
  const owners = [
    { value: ALL, label: 'Any owner' },
    ...all.map((account) => ({ value: account.id, label: accountName(account) })),
  ];
  return (
    <search aria-label="Filters" className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
      <Input
        type="search"
        value={typed}
        onChange={(event) => type(event.target.value)}
        placeholder="Search policies..."
        aria-label="Search policies"
        autoComplete="off"
        className="max-w-52"
      />
      <div className="w-34">
        <Select
          label="Status"
          value={view.status ?? ALL}
          options={STATUS_OPTIONS}
          onValueChange={choose('status')}
        />
      </div>
      <div className="w-34">
        <Select
          label="Category"
          value={view.category ?? ALL}
          options={CATEGORY_OPTIONS}
          onValueChange={choose('category')}
        />
      </div>
      <div className="w-34">
        <Select
          label="Owner"
          value={view.owner ?? ALL}
          options={owners}
          onValueChange={choose('owner')}
        />
      </div>
      <div className="w-44">
        <Select
          label="Review"
          value={review}
          options={REVIEW_OPTIONS}
          onValueChange={(value) =>
            put({
              outdated: value === 'outdated' ? '1' : '',
              due: value === 'due' ? '1' : '',
              working: value === 'working' ? 'UNDER_REVIEW' : '',
            })
          }
        />
      </div>
      {Object.keys(view).length > 0 && (
        <Button variant="ghost" size="sm" icon={<X aria-hidden />} onClick={clear}>
          Clear
        </Button>
      )}
      <p aria-live="polite" className="text-xs text-fg-muted tabular-nums">
        {view.control
          ? `${countOf(total, 'policy', 'policies')} of one control`
          : countOf(total, 'policy', 'policies')}
      </p>
    </search>
  );
}
