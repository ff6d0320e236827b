import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus, RefreshCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type {
  ChainLink,
  Subprocessor,
} from '../../../shared/areas/vendors/subprocessors.contract.ts';
import { type Vendor, vendorsContract } from '../../../shared/areas/vendors/vendors.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { VendorLink } from './concentration-card.tsx';
import { SubprocessorDialog } from './subprocessor-dialog.tsx';
import { Part } from './vendor-part.tsx';
import { subprocessorsQuery, useVendorCall } from './vendors.queries.ts';
import { countOf } from './vendors.text.ts';

type Asking =
  | { readonly type: 'add' }
  | { readonly type: 'edit' | 'remove'; readonly one: Subprocessor };

interface VendorSubprocessorsProps {
  vendor: Vendor;
  onOpen: (id: string) => void;
}

/** Whom the vendor hands our work or data to, whom that leads to, and who names this vendor. */
export function VendorSubprocessors({ vendor, onOpen }: VendorSubprocessorsProps) {
  const { data, isPending } = useQuery(subprocessorsQuery(useClient(), vendor.id));
  const mayWrite = useMay('vendors.write');
  const [asking, setAsking] = useState<Asking | null>(null);
  const close = () => setAsking(null);
  const remove = useVendorCall(
    (client, subprocessorId: string) =>
      client.call(vendorsContract.removeSubprocessor, {
        params: { id: vendor.id, subprocessorId },
      }),
    { done: 'Sub-processor taken off', failed: 'The sub-processor could not be taken off' },
  );
  const further = (data?.chain ?? []).filter(({ depth, isCycle }) => depth > 1 || isCycle);
  return (
    <Part
      title="Sub-processors"
      actions={
        mayWrite && (
          <Button size="sm" icon={<Plus aria-hidden />} onClick={() => setAsking({ type: 'add' })}>
            Add sub-processor
          </Button>
        )
      }
    >
      {isPending && <Skeleton className="h-16 w-full" />}
      {data?.subprocessors.length === 0 && (
        <p className="text-fg-muted">No sub-processor of this vendor is noted yet.</p>
      )}
      <ul className="flex flex-col divide-y divide-line">
        {(data?.subprocessors ?? []).map((one) => (
          <Row
            key={one.id}
            one={one}
            mayWrite={mayWrite}
            onOpen={onOpen}
            onAsk={(type) => setAsking({ type, one })}
          />
        ))}
      </ul>
      {further.length > 0 && <Chain links={further} onOpen={onOpen} />}
      {data && data.usedBy.length > 0 && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-fg-muted">
          Is a sub-processor of
          {data.usedBy.map((one) => (
            <VendorLink key={one.id} vendor={one} onOpen={onOpen} />
          ))}
        </p>
      )}
      {(asking?.type === 'add' || asking?.type === 'edit') && (
        <SubprocessorDialog
          vendor={vendor}
          one={asking.type === 'edit' ? asking.one : null}
          onClose={close}
        />
      )}
      {asking?.type === 'remove' && (
        <ConfirmDialog
          open
          onClose={close}
          title="Take this sub-processor off?"
          text={`'${asking.one.name}' is no longer noted for ${vendor.name}. Its history stays.`}
          confirmLabel="Take off"
          tone="destructive"
          onConfirm={() => remove.mutate(asking.one.id, { onSuccess: close })}
        />
      )}
    </Part>
  );
}

interface RowProps {
  one: Subprocessor;
  mayWrite: boolean;
  onOpen: (id: string) => void;
  onAsk: (type: 'edit' | 'remove') => void;
}

function Row({ one, mayWrite, onOpen, onAsk }: RowProps) {
  const facts = [one.service, one.location].filter((fact) => fact !== null);
  return (
    <li className="flex items-start gap-2 py-2">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {one.linkedVendor ? (
            <VendorLink vendor={{ ...one.linkedVendor, name: one.name }} onOpen={onOpen} />
          ) : (
            <span className="font-medium text-fg">
              <Untrusted text={one.name} max={100} expand="none" />
            </span>
          )}
          {one.sharedWith > 0 && (
            <Badge tone="warn">
              shared with {countOf(one.sharedWith, 'other vendor', 'other vendors')}
            </Badge>
          )}
        </div>
        {facts.length > 0 && (
          <p className="text-fg-muted">
            <Untrusted text={facts.join(' · ')} max={200} />
          </p>
        )}
        {one.dataCategories.length > 0 && (
          <p className="flex flex-wrap gap-1.5">
            {one.dataCategories.map((category) => (
              <Badge key={category}>
                <Untrusted text={category} max={60} expand="none" />
              </Badge>
            ))}
          </p>
        )}
      </div>
      {mayWrite && (
        <>
          <Button
            size="sm"
            variant="ghost"
            icon={<Pencil aria-hidden />}
            label={`Edit ${one.name}`}
            onClick={() => onAsk('edit')}
          />
          <Button
            size="sm"
            variant="ghost"
            icon={<Trash2 aria-hidden />}
            label={`Take ${one.name} off`}
            onClick={() => onAsk('remove')}
          />
        </>
      )}
    </li>
  );
}

interface ChainProps {
  links: readonly ChainLink[];
  onOpen: (id: string) => void;
}

/** Beyond the vendor's own sub-processors, as far as these are in the registry. */
function Chain({ links, onOpen }: ChainProps) {
  return (
    <div className="flex flex-col gap-1">
      <h4 className="text-xs font-medium text-fg-muted">Further along the chain</h4>
      <ul className="flex flex-col gap-1">
        {links.map(({ vendor, via, depth, isCycle }) => (
          <li
            key={`${via.id}-${vendor.id}`}
            className="flex flex-wrap items-center gap-x-2 gap-y-1 text-fg-muted"
          >
            <VendorLink vendor={vendor} onOpen={onOpen} />
            <span>
              through <Untrusted text={via.name} max={60} expand="none" />, step {depth}
            </span>
            {isCycle && (
              <Badge tone="warn" icon={<RefreshCcw aria-hidden />}>
                leads back
              </Badge>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
