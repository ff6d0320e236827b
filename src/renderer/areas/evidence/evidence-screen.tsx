import { PageHeader } from '../../ui/page-header.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../ui/tabs.tsx';
import { useAddressTab } from '../../ui/use-address-tab.ts';
import { MappingsTab } from './mappings-tab.tsx';
import { RepositoryTab } from './repository-tab.tsx';
import { ScheduleTab } from './schedule-tab.tsx';

const TABS = [
  ['repository', 'Evidence Repository', RepositoryTab],
  ['mappings', 'Control Mappings', MappingsTab],
  ['schedule', 'Collection Schedule', ScheduleTab],
] as const;

export function EvidenceScreen() {
  const [tab, setTab] = useAddressTab(TABS.map(([key]) => key));
  return (
    <div className="mx-auto flex w-full max-w-[100rem] flex-col gap-4">
      <PageHeader title="Evidence Management" purpose="Evidence of controls and its validity" />
      <Tabs value={tab} onValueChange={setTab}>
        <TabList label="Evidence Management">
          {TABS.map(([key, label]) => (
            <Tab key={key} value={key}>
              {label}
            </Tab>
          ))}
        </TabList>
        {TABS.map(([key, , Content]) => (
          <TabPanel key={key} value={key}>
            <Content />
          </TabPanel>
        ))}
      </Tabs>
    </div>
  );
}
