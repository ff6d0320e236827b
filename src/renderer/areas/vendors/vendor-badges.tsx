import { CalendarClock, CalendarX } from 'lucide-react';
import {
  type DueState,
  type ExpiryState,
  VENDOR_CATEGORY_LABELS,
  VENDOR_STATUS_LABELS,
  type VendorCategory,
  type VendorStatus,
} from '../../../shared/areas/vendors/vendors.rules.ts';
import { SEVERITY_LABELS, type Severity } from '../../../shared/kernel/severity.ts';
import { Badge } from '../../ui/badge.tsx';
import { NoFigure } from '../../ui/stat.tsx';
import { EXPIRY_WORDS, REVIEW_WORDS, STATUS_TONES, TIER_TONES } from './vendors.text.ts';

export const TierBadge = ({ tier }: { tier: Severity }) => (
  <Badge tone={TIER_TONES[tier]}>{SEVERITY_LABELS[tier]}</Badge>
);

export const StatusBadge = ({ status }: { status: VendorStatus }) => (
  <Badge tone={STATUS_TONES[status]}>{VENDOR_STATUS_LABELS[status]}</Badge>
);

export const CategoryBadge = ({ category }: { category: VendorCategory | null }) =>
  category === null ? null : <Badge>{VENDOR_CATEGORY_LABELS[category]}</Badge>;

interface DayWithStateProps {
  day: string | null;
  state: DueState | ExpiryState;
}

/** A day as it stands, with a word where it needs somebody. */
export function DayWithState({ day, state }: DayWithStateProps) {
  if (day === null) return <NoFigure />;
  const said =
    state in REVIEW_WORDS ? REVIEW_WORDS[state as DueState] : EXPIRY_WORDS[state as ExpiryState];
  const Icon = said?.tone === 'bad' ? CalendarX : CalendarClock;
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5 tabular-nums">
      <time dateTime={day}>{day}</time>
      {said && (
        <Badge tone={said.tone} icon={<Icon aria-hidden />}>
          {said.word}
        </Badge>
      )}
    </span>
  );
}
