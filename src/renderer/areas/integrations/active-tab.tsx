import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { IntegrationCard } from './integration-card.tsx';
import { IntegrationDrawer } from './integration-drawer.tsx';
import { integrationListQuery } from './integrations.queries.ts';
import { isFound } from './integrations.text.ts';

interface ActiveTabProps {
  typed: string;
  onMarketplace: () => void;
}

export function ActiveTab({ typed, onMarketplace }: ActiveTabProps) {
  const query = useQuery(integrationListQuery(useClient()));
  const mayManage = useMay('integrations.manage');
  const [openId, setOpenId] = useState<string | null>(null);
  const open = query.data?.find(({ id }) => id === openId);
  return (
    <>
      <Loaded
        query={query}
        failed="Integrations could not be loaded"
        placeholder={<p className="text-fg-muted">Loading integrations...</p>}
      >
        {(all) => {
          const shown = all.filter((one) => isFound(one, typed));
          if (shown.length > 0)
            return (
              <ul className="grid gap-3 lg:grid-cols-2 2xl:grid-cols-3">
                {shown.map((one) => (
                  <li key={one.id} className="min-w-0">
                    <IntegrationCard integration={one} onOpen={() => setOpenId(one.id)} />
                  </li>
                ))}
              </ul>
            );
          if (all.length > 0)
            return (
              <EmptyState
                title="No integration found"
                text="No name, vendor or type contains what is typed."
              />
            );
          return (
            <EmptyState
              title="No integrations"
              text="Connect the tools that detect and protect: their alerts and indicators come here by themselves."
              action={
                mayManage && (
                  <Button variant="primary" onClick={onMarketplace}>
                    Open the marketplace
                  </Button>
                )
              }
            />
          );
        }}
      </Loaded>
      {open && <IntegrationDrawer integration={open} onClose={() => setOpenId(null)} />}
    </>
  );
}
