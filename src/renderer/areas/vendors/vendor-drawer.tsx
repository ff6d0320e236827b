import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { Vendor } from '../../../shared/areas/vendors/vendors.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { RecordHistory } from '../history/history.embed.tsx';
import { RecordSync } from '../sync/record-sync.embed.tsx';
import { VendorActions } from './vendor-actions.tsx';
import { VendorAssessmentPanel } from './vendor-assessment-panel.tsx';
import { CategoryBadge, StatusBadge, TierBadge } from './vendor-badges.tsx';
import { VendorDocuments } from './vendor-documents.tsx';
import { VendorFacts } from './vendor-facts.tsx';
import { EditVendorDialog } from './vendor-form-dialog.tsx';
import { Part } from './vendor-part.tsx';
import { VendorSignalsPanel } from './vendor-signals-panel.tsx';
import { VendorSubprocessors } from './vendor-subprocessors.tsx';
import { vendorQuery } from './vendors.queries.ts';
import { VENDOR_FIELD_LABELS } from './vendors.text.ts';

/** Kept beside what a person says; the history tells the person's part. */
const KEPT_FIELDS = ['nameKey', 'sectionScores', 'formulaVersion'];

interface VendorDrawerProps {
  id: string;
  onOpen: (id: string) => void;
  onClose: () => void;
}

/** One vendor in full. */
export function VendorDrawer({ id, onOpen, onClose }: VendorDrawerProps) {
  const found = useQuery(vendorQuery(useClient(), id));
  return (
    <Drawer open onClose={onClose} title={found.data?.name ?? 'Vendor'}>
      {found.isError ? (
        <ErrorState
          title="This vendor could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
          isRetrying={found.isFetching}
        />
      ) : found.data ? (
        <Content vendor={found.data} onOpen={onOpen} />
      ) : (
        <Skeleton className="m-6 h-64" />
      )}
    </Drawer>
  );
}

function Content({ vendor, onOpen }: { vendor: Vendor; onOpen: (id: string) => void }) {
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <Head vendor={vendor} />
      <div className="grid min-h-0 flex-1 gap-x-8 overflow-y-auto px-6 py-4 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-6 pb-6">
          <VendorFacts vendor={vendor} />
          <VendorDocuments vendor={vendor} />
          <VendorSubprocessors vendor={vendor} onOpen={onOpen} />
        </div>
        <div className="flex min-w-0 flex-col gap-6 pb-6">
          <VendorAssessmentPanel vendor={vendor} />
          <VendorSignalsPanel vendor={vendor} />
          <Part title="History">
            <RecordHistory
              resource="vendors"
              id={vendor.id}
              labels={VENDOR_FIELD_LABELS}
              hidden={KEPT_FIELDS}
            />
          </Part>
        </div>
      </div>
    </div>
  );
}

function Head({ vendor }: { vendor: Vendor }) {
  const mayWrite = useMay('vendors.write');
  // The vendor as it was when editing began: what others change meanwhile must not slip in unseen.
  const [editing, setEditing] = useState<Vendor | null>(null);
  return (
    <header className="flex flex-col gap-2 border-b border-line py-4 pr-14 pl-6">
      <h2 className="text-base font-semibold text-fg [overflow-wrap:anywhere]">
        <Untrusted text={vendor.name} expand="none" />
      </h2>
      <div className="flex flex-wrap items-center gap-2">
        <TierBadge tier={vendor.riskTier} />
        <StatusBadge status={vendor.status} />
        <CategoryBadge category={vendor.category} />
        <span className="flex-1" />
        {mayWrite && (
          <Button size="sm" icon={<Pencil aria-hidden />} onClick={() => setEditing(vendor)}>
            Edit
          </Button>
        )}
        <VendorActions vendor={vendor} />
      </div>
      <RecordSync table="vendors" id={vendor.id} />
      {editing && <EditVendorDialog vendor={editing} onClose={() => setEditing(null)} />}
    </header>
  );
}
