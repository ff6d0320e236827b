import { memo } from 'react';
import { Link } from 'react-router-dom';
import type { Vendor } from '../../../shared/areas/vendors/vendors.contract.ts';
import { NoFigure } from '../../ui/stat.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { VendorActions } from './vendor-actions.tsx';
import { CategoryBadge, DayWithState, StatusBadge, TierBadge } from './vendor-badges.tsx';

const NAME_CHARS = 100;
const DESCRIPTION_CHARS = 200;

interface VendorRowProps {
  vendor: Vendor;
  position: number;
  setSize: number;
  onOpen: (id: string) => void;
}

/** One vendor of the registry, with what can be done to it next. */
export const VendorRow = memo(function VendorRow(props: VendorRowProps) {
  const { vendor, position, setSize, onOpen } = props;
  return (
    <article
      aria-label={vendor.name}
      aria-posinset={position}
      aria-setsize={setSize}
      className="grid gap-x-6 gap-y-2 rounded-md border border-line bg-surface px-4 py-2.5 grid-cols-[minmax(0,1fr)_auto] xl:grid-cols-[minmax(0,1fr)_auto_auto]"
    >
      <div className="flex min-w-0 flex-col gap-0.5">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <h2 className="min-w-0 text-sm font-semibold">
            <Link
              to={`/vendors?vendor=${encodeURIComponent(vendor.id)}`}
              data-vendor-link
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                onOpen(vendor.id);
              }}
              className="rounded-sm text-fg underline-offset-2 hover:underline"
            >
              <Untrusted text={vendor.name} max={NAME_CHARS} expand="none" />
            </Link>
          </h2>
          <TierBadge tier={vendor.riskTier} />
          <StatusBadge status={vendor.status} />
          <CategoryBadge category={vendor.category} />
        </div>
        <p className="truncate text-fg-muted">
          {vendor.description === null ? (
            'No description'
          ) : (
            <Untrusted text={vendor.description} max={DESCRIPTION_CHARS} expand="none" />
          )}
        </p>
      </div>
      <RowFacts vendor={vendor} />
      <div className="col-start-2 row-start-1 flex items-center justify-end gap-1 self-start xl:col-start-3 xl:min-w-44 xl:self-center">
        <VendorActions vendor={vendor} />
      </div>
    </article>
  );
});

function RowFacts({ vendor }: { vendor: Vendor }) {
  const { primaryContact } = vendor;
  return (
    <dl className="col-span-2 grid xl:col-span-1 xl:col-start-2 xl:row-start-1 grid-cols-2 gap-x-5 gap-y-1 lg:grid-cols-[9.5rem_10.75rem_10.25rem_4rem] [&_dt]:text-xs [&_dt]:text-fg-muted">
      <div className="min-w-0">
        <dt>Contact</dt>
        <dd className="truncate text-fg">
          {primaryContact === null ? (
            <NoFigure />
          ) : (
            <Untrusted text={primaryContact} max={80} expand="none" />
          )}
        </dd>
      </div>
      <div>
        <dt>Contract expiry</dt>
        <dd className="text-fg">
          <DayWithState day={vendor.contractExpiry} state={vendor.contract} />
        </dd>
      </div>
      <div>
        <dt>Next review</dt>
        <dd className="text-fg">
          <DayWithState day={vendor.nextAssessment} state={vendor.review} />
        </dd>
      </div>
      <div>
        <dt>Risk score</dt>
        <dd className="text-fg tabular-nums">{vendor.riskScore ?? <NoFigure />}</dd>
      </div>
    </dl>
  );
}
