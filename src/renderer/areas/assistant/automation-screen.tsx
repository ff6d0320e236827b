import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../api/client-context.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../ui/tabs.tsx';
import { useAddressTab } from '../../ui/use-address-tab.ts';
import { healthQuery } from './automation.queries.ts';
import { AssetsTab } from './automation-assets.tsx';
import { AuditsTab } from './automation-audits.tsx';
import { BacktestTab } from './automation-backtest.tsx';
import { HealthTab } from './automation-health.tsx';
import { PatternsTab } from './automation-patterns.tsx';
import { SecondLooksTab } from './automation-second-looks.tsx';
import { TripsTab } from './automation-trips.tsx';

const TABS = ['health', 'patterns', 'audits', 'looks', 'trips', 'backtest', 'assets'] as const;

/** How well the engine does on this desk, and what it is allowed to do by itself. */
export function AutomationScreen() {
  const health = useQuery(healthQuery(useClient()));
  const [tab, setTab] = useAddressTab(TABS);
  return (
    <div className="mx-auto flex w-full max-w-[100rem] flex-col gap-4">
      <PageHeader
        title="Analyst Health"
        purpose="How well the engine does on this desk, and what it may close by itself"
      />
      {health.isError && (
        <ErrorState
          title="The health could not be loaded"
          error={health.error}
          onRetry={() => void health.refetch()}
          isRetrying={health.isFetching}
        />
      )}
      {health.isPending && <Skeleton className="h-96 w-full" />}
      {health.data && (
        <Tabs value={tab} onValueChange={setTab}>
          <TabList label="Analyst Health">
            <Tab value="health">Health</Tab>
            <Tab value="patterns">Patterns</Tab>
            <Tab value="audits" count={health.data.waiting.audits}>
              Audits
            </Tab>
            <Tab value="looks" count={health.data.waiting.secondLooks}>
              Second looks
            </Tab>
            <Tab value="trips">Trips</Tab>
            <Tab value="backtest">Backtest</Tab>
            <Tab value="assets">Assets</Tab>
          </TabList>
          <TabPanel value="health">
            <HealthTab health={health.data} />
          </TabPanel>
          <TabPanel value="patterns">
            <PatternsTab />
          </TabPanel>
          <TabPanel value="audits">
            <AuditsTab />
          </TabPanel>
          <TabPanel value="looks">
            <SecondLooksTab />
          </TabPanel>
          <TabPanel value="trips">
            <TripsTab />
          </TabPanel>
          <TabPanel value="backtest">
            <BacktestTab />
          </TabPanel>
          <TabPanel value="assets">
            <AssetsTab />
          </TabPanel>
        </Tabs>
      )}
    </div>
  );
}
