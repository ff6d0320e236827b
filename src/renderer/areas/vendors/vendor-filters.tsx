import { X } from 'lucide-react';
import {
  CONTRACT_DAYS,
  REVIEW_WINDOW_LABELS,
  REVIEW_WINDOWS,
  VENDOR_CATEGORIES,
  VENDOR_CATEGORY_LABELS,
  VENDOR_STATUS_LABELS,
  VENDOR_STATUSES,
} from '../../../shared/areas/vendors/vendors.rules.ts';
import { SEVERITIES, SEVERITY_LABELS } from '../../../shared/kernel/severity.ts';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { useSearchText } from '../../ui/use-address-params.ts';
import type { VendorAddress } from './use-vendor-address.ts';
import { CURRENT_VALUE, countOf, HIGH_RISK_VALUE } from './vendors.text.ts';

const ALL = 'all';
const EXPIRING_DOCUMENTS = 'documents';

const STATUS_OPTIONS = [
  { value: ALL, label: 'All Statuses' },
  { value: CURRENT_VALUE, label: 'Not Terminated' },
  ...VENDOR_STATUSES.map((value) => ({ value, label: VENDOR_STATUS_LABELS[value] })),
];
const TIER_OPTIONS = [
  { value: ALL, label: 'All Tiers' },
  { value: HIGH_RISK_VALUE, label: 'High and Critical' },
  ...SEVERITIES.map((value) => ({ value, label: SEVERITY_LABELS[value] })),
];
const CATEGORY_OPTIONS = [
  { value: ALL, label: 'All Categories' },
  ...VENDOR_CATEGORIES.map((value) => ({ value, label: VENDOR_CATEGORY_LABELS[value] })),
];
const REVIEW_OPTIONS = [
  { value: ALL, label: 'Any review' },
  ...REVIEW_WINDOWS.map((value) => ({ value, label: REVIEW_WINDOW_LABELS[value] })),
];
const EXPIRY_OPTIONS = [
  { value: ALL, label: 'Any contract' },
  { value: 'expiring', label: `Contract expires in ${CONTRACT_DAYS} days` },
  { value: 'expired', label: 'Contract expired' },
  { value: EXPIRING_DOCUMENTS, label: 'Documents expired or expiring' },
];

/** A combination of values that no option names, as a link may hold it. */
function withShown(
  options: readonly { readonly value: string; readonly label: string }[],
  value: string | undefined,
) {
  if (value === undefined || options.some((option) => option.value === value)) return options;
  const labels = value.split(',').map((one) => options.find((o) => o.value === one)?.label ?? one);
  return [...options, { value, label: labels.join(', ') }];
}

interface VendorFiltersProps {
  address: VendorAddress;
  total: number;
}

export function VendorFilters({ address, total }: VendorFiltersProps) {
  const { view, put } = address;
  const q = view.q ?? '';
  const [typed, type] = useSearchText(q, (q) => put({ q }));
  const choose = (name: string) => (value: string) =>
    put({ [name]: value === ALL ? '' : value, ...(name === 'review' ? { due: '' } : {}) });
  const isNarrowed = Object.keys(view).length > 0;
  return (
    <search aria-label="Filters" className="flex min-w-0 flex-wrap items-center gap-2">
      <Input
        type="search"
        value={typed}
        onChange={(event) => type(event.target.value)}
        placeholder="Search vendors..."
        aria-label="Search vendors"
        autoComplete="off"
        className="max-w-48"
      />
      <div className="w-36">
        <Select
          label="Status"
          value={view.status ?? ALL}
          options={withShown(STATUS_OPTIONS, view.status)}
          onValueChange={choose('status')}
        />
      </div>
      <div className="w-38">
        <Select
          label="Risk tier"
          value={view.tier ?? ALL}
          options={withShown(TIER_OPTIONS, view.tier)}
          onValueChange={choose('tier')}
        />
      </div>
      <div className="w-36">
        <Select
          label="Category"
          value={view.category ?? ALL}
          options={withShown(CATEGORY_OPTIONS, view.category)}
          onValueChange={choose('category')}
        />
      </div>
      <div className="w-44">
        <Select
          label="Next review"
          value={view.review ?? ALL}
          options={REVIEW_OPTIONS}
          onValueChange={choose('review')}
        />
      </div>
      <div className="w-36">
        <Select
          label="Contract and documents"
          value={view.documents ? EXPIRING_DOCUMENTS : (view.contract ?? ALL)}
          options={EXPIRY_OPTIONS}
          onValueChange={(value) =>
            put({
              contract: value === ALL || value === EXPIRING_DOCUMENTS ? '' : value,
              documents: value === EXPIRING_DOCUMENTS ? 'expiring' : '',
            })
          }
        />
      </div>
      {isNarrowed && (
        <Button
          variant="ghost"
          size="sm"
          icon={<X aria-hidden />}
          onClick={() =>
            put({
              ...{ q: '', status: '', tier: '', category: '' },
              ...{ review: '', due: '', contract: '', documents: '' },
            })
          }
        >
          Clear
        </Button>
      )}
      <p aria-live="polite" className="text-xs text-fg-muted tabular-nums">
        {countOf(total, 'vendor', 'vendors')}
      </p>
    </search>
  );
}
