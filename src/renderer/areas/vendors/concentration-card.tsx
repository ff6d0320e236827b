import { useQuery } from '@tanstack/react-query';
import type { VendorRef } from '../../../shared/areas/vendors/subprocessors.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { TierBadge } from './vendor-badges.tsx';
import { concentrationQuery } from './vendors.queries.ts';
import { countOf } from './vendors.text.ts';

/** Sub-processors that several vendors share: where one failure reaches many. */
export function ConcentrationCard({ onOpen }: { onOpen: (id: string) => void }) {
  const { data } = useQuery(concentrationQuery(useClient()));
  return (
    <Card
      title="Shared sub-processors"
      note="Named by two vendors or more: one failure of theirs reaches several of ours."
    >
      {data?.length === 0 && (
        <EmptyState
          title="No sub-processor is shared"
          text="Note sub-processors in the drawer of a vendor to see whom several of them depend on."
        />
      )}
      <ul className="flex max-h-72 flex-col divide-y divide-line overflow-y-auto">
        {(data ?? []).map((one) => (
          <li key={one.name} className="flex flex-col gap-1 py-2">
            <div className="flex flex-wrap items-center gap-2">
              <span className="font-medium text-fg">
                <Untrusted text={one.name} max={80} expand="none" />
              </span>
              <Badge tone={one.highRisk > 1 ? 'warn' : 'neutral'}>
                {countOf(one.count, 'vendor', 'vendors')}
                {one.highRisk > 0 && `, ${one.highRisk} high risk`}
              </Badge>
              {one.linkedVendor && <Badge tone="accent">in the registry</Badge>}
              {one.locations.length > 0 && (
                <span className="text-xs text-fg-muted">
                  <Untrusted text={one.locations.join(', ')} max={80} expand="none" />
                </span>
              )}
            </div>
            <div className="flex flex-wrap gap-x-3 gap-y-1">
              {one.vendors.map((vendor) => (
                <VendorLink key={vendor.id} vendor={vendor} onOpen={onOpen} />
              ))}
              {one.count > one.vendors.length && (
                <span className="text-fg-muted">and {one.count - one.vendors.length} more</span>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface VendorLinkProps {
  vendor: VendorRef;
  onOpen: (id: string) => void;
}

export function VendorLink({ vendor, onOpen }: VendorLinkProps) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <button
        type="button"
        onClick={() => onOpen(vendor.id)}
        className="rounded-sm text-left text-accent-text underline underline-offset-2"
      >
        <Untrusted text={vendor.name} max={60} expand="none" />
      </button>
      <TierBadge tier={vendor.riskTier} />
    </span>
  );
}
