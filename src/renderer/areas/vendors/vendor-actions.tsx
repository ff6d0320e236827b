import { ClipboardCheck, Ellipsis, PauseCircle, Play, Search, XCircle } from 'lucide-react';
import { useState } from 'react';
import type { Vendor } from '../../../shared/areas/vendors/vendors.contract.ts';
import {
  type VendorTransition,
  vendorTransitionsFrom,
} from '../../../shared/areas/vendors/vendors.rules.ts';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { CompleteReviewDialog } from './complete-review-dialog.tsx';
import { useMoveVendor } from './use-move-vendor.ts';

const ICONS: Record<string, typeof Play> = {
  suspend: PauseCircle,
  terminate: XCircle,
  reinstate: Play,
};

const TEXTS: Record<
  string,
  { readonly title: string; readonly text: string; readonly doing: string }
> = {
  suspend: {
    title: 'Suspend vendor',
    text: 'It stays in the registry with its reviews, and can be reinstated. The reason goes to its history.',
    doing: 'Suspending...',
  },
  terminate: {
    title: 'Terminate vendor',
    text: 'This is the end: it keeps its record, but it is not reviewed again and cannot be reinstated. The reason goes to its history.',
    doing: 'Terminating...',
  },
  reinstate: {
    title: 'Reinstate vendor',
    text: 'It becomes active again. The reason goes to its history.',
    doing: 'Reinstating...',
  },
};

/** Review or Complete review, and the steps that need a reason in a menu. */
export function VendorActions({ vendor, size = 'sm' }: { vendor: Vendor; size?: 'sm' | 'md' }) {
  const mayWrite = useMay('vendors.write');
  const move = useMoveVendor(vendor.id);
  const [asking, setAsking] = useState<VendorTransition | null>(null);
  if (!mayWrite) return null;
  const steps = vendorTransitionsFrom(vendor.status);
  const review = steps.find(({ action }) => action === 'review');
  const complete = steps.find(({ action }) => action === 'complete-review');
  const inMenu = steps.filter(({ needsReason }) => needsReason);
  const texts = asking ? TEXTS[asking.action] : undefined;
  return (
    <>
      {review && (
        <Button
          size={size}
          icon={<Search aria-hidden />}
          disabled={move.isPending}
          onClick={() => move.mutate({ status: 'UNDER_REVIEW' })}
        >
          Review
        </Button>
      )}
      {complete && (
        <Button
          size={size}
          icon={<ClipboardCheck aria-hidden />}
          disabled={move.isPending}
          onClick={() => setAsking(complete)}
        >
          Complete review
        </Button>
      )}
      {inMenu.length > 0 && (
        <Menu
          trigger={
            <Button
              size={size}
              variant="ghost"
              icon={<Ellipsis aria-hidden />}
              label={`More for ${vendor.name}`}
            />
          }
          items={inMenu.map((step) => {
            const Icon = ICONS[step.action] ?? Play;
            return {
              label: step.label,
              icon: <Icon aria-hidden />,
              onSelect: () => setAsking(step),
            };
          })}
        />
      )}
      {asking?.action === 'complete-review' && (
        <CompleteReviewDialog vendor={vendor} onClose={() => setAsking(null)} />
      )}
      {asking && texts && (
        <ReasonDialog
          title={`${texts.title} '${vendor.name}'`}
          description={texts.text}
          label={asking.label}
          pendingLabel={texts.doing}
          isPending={move.isPending}
          onClose={() => setAsking(null)}
          onReason={(reason) =>
            move.mutate({ status: asking.to, reason }, { onSuccess: () => setAsking(null) })
          }
        />
      )}
    </>
  );
}
