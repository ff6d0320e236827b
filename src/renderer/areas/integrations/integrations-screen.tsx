import { useQuery } from '@tanstack/react-query';
import { Blocks, CircleAlert, Plug, Search, Unplug } from 'lucide-react';
import type { Integration } from '../../../shared/areas/integrations/integrations.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { Input } from '../../ui/field.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Stat } from '../../ui/stat.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../ui/tabs.tsx';
import { useAddressParams, useSearchText } from '../../ui/use-address-params.ts';
import { useAddressTab } from '../../ui/use-address-tab.ts';
import { ActiveTab } from './active-tab.tsx';
import { ConfigurationTab } from './configuration-tab.tsx';
import { integrationListQuery } from './integrations.queries.ts';
import { MarketplaceTab } from './marketplace-tab.tsx';

const TABS = ['active', 'marketplace', 'configuration'] as const;

export function IntegrationsScreen() {
  const [tab, setTab] = useAddressTab(TABS);
  const [params, setParams] = useAddressParams();
  const [typed, type] = useSearchText(params.get('q') ?? '', (text) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (text.trim() === '') next.delete('q');
        else next.set('q', text.trimStart());
        return next;
      },
      { replace: true },
    ),
  );
  return (
    <div className="mx-auto flex w-full max-w-[100rem] flex-col gap-4">
      <PageHeader
        title="Security Integrations"
        purpose="Connections to the tools that detect and protect"
        actions={
          <div className="relative w-72 max-w-full">
            <Search
              aria-hidden
              className="pointer-events-none absolute top-2 left-2.5 size-4 text-fg-faint"
            />
            <Input
              type="search"
              aria-label="Search integrations"
              placeholder="Search by name, vendor or type"
              value={typed}
              onChange={(event) => type(event.target.value)}
              className="pl-8"
            />
          </div>
        }
      />
      <Figures />
      <Tabs value={tab} onValueChange={setTab}>
        <TabList label="Security Integrations">
          <Tab value="active">Active Integrations</Tab>
          <Tab value="marketplace">Integration Marketplace</Tab>
          <Tab value="configuration">Configuration</Tab>
        </TabList>
        <TabPanel value="active">
          <ActiveTab typed={typed} onMarketplace={() => setTab('marketplace')} />
        </TabPanel>
        <TabPanel value="marketplace">
          <MarketplaceTab typed={typed} />
        </TabPanel>
        <TabPanel value="configuration">
          <ConfigurationTab />
        </TabPanel>
      </Tabs>
    </div>
  );
}

function Figures() {
  const { data, isPending } = useQuery(integrationListQuery(useClient()));
  const count = (is: (one: Integration) => boolean) => data?.filter(is).length ?? null;
  const cards = [
    ['Total Integrations', () => true, <Blocks key="icon" />],
    ['Connected', (one: Integration) => one.status === 'CONNECTED', <Plug key="icon" />],
    ['Disconnected', (one: Integration) => one.status === 'DISCONNECTED', <Unplug key="icon" />],
    ['Errors', (one: Integration) => one.status === 'ERROR', <CircleAlert key="icon" />],
  ] as const;
  return (
    <section aria-label="Figures" className="grid grid-cols-2 gap-3 xl:grid-cols-4">
      {cards.map(([label, is, icon]) => (
        <Stat key={label} label={label} value={count(is)} icon={icon} loading={isPending} />
      ))}
    </section>
  );
}
