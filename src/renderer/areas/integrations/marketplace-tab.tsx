import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { Offer } from '../../../shared/areas/integrations/marketplace.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { AddDialog } from './add-dialog.tsx';
import { marketplaceQuery } from './integrations.queries.ts';
import { isFound, TYPE_LABELS } from './integrations.text.ts';

export function MarketplaceTab({ typed }: { typed: string }) {
  const query = useQuery(marketplaceQuery(useClient()));
  const [adding, setAdding] = useState<Offer | null>(null);
  return (
    <>
      <Loaded query={query} failed="The marketplace could not be loaded">
        {(offers) => {
          const shown = offers.filter((offer) => isFound(offer, typed));
          if (shown.length === 0)
            return (
              <EmptyState
                title="Nothing found"
                text="No name, vendor or type in the marketplace contains what is typed."
              />
            );
          return (
            <ul className="grid gap-3 lg:grid-cols-2 2xl:grid-cols-3">
              {shown.map((offer) => (
                <li key={offer.id} className="min-w-0">
                  <OfferCard offer={offer} onAdd={() => setAdding(offer)} />
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
      {adding && (
        <AddDialog offer={adding} onClose={() => setAdding(null)} onAdded={() => setAdding(null)} />
      )}
    </>
  );
}

function whatComes({ kind, delivers }: Offer): string {
  if (kind === 'receiver') return 'Waits for what is sent here';
  return delivers === 'alerts' ? 'Brings alerts' : 'Brings indicators';
}

function OfferCard({ offer, onAdd }: { offer: Offer; onAdd: () => void }) {
  const { name, vendor, type, summary } = offer;
  const mayManage = useMay('integrations.manage');
  return (
    <article
      aria-label={name}
      className="flex h-full flex-col gap-3 rounded-lg border border-line bg-surface p-4"
    >
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h2 className="text-sm font-semibold text-fg">{name}</h2>
          <p className="text-xs text-fg-muted">{vendor}</p>
        </div>
        <Badge>{TYPE_LABELS[type] ?? type}</Badge>
      </div>
      <p className="text-fg-muted">{summary}</p>
      <div className="mt-auto flex items-center justify-between gap-3 border-t border-line pt-3">
        <span className="text-xs text-fg-muted">{whatComes(offer)}</span>
        {mayManage && (
          <Button
            size="sm"
            icon={<Plus aria-hidden />}
            label={`Add Integration: ${name}`}
            onClick={onAdd}
          >
            Add Integration
          </Button>
        )}
      </div>
    </article>
  );
}
